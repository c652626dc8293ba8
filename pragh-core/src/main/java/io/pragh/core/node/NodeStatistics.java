package io.pragh.core.node;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.TransactionEnd;
import io.pragh.core.base.LatencyHistogram;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.FabricCounters;
import io.pragh.core.fabric.Traffic;
import io.pragh.core.placement.CoordinatorRole;
import io.pragh.core.placement.migrate.MigrationCounters;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.store.Partition;
import io.pragh.core.store.value.AllocatorStats;
import io.pragh.core.txn.CommitCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
        static Latency of(LatencyHistogram histogram) {
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

    /** Asks a node whose process does not stand for coordinator. */
    public static NodeStatistics of(PraghNode node) {
        return of(node, CoordinatorRole.NONE);
    }

    /** Asks a node. Takes no lock that a read needs; adds up the counts of its sessions. */
    static NodeStatistics of(PraghNode node, CoordinatorRole coordinator) {
        ClusterView view = node.view();
        ReadCounters reads = node.sessions.reads();
        CommitCounters commits = node.sessions.commits();
        ClusterView.Member self = view.members().stream()
                .filter(m -> m.node() == node.self())
                .findAny()
                .orElse(new ClusterView.Member(node.self(), "", ""));
        return new NodeStatistics(
                node.self(),
                self.name(),
                self.address(),
                view.epoch(),
                standing(node, view),
                coordinator,
                node.recovered(),
                view.members().stream().map(m -> member(view, m)).toList(),
                node.sessions.size(),
                reads(reads),
                Latency.of(reads.latency),
                transactions(commits),
                Latency.of(commits.latency()),
                fabric(node),
                new Cache(node.cache.entries(), node.cache.capacity(), node.cache.bytes()),
                migrations(node),
                shares(node),
                new Upkeep(node.valuesCompacted(), node.keysForgotten(), node.orphansRetired(), node.valuesLost()));
    }

    static Standing standing(PraghNode node, ClusterView view) {
        if (!node.failure().isEmpty()) {
            return Standing.FAILED;
        }
        if (!view.has(node.self())) {
            return Standing.EXPELLED;
        }
        return switch (node.fence.standing()) {
            case MEMBER -> Standing.MEMBER;
            case DOUBTED -> Standing.DOUBTED;
            case READ_ONLY -> Standing.READ_ONLY;
            case SILENT -> Standing.SILENT;
        };
    }

    private static Member member(ClusterView view, ClusterView.Member member) {
        List<Integer> partitions = new ArrayList<>();
        for (int partition : view.partitionsOf(member.node())) {
            partitions.add(partition);
        }
        return new Member(member.node(), member.name(), member.address(), member.server(), List.copyOf(partitions));
    }

    private static Reads reads(ReadCounters c) {
        return new Reads(
                c.keysLocal,
                c.keysRemote,
                c.valuesLocal,
                c.valuesRemote,
                c.bytesRead,
                c.batches,
                c.rounds,
                c.retries,
                c.cacheHits,
                c.cacheMisses);
    }

    private static List<Ended> transactions(CommitCounters commits) {
        List<Ended> ended = new ArrayList<>();
        for (IsolationLevel level : IsolationLevel.values()) {
            for (TransactionEnd end : TransactionEnd.values()) {
                if (commits.of(level, end) > 0) {
                    ended.add(new Ended(level, end, commits.of(level, end)));
                }
            }
        }
        return ended;
    }

    private static Fabric fabric(PraghNode node) {
        List<Peer> peers = new ArrayList<>();
        Traffic sum = Traffic.NONE;
        for (TrafficBook.Entry entry : node.traffic.entries()) {
            peers.add(peer(entry.name(), entry.traffic()));
            sum = sum.plus(entry.traffic());
        }
        return new Fabric(
                sum.reads(),
                sum.writes(),
                sum.cas() + sum.fetchAdds(),
                sum.oneSidedBytes(),
                node.fabric().tally().counters().batches(),
                sum.messages(),
                sum.messageBytes(),
                node.messagesRefused(),
                peers);
    }

    private static Peer peer(String name, Traffic traffic) {
        return new Peer(
                name,
                traffic.reads(),
                traffic.writes(),
                traffic.cas(),
                traffic.fetchAdds(),
                traffic.readBytes(),
                traffic.writeBytes(),
                traffic.messages(),
                traffic.messageBytes());
    }

    private static Migrations migrations(PraghNode node) {
        MigrationCounters counters = node.migrationCounters();
        List<Outcome> ended = new ArrayList<>();
        for (MigrationOutcome outcome : MigrationOutcome.values()) {
            if (outcome != MigrationOutcome.UNDER_WAY) {
                ended.add(new Outcome(outcome.name().toLowerCase(Locale.ROOT), counters.of(outcome)));
            }
        }
        NodePlacement placement = node.placement();
        return new Migrations(
                List.copyOf(ended),
                counters.bytesMoved(),
                counters.skipped(),
                placement.underWay(),
                placement.waiting());
    }

    private static List<Share> shares(PraghNode node) {
        List<Partition> here = node.partitions();
        long roomEach = node.fabric().room() / Math.max(1, here.size());
        return here.stream().map(p -> share(node, p, roomEach)).toList();
    }

    private static Share share(PraghNode node, Partition partition, long roomEach) {
        AllocatorStats values = partition.blocks().stats();
        return new Share(
                partition.id(),
                partition.table().size(),
                values.allocatedBytes(),
                partition.table().bytes(),
                partition.pages().usedBytes(),
                partition.pages().freeBytes(),
                Math.min(node.config().memory().bytesMax(), partition.region().bytes() + roomEach));
    }
}
