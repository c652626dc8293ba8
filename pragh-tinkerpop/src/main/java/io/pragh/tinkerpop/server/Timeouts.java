package io.pragh.tinkerpop.server;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Ends requests and sessions that take too long. Any thread. */
/*
 * Each request asks for its end, and as good as none comes to it. Gremlin Server has its I/O threads keep the time, so that each request wakes
 * one of them that has nothing to do with it. Here nobody is woken: what is done is taken out by whoever is through with it, and whoever asks
 * wakes a thread only when nothing is due earlier, which the beat is as long as requests have more than a second.
 */
final class Timeouts extends ScheduledThreadPoolExecutor {
    /** As many as kept the time before: to end a session may take long. */
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
        // that it is due is all that it is for
    }
}
