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

/** The sacks of traversers: all equal at first, until a step changes them. Stateless. */
// Gremlin merges no two traversers with sacks, unless the source says how. So rows are not merged behind the first
// stage that changes a sack; before it all sacks are equal, and a row may stand for many traversers. An operator that
// makes one value of many traversers gives it the initial sack, and so do rows that come from no other row.
final class Sacks {
    /** The sack of a row that no step has changed: the initial sack. */
    static final Object UNCHANGED = new Object();

    /** Operators that make a value of two, and modify neither. */
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

    /** Whether a step changes sacks by an operator, and runs no code of the application. */
    static boolean isKnown(Step<?, ?> step) {
        return step instanceof SackValueStep<?, ?, ?> value && operator(value) != null;
    }

    private static @Nullable Operator operator(SackValueStep<?, ?, ?> step) {
        Object function = step.getSackFunction();
        return function instanceof Operator operator && OPERATORS.contains(operator) ? operator : null;
    }

    /**
     * Whether all traversers have the same initial sack, which is never modified, and is neither split nor merged.
     */
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

    /** The key for a step that reads the sack; null where the sack is unknown. Cost: none. */
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

    /**
     * The stage for a step that changes sacks; null where there is none. Rows for which the operator gets no value
     * are dropped. Cost: that of the {@code by()}.
     */
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

    /** Changes the sack of each row. One thread. */
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
