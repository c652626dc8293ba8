package io.pragh.tinkerpop.process.plan;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Chains that all begin where one chain has come to: what all of them come to, or what the first one does that comes to something. One thread. */
final class Branch implements Operator {
    private final Run run;
    private final Operator before;
    private final Kind kind;
    private final List<Chain> chains;
    private final RowType type;
    private final Rows rows = new Rows();
    private final Budget.Holder holder;
    private long bytes;
    /** The rows that it has taken last. */
    private @Nullable Rows taken;

    /** Which of the chains count. */
    enum Kind {
        /** All: {@code union}. */
        UNION,
        /** The first one that comes to something: {@code coalesce}. */
        COALESCE,
        /** As for {@link #COALESCE}; and where none does, the row itself: {@code optional}. */
        OPTIONAL,
        /** Of the last two, the first one where another chain, the first of all, comes to something, and the other one elsewhere: {@code choose}. */
        CHOOSE;

        /** Whether what the chains pass by is on the way of what they come to. */
        boolean goesOn() {
            return this != COALESCE;
        }
    }

    static Stage stage(Kind kind, List<Chain> chains, RowType type) {
        return new Stage(
                () -> kind.name().toLowerCase(Locale.ROOT) + chains,
                (run, before) -> new Branch(run, before, kind, chains, type));
    }

    private Branch(Run run, Operator before, Kind kind, List<Chain> chains, RowType type) {
        this.run = run;
        this.before = before;
        this.kind = kind;
        this.chains = chains;
        this.type = type;
        this.holder = run.holder(kind.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public @Nullable Rows next(int wanted) {
        for (Rows from = before.next(wanted); from != null; from = before.next(wanted)) {
            taken = from;
            rows.begin(type, from.count, from);
            bytes = 0;
            boolean[] led = new boolean[from.count];
            if (kind == Kind.CHOOSE) {
                choose(from);
            } else {
                for (Chain chain : chains) {
                    follow(chain, from, kind == Kind.UNION ? new boolean[from.count] : led.clone(), led);
                }
            }
            for (int row = 0; row < from.count && kind == Kind.OPTIONAL; row++) {
                if (!led[row]) {
                    rows.add(from, row);
                }
            }
            if (rows.count > 0) {
                return rows;
            }
        }
        return null;
    }

    private void choose(Rows from) {
        boolean[] so = Filters.leads(run, from, 0, chains.get(0));
        boolean[] otherwise = new boolean[so.length];
        for (int row = 0; row < so.length; row++) {
            otherwise[row] = !so[row];
        }
        follow(chains.get(1), from, otherwise, new boolean[so.length]);
        follow(chains.get(2), from, so, new boolean[so.length]);
    }

    private void follow(Chain chain, Rows from, boolean[] skipped, boolean[] led) {
        Feed feed = Feed.onward(from, skipped);
        Operator operator = chain.open(run.within(feed), feed);
        for (Rows more = operator.next(ALL); more != null; more = operator.next(ALL)) {
            for (int row = 0; row < more.count; row++) {
                int origin = more.origin(row);
                led[origin] = true;
                if (type == RowType.VALUE) {
                    rows.add(more.value(row), more, row); // it may have been a number
                } else {
                    rows.add(more, row);
                }
                int[] origins = rows.origins;
                if (origins != null) {
                    origins[rows.count - 1] = from.origin(origin);
                }
                bytes += rows.bytes(rows.count - 1);
            }
            holder.now(bytes);
        }
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
