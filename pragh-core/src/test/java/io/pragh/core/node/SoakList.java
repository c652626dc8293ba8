package io.pragh.core.node;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/**
 * A model of one adjacency list: at every moment it has the numbers from {@code low} (inclusive) to {@code high}
 * (exclusive), in order. An append adds {@code high}, a remove takes {@code low} away, a replacement begins a new
 * range at {@code high}; so both bounds only grow, and every read tells which state it saw. One writer, any number of
 * readers.
 */
final class SoakList {
    private static final int HISTORY = 1 << 12;

    private final AtomicLongArray history = new AtomicLongArray(HISTORY);
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private volatile boolean maybeLost;
    private boolean uncertain; // written by the writer alone

    final long key;
    final int entriesMax;

    SoakList(long key, int entriesMax) {
        this.key = key;
        this.entriesMax = entriesMax;
    }

    /** The high bound after the last update that was started, whether or not it has happened. */
    long startedHigh() {
        return history.get((int) (started.get() % HISTORY)) & 0xFFFF_FFFFL;
    }

    long low() {
        return history.get((int) (acknowledged.get() % HISTORY)) >>> 32;
    }

    long high() {
        return history.get((int) (acknowledged.get() % HISTORY)) & 0xFFFF_FFFFL;
    }

    int count() {
        return (int) (high() - low());
    }

    /** The writer begins an update that leads to this state. */
    void start(long low, long high) {
        long next =
                started.get() + 1; // after an update of unknown outcome, its state stays possible until this one ends
        history.set((int) (next % HISTORY), low << 32 | high);
        started.set(next);
    }

    /** The update was acknowledged. */
    void acknowledge() {
        acknowledged.set(started.get());
        uncertain = false;
    }

    /** The update has failed with an unknown outcome: only a replacement can follow. */
    void leaveUncertain() {
        uncertain = true;
    }

    boolean isUncertain() {
        return uncertain;
    }

    /** A node is about to die: from now on the value may be lost. */
    void mayBeLost() {
        maybeLost = true;
    }

    /** The whole list was written after the crash. */
    void restored() {
        maybeLost = false;
    }

    boolean maybeLost() {
        return maybeLost;
    }

    /** Taken before a read, and given to {@link #fault} after it. */
    long mark() {
        return acknowledged.get();
    }

    /**
     * The fault of a read that began at a mark and has just ended; null when it shows one of the states in between,
     * or a possible mixture.
     */
    String fault(long mark, List<Long> seen, boolean atomic) {
        long last = started.get();
        if (last - mark >= HISTORY / 2) {
            return null; // so many updates happened during the read that earlier states are forgotten
        }
        for (int i = 1; i < seen.size(); i++) {
            if (seen.get(i) != seen.get(i - 1) + 1 && atomic || seen.get(i) <= seen.get(i - 1)) {
                return "out of order at " + i + ": " + seen.get(i - 1) + ", " + seen.get(i);
            }
        }
        return atomic ? faultOfState(mark, last, seen) : faultOfMixture(mark, last, seen);
    }

    private String faultOfState(long mark, long last, List<Long> seen) {
        StringBuilder possible = new StringBuilder();
        for (long v = mark; v <= last; v++) {
            long state = history.get((int) (v % HISTORY));
            long low = state >>> 32;
            long high = state & 0xFFFF_FFFFL;
            if (high - low == seen.size() && (seen.isEmpty() || seen.get(0) == low)) {
                return null;
            }
            possible.append(" [").append(low).append(", ").append(high).append(')');
        }
        String range = seen.isEmpty() ? "nothing" : "[" + seen.get(0) + ", " + (seen.get(0) + seen.size()) + ")";
        return "saw " + range + " but the list was one of" + possible;
    }

    /**
     * A list in chunks is read block by block: every entry must have been there at some time, and entries that were
     * there all the time must be seen.
     */
    private String faultOfMixture(long mark, long last, List<Long> seen) {
        long first = history.get((int) (mark % HISTORY));
        long end = history.get((int) (last % HISTORY));
        if (!seen.isEmpty() && (seen.get(0) < first >>> 32 || seen.get(seen.size() - 1) >= (end & 0xFFFF_FFFFL))) {
            return "entries that were removed before or appended after";
        }
        long from = end >>> 32;
        long to = first & 0xFFFF_FFFFL;
        long there = seen.stream().filter(n -> n >= from && n < to).count();
        return there == Math.max(0, to - from)
                ? null
                : "misses entries of [" + from + ", " + to + "): sees " + there + " of them, not "
                        + LongStream.range(from, to)
                                .filter(n -> !seen.contains(n))
                                .limit(10)
                                .boxed()
                                .toList()
                        + ", and reads from "
                        + (seen.isEmpty() ? "none" : seen.get(0) + " to " + seen.get(seen.size() - 1))
                        + ", states since: " + states(mark, last) + ", maybe lost: " + maybeLost;
    }

    private String states(long mark, long last) {
        StringBuilder states = new StringBuilder();
        for (long v = mark; v <= last; v++) {
            long state = history.get((int) (v % HISTORY));
            states.append(" [")
                    .append(state >>> 32)
                    .append(", ")
                    .append(state & 0xFFFF_FFFFL)
                    .append(')');
        }
        return states.toString();
    }
}
