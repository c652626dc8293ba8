package io.pragh.core.api;

import java.util.function.LongConsumer;

/** All keys of a kind, partition by partition, from any node. One thread. */
public interface KeyScan {
    /** The cursor after the last key. Any other cursor, but for the first, 0, means something to this interface alone. */
    long END = 1L << 60;

    /** The most keys that one call hands over, whatever its limit says. */
    int KEYS_MAX = 4096;

    /**
     * Hands over up to {@code limit} keys of a kind whose home is a partition, from a cursor on: 0 at first, then what the call before
     * returned, until that is {@link #END}. Fewer keys than the limit, even none, do not mean that it was the last call.
     *
     * <p>A key that exists from the first call to the last comes exactly once, whatever else comes and goes, also when another node
     * takes the partition over in between; one that is inserted meanwhile at most once. Keys whose values were deleted lately, or
     * died with a node, come too.
     *
     * <p>The keys are handed over when all of the call's are there; so a call that fails has handed over none and may be made again,
     * unless the consumer itself threw. The consumer may use the session that scans.
     *
     * <p>Cost: none in messages when the partition's home is this node; one message and its reply otherwise. A call looks at 256 pages
     * of the key table at most.
     *
     * @return the cursor for the next call
     * @throws LostValueException when the partition's keys died with a node and are not declared restored
     * @throws io.pragh.core.base.PraghException retryable when the home did not answer within the read time-out
     */
    long scan(int partition, int kind, long cursor, int limit, LongConsumer keys);
}
