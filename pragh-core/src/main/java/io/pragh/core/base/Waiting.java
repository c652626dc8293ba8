package io.pragh.core.base;

import java.util.concurrent.locks.LockSupport;

/**
 * What a thread does between two looks for something that another thread or node is to do: it spins for as long as that is likely to
 * be enough, and rests afterwards, so that it does not keep those from a processor who are to answer. Stateless.
 */
public final class Waiting {
    private static final int SPINS = 64;
    /** Longer than a message and its answer take within a machine or over RDMA. */
    private static final long SPIN_NANOS = 50_000;

    private static final long REST_NANOS = 20_000;

    private Waiting() {}

    /** After so many looks in vain. */
    public static void afterLooks(int looks) {
        pause(looks < SPINS);
    }

    /** After so many nanoseconds in vain. */
    public static void afterNanos(long nanos) {
        pause(nanos < SPIN_NANOS);
    }

    private static void pause(boolean spin) {
        if (spin) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(REST_NANOS);
        }
    }
}
