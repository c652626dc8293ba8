package io.pragh.core.api;

/**
 * Reads values, many at a time: current ones (a {@link StoreSession}), or those of a snapshot (a
 * {@link Transaction}). Read-only queries are written against this interface. One thread.
 */
public interface ValueReader {
    /**
     * Reads many values. Cost: none for values in this node's memory; otherwise one READ each, two when the location
     * is not cached. The READs share round trips: the call needs as many as the slowest value.
     *
     * @param keys the keys
     * @param from index of the first key to read
     * @param count number of keys to read
     * @param bodyBytesMax number of bytes that are needed of each body; entries that an {@link AppendOperation} has
     *     appended behind them may then be missing from the body's length, too, and are not validated
     * @param visitor receives each value
     * @throws io.pragh.core.base.PraghException when a value was lost or its node cannot be reached within the read
     *     time-out
     */
    void read(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor);
}
