package io.pragh.benchmarks.fof;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run in which a node's process is killed and started again with its folder, while clients of all nodes continue.
 * One thread.
 */
public final class OutageRun {
    private static final int ALL = -1;
    private static final double SECOND = 1e9;
    /** A new process may be slow on a busy machine. */
    private static final double PATIENCE_SECONDS = 180;

    private static final long STEP_NANOS = 500_000_000;

    private final Scheme scheme;
    private final FofConfig config;
    private final BenchGraph graph;
    private final RunObserver observer;
    private final Consumer<String> news;
    private final StopSignal stop;
    private final Processes processes;

    private final List<OutagePoint> points = new ArrayList<>();
    private Stage stage = Stage.WHOLE;
    private double killed = Double.NaN;
    private double noticed = Double.NaN;
    private double restarted = Double.NaN;
    private double ready = Double.NaN;
    private double answered = Double.NaN;
    private @Nullable String failure;

    private enum Stage {
        /** All nodes serve. */
        WHOLE,
        /** One node was killed. */
        AWAY,
        /** Its process was started again. */
        COMING,
        /** It serves its share. */
        BACK
    }

    /** A run that has not begun; {@code news} receives a line for each event. */
    public OutageRun(
            Scheme scheme,
            FofConfig config,
            BenchGraph graph,
            RunObserver observer,
            Consumer<String> news,
            StopSignal stop,
            Processes processes) {
        this.scheme = scheme;
        this.config = config;
        this.graph = graph;
        this.observer = observer;
        this.news = news;
        this.stop = stop;
        this.processes = processes;
    }

    /**
     * Loads the graph and runs; called once. Throws when a node ends that was not killed, and
     * {@link StopSignal.StoppedException} when it is stopped.
     */
    public Outage run(OutageTimes times) {
        try (ProcessLoad load = new ProcessLoad(scheme, config, graph, processes, stop)) {
            new LoadWatch(scheme, load, observer, stop).load(graph);
            List<@Nullable LoadSample> before = load.samplesByNode();
            int victim = victim(before);
            List<Integer> away = partitions(before, victim);
            load.start(ALL, away);
            load.startMigration();
            watch(load, victim, away, times);
            return new Outage(
                    "node-" + victim, List.copyOf(points), killed, noticed, restarted, ready, answered, failure);
        }
    }

    /** The last node that does not serve partition 0: without that, no transaction can commit. */
    private static int victim(List<@Nullable LoadSample> samples) {
        for (int node = samples.size() - 1; node >= 0; node--) {
            if (!partitions(samples, node).contains(0)) {
                return node;
            }
        }
        throw new PraghException("a cluster of one node has none that others could go on without");
    }

    private static List<Integer> partitions(List<@Nullable LoadSample> samples, int node) {
        LoadSample sample = samples.get(node);
        if (sample == null) {
            throw new IllegalStateException("a node was not asked: node=" + node);
        }
        return OutagePoint.counts(sample.calls()).partitions();
    }

    private void watch(ProcessLoad load, int victim, List<Integer> away, OutageTimes times) {
        long began = Clock.SYSTEM.nanos();
        List<@Nullable LoadSample> before = load.samplesByNode();
        double seconds = 0;
        while (seconds < times.seconds() || (isAwaited() && seconds < times.seconds() + PATIENCE_SECONDS)) {
            if (stop.await(STEP_NANOS - (Clock.SYSTEM.nanos() - began) % STEP_NANOS)) {
                stop.check();
            }
            act(load, victim, away, times, began);
            List<@Nullable LoadSample> now = load.samplesByNode();
            seconds = since(began);
            look(seconds, victim, before, now);
            before = now;
        }
        if (stage != Stage.BACK) {
            throw new PraghException("the node that was started again has not come back in time: node=node-" + victim
                    + " secondsSinceThen=" + (seconds - restarted));
        }
    }

    private boolean isAwaited() {
        return stage != Stage.BACK || Double.isNaN(answered);
    }

    private static double since(long began) {
        return (Clock.SYSTEM.nanos() - began) / SECOND;
    }

    private void act(ProcessLoad load, int victim, List<Integer> away, OutageTimes times, long began) {
        switch (stage) {
            case WHOLE -> {
                if (since(began) >= times.killAfter()) {
                    load.kill(victim);
                    killed = since(began);
                    stage = Stage.AWAY;
                    tell(killed, "node-" + victim + " killed");
                }
            }
            case AWAY -> {
                if (since(began) >= killed + times.restartAfter()) {
                    load.joinAgain(victim);
                    restarted = since(began);
                    stage = Stage.COMING;
                    tell(restarted, "node-" + victim + " started again");
                }
            }
            case COMING -> {
                if (load.hasJoined(victim)) {
                    load.start(victim, away);
                    ready = since(began);
                    stage = Stage.BACK;
                    tell(ready, "node-" + victim + " serves its part");
                }
            }
            case BACK -> {}
        }
    }

    private void look(double seconds, int victim, List<@Nullable LoadSample> before, List<@Nullable LoadSample> now) {
        List<OutagePoint.Step> steps = new ArrayList<>();
        boolean lost = stage != Stage.WHOLE;
        for (int node = 0; node < now.size(); node++) {
            LoadSample then = before.get(node);
            LoadSample sample = now.get(node);
            if (sample == null) {
                continue;
            }
            CallCounts calls = OutagePoint.counts(sample.calls());
            failure = failure == null ? calls.failure() : failure;
            lost &= node == victim || calls.members() < now.size();
            if (then != null) {
                steps.add(new OutagePoint.Step(then, sample));
            }
        }
        OutagePoint point = OutagePoint.of(seconds, steps);
        points.add(point);
        if (lost && Double.isNaN(noticed)) {
            noticed = seconds;
            tell(noticed, "the others know that node-" + victim + " is away");
        }
        boolean started = stage == Stage.COMING || stage == Stage.BACK;
        if (started && Double.isNaN(answered) && point.reachingPerSecond() > 0) {
            answered = seconds;
            tell(answered, "first answer from the share of node-" + victim);
        }
    }

    private void tell(double seconds, String what) {
        news.accept(String.format(Locale.ROOT, "%6.1f s: %s", seconds, what));
    }
}
