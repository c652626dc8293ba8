package io.pragh.tinkerpop.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.TransactionEnd;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.census.NodeStatistics.Standing;
import io.pragh.core.placement.CoordinatorRole;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The counters and gauges of the nodes of one process, each meter with the tag {@code node}; for any Micrometer registry. They read what
 * nodes count anyway, so reads and commits cost no more with them than without. Latencies are histograms that Micrometer cannot take
 * from elsewhere: see {@link LatencyHistograms}. Any thread.
 */
public final class PraghMetrics implements MeterBinder {
    private static final String BYTES = "bytes";

    private final LatestStatistics statistics;

    /** Metrics of these nodes, always the same ones in the same order: {@code graph::statistics}. */
    public PraghMetrics(Supplier<List<NodeStatistics>> nodes) {
        this(new LatestStatistics(nodes));
    }

    PraghMetrics(LatestStatistics statistics) {
        this.statistics = statistics;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        List<NodeStatistics> nodes = statistics.get();
        for (int index = 0; index < nodes.size(); index++) {
            Node node =
                    new Node(registry, index, Tags.of("node", nodes.get(index).name()));
            node.reads();
            node.transactions();
            node.fabric();
            node.cache();
            node.migrations(nodes.get(index));
            node.memory();
            node.membership();
            node.upkeep();
        }
        PeerMetrics peers = new PeerMetrics(statistics, registry);
        peers.accept(nodes);
        statistics.whenTaken(peers);
    }

    private static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Meters of one node. */
    private final class Node {
        private final MeterRegistry registry;
        private final int index;
        private final Tags tags;

        Node(MeterRegistry registry, int index, Tags tags) {
            this.registry = registry;
            this.index = index;
            this.tags = tags;
        }

        private void count(
                String name, @Nullable String unit, String meaning, Tags more, ToLongFunction<NodeStatistics> value) {
            FunctionCounter.builder(
                            name,
                            statistics,
                            latest -> value.applyAsLong(latest.get().get(index)))
                    .tags(tags.and(more))
                    .baseUnit(unit)
                    .description(meaning)
                    .register(registry);
        }

        private void show(
                String name, @Nullable String unit, String meaning, Tags more, ToDoubleFunction<NodeStatistics> value) {
            Gauge.builder(
                            name,
                            statistics,
                            latest -> value.applyAsDouble(latest.get().get(index)))
                    .tags(tags.and(more))
                    .baseUnit(unit)
                    .description(meaning)
                    .strongReference(true)
                    .register(registry);
        }

        void reads() {
            String name = "pragh.reads";
            String meaning = "Keys and values read, from this node's memory or another's";
            count(
                    name,
                    null,
                    meaning,
                    Tags.of("object", "key", "place", "local"),
                    s -> s.reads().keysLocal());
            count(
                    name,
                    null,
                    meaning,
                    Tags.of("object", "key", "place", "remote"),
                    s -> s.reads().keysRemote());
            count(
                    name,
                    null,
                    meaning,
                    Tags.of("object", "value", "place", "local"),
                    s -> s.reads().valuesLocal());
            count(
                    name,
                    null,
                    meaning,
                    Tags.of("object", "value", "place", "remote"),
                    s -> s.reads().valuesRemote());
            count(
                    "pragh.read",
                    BYTES,
                    "Bytes of values handed on",
                    Tags.empty(),
                    s -> s.reads().bytes());
            count(
                    "pragh.read.calls",
                    null,
                    "Calls that asked for values, however many",
                    Tags.empty(),
                    s -> s.reads().calls());
            count(
                    "pragh.read.rounds",
                    null,
                    "Round trips of reads",
                    Tags.empty(),
                    s -> s.reads().rounds());
            count(
                    "pragh.read.retries",
                    null,
                    "Reads that looked again because a value was moved or replaced",
                    Tags.empty(),
                    s -> s.reads().retries());
            show("pragh.sessions", null, "Open sessions", Tags.empty(), NodeStatistics::sessions);
        }

        void transactions() {
            for (IsolationLevel level : IsolationLevel.values()) {
                for (TransactionEnd end : TransactionEnd.values()) {
                    count(
                            "pragh.transactions",
                            null,
                            "Transactions by isolation level and by how they ended",
                            Tags.of("level", text(level), "end", text(end)),
                            s -> ended(s, level, end));
                }
            }
        }

        private long ended(NodeStatistics node, IsolationLevel level, TransactionEnd end) {
            return node.transactions().stream()
                    .filter(e -> e.level() == level && e.end() == end)
                    .mapToLong(NodeStatistics.Ended::count)
                    .sum();
        }

        void fabric() {
            count(
                    "pragh.fabric.batches",
                    null,
                    "Batches of one-sided operations: round trips",
                    Tags.empty(),
                    s -> s.fabric().batches());
            count(
                    "pragh.fabric.messages.refused",
                    null,
                    "Messages of other nodes that were not understood",
                    Tags.empty(),
                    s -> s.fabric().refused());
        }

        void cache() {
            String name = "pragh.location.cache.lookups";
            String meaning = "Look-ups of other nodes' keys in the location cache";
            count(name, null, meaning, Tags.of("result", "hit"), s -> s.reads().cacheHits());
            count(name, null, meaning, Tags.of("result", "miss"), s -> s.reads().cacheMisses());
            show(
                    "pragh.location.cache.entries",
                    null,
                    "Locations that the cache holds",
                    Tags.empty(),
                    s -> s.cache().entries());
            show(
                    "pragh.location.cache.entries.max",
                    null,
                    "Locations that the cache could hold",
                    Tags.empty(),
                    s -> s.cache().capacity());
            show(
                    "pragh.location.cache",
                    BYTES,
                    "Memory of the location cache",
                    Tags.empty(),
                    s -> s.cache().bytes());
        }

        void migrations(NodeStatistics now) {
            for (int i = 0; i < now.migrations().ended().size(); i++) {
                int outcome = i;
                count(
                        "pragh.migrations",
                        null,
                        "Migrations of values into this node by how they ended",
                        Tags.of(
                                "outcome",
                                now.migrations().ended().get(i).outcome().replace('_', '-')),
                        s -> s.migrations().ended().get(outcome).count());
            }
            count(
                    "pragh.migration",
                    BYTES,
                    "Bytes of the blocks that were moved into this node",
                    Tags.empty(),
                    s -> s.migrations().bytes());
            count(
                    "pragh.migrations.skipped",
                    null,
                    "Values not tried because too many others were stuck",
                    Tags.empty(),
                    s -> s.migrations().skipped());
            show(
                    "pragh.migrations.under.way",
                    null,
                    "Migrations under way",
                    Tags.empty(),
                    s -> s.migrations().underWay());
            show(
                    "pragh.migrations.waiting",
                    null,
                    "Values that wait for the throttle",
                    Tags.empty(),
                    s -> s.migrations().waiting());
        }

        void memory() {
            String name = "pragh.memory";
            String meaning = "Memory of this node's partitions: values, the tables of keys, what is kept in reserve for"
                    + " them, and what is free before more is taken";
            area(name, meaning, "values", NodeStatistics.Share::values);
            area(name, meaning, "tables", NodeStatistics.Share::table);
            area(name, meaning, "reserve", p -> Math.max(0, p.used() - p.values() - p.table()));
            area(name, meaning, "free", NodeStatistics.Share::free);
            show(
                    "pragh.memory.max",
                    BYTES,
                    "How large this node's partitions may grow in what its process has left",
                    Tags.empty(),
                    s -> sum(s, NodeStatistics.Share::max));
            show(
                    "pragh.keys",
                    null,
                    "Keys in the tables of this node",
                    Tags.empty(),
                    s -> sum(s, NodeStatistics.Share::keys));
            show(
                    "pragh.partitions",
                    null,
                    "Partitions that this node serves",
                    Tags.empty(),
                    s -> s.partitions().size());
        }

        private void area(String name, String meaning, String area, ToLongFunction<NodeStatistics.Share> bytes) {
            show(name, BYTES, meaning, Tags.of("area", area), s -> sum(s, bytes));
        }

        private long sum(NodeStatistics node, ToLongFunction<NodeStatistics.Share> number) {
            return node.partitions().stream().mapToLong(number).sum();
        }

        void membership() {
            show("pragh.cluster.epoch", null, "Number of the view of the cluster", Tags.empty(), NodeStatistics::epoch);
            show(
                    "pragh.cluster.members",
                    null,
                    "Members of that view",
                    Tags.empty(),
                    s -> s.members().size());
            for (Standing standing : Standing.values()) {
                show(
                        "pragh.node.standing",
                        null,
                        "1 for how far this node may act as a member, 0 for the others",
                        Tags.of("standing", text(standing)),
                        s -> s.standing() == standing ? 1 : 0);
            }
            for (CoordinatorRole role : CoordinatorRole.values()) {
                show(
                        "pragh.coordinator.role",
                        null,
                        "1 for what this process has to do with the coordinator, 0 for the others",
                        Tags.of("role", text(role)),
                        s -> s.coordinator() == role ? 1 : 0);
            }
        }

        void upkeep() {
            count(
                    "pragh.values.compacted",
                    null,
                    "Values written again to keep memory dense",
                    Tags.empty(),
                    s -> s.upkeep().valuesCompacted());
            count(
                    "pragh.keys.forgotten",
                    null,
                    "Deleted keys of which nothing is left",
                    Tags.empty(),
                    s -> s.upkeep().keysForgotten());
            count(
                    "pragh.values.lost",
                    null,
                    "Values of this node's keys that were lost with other nodes",
                    Tags.empty(),
                    s -> s.upkeep().valuesLost());
            count(
                    "pragh.orphans.retired",
                    null,
                    "Blocks that dead nodes left here and that were freed",
                    Tags.empty(),
                    s -> s.upkeep().orphansRetired());
        }
    }
}
