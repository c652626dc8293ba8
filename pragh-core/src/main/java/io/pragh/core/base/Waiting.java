package io.pragh.core.base;

import java.util.concurrent.locks.LockSupport;

/**
 * Pauses a thread between two polls for an action of another thread or node. Spins while a short wait is likely;
 * after that it rests, so that the awaited threads can have the processor: at first briefly, then for an eighth of
 * the time waited, up to a millisecond, because a long wait is likely to take longer. Stateless.
 */
public final class Waiting {
    private static final int SPINS = 64;
    /** Longer than a message and its answer take within a machine or over RDMA. */
    private static final long SPIN_NANOS = 50_000;

    private static final long REST_NANOS_MIN = 20_000;
    private static final long REST_NANOS_MAX = 1_000_000;
    private static final int REST_SHARE = 8;

    private Waiting() {}

    /** Pauses after a number of unsuccessful polls. */
    public static void afterLooks(int looks) {
        if (looks < SPINS) {
            Thread.onSpinWait();
        } else {
            rest((long) (looks - SPINS) * REST_NANOS_MIN); // each look so far has rested at least that long
        }
    }

    /** Pauses after a number of nanoseconds of unsuccessful polls. */
    public static void afterNanos(long nanos) {
        if (nanos < SPIN_NANOS) {
            Thread.onSpinWait();
        } else {
            rest(nanos);
        }
    }

    private static void rest(long waitedNanos) {
        LockSupport.parkNanos(Math.min(Math.max(waitedNanos / REST_SHARE, REST_NANOS_MIN), REST_NANOS_MAX));
    }
}
