package io.pragh.tinkerpop.process.strategy;

import io.pragh.tinkerpop.process.step.PraghDegreeStep;
import io.pragh.tinkerpop.process.step.PraghElementCountStep;
import io.pragh.tinkerpop.process.step.PraghGraphStep;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.TraverserRequirement;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;

/**
 * Makes {@code V().count()}, {@code out().count()} and the like add up counts in the store instead of reading
 * elements. Immutable.
 */
public final class PraghCountStrategy extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
        implements TraversalStrategy.ProviderOptimizationStrategy {
    private static final long serialVersionUID = 1L;

    private static final PraghCountStrategy INSTANCE = new PraghCountStrategy();

    private PraghCountStrategy() {}

    /** The only instance. */
    public static PraghCountStrategy instance() {
        return INSTANCE;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // a step replaces one of the same types
    public void apply(Traversal.Admin<?, ?> traversal) {
        if (TraversalHelper.onGraphComputer(traversal)) {
            return;
        }
        for (VertexStep<?> step : TraversalHelper.getStepsOfClass(VertexStep.class, traversal)) {
            boolean isCounted = step.getNextStep() instanceof CountGlobalStep
                    && step.getLabels().isEmpty();
            if (isCounted && hasBulk(traversal)) {
                TraversalHelper.replaceStep((Step) step, (Step) new PraghDegreeStep<>(step), traversal);
            }
        }
        if (traversal.getStartStep() instanceof PraghGraphStep<?, ?> all && isCounted(all) && hasBulk(traversal)) {
            TraversalHelper.replaceStep((Step) all, (Step) new PraghElementCountStep<>(all), traversal);
        }
    }

    private static boolean isCounted(PraghGraphStep<?, ?> all) {
        Object[] ids = all.getIds();
        return all.isStartStep()
                && ids != null
                && ids.length == 0
                && all.getHasContainers().isEmpty()
                && all.getLabels().isEmpty()
                && all.getNextStep() instanceof CountGlobalStep;
    }

    /** Whether one traverser may stand for several. */
    private static boolean hasBulk(Traversal.Admin<?, ?> traversal) {
        return !TraversalHelper.getRootTraversal(traversal)
                .getTraverserRequirements()
                .contains(TraverserRequirement.ONE_BULK);
    }

    @Override
    public Set<Class<? extends ProviderOptimizationStrategy>> applyPrior() {
        return Set.of(PraghGraphStepStrategy.class);
    }
}
