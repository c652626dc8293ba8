package io.pragh.core.node;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.TransactionEnd;
import io.pragh.core.census.Figure;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.census.NodeStatistics.Latency;
import io.pragh.core.census.NodeStatistics.Member;
import io.pragh.core.census.NodeStatistics.Peer;
import io.pragh.core.census.NodeStatistics.Share;
import io.pragh.core.census.NodeStatistics.Standing;
import io.pragh.core.census.Reading;
import io.pragh.core.census.TrafficBook;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Traffic;
import io.pragh.core.placement.CoordinatorRole;
import io.pragh.core.placement.migrate.MigrationCounters;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.store.Partition;
import io.pragh.core.store.value.AllocatorStats;
import io.pragh.core.txn.CommitCounters;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** Collects the counters and states of a node's parts. Takes no lock that a read of values needs. One thread. */
final class NodeCensus {
    private final PraghNode node;
    private final NodeParts parts;
    private final ClusterView view;
    private final Reading.Sheet sheet = new Reading.Sheet();

    private NodeCensus(PraghNode node) {
        this.node = node;
        this.parts = node.parts;
        this.view = node.view();
    }

    /** The statistics of a node, with the sums over its sessions. */
    static NodeStatistics of(PraghNode node, CoordinatorRole coordinator) {
        return new NodeCensus(node).take(coordinator);
    }

    private NodeStatistics take(CoordinatorRole coordinator) {
        ReadCounters reads = node.sessions.reads();
        CommitCounters commits = node.sessions.commits();
        List<Share> shares = shares();
        Standing standing = standing(node);
        reads(reads);
        transactions(commits);
        fabric();
        cache(reads);
        migrations();
        memory(shares);
        membership(standing, coordinator);
        upkeep();
        ClusterView.Member self = view.members().stream()
                .filter(m -> m.node() == node.self())
                .findAny()
                .orElse(new ClusterView.Member(node.self(), "", ""));
        return new NodeStatistics(
                node.self(),
                self.name(),
                self.address(),
                view.epoch(),
                standing,
                coordinator,
                node.recovered(),
                view.members().stream().map(this::member).toList(),
                sheet.readings(),
                Latency.of(reads.latency),
                Latency.of(commits.latency()),
                Latency.NONE,
                parts.traffic.entries().stream().map(NodeCensus::peer).toList(),
                shares);
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

    private Member member(ClusterView.Member member) {
        List<Integer> partitions =
                Arrays.stream(view.partitionsOf(member.node())).boxed().toList();
        return new Member(member.node(), member.name(), member.address(), member.server(), partitions);
    }

    private static Peer peer(TrafficBook.Entry entry) {
        Traffic traffic = entry.traffic();
        return new Peer(
                entry.name(),
                traffic.reads(),
                traffic.writes(),
                traffic.cas(),
                traffic.fetchAdds(),
                traffic.readBytes(),
                traffic.writeBytes(),
                traffic.messages(),
                traffic.messageBytes());
    }

    private List<Share> shares() {
        List<Partition> here = node.partitions();
        long roomEach = node.fabric().room() / Math.max(1, here.size());
        return here.stream().map(p -> share(p, roomEach)).toList();
    }

    private Share share(Partition partition, long roomEach) {
        AllocatorStats values = partition.blocks().stats();
        return new Share(
                partition.id(),
                partition.table().size(),
                values.allocatedBytes(),
                partition.table().bytes(),
                partition.pages().usedBytes(),
                partition.pages().freeBytes(),
                Math.min(parts.basis.memory().bytesMax(), partition.region().bytes() + roomEach));
    }

    private void reads(ReadCounters reads) {
        sheet.take(Figure.READS, reads.keysLocal, "object", "key", "place", "local");
        sheet.take(Figure.READS, reads.keysRemote, "object", "key", "place", "remote");
        sheet.take(Figure.READS, reads.valuesLocal, "object", "value", "place", "local");
        sheet.take(Figure.READS, reads.valuesRemote, "object", "value", "place", "remote");
        sheet.take(Figure.READ_BYTES, reads.bytesRead);
        sheet.take(Figure.READ_CALLS, reads.batches);
        sheet.take(Figure.READ_ROUNDS, reads.rounds);
        sheet.take(Figure.READ_RETRIES, reads.retries);
        sheet.take(Figure.SESSIONS, node.sessions.size());
    }

    private void transactions(CommitCounters commits) {
        for (IsolationLevel level : IsolationLevel.values()) {
            for (TransactionEnd end : TransactionEnd.values()) {
                sheet.take(
                        Figure.TRANSACTIONS,
                        commits.of(level, end),
                        "level",
                        Figure.label(level),
                        "end",
                        Figure.label(end));
            }
        }
    }

    private void fabric() {
        sheet.take(Figure.FABRIC_BATCHES, node.fabric().tally().counters().batches());
        sheet.take(Figure.MESSAGES_REFUSED, node.messagesRefused());
    }

    private void cache(ReadCounters reads) {
        LocationCache cache = parts.basis.cache();
        sheet.take(Figure.CACHE_LOOKUPS, reads.cacheHits, "result", "hit");
        sheet.take(Figure.CACHE_LOOKUPS, reads.cacheMisses, "result", "miss");
        sheet.take(Figure.CACHE_ENTRIES, cache.entries());
        sheet.take(Figure.CACHE_ENTRIES_MAX, cache.capacity());
        sheet.take(Figure.CACHE_BYTES, cache.bytes());
    }

    private void migrations() {
        MigrationCounters counters = node.migrationCounters();
        for (MigrationOutcome outcome : MigrationOutcome.values()) {
            if (outcome != MigrationOutcome.UNDER_WAY) {
                sheet.take(Figure.MIGRATIONS, counters.of(outcome), "outcome", Figure.label(outcome));
            }
        }
        sheet.take(Figure.MIGRATION_BYTES, counters.bytesMoved());
        sheet.take(Figure.MIGRATIONS_SKIPPED, counters.skipped());
        sheet.take(Figure.MIGRATIONS_UNDER_WAY, parts.placement.underWay());
        sheet.take(Figure.MIGRATIONS_WAITING, parts.placement.waiting());
    }

    private void memory(List<Share> shares) {
        sheet.take(Figure.MEMORY, sum(shares, Share::values), "area", "values");
        sheet.take(Figure.MEMORY, sum(shares, Share::table), "area", "tables");
        sheet.take(Figure.MEMORY, sum(shares, s -> Math.max(0, s.used() - s.values() - s.table())), "area", "reserve");
        sheet.take(Figure.MEMORY, sum(shares, Share::free), "area", "free");
        sheet.take(Figure.MEMORY_MAX, sum(shares, Share::max));
        sheet.take(Figure.KEYS, sum(shares, Share::keys));
        sheet.take(Figure.PARTITIONS, shares.size());
    }

    private static long sum(List<Share> shares, ToLongFunction<Share> number) {
        return shares.stream().mapToLong(number).sum();
    }

    private void membership(Standing standing, CoordinatorRole coordinator) {
        sheet.take(Figure.EPOCH, view.epoch());
        sheet.take(Figure.MEMBERS, view.members().size());
        for (Standing each : Standing.values()) {
            sheet.take(Figure.STANDING, each == standing ? 1 : 0, "standing", Figure.label(each));
        }
        for (CoordinatorRole each : CoordinatorRole.values()) {
            sheet.take(Figure.COORDINATOR_ROLE, each == coordinator ? 1 : 0, "role", Figure.label(each));
        }
    }

    private void upkeep() {
        sheet.take(Figure.VALUES_COMPACTED, node.valuesCompacted());
        sheet.take(Figure.PAGES_RETURNED, parts.pagesReturned.with(node.partitions()));
        sheet.take(Figure.PAGES_TAKEN_AGAIN, parts.pagesTakenAgain.with(node.partitions()));
        sheet.take(Figure.LISTS_TRIMMED, node.listsTrimmed());
        sheet.take(Figure.KEYS_FORGOTTEN, node.keysForgotten());
        sheet.take(Figure.VALUES_LOST, node.valuesLost());
        sheet.take(Figure.ORPHANS_RETIRED, node.orphansRetired());
    }
}
