package io.pragh.core.store.value;

/** Receives blocks of a {@link BlockAllocator}. It is called without any lock held and may allocate and free. */
@FunctionalInterface
public interface BlockConsumer {
    /** Receives one block: its byte offset in the region and its class. */
    void accept(long offset, int sizeClass);
}
