package io.pragh.tinkerpop.process.plan;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalSideEffects;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.SackValueStep;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.util.function.ConstantSupplier;
import org.jspecify.annotations.Nullable;

/** What traversers have in their sacks: the same at first, until a step changes it. Stateless. */
// Gremlin merges no two traversers that have something in their sacks, unless the source says how. So rows are not
// merged behind the first stage that changes a sack; before it all sacks are the same, and a row may stand for many.
// Whoever makes one value of many traversers gives one with the sack that all have at first, and so do rows that come
// from no other row.
final class Sacks {
    /** In the sack of a row that no step has changed: what all have at first. */
    static final Object UNCHANGED = new Object();

    /** Those that make a value of two, and change neither. */
    private static final Set<Operator> OPERATORS = EnumSet.of(
            Operator.sum,
            Operator.minus,
            Operator.mult,
            Operator.div,
            Operator.min,
            Operator.max,
            Operator.assign,
            Operator.and,
            Operator.or);

    private Sacks() {}

    /** Whether a step changes sacks by an operator, and runs no code of the application's. */
    static boolean isKnown(Step<?, ?> step) {
        return step instanceof SackValueStep<?, ?, ?> value && operator(value) != null;
    }

    private static @Nullable Operator operator(SackValueStep<?, ?, ?> step) {
        Object function = step.getSackFunction();
        return function instanceof Operator operator && OPERATORS.contains(operator) ? operator : null;
    }

    /** Whether all traversers have the same in their sacks at first, which nobody changes, and nothing happens to it where they part or meet. */
    static boolean areKnown(Step<?, ?> step) {
        TraversalSideEffects effects = effects(step);
        Supplier<?> first = effects.getSackInitialValue();
        boolean isScalar = first == null || first instanceof ConstantSupplier && Holes.isScalar(first.get());
        return isScalar && effects.getSackSplitter() == null && effects.getSackMerger() == null;
    }

    private static TraversalSideEffects effects(Step<?, ?> step) {
        return TraversalHelper.getRootTraversal(step.getTraversal()).getSideEffects();
    }

    private static @Nullable Object first(Step<?, ?> step) {
        Supplier<?> first = effects(step).getSackInitialValue();
        return first == null ? null : first.get();
    }

    /** What is in the sack, for a step that asks; null where that is not known. Cost: none. */
    static @Nullable Key value(Step<?, ?> step) {
        if (!areKnown(step)) {
            return null;
        }
        Object first = first(step);
        return new Key(() -> "sack", (run, rows, from, to, into) -> {
            for (int row = from; row < to; row++) {
                into[row - from] = of(rows, row, first);
            }
        });
    }

    private static @Nullable Object of(Rows rows, int row, @Nullable Object first) {
        Object sack = rows.sack(row);
        return sack == UNCHANGED ? first : sack;
    }

    /** What a step does with sacks; null where no stage does it. Rows of which the operator gets nothing are left out. Cost: that of the {@code by()}. */
    static @Nullable Stage change(SackValueStep<?, ?, ?> step, RowType type, WayReader ways) {
        Operator operator = operator(step);
        List<? extends Traversal.Admin<?, ?>> by = step.getLocalChildren();
        Key key = by.isEmpty() ? Keys.ITSELF : Bys.key(by.get(0), type, ways);
        if (operator == null || key == null || !areKnown(step)) {
            return null;
        }
        Object first = first(step);
        return new Stage(
                () -> "sack[" + operator + " " + key + "]",
                (run, before) -> new Change(run, before, key, operator, first));
    }

    /** Puts something else into the sack of each row. One thread. */
    private static final class Change extends PerRow {
        private final Run run;
        private final Key key;
        private final BinaryOperator<@Nullable Object> operator;
        private final @Nullable Object first;

        Change(
                Run run,
                io.pragh.tinkerpop.process.plan.Operator before,
                Key key,
                BinaryOperator<@Nullable Object> operator,
                @Nullable Object first) {
            super(run, before);
            this.run = run;
            this.key = key;
            this.operator = operator;
            this.first = first;
        }

        @Override
        int make(Rows from, int start, int wanted) {
            int end = Math.min(from.count, start + ALL);
            @Nullable Object[] values = key.read(run, from, start, end);
            rows.begin(from.type, end - start, from);
            for (int row = start; row < end; row++) {
                Object value = values[row - start];
                if (value != Total.NOTHING) {
                    rows.add(from, row);
                    rows.sack(rows.count - 1, operator.apply(of(from, row, first), value));
                    source(row);
                }
            }
            return end;
        }
    }
}
