package io.pragh.benchmarks.fof;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One scheme from an empty cluster to its result: load, warm up until nothing changes any more, measure. One thread. */
public final class FofRun {
    /** Of the warm-up, where values move: caches fill and code is compiled before they do. */
    private static final double STILL_SHARE = 1.0 / 6;

    private final FofConfig config;
    private final BenchGraph graph;
    private final RunObserver observer;
    private final StopSignal stop;
    private final @Nullable Processes processes;
    private final @Nullable Path data;

    /** Runs on this graph, all nodes in this process; {@code stop} ends a run early. */
    public FofRun(FofConfig config, BenchGraph graph, RunObserver observer, StopSignal stop) {
        this(config, graph, observer, stop, null, null);
    }

    /**
     * The same.
     *
     * @param processes a process for every node; with null all are in this one
     * @param data a folder in which each scheme makes a data folder under its name; with null nothing is kept
     */
    public FofRun(
            FofConfig config,
            BenchGraph graph,
            RunObserver observer,
            StopSignal stop,
            @Nullable Processes processes,
            @Nullable Path data) {
        this.data = data;
        this.processes = processes;
        this.config = config;
        this.graph = graph;
        this.observer = observer;
        this.stop = stop;
    }

    /**
     * Runs one scheme; where values move, they begin to after a sixth of the warm-up. Stopped while it is measured, it measures what there
     * is; stopped before, it throws {@link StopSignal.StoppedException}.
     *
     * @param warmupSeconds load that does not count
     * @param seconds load that does
     */
    public SchemeResult run(Scheme scheme, double warmupSeconds, double seconds) {
        double still = scheme.isMigrating() ? warmupSeconds * STILL_SHARE : warmupSeconds;
        return run(scheme, still, warmupSeconds - still, seconds);
    }

    /** The same; where values move on a coordinator's plan, they begin to only when the measurement does. */
    public SchemeResult runMovingLate(Scheme scheme, double warmupSeconds, double seconds) {
        return run(scheme, warmupSeconds, 0, seconds);
    }

    private ClusterLoad open(Scheme scheme) {
        return processes == null
                ? LocalLoad.wholeCluster(scheme, config, graph, data)
                : new ProcessLoad(scheme, config, graph, processes, stop);
    }

    private SchemeResult run(Scheme scheme, double stillSeconds, double movingSeconds, double seconds) {
        try (ClusterLoad load = open(scheme)) {
            LoadWatch watch = new LoadWatch(scheme, load, observer, stop);
            double loadSeconds = watch.load(graph);
            load.start();
            watch.watch(load.sample(), Phase.WARM_UP, stillSeconds);
            if (movingSeconds > 0) {
                load.startMigration();
                watch.watch(load.sample(), Phase.MIGRATING, movingSeconds);
            }
            stop.check();
            LoadSample begun = load.begin();
            load.startMigration();
            watch.watch(begun, Phase.MEASURED, seconds);
            LoadEnd end = load.end();
            return new SchemeResult(
                    scheme,
                    loadSeconds,
                    end.sample().regionBytes(),
                    Measurement.of(begun, end),
                    end.sample().valuesMoved(),
                    end.sample().bytesMoved(),
                    watch.series());
        }
    }
}
