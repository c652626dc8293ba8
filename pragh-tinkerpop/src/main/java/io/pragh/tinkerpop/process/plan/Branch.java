package io.pragh.tinkerpop.process.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Chains that all begin where one chain has come to: what all of them come to, or those of them that count for a row. One thread. */
final class Branch implements Operator {
    private final Run run;
    private final Operator before;
    private final Branches branches;
    private final Kind kind;
    private final RowType type;
    /** Whether what comes of a row has to come before what comes of the next one. */
    private final boolean inOrder;

    private Rows rows = new Rows();
    private Rows spare = new Rows();
    /** Which of the rows that it has taken each row comes from, where somebody asks. */
    private int[] places = {};

    private final Budget.Holder holder;
    private long bytes;
    /** The rows that it has taken last. */
    private @Nullable Rows taken;
    /** As how many traversers these have been followed, and as how many they will be; the largest of them. */
    private long followed;

    private long most;

    /** Which of the chains count. */
    enum Kind {
        /** All: {@code union}. */
        UNION,
        /** All, for each traverser by itself: {@code local}. */
        LOCAL,
        /** The first one that comes to something, for each row as if it stood for one traverser: {@code coalesce}. */
        COALESCE,
        /** As for {@link #COALESCE}; and where none does, the row itself: {@code optional}. */
        OPTIONAL,
        /** One at most, which a {@link Choice} says: {@code choose}. */
        CHOOSE,
        /** Those that a {@link Choice} says: {@code branch}. */
        BRANCH;

        /** Whether what the chains pass by is on the way of what they come to. */
        boolean goesOn() {
            return this != COALESCE;
        }

        /** Whether something else says which ones. */
        boolean isChoice() {
            return this == CHOOSE || this == BRANCH;
        }

        private String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** {@code inOrder} where what comes of a row has to come before what comes of the next one. */
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

    /** For how many traversers the row stands that stands for most of them. */
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

    /** Which rows do not take the next chain, when chains from some have come to something. */
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
            // they may be elements or numbers, and of another type than those of another chain
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

    /** One more row, which comes from a row of those that were taken. */
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

    /** Puts rows in the order of those that they come from. */
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
            before.rewind(from.count); // it was used up, what is behind it was not
        }
        return rows.count;
    }
}
