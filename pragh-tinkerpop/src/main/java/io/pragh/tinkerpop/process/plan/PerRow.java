package io.pragh.tinkerpop.process.plan;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Base of operators that make rows from each row that they take, one row after the other. One thread. */
abstract class PerRow implements Operator {
    private static final int SOURCES_FIRST = 16;

    final Rows rows = new Rows();
    private final Run run;
    private final Operator before;
    /** The rows taken last, and the index of the first one that is not processed. */
    private Rows from = new Rows();

    private int next;
    /** The first of the taken rows from which the last rows were made. */
    private int first;
    /** For each of the last rows, the index of its source. */
    private int[] sources = {};

    PerRow(Run run, Operator before) {
        this.run = run;
        this.before = before;
    }

    /**
     * Makes rows from the taken ones, from an index on, of all or of the first ones; returns the index behind the
     * last one that is processed.
     */
    abstract int make(Rows taken, int start, int wanted);

    /** The number of rows to ask for. */
    int ask(int wanted) {
        return wanted;
    }

    /** Whether no further row is needed. */
    boolean isOver() {
        return false;
    }

    /** Sets the source of the last row; for subclasses that make rows one by one. */
    final void source(int row) {
        reserve();
        sources[rows.count - 1] = row;
    }

    /** Sets the sources of so many of the last rows to consecutive ones from this one on. */
    final void sources(int row, int made) {
        reserve();
        for (int i = 0; i < made; i++) {
            sources[rows.count - made + i] = row + i;
        }
    }

    private void reserve() {
        if (rows.count > sources.length) {
            sources = Arrays.copyOf(sources, Math.max(SOURCES_FIRST, 2 * rows.count));
        }
    }

    /** The source of a row. */
    int sourceOf(int row) {
        return sources[row];
    }

    /** Called when so many of the last rows are used, and will not come again. */
    void unmake(int used) {}

    /** How many of the last rows remain valid, however many are used. */
    int standing() {
        return 0;
    }

    /** The row to continue with when this row is the last source of valid rows. */
    int resume(int source) {
        return source + 1;
    }

    @Override
    public final @Nullable Rows next(int wanted) {
        while (!isOver()) {
            run.check();
            if (next >= from.count) {
                Rows more = before.next(ask(wanted));
                if (more == null) {
                    return null;
                }
                from = more;
                next = 0;
            }
            first = next;
            next = make(from, next, wanted);
            if (rows.count > 0) {
                return rows;
            }
        }
        return null;
    }

    @Override
    public final int rewind(int used) {
        int stands = Math.max(used, standing());
        int source = stands == 0 ? first - 1 : sourceOf(stands - 1);
        while (stands > 0 && stands < rows.count && sourceOf(stands) == source) {
            stands++;
        }
        unmake(stands);
        rows.count = stands;
        next = resume(source);
        if (from.count > 0) {
            from.count = before.rewind(source + 1);
        }
        return stands;
    }
}
