package io.pragh.tinkerpop.process.plan;

import org.jspecify.annotations.Nullable;

/** Rows of an outer traversal, from an index on, from each of which an inner one begins: they come once, each with its index as its origin. One thread. */
final class Feed implements Operator {
    private final Rows outer;
    private final Rows rows = new Rows();
    private int next;

    Feed(Rows outer, int start) {
        this.outer = outer;
        this.next = start;
    }

    @Override
    public @Nullable Rows next(int wanted) {
        if (next == outer.count) {
            return null;
        }
        int end = Math.min(outer.count, next + Math.max(1, wanted));
        rows.begin(outer.type, end - next, outer.bulks != null, true);
        while (next < end) {
            rows.add(outer, next);
            int[] origins = rows.origins;
            if (origins != null) {
                origins[rows.count - 1] = next;
            }
            next++;
        }
        return rows;
    }

    @Override
    public int rewind(int used) {
        return rows.count; // nobody changes anything while an inner traversal runs
    }
}
