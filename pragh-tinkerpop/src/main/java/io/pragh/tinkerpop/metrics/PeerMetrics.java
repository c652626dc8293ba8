package io.pragh.tinkerpop.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pragh.core.census.Figure;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.census.NodeStatistics.Peer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Counters of the operations that each node posts to each other one, by kind, in one registry. As peers come and go,
 * counters are registered and removed by the nodes' statistics. Any thread.
 */
final class PeerMetrics implements Consumer<List<NodeStatistics>> {
    private static final List<Kind> KINDS = List.of(
            new Kind("read", Peer::reads, Peer::readBytes),
            new Kind("write", Peer::writes, Peer::writeBytes),
            new Kind("cas", Peer::cas, p -> Long.BYTES * p.cas()),
            new Kind("fetch-add", Peer::fetchAdds, p -> Long.BYTES * p.fetchAdds()),
            new Kind("message", Peer::messages, Peer::messageBytes));

    private final LatestStatistics statistics;
    private final MeterRegistry registry;
    /** Guarded by this. */
    private final Map<Pair, List<Meter>> meters = new HashMap<>();

    private record Kind(String name, ToLongFunction<Peer> operations, ToLongFunction<Peer> bytes) {}

    /** A node, by its index, and one of its peers. */
    private record Pair(int index, String peer) {}

    PeerMetrics(LatestStatistics statistics, MeterRegistry registry) {
        this.statistics = statistics;
        this.registry = registry;
    }

    @Override
    public synchronized void accept(List<NodeStatistics> nodes) {
        Set<Pair> present = new HashSet<>();
        for (int index = 0; index < nodes.size(); index++) {
            for (Peer peer : nodes.get(index).peers()) {
                Pair pair = new Pair(index, peer.name());
                present.add(pair);
                if (!meters.containsKey(pair)) {
                    meters.put(pair, count(nodes.get(index).name(), pair));
                }
            }
        }
        meters.entrySet().removeIf(entry -> {
            boolean gone = !present.contains(entry.getKey());
            if (gone) {
                entry.getValue().forEach(registry::remove);
            }
            return gone;
        });
    }

    private List<Meter> count(String node, Pair pair) {
        List<Meter> made = new ArrayList<>();
        for (Kind kind : KINDS) {
            Tags tags = Tags.of("node", node, "peer", pair.peer, "kind", kind.name);
            made.add(PraghMetrics.counter(
                            Figure.FABRIC_OPERATIONS, statistics, latest -> value(latest, pair, kind.operations))
                    .tags(tags)
                    .register(registry));
            made.add(PraghMetrics.counter(Figure.FABRIC_BYTES, statistics, latest -> value(latest, pair, kind.bytes))
                    .tags(tags)
                    .register(registry));
        }
        return made;
    }

    private static long value(LatestStatistics latest, Pair pair, ToLongFunction<Peer> number) {
        return latest.get().get(pair.index).peers().stream()
                .filter(p -> p.name().equals(pair.peer))
                .mapToLong(number)
                .sum();
    }
}
