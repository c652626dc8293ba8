package io.pragh.tinkerpop.metrics;

import io.pragh.core.census.NodeStatistics;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Caches the nodes' statistics, so that they are taken once for many meters. Any thread. */
final class LatestStatistics {
    private static final long FRESH_NANOS = 50_000_000;

    private final Supplier<List<NodeStatistics>> source;
    private final List<Consumer<List<NodeStatistics>>> listeners = new CopyOnWriteArrayList<>();
    private List<NodeStatistics> latest;
    private long takenNanos;

    LatestStatistics(Supplier<List<NodeStatistics>> source) {
        this.source = source;
        this.latest = source.get();
        this.takenNanos = System.nanoTime();
    }

    /** Adds a listener for all statistics taken from now on, which is called before a meter reads them. */
    void whenTaken(Consumer<List<NodeStatistics>> listener) {
        listeners.add(listener);
    }

    /** The statistics, at most a twentieth of a second old. */
    List<NodeStatistics> get() {
        synchronized (this) {
            if (System.nanoTime() - takenNanos <= FRESH_NANOS) {
                return latest;
            }
        }
        return refresh();
    }

    /** Takes new statistics: all meters of a scrape that follows at once are consistent. */
    List<NodeStatistics> refresh() {
        List<NodeStatistics> taken;
        synchronized (this) {
            latest = source.get();
            takenNanos = System.nanoTime();
            taken = latest;
        }
        listeners.forEach(l -> l.accept(taken)); // outside this object's monitor: a registry has locks of its own
        return taken;
    }
}
