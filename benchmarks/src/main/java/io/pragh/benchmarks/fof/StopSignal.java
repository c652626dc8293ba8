package io.pragh.benchmarks.fof;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells a run to end early, for Ctrl-C. Any thread. */
public final class StopSignal {
    private final CountDownLatch stopped = new CountDownLatch(1);

    /** Thrown when work that cannot end early is aborted. */
    public static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StoppedException() {
            super("stopped");
        }
    }

    /** Asks the run to stop. */
    public void stop() {
        stopped.countDown();
    }

    /** Whether the run is to stop. */
    public boolean isStopped() {
        return stopped.getCount() == 0;
    }

    /** Throws {@link StoppedException} if the run is to stop. */
    public void check() {
        if (isStopped()) {
            throw new StoppedException();
        }
    }

    /** Waits for so long, or until the run is to stop; then true. */
    public boolean await(long nanos) {
        try {
            return stopped.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stop();
            return true;
        }
    }
}
