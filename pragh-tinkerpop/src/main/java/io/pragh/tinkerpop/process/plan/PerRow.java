package io.pragh.tinkerpop.process.plan;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An operator that makes rows of each row that it takes, and of one after the other. One thread. */
abstract class PerRow implements Operator {
    private static final int SOURCES_FIRST = 16;

    final Rows rows = new Rows();
    private final Run run;
    private final Operator before;
    /** The rows that it has taken last, and the first one of them that nothing was made of. */
    private Rows from = new Rows();

    private int next;
    /** The first row of those of which the last rows were made. */
    private int first;
    /** Which row each of the last rows was made of. */
    private int[] sources = {};

    PerRow(Run run, Operator before) {
        this.run = run;
        this.before = before;
    }

    /** Makes rows of rows from one on, of all or of the first ones; returns behind which one it has stopped. */
    abstract int make(Rows taken, int start, int wanted);

    /** How many rows to ask for. */
    int ask(int wanted) {
        return wanted;
    }

    /** Whether no row is wanted any more. */
    boolean isOver() {
        return false;
    }

    /** The last row was made of this one; for whoever makes rows one by one. */
    final void source(int row) {
        reserve();
        sources[rows.count - 1] = row;
    }

    /** So many of the last rows were made of as many from this one on. */
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

    /** The row of which a row was made. */
    int sourceOf(int row) {
        return sources[row];
    }

    /** So many of the last rows are used, and will not come again. */
    void unmake(int used) {}

    /** How many of the last rows stand, whatever is used of them. */
    int standing() {
        return 0;
    }

    /** The row to go on with when a row is the last one of which rows stand. */
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
