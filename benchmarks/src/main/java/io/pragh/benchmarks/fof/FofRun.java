package io.pragh.benchmarks.fof;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One scheme from an empty cluster to its result: load, warm up until nothing changes any more, measure. One thread.
 */
public final class FofRun {
    /** Fraction of the warm-up before values move: caches fill and code is compiled first. */
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
     * A run on this graph.
     *
     * @param processes the nodes' processes; with null all nodes are in this one
     * @param data a folder in which each scheme makes a data folder under its name; with null there is none
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
     * Runs one scheme; values that move begin to after a sixth of the warm-up. A stop within the measurement ends it
     * early; a stop before it throws {@link StopSignal.StoppedException}.
     *
     * @param warmupSeconds load that does not count
     * @param seconds load that counts
     */
    public SchemeResult run(Scheme scheme, double warmupSeconds, double seconds) {
        double still = scheme.isMigrating() ? warmupSeconds * STILL_SHARE : warmupSeconds;
        return run(scheme, still, warmupSeconds - still, seconds);
    }

    /** As {@link #run}; values that move on a coordinator's plan begin to only with the measurement. */
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
