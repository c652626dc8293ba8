package io.pragh.tinkerpop.metrics;

import io.pragh.core.census.NodeStatistics;
import io.pragh.core.census.NodeStatistics.Latency;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.function.Function;

/**
 * Exposes the nodes' latency histograms directly to Prometheus: a Micrometer timer would have to record every single
 * duration. Any thread.
 */
final class LatencyHistograms implements MultiCollector {
    static final String READ = "pragh_read_duration_seconds";
    static final String COMMIT = "pragh_commit_duration_seconds";
    static final String SYNC = "pragh_log_sync_duration_seconds";

    private static final double NANOS_PER_SECOND = 1e9;

    private final LatestStatistics statistics;

    LatencyHistograms(LatestStatistics statistics) {
        this.statistics = statistics;
    }

    @Override
    public MetricSnapshots collect() {
        List<NodeStatistics> nodes = statistics.get();
        return new MetricSnapshots(
                histogram(
                        READ,
                        "Duration of calls that read values, however many; one call in 64 is timed",
                        nodes,
                        NodeStatistics::readLatency),
                histogram(
                        COMMIT,
                        "Duration of commits that had something to write and succeeded",
                        nodes,
                        NodeStatistics::commitLatency),
                histogram(
                        SYNC,
                        "Duration of writing and syncing the log of a data folder, whatever came together",
                        nodes.stream()
                                .filter(node -> !node.syncLatency().counts().isEmpty())
                                .toList(),
                        NodeStatistics::syncLatency));
    }

    private static HistogramSnapshot histogram(
            String name, String help, List<NodeStatistics> nodes, Function<NodeStatistics, Latency> latency) {
        HistogramSnapshot.Builder builder = HistogramSnapshot.builder();
        builder.name(name).help(help);
        for (NodeStatistics node : nodes) {
            builder.dataPoint(point(latency.apply(node), Labels.of("node", node.name())));
        }
        return builder.build();
    }

    private static HistogramDataPointSnapshot point(Latency latency, Labels labels) {
        List<Double> bounds = latency.boundNanos().stream()
                .map(nanos -> nanos == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : nanos / NANOS_PER_SECOND)
                .toList();
        HistogramDataPointSnapshot.Builder builder = HistogramDataPointSnapshot.builder();
        builder.classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, latency.counts()));
        builder.sum(latency.sumNanos() / NANOS_PER_SECOND);
        builder.labels(labels);
        return builder.build();
    }
}
