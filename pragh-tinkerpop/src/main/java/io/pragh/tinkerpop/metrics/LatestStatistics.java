package io.pragh.tinkerpop.metrics;

import io.pragh.core.census.NodeStatistics;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The nodes' statistics, asked for once however many meters want a number of them. Any thread. */
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

    /** Is called with all that are taken from now on, before anybody gets a number of them. */
    void whenTaken(Consumer<List<NodeStatistics>> listener) {
        listeners.add(listener);
    }

    /** Those of a twentieth of a second ago, or newer. */
    List<NodeStatistics> get() {
        synchronized (this) {
            if (System.nanoTime() - takenNanos <= FRESH_NANOS) {
                return latest;
            }
        }
        return refresh();
    }

    /** Takes those of now: all meters of a scrape that follows at once show one picture. */
    List<NodeStatistics> refresh() {
        List<NodeStatistics> taken;
        synchronized (this) {
            latest = source.get();
            takenNanos = System.nanoTime();
            taken = latest;
        }
        listeners.forEach(l -> l.accept(taken)); // a registry has locks of its own: not within ours
        return taken;
    }
}
