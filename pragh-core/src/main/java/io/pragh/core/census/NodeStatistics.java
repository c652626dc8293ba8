package io.pragh.core.census;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.TransactionEnd;
import io.pragh.core.base.LatencyHistogram;
import io.pragh.core.fabric.FabricCounters;
import io.pragh.core.placement.CoordinatorRole;
import java.util.ArrayList;
import java.util.List;

/**
 * What one node has counted since it started, and how it is, at one moment; counts of different parts may be a moment apart. Durations
 * are in nanoseconds. Immutable.
 *
 * @param node its number
 * @param name what people call it
 * @param address where its fabric listens; empty within one process
 * @param epoch of the view that it knows
 * @param standing how far it may act as a member
 * @param coordinator what this process has to do with the coordinator
 * @param recovered whether nothing is left to be recovered after the loss of a member
 * @param members of that view
 * @param sessions that are open
 * @param reads of values
 * @param readLatency of one call in {@link ReadCounters#CALLS_PER_SAMPLE}
 * @param transactions how they ended, those without any left out
 * @param commitLatency of commits that had something to write and succeeded
 * @param fabric what it asked of other nodes
 * @param cache of locations
 * @param migrations into this node
 * @param partitions that it serves
 * @param upkeep what it did for itself
 */
public record NodeStatistics(
        int node,
        String name,
        String address,
        long epoch,
        Standing standing,
        CoordinatorRole coordinator,
        boolean recovered,
        List<Member> members,
        int sessions,
        Reads reads,
        Latency readLatency,
        List<Ended> transactions,
        Latency commitLatency,
        Fabric fabric,
        Cache cache,
        Migrations migrations,
        List<Share> partitions,
        Upkeep upkeep) {

    /** How far a node may act as a member. */
    public enum Standing {
        /** A member in good standing. */
        MEMBER,
        /** Cut off from the membership's keeper, for less than a lease. */
        DOUBTED,
        /** Cut off for longer: it takes no updates. */
        READ_ONLY,
        /** Cut off, and perhaps expelled: it answers nothing. */
        SILENT,
        /** No member any more. */
        EXPELLED,
        /** One of its own threads has failed: it serves nothing any more, and leaves. */
        FAILED
    }

    /** A member of the cluster as this node knows it, where clients reach it, and the partitions it serves. */
    public record Member(int node, String name, String address, String server, List<Integer> partitions) {}

    /** See {@link ReadCounters}. */
    public record Reads(
            long keysLocal,
            long keysRemote,
            long valuesLocal,
            long valuesRemote,
            long bytes,
            long calls,
            long rounds,
            long retries,
            long cacheHits,
            long cacheMisses) {}

    /**
     * A histogram.
     *
     * @param boundNanos the longest duration of each bucket; the last has no bound
     * @param counts of each bucket alone
     */
    public record Latency(List<Long> boundNanos, List<Long> counts, long sumNanos) {
        /** The counts of now. */
        public static Latency of(LatencyHistogram histogram) {
            List<Long> bounds = new ArrayList<>();
            List<Long> counts = new ArrayList<>();
            for (int bucket = 0; bucket < LatencyHistogram.BUCKETS; bucket++) {
                bounds.add(LatencyHistogram.boundNanos(bucket));
                counts.add(histogram.count(bucket));
            }
            return new Latency(List.copyOf(bounds), List.copyOf(counts), histogram.sumNanos());
        }
    }

    /** So many transactions of one level ended one way. */
    public record Ended(IsolationLevel level, TransactionEnd end, long count) {}

    /**
     * See {@link FabricCounters}.
     *
     * @param refused messages of others that were not understood
     * @param peers the same by peer: sums of these are the totals
     */
    public record Fabric(
            long reads,
            long writes,
            long atomics,
            long bytes,
            long batches,
            long messages,
            long messageBytes,
            long refused,
            List<Peer> peers) {
        /** Copies the list. */
        public Fabric {
            peers = List.copyOf(peers);
        }
    }

    /**
     * What was posted to the members under a name, present and former ones. The name {@code nobody} stands for partitions that no
     * node exposed, {@code others} for members that left long ago; both are there when there is something to say.
     *
     * @param cas operations of 8 bytes each
     * @param fetchAdds operations of 8 bytes each
     */
    public record Peer(
            String name,
            long reads,
            long writes,
            long cas,
            long fetchAdds,
            long readBytes,
            long writeBytes,
            long messages,
            long messageBytes) {
        /** One-sided operations and messages. */
        public long operations() {
            return reads + writes + cas + fetchAdds + messages;
        }

        /** Bytes of these. */
        public long bytes() {
            return readBytes + writeBytes + Long.BYTES * (cas + fetchAdds) + messageBytes;
        }
    }

    /** The location cache: what it holds, could hold, and occupies. */
    public record Cache(long entries, long capacity, long bytes) {}

    /**
     * Migrations into this node.
     *
     * @param ended how many ended each way
     * @param bytes of the blocks that moved
     * @param skipped not tried, because too many others were stuck
     * @param underWay now
     * @param waiting until the throttle lets them
     */
    public record Migrations(List<Outcome> ended, long bytes, long skipped, long underWay, long waiting) {}

    /** So many migrations ended one way, the outcome in small letters. */
    public record Outcome(String outcome, long count) {}

    /**
     * A partition's memory, in bytes.
     *
     * @param keys in its table
     * @param values handed out for values, older versions and what rests until its lease ends included
     * @param table of keys
     * @param used taken from the region: values, table, and what is kept in reserve for them
     * @param free in the region, to be used before it grows
     * @param max how large it may grow, if the node's partitions share what this process has left
     */
    public record Share(int partition, long keys, long values, long table, long used, long free, long max) {}

    /** Housekeeping: values packed, keys forgotten, blocks of the dead retired, values lost with others. */
    public record Upkeep(long valuesCompacted, long keysForgotten, long orphansRetired, long valuesLost) {}

    /** Copies lists. */
    public NodeStatistics {
        members = List.copyOf(members);
        transactions = List.copyOf(transactions);
        partitions = List.copyOf(partitions);
    }
}
