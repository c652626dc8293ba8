package io.pragh.core.api;

/**
 * What was read so far. Immutable.
 *
 * @param localReads values found in this node's own memory
 * @param remoteReads READs of other nodes' memory: values, and the slots that say where they lie
 * @param cacheHits values of other nodes' keys whose location was cached, which spared the slot
 * @param bytesRead bytes of values, no more of each than was asked for
 * @param batches calls that asked for values, however many
 * @param roundTrips batches of READs that were sent to other nodes
 */
public record ReadCounts(
        long localReads, long remoteReads, long cacheHits, long bytesRead, long batches, long roundTrips) {
    /** Nothing yet. */
    public static final ReadCounts NONE = new ReadCounts(0, 0, 0, 0, 0, 0);

    /** Both together. */
    public ReadCounts plus(ReadCounts other) {
        return new ReadCounts(
                localReads + other.localReads,
                remoteReads + other.remoteReads,
                cacheHits + other.cacheHits,
                bytesRead + other.bytesRead,
                batches + other.batches,
                roundTrips + other.roundTrips);
    }

    /** What came since an earlier count. */
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
