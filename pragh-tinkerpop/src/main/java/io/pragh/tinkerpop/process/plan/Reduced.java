package io.pragh.tinkerpop.process.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.RangeGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ConstantStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountLocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.FoldStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.OrderGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ProjectStep;
import org.jspecify.annotations.Nullable;

/**
 * A chain, and one value of all its results. Immutable.
 *
 * @param behind stages over all results together, before the value is made of them
 * @param type of that value
 * @param further computes the final value from that value
 */
record Reduced(Chain chain, List<Stage> behind, Total.Kind total, RowType type, Key further) {
    private Reduced(Chain chain, List<Stage> behind, Total.Kind total, RowType type) {
        this(chain, behind, total, type, Keys.ITSELF);
    }

    /** A child traversal as a {@code Reduced}, if it makes one value of all its input; empty otherwise. */
    static Optional<Reduced> of(Traversal.Admin<?, ?> child, RowType type, WayReader ways) {
        List<Step<?, ?>> steps = PlanCompiler.stepsOfChild(child);
        int last = steps.size() - 1;
        if (last < 0) {
            return Optional.empty();
        }
        for (int at = 0; at <= last; at++) {
            if (steps.get(at) instanceof OrderGlobalStep<?, ?> order) {
                return ordered(steps, at, order, type, ways.inside());
            }
            if (at < last && steps.get(at) instanceof FoldStep<?, ?>) {
                return further(steps, at, type, ways.inside());
            }
        }
        StepReader reader = StepReader.onward(steps.subList(0, last), type, ways.inside());
        Chain chain = reader.inner();
        Total.Kind total = reader.rest() > 0 ? null : total(steps.get(last), chain.type());
        return total == null
                ? Optional.empty()
                : Optional.of(new Reduced(chain, List.of(), total, Stages.typeOf(steps.get(last), chain.type())));
    }

    /**
     * A list of all results, followed by steps that make a value of any object: with others, Gremlin's map has the
     * list.
     */
    private static Optional<Reduced> further(List<Step<?, ?>> steps, int at, RowType type, WayReader ways) {
        StepReader reader = StepReader.onward(steps.subList(0, at), type, ways);
        Chain chain = reader.inner();
        Total.Kind total = reader.rest() > 0 ? null : total(steps.get(at), chain.type());
        List<Step<?, ?>> behind = steps.subList(at + 1, steps.size());
        boolean always = behind.stream()
                .allMatch(step ->
                        step instanceof ProjectStep || step instanceof CountLocalStep || step instanceof ConstantStep);
        if (total == null || !always) {
            return Optional.empty();
        }
        StepReader then = StepReader.alone(behind, RowType.collection(chain.type()), WayReader.of(List.of()));
        Chain further = then.inner();
        return then.rest() > 0
                ? Optional.empty()
                : Optional.of(new Reduced(chain, List.of(), total, further.type(), Keys.first(further)));
    }

    private static Total.@Nullable Kind total(Step<?, ?> step, RowType type) {
        return step.getLabels().isEmpty() ? Stages.totalKind(step, type) : null;
    }

    /** The first result in an order, or a list of all, or of the first ones, or their number. */
    private static Optional<Reduced> ordered(
            List<Step<?, ?>> steps, int at, OrderGlobalStep<?, ?> order, RowType type, WayReader ways) {
        StepReader reader = StepReader.onward(steps.subList(0, at), type, ways);
        Chain chain = reader.inner();
        Stage sorted = reader.rest() > 0 || !order.getLabels().isEmpty()
                ? null
                : Bys.order(order, chain.type(), Long.MAX_VALUE, ways);
        if (sorted == null) {
            return Optional.empty();
        }
        int last = steps.size() - 1;
        if (at == last) {
            return Optional.of(new Reduced(chain, List.of(sorted, Each.range(0, 1)), Total.first(), chain.type()));
        }
        List<Stage> behind = new ArrayList<>(List.of(sorted));
        int next = at + 1;
        if (steps.get(next) instanceof RangeGlobalStep<?> range
                && range.getLabels().isEmpty()) {
            behind.add(Each.range(range.getLowRange(), range.getHighRange()));
            next++;
        }
        return next > last ? Optional.empty() : ended(chain, behind, steps.subList(next, last), steps.get(last), ways);
    }

    /**
     * As {@link #ordered}, with steps behind an order that are a chain, and a last step that has a value of no input,
     * too: with others, Gremlin's map has the gathered results.
     */
    private static Optional<Reduced> ended(
            Chain chain, List<Stage> behind, List<Step<?, ?>> steps, Step<?, ?> last, WayReader ways) {
        StepReader reader = StepReader.onward(steps, chain.type(), ways);
        Chain further = reader.inner();
        Total.Kind total = reader.rest() > 0 ? null : total(last, further.type());
        boolean always = last instanceof CountGlobalStep || last instanceof FoldStep;
        if (total == null || !always) {
            return Optional.empty();
        }
        List<Stage> all = new ArrayList<>(behind);
        all.addAll(further.stages());
        return Optional.of(new Reduced(chain, all, total, Stages.typeOf(last, further.type())));
    }
}
