package io.pragh.tinkerpop.process.plan;

import org.jspecify.annotations.Nullable;

/**
 * Source of an inner chain: gives rows of an outer traversal from an index on, once, each with its index as its
 * origin. One thread.
 */
final class Feed implements Operator {
    private final Rows outer;
    private final Rows rows = new Rows();
    private final boolean[] skipped;
    /** Whether each row stands for one traverser. */
    private final boolean alone;

    private final int end;
    private int start;
    private int next;

    private Feed(Rows outer, boolean[] skipped, boolean alone, int end) {
        this.end = end;
        this.outer = outer;
        this.skipped = skipped;
        this.alone = alone;
    }

    /** Rows for each of which a question is answered, as if it were alone and stood for one traverser. */
    static Feed alone(Rows outer, int start, int end) {
        return alone(outer, new boolean[0], start, end);
    }

    /** The same, without the rows to skip. */
    static Feed alone(Rows outer, boolean[] skipped, int start, int end) {
        Feed feed = new Feed(outer, skipped, true, end);
        feed.next = start;
        feed.start = start;
        return feed;
    }

    /**
     * All rows but those to skip, with as many traversers as they stand for, for a chain whose results continue
     * outside.
     */
    static Feed onward(Rows outer, boolean[] skipped) {
        return new Feed(outer, skipped, false, outer.count);
    }

    /** As {@link #onward}, with one traverser for each row. */
    static Feed apart(Rows outer, boolean[] skipped) {
        return new Feed(outer, skipped, true, outer.count);
    }

    /** Index of the first row. */
    int start() {
        return start;
    }

    /** Whether a row is skipped. */
    boolean skips(int row) {
        return row < skipped.length && skipped[row];
    }

    /** Index behind the last row. */
    int end() {
        return end;
    }

    @Override
    public @Nullable Rows next(int wanted) {
        rows.begin(
                outer.type, Math.min(wanted, outer.count), !alone && outer.bulks != null, true, outer.trails != null);
        while (next < end && rows.count < wanted) {
            if (!skips(next)) {
                rows.add(outer, next);
                int[] origins = rows.origins;
                if (origins != null) {
                    origins[rows.count - 1] = next;
                }
            }
            next++;
        }
        return rows.count == 0 ? null : rows;
    }

    @Override
    public int rewind(int used) {
        return rows.count; // the transaction changes nothing while an inner traversal runs
    }
}
