package io.pragh.benchmarks.fof;

import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a load's clients, from their start until they are told to end. One thread, but {@link #over} and
 * {@link #broke} any.
 */
final class ClientThreads {
    private final long endMillisMax;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean over;

    /** Threads that end within so many seconds once they are told to. */
    ClientThreads(long endSecondsMax) {
        this.endMillisMax = TimeUnit.SECONDS.toMillis(endSecondsMax);
    }

    /** Adds a client, to be started; its exception fails the load. */
    void add(Runnable client) {
        Thread thread = new Thread(client, "pragh-client-" + threads.size());
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((ended, thrown) -> broke(thrown));
        threads.add(thread);
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** All threads, for measuring their use of the processor. */
    List<Thread> all() {
        return threads;
    }

    /** Whether clients are to end. */
    boolean over() {
        return over;
    }

    /** Fails the load with an exception, unless it has failed before. */
    void broke(Throwable thrown) {
        failure.compareAndSet(null, thrown);
    }

    /** Throws the exception with which the load has failed, if it has. */
    void failed() {
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new PraghException("the load failed: " + thrown.getMessage(), thrown);
        }
    }

    /** Tells the clients to end, and waits for them. */
    void end() {
        over = true;
        try {
            for (Thread thread : threads) {
                thread.join(endMillisMax);
                if (thread.isAlive()) {
                    throw new PraghException("a client did not end: thread=" + thread.getName());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PraghException("interrupted while clients were ending", e);
        } finally {
            threads.clear();
        }
    }
}
