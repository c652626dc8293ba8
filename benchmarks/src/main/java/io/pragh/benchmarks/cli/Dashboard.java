package io.pragh.benchmarks.cli;

import io.pragh.benchmarks.fof.Phase;
import io.pragh.benchmarks.fof.Second;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The live view of the demo on a terminal: a few lines that are redrawn every second. One thread. */
final class Dashboard implements AutoCloseable {
    private static final int LABEL_COLUMNS = 34;
    private static final int COLUMNS_MAX = 100;
    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";
    private static final String CLEAR_REST = "\u001b[K";

    private final PrintWriter out;
    private final Sparkline bars;
    private final int width;
    private final double secondsInAll;
    private final List<Second> seconds = new ArrayList<>();
    private int linesDrawn;

    /** A dashboard of so many columns. */
    Dashboard(PrintWriter out, Sparkline bars, int columns, double secondsInAll) {
        this.out = out;
        this.bars = bars;
        this.width = Math.max(1, Math.min(columns, COLUMNS_MAX) - LABEL_COLUMNS - 1);
        this.secondsInAll = secondsInAll;
    }

    /** Redraws everything, with one more second. */
    void show(Second second) {
        seconds.add(second);
        List<String> lines = lines();
        StringBuilder text = new StringBuilder(linesDrawn == 0 ? HIDE_CURSOR + NO_WRAP : "\u001b[" + linesDrawn + "A");
        for (String line : lines) {
            text.append('\r').append(line).append(CLEAR_REST).append('\n');
        }
        linesDrawn = lines.size();
        out.print(text);
        out.flush();
    }

    /** The lines on the screen. */
    List<String> lines() {
        Second last = seconds.get(seconds.size() - 1);
        double passed = seconds.stream().mapToDouble(Second::seconds).sum();
        return List.of(
                String.format(Locale.ROOT, "second %.0f of %.0f: %s", passed, secondsInAll, what(last.phase())),
                line("queries/s", "%,.0f", 0, Second::queriesPerSecond),
                line("remote reads", "%.1f%%", 100, s -> s.remoteShare() * 100),
                line("location cache hits/s", "%,.0f", 0, s -> s.cacheHits() / s.seconds()),
                line("values moved/s", "%,.0f", 0, s -> s.valuesMoved() / s.seconds()),
                marks());
    }

    private static String what(Phase phase) {
        return switch (phase) {
            case WARM_UP -> "warming up";
            case BEFORE -> "no migration yet";
            case MIGRATING -> "migration is on";
            case MEASURED -> "migration is on, measured";
        };
    }

    /**
     * A label, the present number, and its history; a full bar is the maximum, or the largest value so far if that is
     * 0.
     */
    private String line(String label, String format, double maximum, ToDoubleFunction<Second> number) {
        double[] numbers = seconds.stream().mapToDouble(number).toArray();
        double max = maximum;
        for (int i = 0; maximum == 0 && i < numbers.length; i++) {
            max = Math.max(max, numbers[i]);
        }
        String now = String.format(Locale.ROOT, format, numbers[numbers.length - 1]);
        String head = label + " ".repeat(Math.max(1, LABEL_COLUMNS - 2 - label.length() - now.length())) + now + "  ";
        return head + bars.of(numbers, from(), numbers.length, max);
    }

    private int from() {
        return Math.max(0, seconds.size() - width);
    }

    /** Marks the beginning of migration below the bars. */
    private String marks() {
        for (int i = from(); i < seconds.size(); i++) {
            boolean begins = i > 0
                    && seconds.get(i).phase() == Phase.MIGRATING
                    && seconds.get(i - 1).phase() != Phase.MIGRATING;
            if (begins) {
                return " ".repeat(LABEL_COLUMNS + i - from()) + "^ migration on";
            }
        }
        return "";
    }

    /** Restores the terminal. */
    @Override
    public void close() {
        if (linesDrawn > 0) {
            out.print(WRAP + SHOW_CURSOR);
            out.flush();
            linesDrawn = 0;
        }
    }
}
