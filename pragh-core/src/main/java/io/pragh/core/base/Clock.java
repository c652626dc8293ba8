package io.pragh.core.base;

/**
 * A monotonic clock of one node, in nanoseconds from an arbitrary origin. Only differences mean anything, and clocks of two nodes
 * are never compared. Any thread.
 */
@FunctionalInterface
public interface Clock {
    /** The machine's monotonic clock. */
    Clock SYSTEM = System::nanoTime;

    /** Nanoseconds since an arbitrary origin; never goes backwards. */
    long nanos();
}
