package io.pragh.core.api;

/**
 * A thread's door to the store of one node. A read returns the value that was current at some moment between call and return; an
 * update takes effect at one moment between call and return; both together are linearizable per key. One thread.
 */
public interface StoreSession extends AutoCloseable {
    /**
     * Reads many values. Cost: none for values in this node's memory; otherwise one READ each, two when the location is not cached,
     * all of them in as many round trips as the slowest needs, not one after the other.
     *
     * @param keys the keys
     * @param from index of the first one wanted
     * @param count how many are wanted
     * @param bodyBytesMax how many bytes of each body are wanted at most
     * @param visitor gets each of them
     * @throws io.pragh.core.base.PraghException when a value was lost or its node cannot be reached within the read time-out
     */
    void read(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor);

    /**
     * Updates one value. Cost: none in messages when home and value are this node's; one message and its reply to the home
     * otherwise, and one more pair from home to owner when the value lies elsewhere.
     *
     * @throws io.pragh.core.base.PraghException when the home cannot be reached within the update time-out: the update may have
     *     happened or not
     */
    UpdateResult update(Update update);

    @Override
    void close();
}
