package io.pragh.core.api;

/**
 * What reads values, many at a time: the current ones (a {@link StoreSession}), or those of one moment (a {@link Transaction}). Queries
 * that only read are written for it. One thread.
 */
public interface ValueReader {
    /**
     * Reads many values. Cost: none for values in this node's memory; otherwise one READ each, two when the location is not cached,
     * all of them in as many round trips as the slowest needs, not one after the other.
     *
     * @param keys the keys
     * @param from index of the first one wanted
     * @param count how many are wanted
     * @param bodyBytesMax how many bytes of each body are wanted at most; what was appended behind them by an {@link AppendOperation} may be
     *     missing from the body's length, too, and is not validated
     * @param visitor gets each of them
     * @throws io.pragh.core.base.PraghException when a value was lost or its node cannot be reached within the read time-out
     */
    void read(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor);
}
