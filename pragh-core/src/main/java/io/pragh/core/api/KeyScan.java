package io.pragh.core.api;

import java.util.function.LongConsumer;

/** Scans all keys of a kind, partition by partition, from any node. One thread. */
public interface KeyScan {
    /** The cursor after the last key. The first cursor is 0; all others are opaque to callers. */
    long END = 1L << 60;

    /** Limit on the keys of one call, regardless of its own limit. */
    int KEYS_MAX = 4096;

    /**
     * Passes up to {@code limit} keys of a kind whose home is a partition to a consumer, from a cursor on. The first
     * cursor is 0, each further one the result of the call before, until that is {@link #END}. A call may pass fewer
     * keys than the limit, even none, before the end is reached.
     *
     * <p>A key that exists from the first call to the last is passed exactly once, regardless of other inserts and
     * deletes, also when another node takes the partition over in between. A key that is inserted meanwhile is passed
     * at most once. Keys whose values were deleted recently, or died with a node, are included.
     *
     * <p>The consumer gets the keys when all keys of the call are there; so a call that fails has passed none and may
     * be repeated, unless the consumer itself threw. The consumer may use the session that scans.
     *
     * <p>Cost: no messages when the partition's home is this node; one message and its reply otherwise. A call looks
     * at 256 pages of the key table at most.
     *
     * @return the cursor for the next call
     * @throws LostValueException when the partition's keys died with a node and are not declared restored
     * @throws io.pragh.core.base.PraghException retryable when the home did not answer within the read time-out
     */
    long scan(int partition, int kind, long cursor, int limit, LongConsumer keys);
}
