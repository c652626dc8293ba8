package io.pragh.core.api;

/**
 * Counts of reads. Immutable.
 *
 * @param localReads values found in this node's own memory
 * @param remoteReads READs of other nodes' memory: values, and the slots that say where they lie
 * @param cacheHits values of other nodes' keys whose location was cached, which saved the READ of the slot
 * @param bytesRead bytes of values, counting no more of each value than was requested
 * @param batches calls that requested values, of any number
 * @param roundTrips batches of READs that were sent to other nodes
 */
public record ReadCounts(
        long localReads, long remoteReads, long cacheHits, long bytesRead, long batches, long roundTrips) {
    /** All zero. */
    public static final ReadCounts NONE = new ReadCounts(0, 0, 0, 0, 0, 0);

    /** The sum of both. */
    public ReadCounts plus(ReadCounts other) {
        return new ReadCounts(
                localReads + other.localReads,
                remoteReads + other.remoteReads,
                cacheHits + other.cacheHits,
                bytesRead + other.bytesRead,
                batches + other.batches,
                roundTrips + other.roundTrips);
    }

    /** The reads since an earlier count. */
    public ReadCounts since(ReadCounts earlier) {
        return new ReadCounts(
                localReads - earlier.localReads,
                remoteReads - earlier.remoteReads,
                cacheHits - earlier.cacheHits,
                bytesRead - earlier.bytesRead,
                batches - earlier.batches,
                roundTrips - earlier.roundTrips);
    }
}
