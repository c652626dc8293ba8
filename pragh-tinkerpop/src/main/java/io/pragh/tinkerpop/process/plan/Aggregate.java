package io.pragh.tinkerpop.process.plan;

import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Contains;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalSideEffects;
import org.apache.tinkerpop.gremlin.process.traversal.step.SideEffectCapable;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.AggregateStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.TraversalSideEffectStep;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.util.function.BulkSetSupplier;
import org.jspecify.annotations.Nullable;

/** An operator that takes all rows and adds them to a side effect before it gives the first one. One thread. */
final class Aggregate implements Operator {
    private final Run run;
    private final Operator before;
    private final String name;
    private final Budget.Holder holder;
    private final Rows kept = new Rows();
    private final Rows rows = new Rows();
    private boolean gathered;
    private int next;

    /** A stage that gathers, and the name of its side effect. */
    record Gathering(String name, Stage stage) {}

    private Aggregate(Run run, Operator before, String name) {
        this.run = run;
        this.before = before;
        this.name = name;
        this.holder = run.holder("aggregate");
    }

    /**
     * The stage for {@code aggregate}, or for {@code sideEffect} of a chain that ends with one, at the one vertex
     * with which a traversal begins; null when no stage does the same, or another step gathers under that name.
     *
     * @param isAtOne whether there is at most one vertex before it
     */
    static @Nullable Gathering of(Step<?, ?> step, boolean isAtOne, RowType type, WayReader ways) {
        if (step instanceof AggregateStep<?> aggregate) {
            String name = aggregate.getSideEffectKey();
            return isPlain(aggregate, step.getTraversal())
                    ? new Gathering(
                            name,
                            new Stage(
                                    () -> "aggregate[" + name + "]", (run, before) -> new Aggregate(run, before, name)))
                    : null;
        }
        return isAtOne && step instanceof TraversalSideEffectStep<?> effect ? beside(effect, type, ways) : null;
    }

    private static @Nullable Gathering beside(TraversalSideEffectStep<?> step, RowType type, WayReader ways) {
        List<Step<?, ?>> steps =
                PlanCompiler.stepsOfChild(step.getLocalChildren().get(0));
        int last = steps.size() - 1;
        if (last < 0
                || !(steps.get(last) instanceof AggregateStep<?> aggregate)
                || !isPlain(aggregate, step.getTraversal())) {
            return null;
        }
        StepReader reader = StepReader.alone(steps.subList(0, last), type, ways);
        Chain chain = reader.inner();
        String name = aggregate.getSideEffectKey();
        return reader.rest() > 0
                ? null
                : new Gathering(
                        name,
                        new Stage(
                                () -> "sideEffect(" + chain + " → aggregate[" + name + "])",
                                (run, before) -> new Beside(run, before, chain, name)));
    }

    /**
     * Whether it gathers the incoming objects themselves, and no other step changes that side effect or has that name
     * as a path label.
     */
    private static boolean isPlain(AggregateStep<?> step, Traversal.Admin<?, ?> root) {
        String name = step.getSideEffectKey();
        TraversalSideEffects effects = step.getTraversal().getSideEffects();
        long others = TraversalHelper.getStepsOfAssignableClassRecursively(SideEffectCapable.class, root).stream()
                .filter(each -> each != step && each.getSideEffectKey().equals(name))
                .count();
        return others == 0
                && step.getLocalChildren().isEmpty()
                && step.getLabels().isEmpty()
                && (Object) effects.getSupplier(name) instanceof BulkSetSupplier<?>
                && effects.getReducer(name) == (Object) SideEffects.ALL
                && !TraversalHelper.anyStepRecursively(each -> each.getLabels().contains(name), root);
    }

    /** A filter for vertices that are, or are not, among those gathered under a name. Cost: none. */
    static Stage among(String name, Contains how) {
        return Filters.stage(() -> "where(" + how + " " + name + ")", (run, rows, start, passed) -> {
            SideEffects.Members members = run.effects.members(name);
            for (int row = start; row < rows.count; row++) {
                passed[row] = members.has(rows.numbers[row]) == (how == Contains.within);
            }
        });
    }

    @Override
    public @Nullable Rows next(int wanted) {
        if (!gathered) {
            gathered = true;
            long bytes = 0;
            for (Rows from = before.next(ALL); from != null; from = before.next(ALL)) {
                run.effects.add(name, run, from, 0, from.count);
                bytes += keep(from);
                holder.now(bytes);
            }
        }
        int end = Math.min(kept.count, next + Math.max(wanted, 1));
        if (next == end) {
            return null;
        }
        rows.begin(kept.type, end - next, kept);
        rows.addAll(kept, next, end);
        next = end;
        return rows;
    }

    /** Keeps rows; returns the bytes of these and of the entries in the side effect. */
    private long keep(Rows from) {
        if (kept.count == 0) {
            kept.begin(from.type, from.count, from);
        }
        if (from.bulks != null) {
            kept.count();
        }
        long bytes = 0;
        for (int row = 0; row < from.count; row++) {
            kept.add(from, row);
            bytes += kept.bytes(kept.count - 1) + Budget.HANDLE_BYTES;
        }
        return bytes;
    }

    @Override
    public int rewind(int used) {
        return rows.count; // all were taken before the first one was given
    }

    /** An operator that gathers the results of a chain from each row before it passes the row on. One thread. */
    private static final class Beside implements Operator {
        private final Run run;
        private final Operator before;
        private final Chain chain;
        private final String name;
        private final Budget.Holder holder;
        private boolean gathered;

        Beside(Run run, Operator before, Chain chain, String name) {
            this.run = run;
            this.before = before;
            this.chain = chain;
            this.name = name;
            this.holder = run.holder("aggregate");
        }

        @Override
        public @Nullable Rows next(int wanted) {
            Rows from = before.next(wanted);
            if (from != null && !gathered) {
                gathered = true; // for the only row, also if it comes again
                gather(from);
            }
            return from;
        }

        private void gather(Rows from) {
            Feed feed = Feed.alone(from, 0, from.count);
            Operator operator = chain.open(run.within(feed), feed);
            long bytes = 0;
            for (Rows more = operator.next(ALL); more != null; more = operator.next(ALL)) {
                run.effects.add(name, run, more, 0, more.count);
                bytes += (long) Budget.HANDLE_BYTES * more.count;
                holder.now(bytes);
            }
        }

        @Override
        public int rewind(int used) {
            return before.rewind(used);
        }
    }
}
