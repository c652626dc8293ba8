package io.pragh.core.base;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Rate limiter that lets one call per interval through: for log lines that other parties could provoke in masses. Any
 * thread.
 */
public final class Seldom {
    private final long intervalNanos;
    private final AtomicLong nextNanos;

    /** Lets the first call from {@code nowNanos} on through, and one in every interval after it. */
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
