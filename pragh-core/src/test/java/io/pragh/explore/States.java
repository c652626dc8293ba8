package io.pragh.explore;

import java.util.Arrays;

/** The known states, by their fingerprints, each with the step that led to it first. One thread. */
final class States {
    static final int NONE = -1;

    private long[] highs = new long[1 << 12];
    private long[] lows = new long[1 << 12];
    private int[] parents = new int[1 << 12];
    private int[] steps = new int[1 << 12];
    private int[] table = new int[1 << 14];
    private int count;

    States() {
        Arrays.fill(table, NONE);
    }

    int count() {
        return count;
    }

    /** The number of a state, or {@link #NONE} when it is new. */
    int find(Fingerprint fingerprint) {
        for (int at = slot(fingerprint.high()); table[at] != NONE; at = at + 1 & table.length - 1) {
            int state = table[at];
            if (highs[state] == fingerprint.high() && lows[state] == fingerprint.low()) {
                return state;
            }
        }
        return NONE;
    }

    /** Adds a new state and returns its number; numbers grow with the distance from the first state. */
    int add(Fingerprint fingerprint, int parent, int step) {
        if (count == highs.length) {
            highs = Arrays.copyOf(highs, count * 2);
            lows = Arrays.copyOf(lows, count * 2);
            parents = Arrays.copyOf(parents, count * 2);
            steps = Arrays.copyOf(steps, count * 2);
            rehash();
        }
        highs[count] = fingerprint.high();
        lows[count] = fingerprint.low();
        parents[count] = parent;
        steps[count] = step;
        enter(count);
        return count++;
    }

    private void rehash() {
        table = new int[highs.length * 4];
        Arrays.fill(table, NONE);
        for (int state = 0; state < count; state++) {
            enter(state);
        }
    }

    private void enter(int state) {
        int at = slot(highs[state]);
        while (table[at] != NONE) {
            at = at + 1 & table.length - 1;
        }
        table[at] = state;
    }

    private int slot(long high) {
        return (int) high & table.length - 1;
    }

    /** The steps from the first state to this one. */
    int[] pathTo(int state) {
        int length = 0;
        for (int at = state; parents[at] != NONE; at = parents[at]) {
            length++;
        }
        int[] path = new int[length];
        for (int at = state; parents[at] != NONE; at = parents[at]) {
            path[--length] = steps[at];
        }
        return path;
    }
}
