package io.pragh.tinkerpop.process.plan;

import org.jspecify.annotations.Nullable;

/**
 * An operator that merges all traversers at the same vertex into one row, if there are many rows: the vertex is
 * expanded once. Takes all rows before it gives the first one, unless they are few. One thread.
 */
final class Merge implements Operator {
    /** Below so many rows, merging does not pay before stages of a plan. */
    private static final int MANY = 1024;

    private final Operator before;
    /** Bound on the vertices that are taken at a time. */
    private final int most;
    /** Fewer rows than this are passed on unchanged. */
    private final int fewest;
    /** Whether traversers with different paths stay separate. */
    private final boolean withTrails;

    private final Budget.Holder holder;
    private final Rows rows = new Rows();
    private LongTable table = LongTable.NONE;
    private boolean begun;
    private int next;

    /** A stage that takes all rows. */
    static Stage stage(boolean withTrails) {
        return new Stage(() -> "merge", (run, before) -> new Merge(run, before, Integer.MAX_VALUE, MANY, withTrails));
    }

    /**
     * A stage that takes rows of about so many vertices at a time; {@code atEnd} where steps outside the plan process
     * each row.
     */
    static Stage stage(int most, boolean atEnd, boolean withTrails) {
        return new Stage(
                () -> "merge(" + most + ")",
                (run, before) -> new Merge(run, before, most, atEnd ? 2 : MANY, withTrails));
    }

    private Merge(Run run, Operator before, int most, int fewest, boolean withTrails) {
        this.fewest = fewest;
        this.holder = run.holder("merge");
        this.before = before;
        this.most = most;
        this.withTrails = withTrails;
    }

    @Override
    public @Nullable Rows next(int wanted) {
        if (!begun) {
            begun = true;
            Rows few = gather();
            if (few != null) {
                return few;
            }
        } else if (next == table.size() && most != Integer.MAX_VALUE) {
            table.clear();
            next = 0;
            addAll(before.next(ALL));
        }
        if (next == table.size()) {
            return null;
        }
        int end = Math.min(table.size(), next + Math.max(wanted, ALL));
        table.into(rows, next, end);
        next = end;
        return rows;
    }

    /** Adds rows to the table; returns them unchanged if they are few. */
    private @Nullable Rows gather() {
        Rows from = before.next(ALL);
        if (from != null && from.count < fewest) {
            Rows few = rows.begin(from.type, from.count, from);
            few.addAll(from, 0, from.count);
            from = before.next(ALL);
            if (from == null) {
                return few;
            }
            add(few);
        }
        addAll(from);
        return null;
    }

    private void addAll(@Nullable Rows first) {
        for (Rows from = first; from != null; from = table.size() < most ? before.next(ALL) : null) {
            add(from);
        }
    }

    private void add(Rows from) {
        table = table == LongTable.NONE ? new LongTable() : table;
        for (int row = 0; row < from.count; row++) {
            table.add(from, row, withTrails);
        }
        holder.now(table.bytes());
    }

    @Override
    public int rewind(int used) {
        return rows.count; // all were taken before the first one was given
    }
}
