package io.pragh.tinkerpop.process.strategy;

import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.ConstantTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.GValueConstantTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.TraversalParent;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.DiscardStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.DropStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.AddEdgeStartStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.AddEdgeStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.AddVertexStartStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.AddVertexStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ConstantStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.MergeEdgeStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.MergeVertexStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.SelectOneStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.sideEffect.AddPropertyStepPlaceholder;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.optimization.GValueReductionStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;

/**
 * Recognizes simple writing traversals, in which the registered strategies would only resolve placeholders and fold
 * {@code has} into {@code V}: those made of {@code V} and {@code E} with {@code has} behind them, {@code addV},
 * {@code addE}, {@code property}, {@code mergeV}, {@code mergeE} at the beginning, and {@code drop}, with constants,
 * and vertices that are looked up or have a label. Most writes are of this kind, and applying all strategies would be
 * half of their cost. Stateless.
 */
final class PlainWrites {
    /** Steps that give the elements to change. */
    private static final Set<Class<?>> STARTS = Set.of(
            AddVertexStartStepPlaceholder.class,
            AddEdgeStartStepPlaceholder.class,
            MergeVertexStepPlaceholder.class,
            MergeEdgeStepPlaceholder.class);

    private static final Set<Class<?>> CHANGES = Set.of(
            AddVertexStepPlaceholder.class,
            AddEdgeStepPlaceholder.class,
            AddPropertyStepPlaceholder.class,
            DropStep.class);

    private PlainWrites() {}

    /** Whether a traversal is simple; if so, it is ready to run. */
    static boolean prepare(Traversal.Admin<?, ?> traversal) {
        if (!isPlain(traversal)) {
            return false;
        }
        TraversalHelper.applyTraversalRecursively(GValueReductionStrategy.instance()::apply, traversal);
        TraversalHelper.applyTraversalRecursively(PraghGraphStepStrategy.instance()::apply, traversal);
        return true;
    }

    private static boolean isPlain(Traversal.Admin<?, ?> traversal) {
        List<? extends Step<?, ?>> steps = steps(traversal);
        int at = startsPlain(steps);
        boolean writes = at > 0 && STARTS.contains(steps.get(0).getClass());
        for (; at > 0 && at < steps.size(); at++) {
            Step<?, ?> step = steps.get(at);
            if (!CHANGES.contains(step.getClass())) {
                return writes && at == steps.size() - 1 && step instanceof DiscardStep;
            }
            writes = true;
            if (!hasPlainChildren(step)) {
                return false;
            }
        }
        return writes;
    }

    /** Number of steps that find or make the element to change; 0 where these are not simple. */
    private static int startsPlain(List<? extends Step<?, ?>> steps) {
        int found = lookUp(steps);
        if (found > 0 || steps.isEmpty()) {
            return found;
        }
        Step<?, ?> first = steps.get(0);
        return STARTS.contains(first.getClass()) && hasPlainChildren(first) ? 1 : 0;
    }

    /** Number of steps that look up elements. */
    private static int lookUp(List<? extends Step<?, ?>> steps) {
        if (steps.isEmpty() || !looksUp(steps.get(0))) {
            return 0;
        }
        int end = 1;
        while (end < steps.size() && steps.get(end).getClass() == HasStep.class) {
            end++;
        }
        return end;
    }

    private static boolean looksUp(Step<?, ?> step) {
        return step.getClass() == GraphStep.class || step instanceof GraphStepPlaceholder;
    }

    private static boolean hasPlainChildren(Step<?, ?> step) {
        if (!(step instanceof TraversalParent parent)) {
            return true;
        }
        for (Traversal.Admin<?, ?> child : parent.getLocalChildren()) {
            boolean isConstant = child instanceof ConstantTraversal || child instanceof GValueConstantTraversal;
            if (!isConstant && !findsVertex(child)) {
                return false;
            }
        }
        return parent.getGlobalChildren().isEmpty();
    }

    private static boolean findsVertex(Traversal.Admin<?, ?> child) {
        List<? extends Step<?, ?>> steps = steps(child);
        boolean isNamed = steps.size() == 1
                && steps.get(0) instanceof SelectOneStep<?, ?> select
                && select.getLocalChildren().isEmpty();
        boolean isGiven = steps.size() == 1 && steps.get(0).getClass() == ConstantStep.class;
        return isNamed || isGiven || !steps.isEmpty() && lookUp(steps) == steps.size();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // steps know their types, the list of them does not
    private static List<? extends Step<?, ?>> steps(Traversal.Admin<?, ?> traversal) {
        return (List) traversal.getSteps();
    }
}
