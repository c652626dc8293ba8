package io.pragh.tinkerpop.process.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An operator that follows several chains from each row: gives the results of all of them, or of those that count for
 * the row. One thread.
 */
final class Branch implements Operator {
    private final Run run;
    private final Operator before;
    private final Branches branches;
    private final Kind kind;
    private final RowType type;
    /** Whether the results of a row have to come before those of the next one. */
    private final boolean inOrder;

    private Rows rows = new Rows();
    private Rows spare = new Rows();
    /** For each row given, the index of the taken row from which it comes, where an order is needed. */
    private int[] places = {};

    private final Budget.Holder holder;
    private long bytes;
    /** The rows taken last. */
    private @Nullable Rows taken;
    /**
     * The greatest number of traversers of a taken row: as it was when the chains were followed, and as it will be.
     */
    private long followed;

    private long most;

    /** Determines which of the chains count. */
    enum Kind {
        /** All: {@code union}. */
        UNION,
        /** All, for each traverser by itself: {@code local}. */
        LOCAL,
        /** The first chain with a result, for each row as if it stood for one traverser: {@code coalesce}. */
        COALESCE,
        /** As for {@link #COALESCE}; and where no chain has a result, the row itself: {@code optional}. */
        OPTIONAL,
        /** At most one, selected by a {@link Choice}: {@code choose}. */
        CHOOSE,
        /** Those that a {@link Choice} selects: {@code branch}. */
        BRANCH;

        /** Whether the places within the chains are part of their results' paths. */
        boolean goesOn() {
            return this != COALESCE;
        }

        /** Whether a {@link Choice} selects the chains. */
        boolean isChoice() {
            return this == CHOOSE || this == BRANCH;
        }

        private String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** {@code inOrder} where the results of a row have to come before those of the next one. */
    static Stage stage(Branches branches, boolean inOrder) {
        Object what = branches.choice() == null ? branches.chains() : branches.choice();
        return new Stage(
                () -> branches.kind().text() + what, (run, before) -> new Branch(run, before, branches, inOrder));
    }

    private Branch(Run run, Operator before, Branches branches, boolean inOrder) {
        this.run = run;
        this.before = before;
        this.branches = branches;
        this.kind = branches.kind();
        this.type = branches.then().plain();
        this.inOrder = inOrder;
        this.holder = run.holder(kind.text());
    }

    @Override
    public @Nullable Rows next(int wanted) {
        while (true) {
            run.check();
            Rows from = taken;
            if (from == null || followed == most) {
                from = before.next(wanted);
                if (from == null) {
                    return null;
                }
                taken = from;
                followed = 0;
                most = kind == Kind.LOCAL ? mostTraversers(from) : 1;
            }
            rows.begin(type, from.count, from);
            bytes = 0;
            do {
                follow(from);
                followed++;
            } while (inOrder && followed < most);
            if (inOrder) {
                order(from.count);
            }
            if (rows.count > 0) {
                return rows;
            }
        }
    }

    /** The greatest number of traversers that a row stands for. */
    private static long mostTraversers(Rows from) {
        long most = 1;
        for (int row = 0; row < from.count; row++) {
            most = Math.max(most, from.bulk(row));
        }
        return most;
    }

    private void follow(Rows from) {
        Choice choice = branches.choice();
        boolean[][] skipped = choice == null ? null : choice.skipped(run, from);
        boolean[] led = new boolean[from.count];
        List<Chain> chains = branches.chains();
        for (int i = 0; i < chains.size(); i++) {
            follow(chains.get(i), from, skipped == null ? skipped(from, led) : skipped[i], led);
        }
        if (kind == Kind.OPTIONAL) {
            @Nullable Object[] values = type == from.type ? null : Keys.ITSELF.read(run, from, 0, from.count);
            for (int row = 0; row < from.count; row++) {
                if (!led[row]) {
                    add(values, from, row, row, from);
                }
            }
        }
    }

    /** The rows that do not take the next chain, given the rows from which chains have had results. */
    private boolean[] skipped(Rows from, boolean[] led) {
        if (kind == Kind.COALESCE || kind == Kind.OPTIONAL) {
            return led.clone();
        }
        boolean[] skipped = new boolean[from.count];
        for (int row = 0; row < from.count && followed > 0; row++) {
            skipped[row] = from.bulk(row) <= followed;
        }
        return skipped;
    }

    private void follow(Chain chain, Rows from, boolean[] skipped, boolean[] led) {
        boolean apart = kind == Kind.LOCAL || kind == Kind.COALESCE;
        Feed feed = apart ? Feed.apart(from, skipped) : Feed.onward(from, skipped);
        Operator operator = chain.open(run.within(feed), feed);
        for (Rows more = operator.next(ALL); more != null; more = operator.next(ALL)) {
            // they may be elements or numbers, and of another type than the results of another chain
            @Nullable Object[] values = type == RowType.VALUE ? Keys.ITSELF.read(run, more, 0, more.count) : null;
            for (int row = 0; row < more.count; row++) {
                int origin = more.origin(row);
                led[origin] = true;
                add(values, more, row, origin, from);
                bytes += rows.bytes(rows.count - 1);
            }
            holder.now(bytes);
        }
    }

    /** Adds one row, which comes from one of the taken rows. */
    private void add(@Nullable Object @Nullable [] values, Rows more, int row, int place, Rows from) {
        if (values == null) {
            rows.add(more, row);
        } else {
            rows.add(values[row], more, row);
        }
        if (kind == Kind.COALESCE) {
            rows.standFor(from, place);
        }
        int[] origins = rows.origins;
        if (origins != null) {
            origins[rows.count - 1] = from.origin(place);
        }
        if (inOrder) {
            places = places.length < rows.count ? Arrays.copyOf(places, 2 * rows.count) : places;
            places[rows.count - 1] = place;
        }
    }

    /** Sorts rows by the rows from which they come. */
    private void order(int count) {
        int[] next = new int[count + 1];
        for (int row = 0; row < rows.count; row++) {
            next[places[row] + 1]++;
        }
        for (int place = 0; place < count; place++) {
            next[place + 1] += next[place];
        }
        int[] ordered = new int[rows.count];
        for (int row = 0; row < rows.count; row++) {
            ordered[next[places[row]]++] = row;
        }
        spare.begin(type, rows.count, rows);
        for (int row : ordered) {
            spare.add(rows, row);
        }
        Rows made = spare;
        spare = rows;
        rows = made;
    }

    @Override
    public int rewind(int used) {
        Rows from = taken;
        if (from != null) {
            before.rewind(from.count); // the used rows stand; the operator before has to give again those behind them
        }
        return rows.count;
    }
}
