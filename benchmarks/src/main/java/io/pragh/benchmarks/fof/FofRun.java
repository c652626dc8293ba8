package io.pragh.benchmarks.fof;

import io.pragh.core.base.Clock;
import io.pragh.core.bulk.AdjacencyLists;
import io.pragh.core.bulk.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One scheme from an empty cluster to its result: load, warm up until nothing changes any more, measure. One thread. */
public final class FofRun {
    private static final long SECOND = 1_000_000_000L;

    private final FofConfig config;
    private final BenchGraph graph;
    private final RunObserver observer;
    private final StopSignal stop;

    /** Runs on this graph; {@code stop} ends a run early. */
    public FofRun(FofConfig config, BenchGraph graph, RunObserver observer, StopSignal stop) {
        this.config = config;
        this.graph = graph;
        this.observer = observer;
        this.stop = stop;
    }

    /**
     * Runs one scheme. Stopped while it is measured, it measures what there is; stopped before, it throws
     * {@link StopSignal.StoppedException}.
     *
     * @param warmupSeconds load that does not count
     * @param seconds load that does
     */
    public SchemeResult run(Scheme scheme, double warmupSeconds, double seconds) {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        try (FofCluster cluster = new FofCluster(scheme, config, graph, t -> failure.compareAndSet(null, t))) {
            double loadSeconds = load(scheme, cluster);
            try (FofLoad load = new FofLoad(cluster, config, graph, failure)) {
                List<Second> series = new ArrayList<>();
                load.start();
                LoadSample first = load.sample();
                watch(scheme, load, series, first, false, warmupSeconds);
                stop.check();
                LoadSample begin = load.begin();
                watch(scheme, load, series, begin, true, seconds);
                Measurement measured = Measurement.of(load.end());
                return new SchemeResult(
                        scheme,
                        loadSeconds,
                        cluster.regionBytes(),
                        measured,
                        cluster.valuesMoved(),
                        cluster.bytesMoved(),
                        series);
            }
        }
    }

    private double load(Scheme scheme, FofCluster cluster) {
        long began = Clock.SYSTEM.nanos();
        Progress shown = observer.loading(scheme, AdjacencyLists.workTotal(graph.edges()));
        double seconds;
        try {
            cluster.load(graph, work -> {
                stop.check();
                shown.advance(work);
            });
        } finally {
            seconds = (Clock.SYSTEM.nanos() - began) / 1e9;
            observer.loaded(scheme, seconds);
        }
        return seconds;
    }

    /** Lets the load run for so long, or until it is stopped, and tells what every second brought. */
    private void watch(
            Scheme scheme, FofLoad load, List<Second> series, LoadSample from, boolean measured, double seconds) {
        long end = Clock.SYSTEM.nanos() + (long) (seconds * SECOND);
        LoadSample before = from;
        while (true) {
            long left = end - Clock.SYSTEM.nanos();
            if (left <= 0 || stop.await(Math.min(left, SECOND))) {
                return;
            }
            load.failed();
            LoadSample now = load.sample();
            Second second = Second.of(series.size() + 1, measured, now.since(before));
            series.add(second);
            observer.second(scheme, second);
            before = now;
        }
    }
}
