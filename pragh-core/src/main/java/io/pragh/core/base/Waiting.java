package io.pragh.core.base;

import java.util.concurrent.locks.LockSupport;

/**
 * What a thread does between two looks for something that another thread or node is to do: it spins for as long as that is likely to
 * be enough, and rests afterwards, so that it does not keep those from a processor who are to answer: at first briefly, then for an eighth
 * of what it has waited, up to a millisecond, since what takes long may take longer. Stateless.
 */
public final class Waiting {
    private static final int SPINS = 64;
    /** Longer than a message and its answer take within a machine or over RDMA. */
    private static final long SPIN_NANOS = 50_000;

    private static final long REST_NANOS_MIN = 20_000;
    private static final long REST_NANOS_MAX = 1_000_000;
    private static final int REST_SHARE = 8;

    private Waiting() {}

    /** After so many looks in vain. */
    public static void afterLooks(int looks) {
        if (looks < SPINS) {
            Thread.onSpinWait();
        } else {
            rest((long) (looks - SPINS) * REST_NANOS_MIN); // each has rested for as long at least
        }
    }

    /** After so many nanoseconds in vain. */
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
