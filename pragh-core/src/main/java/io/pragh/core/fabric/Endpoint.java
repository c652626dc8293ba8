package io.pragh.core.fabric;

/**
 * Posts batches of one-sided operations. An operation takes effect at some moment between {@link #post} and the {@link #poll} that
 * reports its batch complete; operations of one batch, and of batches that overlap in time, have no order among themselves. A batch
 * posted after another was complete, by whichever endpoint and node, sees its effects. READs and WRITEs beyond 8 bytes can tear
 * between words; aligned 8-byte words do not. One thread.
 */
public interface Endpoint extends AutoCloseable {
    /**
     * Posts every operation of the batch. The batch and the memory it names belong to the fabric until it is complete. Operations
     * on the node's own partitions go the same way (loopback). Every posted batch must be polled until it is complete: a fabric may
     * need the poll to make progress. Costs one round trip, however many operations and nodes there are.
     */
    void post(Batch batch);

    /** True once every operation of the posted batch has ended, well or not; makes progress and never blocks. */
    boolean poll(Batch batch);

    /** Returns when the posted batch is complete. A fabric that takes long may let the thread rest meanwhile. */
    default void await(Batch batch) {
        while (!poll(batch)) {
            Thread.onSpinWait();
        }
    }

    /** Posts a batch and returns when it is complete. */
    default void execute(Batch batch) {
        post(batch);
        await(batch);
    }

    /** Gives the endpoint back; batches under way may or may not take effect. Posting afterwards is refused by an exception. */
    @Override
    void close();
}
