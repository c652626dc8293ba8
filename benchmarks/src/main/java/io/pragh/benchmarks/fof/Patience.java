package io.pragh.benchmarks.fof;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Waiting;

/**
 * Lets calls be made again that fail with a retryable exception, as an application does, within a bound, and counts
 * them. A machine that stalls for longer than a lease makes such failures: the node is silent until it has heard of
 * the others again. One thread.
 */
final class Patience {
    private static final long BOUND_NANOS = 30_000_000_000L;
    private static final long REST_NANOS = 1_000_000;

    private final Clock clock;
    private final Runnable whileWaiting;
    private long sinceNanos;
    private long again;

    /** A patience that has not been tried; {@code whileWaiting} runs while a call has to wait. */
    Patience(Clock clock, Runnable whileWaiting) {
        this.clock = clock;
        this.whileWaiting = whileWaiting;
    }

    /**
     * Rests before a call is made again.
     *
     * @param failure of the call, thrown if it is final, or if the call's first failure is too long ago
     * @param tries how often the call has failed
     */
    void rest(RuntimeException failure, int tries) {
        long now = clock.nanos();
        if (tries == 1) {
            sinceNanos = now;
        }
        if (!isRetryable(failure) || now - sinceNanos >= BOUND_NANOS) {
            throw failure;
        }
        again++;
        for (long waited = 0; waited < REST_NANOS; waited = clock.nanos() - now) {
            whileWaiting.run();
            Waiting.afterNanos(waited);
        }
    }

    private static boolean isRetryable(RuntimeException failure) {
        return failure instanceof PraghException known ? known.retryable() : TraversalDoor.isTemporary(failure);
    }

    /** How often a call was made again. */
    long again() {
        return again;
    }
}
