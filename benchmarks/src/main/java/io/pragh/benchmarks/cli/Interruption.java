package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.StopSignal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into a {@link StopSignal} and holds the process until the command has cleaned up and closed this. The
 * process ends with the code of the signal, 130. One thread.
 */
final class Interruption implements AutoCloseable {
    /** The exit code of a command that was interrupted. */
    static final int EXIT_CODE = 130;

    private static final long CLEAN_UP_SECONDS_MAX = 20;

    private final StopSignal signal = new StopSignal();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;

    Interruption() {
        hook = new Thread(
                () -> {
                    signal.stop();
                    awaitDone();
                },
                "pragh-interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** The signal that Ctrl-C sets. */
    StopSignal signal() {
        return signal;
    }

    private void awaitDone() {
        try {
            boolean inTime = done.await(CLEAN_UP_SECONDS_MAX, TimeUnit.SECONDS);
            if (!inTime) {
                System.err.println("pragh: gave up cleaning up: seconds=" + CLEAN_UP_SECONDS_MAX);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endingAlready) {
            assert endingAlready != null; // the hook has run or is running, as intended
        }
    }
}
