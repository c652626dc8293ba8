package io.pragh.core.placement.monitor;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Detects keys that are read faster than a rate, from the times at which their counters passed multiples of a step.
 * Any thread; a thread that finds another one inside returns without an answer, because the next step will ask again.
 */
final class BurstDetector {
    static final int TOLD_MAX = 1 << 11;

    private static final int SLOTS = 1 << 12;
    private static final int SHIFT = 52;
    private static final double NANOS_PER_SECOND = 1e9;

    private final ReentrantLock lock = new ReentrantLock();
    /** The key that passed a step last, per slot; of two keys with one slot, the later one is known. */
    private final long[] steppers = new long[SLOTS];

    private final long[] steppedNanos = new long[SLOTS];
    /** The keys reported in this interval, in open addressing. */
    private final long[] told = new long[2 * TOLD_MAX];

    private final int step;
    private final long stepNanosMax;
    private int toldCount;
    private long intervalNanos;

    /** A detector whose first interval begins now. */
    BurstDetector(int readsPerSecond, long nowNanos) {
        this.step = Integer.highestOneBit(readsPerSecond);
        this.stepNanosMax = (long) (step * NANOS_PER_SECOND / readsPerSecond);
        this.intervalNanos = nowNanos;
    }

    /** How many reads make a step: a power of two. */
    int step() {
        return step;
    }

    /**
     * Called when a key's counter has passed another step in this interval; returns whether the key passes the rate
     * for the first time in it.
     */
    boolean passes(long key, long nowNanos) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            int slot = (int) (KeyHash.of(key) >>> SHIFT);
            long since = steppers[slot] == key ? steppedNanos[slot] : intervalNanos;
            if (since - intervalNanos < 0) {
                since = intervalNanos; // counters were reset to zero then
            }
            steppers[slot] = key;
            steppedNanos[slot] = nowNanos;
            return nowNanos - since <= stepNanosMax && tell(key);
        } finally {
            lock.unlock();
        }
    }

    /** Begins an interval; all counters were reset to zero. */
    void nextInterval(long nowNanos) {
        lock.lock();
        try {
            intervalNanos = nowNanos;
            toldCount = 0;
            Arrays.fill(told, 0);
        } finally {
            lock.unlock();
        }
    }

    private boolean tell(long key) {
        int slot = (int) (KeyHash.of(key) >>> SHIFT);
        while (told[slot] != 0 && told[slot] != key) {
            slot = slot + 1 & told.length - 1;
        }
        if (told[slot] == key || toldCount == TOLD_MAX) {
            return false;
        }
        told[slot] = key;
        toldCount++;
        return true;
    }
}
