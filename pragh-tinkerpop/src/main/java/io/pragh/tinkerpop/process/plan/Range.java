package io.pragh.tinkerpop.process.plan;

/** An operator that passes a range of the incoming traversers. Asks for no more than it passes on. One thread. */
final class Range extends PerRow {
    private final Run run;
    private long skip;
    private long left;
    /** Whether rows were taken back, and may replace invalid ones. */
    private boolean again;

    /** {@code high} -1 for no end. */
    static Stage stage(long low, long high) {
        return new Stage(() -> "range(" + low + "," + high + ")", (run, before) -> new Range(run, before, low, high));
    }

    private Range(Run run, Operator before, long low, long high) {
        super(run, before);
        this.run = run;
        this.skip = low;
        this.left = high < 0 ? Long.MAX_VALUE : Math.max(0, high - low);
    }

    @Override
    int ask(int wanted) {
        return (int) Math.min(wanted, Math.max(1, left > ALL ? ALL : left + skip));
    }

    @Override
    boolean isOver() {
        return left == 0;
    }

    @Override
    int make(Rows from, int start, int wanted) {
        rows.begin(from.type, from.count - start, from);
        int row = start;
        if (!again && skip == 0 && from.bulks == null) {
            row += (int) Math.min(left, from.count - start);
            rows.addAll(from, start, row);
            sources(start, row - start);
            left -= left == Long.MAX_VALUE ? 0 : row - start;
            return row;
        }
        while (row < from.count && left > 0) {
            if (!again || !Filters.isGone(run.transaction(), from, row)) {
                take(from, row);
            }
            row++;
        }
        return row;
    }

    private void take(Rows from, int row) {
        long bulk = from.bulk(row);
        long skipped = Math.min(skip, bulk);
        skip -= skipped;
        long taken = Math.min(left, bulk - skipped);
        if (taken == 0) {
            return;
        }
        left -= left == Long.MAX_VALUE ? 0 : taken;
        rows.add(from, row);
        source(row);
        long[] bulks = rows.bulks;
        if (bulks != null) {
            bulks[rows.count - 1] = taken;
        }
    }

    @Override
    void unmake(int used) {
        again = true;
        for (int row = used; row < rows.count && left != Long.MAX_VALUE; row++) {
            left += rows.bulk(row);
        }
    }
}
