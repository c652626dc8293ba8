package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.NumberSet;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An operator that applies the same chain repeatedly, level by level: each vertex of a level is one row with its
 * number of traversers. One thread.
 */
final class Repeat implements Operator {
    /** Rows that are processed together, if each has its own path. */
    private static final int TOGETHER = 4096;

    private final Run run;
    private final Operator before;
    private final Loop loop;
    private final Rows rows = new Rows();
    /** The rows that continue. */
    private Rows level = new Rows();
    /** Results of the body from these. */
    private final Rows reached = new Rows();

    private final LongTable table = new LongTable();
    /** Objects that stages of the body have passed in all loops. */
    private final Map<Object, NumberSet> seen = new HashMap<>(0);
    /** The rows taken last. */
    private @Nullable Rows taken;

    private long loops;
    /** Rows that wait while others continue: where each row has its own path, a level can have any number of rows. */
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    private long waitingRows;
    private final Budget.Holder holder;

    /** Rows that have done the same number of loops; those from {@code next} on still wait. One thread. */
    private static final class Waiting {
        private final Rows rows;
        private final long loops;
        private int next;

        Waiting(Rows rows, long loops) {
            this.rows = rows;
            this.loops = loops;
        }
    }

    /** The state of a traverser, its path or sack, that keeps it apart from others. */
    enum Memory {
        /** Nothing. */
        NONE,
        /** Labelled places: traversers that agree in these are merged. */
        NAMES,
        /** All places, or sacks: no two traversers are merged. */
        ALL
    }

    /**
     * The parameters of a loop.
     *
     * @param body the repeated chain; it begins and ends with vertices
     * @param until a traverser leaves at a place from which this has a result; null where there is no such condition
     * @param times a traverser leaves after so many loops; -1 where there is no such condition
     * @param untilFirst whether that is tested before the first loop, too
     * @param emits whether traversers that continue are passed on as well
     * @param emit if this has a result; null for all
     * @param emitFirst whether that is done before the first loop, too
     * @param memory the state that keeps traversers apart
     */
    record Loop(
            Chain body,
            @Nullable Chain until,
            long times,
            boolean untilFirst,
            boolean emits,
            @Nullable Chain emit,
            boolean emitFirst,
            Memory memory) {
        Stage stage() {
            return new Stage(this::text, (run, before) -> new Repeat(run, before, this));
        }

        private String text() {
            String end = until != null ? " until(" + until + ")" : times >= 0 ? " times(" + times + ")" : "";
            String emitted = !emits ? "" : emit == null ? " emit" : " emit(" + emit + ")";
            return "repeat(" + body + ")" + end + emitted;
        }
    }

    private Repeat(Run run, Operator before, Loop loop) {
        this.run = run;
        this.before = before;
        this.loop = loop;
        this.holder = run.holder("repeat");
    }

    @Override
    public @Nullable Rows next(int wanted) {
        while (true) {
            run.check();
            if (level.count == 0) {
                goOn();
            }
            if (level.count == 0) {
                Rows from = before.next(wanted);
                if (from == null) {
                    return null;
                }
                taken = from;
                loops = 0;
                sort(from, loop.untilFirst, loop.emitFirst);
            } else {
                loops++;
                sort(leap(), true, loop.emits);
            }
            divide();
            if (rows.count > 0) {
                return rows;
            }
        }
    }

    /** Whether no two rows of a level are merged. */
    private boolean isApart() {
        return loop.memory == Memory.ALL || level.haveSacks();
    }

    /**
     * Whether rows with fewer loops go first. Where rows leave after different numbers of loops, the first path is a shortest one then, which
     * applications rely on; and a dedup in the body lets each vertex pass in the earliest loop that comes to it. Else depth first holds fewer
     * rows, and they leave in the same order.
     */
    private boolean isBreadthFirst() {
        return loop.until != null || loop.emits || !seen.isEmpty();
    }

    /** Splits a level whose rows are apart: the first rows continue and the others wait, behind rows with fewer loops if these go first. */
    private void divide() {
        boolean isBehind = isBreadthFirst() && !waiting.isEmpty() && level.count > 0;
        if (isBehind || isApart() && level.count > TOGETHER) {
            waiting.addLast(new Waiting(level, loops));
            waitingRows += level.count;
            level = new Rows();
        }
    }

    /** Some of the rows that wait are the next level. */
    private void goOn() {
        Waiting first = isBreadthFirst() ? waiting.peekFirst() : waiting.peekLast();
        if (first == null) {
            return;
        }
        int end = Math.min(first.rows.count, first.next + TOGETHER);
        copy(first.rows, first.next, end, level);
        loops = first.loops;
        first.next = end;
        if (end == first.rows.count) {
            waiting.remove(first);
            waitingRows -= end; // all its rows take memory until now
        }
    }

    private static void copy(Rows from, int start, int end, Rows to) {
        to.begin(from.type, end - start, from);
        for (int row = start; row < end; row++) {
            to.add(from, row);
        }
    }

    /** Results of the body from the level. */
    private Rows leap() {
        Operator operator = loop.body.open(run.inside(seen), new Level(level));
        boolean merges = level.origins == null && !isApart();
        reached.begin(RowType.VERTEX, 0, level);
        table.clear();
        for (Rows more = operator.next(ALL); more != null; more = operator.next(ALL)) {
            for (int row = 0; row < more.count; row++) {
                if (merges) {
                    table.add(more, row, level.trails != null);
                } else {
                    reached.add(more, row);
                }
            }
            holder.now(table.bytes() + (waitingRows + level.count + reached.count) * level.bytesOfNumbers());
        }
        if (merges) {
            table.into(reached, 0, table.size());
        }
        return reached;
    }

    /** Passes on rows that leave, and rows that are emitted; those that continue are the next level. */
    private void sort(Rows from, boolean mayLeave, boolean mayEmit) {
        boolean[] leave = new boolean[from.count];
        Chain until = loop.until;
        if (mayLeave && until != null) {
            leave = Filters.leads(run.after(loops), from, 0, until);
        }
        boolean isOver = mayLeave && loop.times >= 0 && loops >= loop.times;
        Chain emit = loop.emit;
        boolean emits = mayEmit && loop.emits;
        boolean[] emitted = emits && emit != null ? Filters.leads(run.after(loops), from, 0, emit) : leave;
        rows.begin(RowType.VERTEX, from.count, from);
        boolean remembers = loop.memory != Memory.NONE && from.trails != null;
        level.begin(RowType.VERTEX, from.count, from.bulks != null, from.origins != null, remembers);
        for (int row = 0; row < from.count; row++) {
            boolean leaves = isOver || leave[row];
            if (leaves || emits && (emit == null || emitted[row])) {
                rows.add(from, row);
            }
            if (!leaves) {
                level.add(from, row);
            }
        }
    }

    @Override
    public int rewind(int used) {
        Rows from = taken;
        if (from != null) {
            before.rewind(from.count); // the used rows stand; the operator before has to give again those behind them
        }
        return rows.count; // the next level is read on demand
    }

    /** Gives the rows of a level, once. */
    private static final class Level implements Operator {
        private final Rows all;
        private boolean given;

        Level(Rows all) {
            this.all = all;
        }

        @Override
        public @Nullable Rows next(int wanted) {
            boolean first = !given;
            given = true;
            return first ? all : null;
        }

        @Override
        public int rewind(int used) {
            return all.count;
        }
    }
}
