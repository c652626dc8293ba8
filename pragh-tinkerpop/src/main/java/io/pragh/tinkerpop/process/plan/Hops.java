package io.pragh.tinkerpop.process.plan;

import java.util.Arrays;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.step.branch.LocalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.RangeGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.EdgeOtherVertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.EdgeVertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.jspecify.annotations.Nullable;

/** Recognizes steps that a hop along edges can replace, and the vertices at which they begin. Stateless. */
final class Hops {
    private Hops() {}

    /** The hop for a step. */
    static Expand.Hop of(VertexStep<?> step) {
        return new Expand.Hop(step.getDirection(), labels(step), step.returnsEdge(), Long.MAX_VALUE, null);
    }

    /** The labels that are not null; no vertex has an edge under a null label. */
    private static List<String> labels(VertexStep<?> step) {
        return Arrays.asList(step.getEdgeLabels().clone());
    }

    /** Whether a step leads to the other end of the edges of the step before it. */
    static boolean isOtherEnd(VertexStep<?> edges, @Nullable Step<?, ?> next) {
        if (next instanceof EdgeOtherVertexStep) {
            return true;
        }
        return next != null
                && next.getClass() == EdgeVertexStep.class
                && edges.getDirection() != Direction.BOTH
                && ((EdgeVertexStep) next).getDirection()
                        == edges.getDirection().opposite();
    }

    /** {@code local(out().limit(n))} is a hop along so many edges of each vertex. */
    static Expand.@Nullable Hop limited(LocalStep<?, ?> step) {
        List<Step<?, ?>> children = PlanCompiler.steps(step.getLocalChildren().get(0));
        boolean isPlain = children.size() == 2
                && children.get(0).getClass() == VertexStep.class
                && children.get(1) instanceof RangeGlobalStep<?>
                && children.get(0).getLabels().isEmpty()
                && children.get(1).getLabels().isEmpty();
        if (!isPlain) {
            return null;
        }
        RangeGlobalStep<?> range = (RangeGlobalStep<?>) children.get(1);
        return range.getLowRange() != 0 || range.getHighRange() < 0
                ? null
                : of((VertexStep<?>) children.get(0)).limited(range.getHighRange());
    }

    /** Whether a step does nothing with vertices but follow their edges. */
    static boolean followsEdges(@Nullable Step<?, ?> step) {
        return step instanceof VertexStep<?> || step instanceof LocalStep<?, ?> local && limited(local) != null;
    }

    /** Whether a traversal begins with one identifier, or a parameter for one. */
    static boolean beginsAtOne(Step<?, ?> first) {
        return first instanceof GraphStep<?, ?> start
                ? start.getIds().length == 1
                : first instanceof GraphStepPlaceholder<?, ?> parameters && parameters.getIdsAsGValues().length == 1;
    }
}
