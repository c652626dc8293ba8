package io.pragh.tinkerpop.cli;

import io.pragh.tinkerpop.load.LoadWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** A progress bar on standard error during a load, if that is a terminal. One thread. */
final class LoadProgress implements LoadWatch, AutoCloseable {
    private static final long MEGABYTE = 1_000_000;
    private static final long ANSWER_SECONDS_MAX = 2;

    private final BooleanSupplier looked;
    private @Nullable ProgressBar bar;
    /**
     * Whether standard error is known not to be a terminal: the check takes a process, and there may be a step for
     * each record.
     */
    private boolean unseen;

    private LoadProgress(@Nullable ProgressBar bar) {
        this(bar, LoadProgress::isLookedAt);
    }

    private LoadProgress(@Nullable ProgressBar bar, BooleanSupplier looked) {
        this.bar = bar;
        this.looked = looked;
    }

    /** A bar over the bytes of files; the total of compressed ones is not known. */
    static LoadProgress reading(List<Path> files) throws IOException {
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        boolean compressed = files.stream().anyMatch(file -> file.toString().endsWith(".gz"));
        return isLookedAt()
                ? new LoadProgress(new ProgressBarBuilder()
                        .setTaskName("reading")
                        .setInitialMax(compressed ? -1 : bytes)
                        .setUnit(" MB", MEGABYTE)
                        .showSpeed()
                        .build())
                : new LoadProgress(null);
    }

    /** A bar over vertices and edges that are sent. */
    static LoadProgress sending(long elements) {
        return counting("sending", elements);
    }

    /** A bar over vertices and edges that are received. */
    static LoadProgress receiving(long elements) {
        return counting("receiving", elements);
    }

    /** So many bytes of a data folder are restored, of so many. */
    void restored(String what, long done, long total) {
        if (bar == null && !unseen && done < total) {
            unseen = !looked.getAsBoolean();
            bar = unseen
                    ? null
                    : new ProgressBarBuilder()
                            .setInitialMax(total)
                            .setUnit(" MB", MEGABYTE)
                            .showSpeed()
                            .build();
        }
        if (bar != null) {
            bar.setExtraMessage(" " + what);
            bar.stepTo(done);
        }
    }

    /** No bar. */
    static LoadProgress none() {
        return new LoadProgress(null);
    }

    /** No bar; {@code looked} says whether one would be seen once there is progress. */
    static LoadProgress none(BooleanSupplier looked) {
        return new LoadProgress(null, looked);
    }

    private static LoadProgress counting(String task, long elements) {
        return isLookedAt() ? new LoadProgress(elements(task, elements)) : new LoadProgress(null);
    }

    private static ProgressBar elements(String task, long elements) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(elements)
                .showSpeed()
                .build();
    }

    @Override
    public void read(long bytes) {
        step(bytes);
    }

    /** A second bar follows that of the files: the stored elements, elements per second, and the time left. */
    @Override
    public void gathered(long elements) {
        if (bar != null) {
            bar.close();
            bar = elements("storing", elements);
        }
    }

    @Override
    public void stored(long elements) {
        step(elements);
    }

    void step(long more) {
        if (bar != null) {
            bar.stepBy(more);
            if (bar.getMax() > 0 && bar.getCurrent() > bar.getMax()) {
                bar.maxHint(bar.getCurrent()); // read a second time
            }
        }
    }

    /** Whether standard error is a terminal that can show a bar; the JDK does not say. */
    private static boolean isLookedAt() {
        String term = System.getenv("TERM");
        if (term == null || term.isEmpty() || term.equals("dumb")) {
            return false;
        }
        try {
            Process test = new ProcessBuilder("test", "-t", "2").inheritIO().start();
            return test.waitFor(ANSWER_SECONDS_MAX, TimeUnit.SECONDS) && test.exitValue() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
