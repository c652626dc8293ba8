package io.pragh.core.durable;

import java.util.ArrayList;
import java.util.List;

/** Lists the losses of a salvage, a line for each. One thread. */
public final class SalvageReport {
    private static final int LINES_MAX = 1000;

    private final List<String> lines = new ArrayList<>();
    private long left;

    /** Adds a loss. */
    public void lost(String what) {
        if (lines.size() < LINES_MAX) {
            lines.add(what);
        } else {
            left++;
        }
    }

    /** The lines; the last one says how many more there would be. */
    public List<String> lines() {
        List<String> all = new ArrayList<>(lines);
        if (left > 0) {
            all.add("and " + left + " more");
        }
        return all;
    }

    /** Whether nothing is lost. */
    public boolean isEmpty() {
        return lines.isEmpty();
    }
}
