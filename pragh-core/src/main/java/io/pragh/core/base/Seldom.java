package io.pragh.core.base;

import java.util.concurrent.atomic.AtomicLong;

/** Lets one call through, and then none for a while: for lines of a log that others could fill. Any thread. */
public final class Seldom {
    private final long intervalNanos;
    private final AtomicLong nextNanos;

    /** The first call from {@code nowNanos} on is let through, and one in every interval after it. */
    public Seldom(long intervalNanos, long nowNanos) {
        this.intervalNanos = intervalNanos;
        this.nextNanos = new AtomicLong(nowNanos);
    }

    /** Whether this call is let through. */
    public boolean isDue(long nowNanos) {
        long next = nextNanos.get();
        return nowNanos - next >= 0 && nextNanos.compareAndSet(next, nowNanos + intervalNanos);
    }
}
