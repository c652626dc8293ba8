package io.pragh.core.census;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.base.LatencyHistogram;
import io.pragh.core.placement.CoordinatorRole;
import java.util.ArrayList;
import java.util.List;

/**
 * A snapshot of a node's counters since its start, and of its state; counts of different parts may be a moment apart.
 * Durations are in nanoseconds. Immutable.
 *
 * @param node its number
 * @param name its name for people
 * @param address of its fabric; empty within one process
 * @param epoch of the view that it knows
 * @param standing how far it may act as a member
 * @param coordinator the role of its process in the election of the coordinator
 * @param recovered whether recovery after the loss of members is complete
 * @param members of that view
 * @param readings all {@link Figure}s, except those by peer, and those of a data folder if there is none; always the
 *     same ones in the same order
 * @param readLatency of one call in {@link ReadCounters#CALLS_PER_SAMPLE}
 * @param commitLatency of commits that had changes and succeeded
 * @param syncLatency of writing and syncing the log of a data folder; without buckets if there is none
 * @param peers its operations and messages to each other node
 * @param partitions that it serves
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
        List<Reading> readings,
        Latency readLatency,
        Latency commitLatency,
        Latency syncLatency,
        List<Peer> peers,
        List<Share> partitions) {

    /** How far a node may act as a member. */
    public enum Standing {
        /** A member without restrictions. */
        MEMBER,
        /** Cut off from the membership's keeper, for less than a lease. */
        DOUBTED,
        /** Cut off for longer: the node takes no updates. */
        READ_ONLY,
        /** Cut off, and perhaps expelled: the node answers no requests. */
        SILENT,
        /** No longer a member. */
        EXPELLED,
        /** One of the node's own threads has failed: the node serves nothing any more, and leaves. */
        FAILED
    }

    /** A member of the cluster in this node's view, with its address for clients and its partitions. */
    public record Member(int node, String name, String address, String server, List<Integer> partitions) {}

    /**
     * A histogram.
     *
     * @param boundNanos the longest duration of each bucket; the last has no bound
     * @param counts of each bucket alone
     */
    public record Latency(List<Long> boundNanos, List<Long> counts, long sumNanos) {
        /** An empty histogram. */
        public static final Latency NONE = new Latency(List.of(), List.of(), 0);

        /** The present counts of a histogram. */
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

    /**
     * Operations and messages posted to the members with a name, present and former ones. The name {@code nobody}
     * stands for partitions that no node exposed, {@code others} for members that left long ago; both appear only if
     * their counts are not zero.
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
        /** The bytes of all these operations and messages. */
        public long bytes() {
            return readBytes + writeBytes + Long.BYTES * (cas + fetchAdds) + messageBytes;
        }
    }

    /**
     * A partition's memory, in bytes.
     *
     * @param keys in its table
     * @param values given out for values, including older versions and blocks that rest until their lease ends
     * @param table of keys
     * @param used taken from the region: values, table, and the reserve for them
     * @param free in the region, to be used before it grows
     * @param max how large it may grow, if the node's partitions share the memory that this process has left
     */
    public record Share(int partition, long keys, long values, long table, long used, long free, long max) {}

    /** Copies lists. */
    public NodeStatistics {
        members = List.copyOf(members);
        readings = List.copyOf(readings);
        peers = List.copyOf(peers);
        partitions = List.copyOf(partitions);
    }

    /** These statistics with those of the process's data folder added. */
    public NodeStatistics kept(List<Reading> more, Latency syncs) {
        List<Reading> all = new ArrayList<>(readings);
        all.addAll(more);
        return new NodeStatistics(
                node,
                name,
                address,
                epoch,
                standing,
                coordinator,
                recovered,
                members,
                all,
                readLatency,
                commitLatency,
                syncs,
                peers,
                partitions);
    }

    /** Whether the readings have a figure. */
    public boolean has(Figure figure) {
        return readings.stream().anyMatch(reading -> reading.is(figure));
    }

    /** The value of a figure, or the sum of its parts that have all of these labels: names and values in turn. */
    public long sum(Figure figure, String... labels) {
        return readings.stream()
                .filter(reading -> reading.is(figure, labels))
                .mapToLong(Reading::value)
                .sum();
    }
}
