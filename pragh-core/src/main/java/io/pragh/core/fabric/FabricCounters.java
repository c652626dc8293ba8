package io.pragh.core.fabric;

/**
 * One-sided operations on partitions of other nodes, and messages, since the fabric was opened. Operations are
 * counted when they are posted, however they end. Operations on the node's own partitions, and messages to itself,
 * are not counted. Immutable snapshot.
 *
 * @param reads READs posted
 * @param writes WRITEs posted
 * @param atomics CAS and FETCH_ADD operations posted
 * @param bytes bytes moved by them
 * @param batches batches posted that had at least one operation on another node: round trips
 * @param messages messages sent to other nodes
 * @param messageBytes payload bytes of them
 */
public record FabricCounters(
        long reads, long writes, long atomics, long bytes, long batches, long messages, long messageBytes) {
    /** All counters at zero. */
    public static final FabricCounters NONE = new FabricCounters(0, 0, 0, 0, 0, 0, 0);

    /** The number of one-sided operations of all kinds. */
    public long oneSided() {
        return reads + writes + atomics;
    }

    /** The counts added since an earlier snapshot. */
    public FabricCounters since(FabricCounters earlier) {
        return new FabricCounters(
                reads - earlier.reads,
                writes - earlier.writes,
                atomics - earlier.atomics,
                bytes - earlier.bytes,
                batches - earlier.batches,
                messages - earlier.messages,
                messageBytes - earlier.messageBytes);
    }

    /** The sum with another node's counters. */
    public FabricCounters plus(FabricCounters other) {
        return new FabricCounters(
                reads + other.reads,
                writes + other.writes,
                atomics + other.atomics,
                bytes + other.bytes,
                batches + other.batches,
                messages + other.messages,
                messageBytes + other.messageBytes);
    }
}
