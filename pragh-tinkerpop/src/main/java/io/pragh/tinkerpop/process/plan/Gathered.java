package io.pragh.tinkerpop.process.plan;

import org.jspecify.annotations.Nullable;

/** Takes all rows before it gives the first one; what it has kept of them is given in its order. One thread. */
abstract class Gathered implements Operator {
    /** What is given, once all were taken. */
    Rows kept = new Rows();

    private Rows other = new Rows();
    private boolean gathered;
    private int next;
    private final Rows rows = new Rows();

    /** Takes all rows, and keeps those that are to be given, in their order. */
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

    /** Sees to it that rows of some can be kept beside those that are. */
    final void begin(Rows from) {
        if (kept.count == 0) {
            kept.begin(from.type, from.count, from);
        }
        if (from.bulks != null) {
            kept.count();
        }
    }

    /** An empty place for so many of the rows that are kept. */
    final Rows spare(int count) {
        other.begin(kept.type, count, kept);
        return other;
    }

    /** From now on those are kept that are in the spare place. */
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
