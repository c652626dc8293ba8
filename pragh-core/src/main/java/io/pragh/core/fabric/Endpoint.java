package io.pragh.core.fabric;

/**
 * Posts batches of one-sided operations. Operations of one batch have no order among themselves; a batch posted after another was
 * complete sees its effects. READs and WRITEs beyond 8 bytes can tear; aligned 8-byte words do not. One thread.
 */
public interface Endpoint extends AutoCloseable {
    /**
     * Posts every operation of the batch. The batch and the memory it names belong to the fabric until it is complete. Operations
     * on the node's own partitions go the same way (loopback).
     */
    void post(Batch batch);

    /** True once every operation of the batch has ended, well or not; makes progress and never blocks. */
    boolean poll(Batch batch);

    /** Posts a batch and returns when it is complete. */
    default void execute(Batch batch) {
        post(batch);
        while (!poll(batch)) {
            Thread.onSpinWait();
        }
    }

    @Override
    void close();
}
