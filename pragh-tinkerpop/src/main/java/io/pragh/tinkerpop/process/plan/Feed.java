package io.pragh.tinkerpop.process.plan;

import org.jspecify.annotations.Nullable;

/** Rows of an outer traversal, from an index on, from each of which an inner one begins: they come once, each with its index as its origin. One thread. */
final class Feed implements Operator {
    private final Rows outer;
    private final Rows rows = new Rows();
    private final boolean[] skipped;
    private int next;

    Feed(Rows outer, int start) {
        this(outer, new boolean[0]);
        this.next = start;
    }

    /** All rows but those that are to be skipped. */
    Feed(Rows outer, boolean[] skipped) {
        this.outer = outer;
        this.skipped = skipped;
    }

    @Override
    public @Nullable Rows next(int wanted) {
        rows.begin(outer.type, Math.min(wanted, outer.count), outer.bulks != null, true);
        while (next < outer.count && rows.count < wanted) {
            if (next >= skipped.length || !skipped[next]) {
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
        return rows.count; // nobody changes anything while an inner traversal runs
    }
}
