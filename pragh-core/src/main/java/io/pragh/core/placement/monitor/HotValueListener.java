package io.pragh.core.placement.monitor;

/**
 * Receives a value at once when it is suddenly read often, so that a node can pull it without waiting for a plan.
 * Called on the reading thread, in the read: implementations pass the key to another thread and return, and never
 * throw.
 */
@FunctionalInterface
public interface HotValueListener {
    /** Ignores hot values. */
    HotValueListener NONE = (key, address) -> {};

    /** Receives a remote value that passed the burst rate; called at most once for a key between two reports. */
    void hot(long key, long address);
}
