package io.pragh.tinkerpop.server;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Ends requests and sessions that exceed their time-outs. Any thread. */
/*
 * Each request schedules its time-out, and hardly any reaches it. Gremlin Server schedules them on its I/O threads,
 * so that each request wakes an unrelated one. Here no thread is woken: a finished request removes its time-out, and
 * scheduling one wakes a thread only when nothing is due earlier; the beat is due earlier as long as requests have
 * more than a second.
 */
final class Timeouts extends ScheduledThreadPoolExecutor {
    /** As many as Gremlin Server uses for it: ending a session may take long. */
    private static final int THREADS = 4;

    private static final long BEAT_SECONDS = 1;

    Timeouts() {
        super(THREADS, task -> {
            Thread thread = new Thread(task, "pragh-timeouts");
            thread.setDaemon(true);
            return thread;
        });
        setRemoveOnCancelPolicy(true);
        var unused = scheduleWithFixedDelay(Timeouts::beat, BEAT_SECONDS, BEAT_SECONDS, TimeUnit.SECONDS);
    }

    private static void beat() {
        // its only purpose is to be due
    }
}
