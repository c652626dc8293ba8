package io.pragh.core.placement.monitor;

/**
 * Hears at once of a value that is suddenly read often, so that a node can pull it without waiting for a plan. Called by the
 * reading thread, on its way: hand the key to somebody else and return; never throw.
 */
@FunctionalInterface
public interface HotValueListener {
    /** Hears nothing. */
    HotValueListener NONE = (key, address) -> {};

    /** A remote value passed the burst rate; called at most once for a key between two reports. */
    void hot(long key, long address);
}
