package io.pragh.benchmarks.fof;

import io.pragh.core.base.Clock;
import io.pragh.core.bulk.Progress;
import java.util.ArrayList;
import java.util.List;

/** Samples a load once a second, reports each second and records it. One thread. */
final class LoadWatch {
    private static final long SECOND = 1_000_000_000L;

    private final Scheme scheme;
    private final ClusterLoad load;
    private final RunObserver observer;
    private final StopSignal stop;
    private final List<Second> series = new ArrayList<>();

    LoadWatch(Scheme scheme, ClusterLoad load, RunObserver observer, StopSignal stop) {
        this.scheme = scheme;
        this.load = load;
        this.observer = observer;
        this.stop = stop;
    }

    /** All seconds so far. */
    List<Second> series() {
        return series;
    }

    /** Loads the graph; returns the seconds that it took. Throws when it is stopped meanwhile. */
    double load(BenchGraph graph) {
        long began = Clock.SYSTEM.nanos();
        Progress shown = observer.loading(scheme, load.loadWork(graph));
        load.load(work -> {
            stop.check();
            shown.advance(work);
        });
        double seconds = (Clock.SYSTEM.nanos() - began) / 1e9;
        observer.loaded(scheme, seconds);
        return seconds;
    }

    /** Lets the load run for so long, or until it is stopped. */
    void watch(LoadSample from, Phase phase, double seconds) {
        long end = Clock.SYSTEM.nanos() + (long) (seconds * SECOND);
        LoadSample before = from;
        while (true) {
            long left = end - Clock.SYSTEM.nanos();
            if (left <= 0 || stop.await(Math.min(left, SECOND))) {
                return;
            }
            load.failed();
            LoadSample now = load.sample();
            Second second = Second.of(series.size() + 1, phase, now.since(before), now.latency());
            series.add(second);
            observer.second(scheme, second);
            before = now;
        }
    }
}
