package io.pragh.core.fabric;

/**
 * Posts batches of one-sided operations. An operation takes effect at some moment between {@link #post} and the
 * {@link #poll} that reports its batch complete. Operations of one batch, and of batches that overlap in time, are
 * not ordered among themselves. A batch posted after another one was complete sees the effects of that one, whichever
 * endpoints and nodes posted the two. READs and WRITEs of more than 8 bytes can tear between words; aligned 8-byte
 * words do not. One thread.
 */
public interface Endpoint extends AutoCloseable {
    /**
     * Posts every operation of the batch. The batch and its local memory belong to the fabric until the batch is
     * complete. Operations on the node's own partitions take the same way (loopback). Every posted batch must be
     * polled until it is complete: a fabric may need the poll to make progress. Costs one round trip, however many
     * operations and nodes the batch involves.
     */
    void post(Batch batch);

    /**
     * True once every operation of the posted batch has ended, successfully or not. Makes progress and never blocks.
     */
    boolean poll(Batch batch);

    /** Returns when the posted batch is complete. A slow fabric may let the thread sleep meanwhile. */
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

    /**
     * Releases the endpoint; batches in progress may or may not take effect. A later {@link #post} throws an
     * exception.
     */
    @Override
    void close();
}
