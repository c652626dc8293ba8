package io.pragh.tinkerpop.process.plan;

import org.jspecify.annotations.Nullable;

/**
 * Base of operators that take all rows before they give the first one, and then give the kept rows in order. One
 * thread.
 */
abstract class Gathered implements Operator {
    /** The rows to give, once all were taken. */
    Rows kept = new Rows();

    private Rows other = new Rows();
    private boolean gathered;
    private int next;
    private final Rows rows = new Rows();

    /** Takes all rows, and keeps those to give, in their order. */
    abstract void gather();

    @Override
    public final @Nullable Rows next(int wanted) {
        if (!gathered) {
            gathered = true;
            gather();
        }
        int end = Math.min(kept.count, next + Math.max(wanted, 1));
        if (next == end) {
            return null;
        }
        rows.begin(kept.type, end - next, kept);
        while (next < end) {
            rows.add(kept, next++);
        }
        return rows;
    }

    /** Prepares for keeping rows like the given ones beside those that are kept. */
    final void begin(Rows from) {
        if (kept.count == 0) {
            kept.begin(from.type, from.count, from);
        }
        if (from.bulks != null) {
            kept.count();
        }
    }

    /** A spare empty buffer for so many rows like those that are kept. */
    final Rows spare(int count) {
        other.begin(kept.type, count, kept);
        return other;
    }

    /** Makes the rows in the spare buffer the kept ones. */
    final void keepSpare() {
        Rows old = kept;
        kept = other;
        other = old;
    }

    @Override
    public final int rewind(int used) {
        return rows.count; // all were taken before the first one was given
    }
}
