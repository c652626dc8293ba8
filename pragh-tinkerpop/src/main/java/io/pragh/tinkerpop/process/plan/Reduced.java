package io.pragh.tinkerpop.process.plan;

import java.util.List;
import java.util.Optional;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;

/** A chain, and one value of all that it leads to. Immutable. */
record Reduced(Chain chain, Total.Kind total) {
    /** What a child is that makes one value of all that it is given; empty where it is something else. */
    static Optional<Reduced> of(Traversal.Admin<?, ?> child, RowType type, WayReader ways) {
        List<Step<?, ?>> steps = PlanCompiler.stepsOfChild(child);
        int last = steps.size() - 1;
        if (last < 0) {
            return Optional.empty();
        }
        StepReader reader = StepReader.onward(steps.subList(0, last), type, ways.inside());
        Chain chain = reader.inner();
        Total.Kind total =
                steps.get(last).getLabels().isEmpty() ? Stages.totalKind(steps.get(last), chain.type()) : null;
        return reader.rest() > 0 || total == null ? Optional.empty() : Optional.of(new Reduced(chain, total));
    }
}
