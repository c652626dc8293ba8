package io.pragh.core.node;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.TransactionEnd;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.census.NodeStatistics.Cache;
import io.pragh.core.census.NodeStatistics.Ended;
import io.pragh.core.census.NodeStatistics.Fabric;
import io.pragh.core.census.NodeStatistics.Latency;
import io.pragh.core.census.NodeStatistics.Member;
import io.pragh.core.census.NodeStatistics.Migrations;
import io.pragh.core.census.NodeStatistics.Outcome;
import io.pragh.core.census.NodeStatistics.Peer;
import io.pragh.core.census.NodeStatistics.Reads;
import io.pragh.core.census.NodeStatistics.Share;
import io.pragh.core.census.NodeStatistics.Standing;
import io.pragh.core.census.NodeStatistics.Upkeep;
import io.pragh.core.census.TrafficBook;
import io.pragh.core.cluster.ClusterView;
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

/** Asks a node for its statistics. Stateless. */
final class NodeCensus {
    private NodeCensus() {}

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
                standing(node),
                coordinator,
                node.recovered(),
                view.members().stream().map(m -> member(view, m)).toList(),
                node.sessions.size(),
                reads(reads),
                Latency.of(reads.latency),
                transactions(commits),
                Latency.of(commits.latency()),
                fabric(node),
                new Cache(
                        node.parts.basis.cache().entries(),
                        node.parts.basis.cache().capacity(),
                        node.parts.basis.cache().bytes()),
                migrations(node),
                shares(node),
                new Upkeep(node.valuesCompacted(), node.keysForgotten(), node.orphansRetired(), node.valuesLost()));
    }

    /** How far a node may act as a member now. */
    static Standing standing(PraghNode node) {
        if (!node.failure().isEmpty()) {
            return Standing.FAILED;
        }
        if (!node.view().has(node.self())) {
            return Standing.EXPELLED;
        }
        return switch (node.parts.fence.standing()) {
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
        for (TrafficBook.Entry entry : node.parts.traffic.entries()) {
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
        NodePlacement placement = node.parts.placement;
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
                Math.min(
                        node.parts.config.memory().bytesMax(),
                        partition.region().bytes() + roomEach));
    }
}
