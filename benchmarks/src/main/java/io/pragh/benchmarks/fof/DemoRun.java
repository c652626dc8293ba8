package io.pragh.benchmarks.fof;

import org.jspecify.annotations.Nullable;

/** One cluster under load, first without migration and then with it. One thread. */
public final class DemoRun {
    /** Fractions of the whole time, in the order of the phases. */
    private static final double WARM_UP = 0.07;

    private static final double BEFORE = 0.2;
    private static final double MIGRATING = 0.48;
    private static final double AFTER = 1 - WARM_UP - BEFORE - MIGRATING;

    private final FofConfig config;
    private final BenchGraph graph;
    private final RunObserver observer;
    private final StopSignal stop;
    private final @Nullable Processes processes;

    /**
     * Both halves. Immutable.
     *
     * @param before the measurement before migration was switched on; null when the run was stopped earlier
     * @param after the measurement at the end; null when the run was stopped before migration began
     * @param complete whether {@code after} was measured once most values had moved, or only until the stop
     * @param valuesMoved values that were moved
     * @param bytesMoved bytes of them
     */
    public record Result(
            @Nullable Measurement before,
            @Nullable Measurement after,
            boolean complete,
            long valuesMoved,
            long bytesMoved) {}

    /**
     * A run on this graph, every node in a process of its own, or, with null, all in this one; {@code stop} ends the
     * run early.
     */
    public DemoRun(
            FofConfig config, BenchGraph graph, RunObserver observer, StopSignal stop, @Nullable Processes processes) {
        this.processes = processes;
        this.config = config;
        this.graph = graph;
        this.observer = observer;
        this.stop = stop;
    }

    /** The second in which migration is switched on. */
    public static double switchSecond(double seconds) {
        return (WARM_UP + BEFORE) * seconds;
    }

    /** Loads, then runs the load for so long, or until it is stopped. Throws when it is stopped while loading. */
    public Result run(double seconds) {
        Scheme scheme = Scheme.SPLIT_CACHE;
        try (ClusterLoad load = open(scheme)) {
            LoadWatch watch = new LoadWatch(scheme, load, observer, stop);
            watch.load(graph);
            load.start();
            watch.watch(load.sample(), Phase.WARM_UP, WARM_UP * seconds);
            return measure(load, watch, seconds);
        }
    }

    private ClusterLoad open(Scheme scheme) {
        return processes == null
                ? LocalLoad.wholeCluster(scheme, config, graph, null)
                : new ProcessLoad(scheme, config, graph, processes, stop);
    }

    private Result measure(ClusterLoad load, LoadWatch watch, double seconds) {
        if (stop.isStopped()) {
            return new Result(null, null, false, 0, 0);
        }
        LoadSample begun = load.begin();
        watch.watch(begun, Phase.BEFORE, BEFORE * seconds);
        Measurement before = Measurement.of(begun, load.end());
        if (stop.isStopped()) {
            return new Result(before, null, false, 0, 0);
        }
        load.startMigration();
        begun = load.begin();
        watch.watch(begun, Phase.MIGRATING, MIGRATING * seconds);
        boolean complete = !stop.isStopped();
        if (complete) {
            begun = load.begin();
            watch.watch(begun, Phase.MEASURED, AFTER * seconds);
        }
        LoadEnd end = load.end();
        Measurement after = Measurement.of(begun, end);
        return new Result(
                before,
                after,
                complete,
                end.sample().valuesMoved(),
                end.sample().bytesMoved());
    }
}
