package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.RunObserver;
import io.pragh.benchmarks.fof.Scheme;
import io.pragh.benchmarks.fof.Second;
import io.pragh.core.bulk.Progress;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows the demo while it runs: a dashboard on a terminal, else a line per second. One thread. */
final class DemoDisplay implements RunObserver, AutoCloseable {
    private final RunDisplay loading;
    private final PrintWriter out;
    private final @Nullable Dashboard dashboard;
    /** Seconds of the load shown so far. */
    private double passed;

    DemoDisplay(RunDisplay loading, PrintWriter out, @Nullable Dashboard dashboard) {
        this.loading = loading;
        this.out = out;
        this.dashboard = dashboard;
    }

    @Override
    public Progress loading(Scheme scheme, long workTotal) {
        return loading.begin("load", workTotal);
    }

    @Override
    public void loaded(Scheme scheme, double seconds) {
        loading.done(String.format(Locale.ROOT, "loaded in %.1f s", seconds));
    }

    @Override
    public void second(Scheme scheme, Second second) {
        if (dashboard != null) {
            dashboard.show(second);
        } else {
            passed += second.seconds();
            out.println(line(second, passed));
            out.flush();
        }
    }

    /** A second is shown with the time at its end; phases end within seconds, so it may be shorter. */
    private static String line(Second second, double passed) {
        return String.format(
                Locale.ROOT,
                "%5.1f s  %-9s %,11.0f queries/s  remote %5.1f%%  %,13.0f cache hits/s  %,9.0f values moved/s",
                passed,
                second.phase(),
                second.queriesPerSecond(),
                second.remoteShare() * 100,
                second.cacheHits() / second.seconds(),
                second.valuesMoved() / second.seconds());
    }

    @Override
    public void close() {
        if (dashboard != null) {
            dashboard.close();
        }
    }
}
