package io.pragh.testkit;

import io.pragh.core.base.Clock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that a test moves. With a tick it also advances whenever it is read, so that a loop that waits for a time
 * ends. Any thread.
 */
public final class ManualClock implements Clock {
    private final AtomicLong now;
    private final long tickNanos;

    /** A clock that stands at zero until it is moved. */
    public ManualClock() {
        this(0, 0);
    }

    /** A clock that starts anywhere (origins mean nothing) and advances by {@code tickNanos} after every reading. */
    public ManualClock(long startNanos, long tickNanos) {
        if (tickNanos < 0) {
            throw new IllegalArgumentException("a clock never goes backwards: tickNanos=" + tickNanos);
        }
        this.now = new AtomicLong(startNanos);
        this.tickNanos = tickNanos;
    }

    @Override
    public long nanos() {
        return tickNanos == 0 ? now.get() : now.getAndAdd(tickNanos);
    }

    /** Lets time pass. */
    public void advance(long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("a clock never goes backwards: nanos=" + nanos);
        }
        now.addAndGet(nanos);
    }
}
