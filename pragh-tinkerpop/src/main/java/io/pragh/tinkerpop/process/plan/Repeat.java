package io.pragh.tinkerpop.process.plan;

import io.pragh.core.property.NumberSet;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The same chain again and again, level by level: of what it comes to, each vertex once with the number of traversers there. One thread. */
final class Repeat implements Operator {
    /** So many rows go on together, if each has come its own way. */
    private static final int TOGETHER = 4096;

    private final Run run;
    private final Operator before;
    private final Loop loop;
    private final Rows rows = new Rows();
    /** Those that go on. */
    private final Rows level = new Rows();
    /** What the body has come to from there. */
    private final Rows reached = new Rows();

    private final LongTable table = new LongTable();
    /** What stages of the body have let pass in all loops. */
    private final Map<Object, NumberSet> seen = new HashMap<>(0);
    /** The rows that it has taken last. */
    private @Nullable Rows taken;

    private long loops;
    /** Those that wait while others go on: where each has come its own way, a level can have any number of rows. */
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    private long waitingRows;
    private final Budget.Holder holder;

    /** Rows that have done so many loops. */
    private record Waiting(Rows rows, long loops) {}

    /** What is kept of the way that traversers have come, or of what they have with them. */
    enum Memory {
        /** Nothing. */
        NONE,
        /** Places that have names: those that agree in these are together. */
        NAMES,
        /** All places, or what is in their sacks: none is together with another one. */
        ALL
    }

    /**
     * What is repeated, and for how long.
     *
     * @param body what is repeated; it begins and ends with vertices
     * @param until a traverser leaves from where this comes to something; null where it does not matter
     * @param times a traverser leaves after so many loops; -1 where it does not matter
     * @param untilFirst whether that is looked at before the first loop, too
     * @param emits whether traversers that go on are passed on as well
     * @param emit if this comes to something; null for all
     * @param emitFirst whether that is done before the first loop, too
     * @param memory what is kept of the way that a traverser has come, or of what it has with it
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
            Waiting next = level.count == 0 ? waiting.pollLast() : null;
            if (next != null) {
                copy(next.rows, 0, next.rows.count, level);
                waitingRows -= next.rows.count;
                loops = next.loops;
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

    /** Whether none of a level is together with another one. */
    private boolean isApart() {
        return loop.memory == Memory.ALL || level.haveSacks();
    }

    /** Of a level of those that are apart, some go on and the others wait. */
    private void divide() {
        for (int end = level.count; isApart() && end > TOGETHER; end = level.count) {
            Rows last = new Rows();
            copy(level, end - TOGETHER, end, last);
            waiting.add(new Waiting(last, loops));
            waitingRows += last.count;
            level.count = end - TOGETHER;
        }
    }

    private static void copy(Rows from, int start, int end, Rows to) {
        to.begin(from.type, end - start, from);
        for (int row = start; row < end; row++) {
            to.add(from, row);
        }
    }

    /** What the body comes to from the level. */
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

    /** Passes on those that leave, and those that are emitted; those that go on are the next level. */
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
            before.rewind(from.count); // it was used up, what is behind it was not
        }
        return rows.count; // the next level is read when it is asked for
    }

    /** The rows of a level, once. */
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
