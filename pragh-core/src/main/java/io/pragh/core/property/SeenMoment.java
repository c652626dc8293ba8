package io.pragh.core.property;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The latest moment that a transaction of a graph has seen or made, whichever of the process's nodes and sessions it used. Any thread.
 */
public final class SeenMoment {
    private final AtomicLong timestamp = new AtomicLong();

    /** Nothing was seen yet. */
    public SeenMoment() {}

    /** What a transaction that begins now must not be older than. */
    public long get() {
        return timestamp.get();
    }

    /** A transaction has seen this moment, or made it. */
    public void see(long moment) {
        if (moment > timestamp.get()) { // mostly not: then the word stays in all processors' caches
            timestamp.accumulateAndGet(moment, Math::max);
        }
    }
}
