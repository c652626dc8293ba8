package io.pragh.tinkerpop.process.strategy;

import io.pragh.tinkerpop.process.step.PraghGraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.NoOpBarrierStep;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;

/**
 * Folds the {@code has} behind {@code V} and {@code E} into them: {@code g.V().has("name", "marko")} can ask an
 * index. Immutable.
 */
public final class PraghGraphStepStrategy
        extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
        implements TraversalStrategy.ProviderOptimizationStrategy {
    private static final long serialVersionUID = 1L;

    private static final PraghGraphStepStrategy INSTANCE = new PraghGraphStepStrategy();

    private PraghGraphStepStrategy() {}

    /** The only instance. */
    public static PraghGraphStepStrategy instance() {
        return INSTANCE;
    }

    @Override
    public void apply(Traversal.Admin<?, ?> traversal) {
        if (TraversalHelper.onGraphComputer(traversal)) {
            return;
        }
        for (GraphStep<?, ?> step : TraversalHelper.getStepsOfClass(GraphStep.class, traversal)) {
            fold(step, traversal);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // a step replaces one of the same types
    private static void fold(GraphStep<?, ?> step, Traversal.Admin<?, ?> traversal) {
        PraghGraphStep<?, ?> folding = new PraghGraphStep<>(step);
        TraversalHelper.replaceStep((Step) step, (Step) folding, traversal);
        Step<?, ?> next = folding.getNextStep();
        while (next instanceof HasStep || next instanceof NoOpBarrierStep) {
            if (next instanceof HasStep<?> has) {
                has.getHasContainers().forEach(folding::addHasContainer);
                TraversalHelper.copyLabels(has, has.getPreviousStep(), false);
                traversal.removeStep(has);
            }
            next = next.getNextStep();
        }
    }
}
