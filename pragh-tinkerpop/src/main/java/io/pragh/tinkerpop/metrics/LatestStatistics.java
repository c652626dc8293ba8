package io.pragh.tinkerpop.metrics;

import io.pragh.core.node.NodeStatistics;
import java.util.List;
import java.util.function.Supplier;

/** The nodes' statistics, asked for once however many meters want a number of them. Any thread. */
final class LatestStatistics {
    private static final long FRESH_NANOS = 50_000_000;

    private final Supplier<List<NodeStatistics>> source;
    private List<NodeStatistics> latest;
    private long takenNanos;

    LatestStatistics(Supplier<List<NodeStatistics>> source) {
        this.source = source;
        this.latest = source.get();
        this.takenNanos = System.nanoTime();
    }

    /** Those of a twentieth of a second ago, or newer. */
    synchronized List<NodeStatistics> get() {
        if (System.nanoTime() - takenNanos > FRESH_NANOS) {
            refresh();
        }
        return latest;
    }

    /** Takes those of now: all meters of a scrape that follows at once show one picture. */
    synchronized void refresh() {
        latest = source.get();
        takenNanos = System.nanoTime();
    }
}
