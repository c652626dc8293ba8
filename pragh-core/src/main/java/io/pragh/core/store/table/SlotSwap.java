package io.pragh.core.store.table;

/**
 * Changes the address word of a slot on behalf of the home. With a fabric whose compare-and-swap is atomic with the
 * processor's, that is {@code region::compareAndExchange}; with any other it goes through the fabric's loopback. Any
 * thread.
 */
@FunctionalInterface
public interface SlotSwap {
    /** Compare-and-swap with full ordering; returns the word found, which equals {@code expected} when it swapped. */
    long compareAndExchange(long offset, long expected, long update);
}
