package io.pragh.core.property;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The latest timestamp that a transaction of a graph has seen or committed at, over all nodes and sessions of the
 * process. Any thread.
 */
public final class SeenMoment {
    private final AtomicLong timestamp = new AtomicLong();

    /** A moment before all transactions. */
    public SeenMoment() {}

    /** Returns the timestamp that a new transaction's snapshot must not be older than. */
    public long get() {
        return timestamp.get();
    }

    /** Notes that a transaction has seen this timestamp, or committed at it. */
    public void see(long moment) {
        if (moment > timestamp.get()) { // mostly false: then the word stays in all processors' caches
            timestamp.accumulateAndGet(moment, Math::max);
        }
    }
}
