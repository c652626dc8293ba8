package io.pragh.benchmarks.fof;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One scheme from an empty cluster to its result: load, warm up until nothing changes any more, measure. One thread. */
public final class FofRun {
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
        return run(scheme, warmupSeconds, seconds, true);
    }

    /** The same; where values move on a coordinator's plan, they begin to only when the measurement does. */
    public SchemeResult runMovingLate(Scheme scheme, double warmupSeconds, double seconds) {
        return run(scheme, warmupSeconds, seconds, false);
    }

    private SchemeResult run(Scheme scheme, double warmupSeconds, double seconds, boolean movesAtOnce) {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        try (FofCluster cluster =
                new FofCluster(scheme, config, graph, movesAtOnce, t -> failure.compareAndSet(null, t))) {
            double loadSeconds = cluster.load(scheme, graph, observer, stop);
            try (FofLoad load = new FofLoad(cluster, config, graph, failure)) {
                LoadWatch watch = new LoadWatch(scheme, load, observer, stop);
                load.start();
                watch.watch(load.sample(), Phase.WARM_UP, warmupSeconds);
                stop.check();
                LoadSample begun = load.begin();
                cluster.startMigration();
                watch.watch(begun, Phase.MEASURED, seconds);
                Measurement measured = Measurement.of(load.end());
                return new SchemeResult(
                        scheme,
                        loadSeconds,
                        cluster.regionBytes(),
                        measured,
                        cluster.valuesMoved(),
                        cluster.bytesMoved(),
                        watch.series());
            }
        }
    }
}
