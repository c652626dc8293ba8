package io.pragh.core.census;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.base.LatencyHistogram;
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
 * @param readings all {@link Figure}s, but for those by peer, and for those of a data folder where there is none; always the same ones in
 *     the same order
 * @param readLatency of one call in {@link ReadCounters#CALLS_PER_SAMPLE}
 * @param commitLatency of commits that had something to write and succeeded
 * @param syncLatency of writing and syncing the log of a data folder; without buckets where there is none
 * @param peers what it posted to each other node
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

    /**
     * A histogram.
     *
     * @param boundNanos the longest duration of each bucket; the last has no bound
     * @param counts of each bucket alone
     */
    public record Latency(List<Long> boundNanos, List<Long> counts, long sumNanos) {
        /** Of nothing. */
        public static final Latency NONE = new Latency(List.of(), List.of(), 0);

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
        /** Bytes of these. */
        public long bytes() {
            return readBytes + writeBytes + Long.BYTES * (cas + fetchAdds) + messageBytes;
        }
    }

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

    /** Copies lists. */
    public NodeStatistics {
        members = List.copyOf(members);
        readings = List.copyOf(readings);
        peers = List.copyOf(peers);
        partitions = List.copyOf(partitions);
    }

    /** These, and what was counted of the data folder of the process. */
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

    /** Whether there is a figure here. */
    public boolean has(Figure figure) {
        return readings.stream().anyMatch(reading -> reading.is(figure));
    }

    /** A figure, or the sum of those of its parts that have all of these labels: names and values in turn. */
    public long sum(Figure figure, String... labels) {
        return readings.stream()
                .filter(reading -> reading.is(figure, labels))
                .mapToLong(Reading::value)
                .sum();
    }
}
