package io.pragh.tinkerpop.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.pragh.core.census.Figure;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.census.Reading;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The counters and gauges of the nodes of one process, each meter with the tag {@code node}; for any Micrometer
 * registry. They read counters that nodes keep anyway, so they add no cost to reads and commits: {@link Figure} lists
 * them. Micrometer cannot import the histograms of latencies: see {@link LatencyHistograms}. Any thread.
 */
public final class PraghMetrics implements MeterBinder {
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
        Map<String, Figure> figures =
                Arrays.stream(Figure.values()).collect(Collectors.toMap(Figure::title, Function.identity()));
        List<NodeStatistics> nodes = statistics.get();
        for (int node = 0; node < nodes.size(); node++) {
            List<Reading> readings = nodes.get(node).readings();
            for (int at = 0; at < readings.size(); at++) {
                Reading reading = readings.get(at);
                Figure figure = Objects.requireNonNull(figures.get(reading.name()));
                bind(registry, figure, tags(nodes.get(node).name(), reading), value(node, at));
            }
        }
        PeerMetrics peers = new PeerMetrics(statistics, registry);
        peers.accept(nodes);
        statistics.whenTaken(peers);
    }

    private static Tags tags(String node, Reading reading) {
        return Tags.of("node", node)
                .and(reading.labels().entrySet().stream()
                        .map(label -> Tag.of(label.getKey(), label.getValue()))
                        .toList());
    }

    private static ToDoubleFunction<LatestStatistics> value(int node, int at) {
        return latest -> latest.get().get(node).readings().get(at).value();
    }

    private void bind(MeterRegistry registry, Figure figure, Tags tags, ToDoubleFunction<LatestStatistics> value) {
        if (figure.kind() == Figure.Kind.COUNT) {
            counter(figure, statistics, value).tags(tags).register(registry);
        } else {
            Gauge.builder(figure.title(), statistics, value)
                    .tags(tags)
                    .baseUnit(unit(figure))
                    .description(figure.meaning())
                    .strongReference(true)
                    .register(registry);
        }
    }

    /** A counter of a figure, without its tags. */
    static FunctionCounter.Builder<LatestStatistics> counter(
            Figure figure, LatestStatistics statistics, ToDoubleFunction<LatestStatistics> value) {
        return FunctionCounter.builder(figure.title(), statistics, value)
                .baseUnit(unit(figure))
                .description(figure.meaning());
    }

    private static @Nullable String unit(Figure figure) {
        return figure.unit().isEmpty() ? null : figure.unit();
    }
}
