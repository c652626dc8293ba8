package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.RunObserver;
import io.pragh.benchmarks.fof.Scheme;
import io.pragh.benchmarks.fof.Second;
import io.pragh.core.bulk.Progress;
import java.io.PrintWriter;
import java.util.Locale;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of runs on standard error: a bar and one changing line on a terminal, else a line per step. One
 * thread.
 */
final class RunDisplay implements RunObserver, AutoCloseable {
    private static final String TO_LINE_START = "\r";
    private static final String CLEAR_LINE = "\u001b[2K";
    private static final int BAR_UPDATE_MILLIS = 200;

    private final PrintWriter err;
    private final boolean drawing;
    private @Nullable ProgressBar bar;
    private volatile boolean lineIsOpen;

    RunDisplay(PrintWriter err, boolean drawing) {
        this.err = err;
        this.drawing = drawing;
    }

    /** Shows a job whose work adds up to {@code workTotal}; ends with {@link #done}. */
    Progress begin(String job, long workTotal) {
        endLine();
        if (!drawing) {
            return Progress.NONE;
        }
        ProgressBar shown = new ProgressBarBuilder()
                .setTaskName(job)
                .setInitialMax(workTotal)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(BAR_UPDATE_MILLIS)
                .setConsumer(new DelegatingProgressBarConsumer(this::draw, Terminal.columns() - 1))
                .build();
        bar = shown;
        return shown::stepBy;
    }

    /** Ends the job. */
    void done(String line) {
        clear();
        err.println(line);
        err.flush();
    }

    @Override
    public Progress loading(Scheme scheme, long workTotal) {
        return begin("load " + scheme, workTotal);
    }

    @Override
    public void loaded(Scheme scheme, double seconds) {
        done(String.format(Locale.ROOT, "%s: loaded in %.1f s", scheme, seconds));
    }

    @Override
    public void second(Scheme scheme, Second second) {
        if (drawing) {
            draw(line(scheme, second));
        }
    }

    /** Replaces the changing line. The bar calls it on a thread of its own, and not any more once it is closed. */
    private void draw(String line) {
        err.print(TO_LINE_START + CLEAR_LINE + line);
        err.flush();
        lineIsOpen = true;
    }

    private static String line(Scheme scheme, Second second) {
        return String.format(
                Locale.ROOT,
                "%s: %s second %d: %,.0f queries/s, remote %.1f%%, cache hits %.1f%%, moved %,d",
                scheme,
                second.phase(),
                second.number(),
                second.queriesPerSecond(),
                second.remoteShare() * 100,
                second.cacheHitShare() * 100,
                second.valuesMoved());
    }

    private void endLine() {
        if (lineIsOpen) {
            err.print(TO_LINE_START + CLEAR_LINE);
            err.flush();
            lineIsOpen = false;
        }
    }

    @Override
    public void close() {
        clear();
    }

    /** Clears the temporary lines. */
    void clear() {
        ProgressBar shown = bar;
        if (shown != null) {
            bar = null;
            shown.close();
        }
        endLine();
    }
}
