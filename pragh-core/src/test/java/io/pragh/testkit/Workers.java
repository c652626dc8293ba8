package io.pragh.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Threads of a test: the test fails with what one of them throws, and none outlives it. One thread. */
public final class Workers implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final int FRAMES_MAX = 12;
    private static final int LOOKS_AT_A_STRETCH = 4_096;

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "test-worker");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Future<?>> futures = new ArrayList<>();
    private volatile boolean stopped;

    /** The work of a worker. */
    @FunctionalInterface
    public interface Task {
        /** Does the work, on a thread of its own. */
        void run() throws Exception;
    }

    /** Starts a thread. */
    public void start(Task task) {
        futures.add(threads.submit(() -> {
            task.run();
            return null;
        }));
    }

    /** Whether workers that run until they are stopped must return. */
    public boolean stopped() {
        return stopped;
    }

    /** Makes the workers return, and waits as {@link #join}. */
    public void stop() {
        stopped = true;
        join();
    }

    /** Waits for all workers; throws what one of them has thrown. */
    public void join() {
        try {
            for (Future<?> future : futures) {
                future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a worker failed", e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("a worker did not return in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a worker", e);
        }
    }

    /**
     * Waits for a condition that workers bring about; fails with {@code what} after a minute, or when one of them has
     * failed.
     */
    public void await(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        long looks = 0;
        while (!condition.getAsBoolean()) {
            for (Future<?> future : futures) {
                if (future.isDone()) {
                    throwFailure(future);
                }
            }
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                throw new AssertionError("waited in vain: " + what + stacks());
            }
            // yields now and then: there may be fewer processors than workers
            if (++looks % LOOKS_AT_A_STRETCH == 0) {
                LockSupport.parkNanos(1_000);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** The stacks of nodes' threads, for the diagnosis of a failure. */
    private static String stacks() {
        StringBuilder all = new StringBuilder();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (thread.getName().startsWith("pragh-") && stack.length > 0) {
                all.append("\n").append(thread.getName());
                Arrays.stream(stack)
                        .limit(FRAMES_MAX)
                        .forEach(frame -> all.append("\n  ").append(frame));
            }
        });
        return all.toString();
    }

    private static void throwFailure(Future<?> done) {
        try {
            done.get();
        } catch (ExecutionException e) {
            throw new AssertionError("a worker failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a worker", e);
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdownNow();
    }
}
