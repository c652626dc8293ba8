package io.pragh.tinkerpop.process.strategy;

import io.pragh.tinkerpop.process.step.BatchSize;
import io.pragh.tinkerpop.process.step.PraghElementMapStep;
import io.pragh.tinkerpop.process.step.PraghHasStep;
import io.pragh.tinkerpop.process.step.PraghPropertiesStep;
import io.pragh.tinkerpop.process.step.PraghPropertyMapStep;
import io.pragh.tinkerpop.process.step.PraghVertexStep;
import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.FilterStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ElementMapStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.NoOpBarrierStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.PropertiesStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.PropertyMapStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.EmptyStep;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.jspecify.annotations.Nullable;

/**
 * Replaces steps that read for each traverser by steps that read for many at once, and removes the barriers that
 * Gremlin has put before a limit: they would read thousands of elements for the sake of one. Immutable.
 */
public final class PraghBatchStrategy extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
        implements TraversalStrategy.ProviderOptimizationStrategy {
    private static final long serialVersionUID = 1L;

    /** Size of the barriers that Gremlin adds; those of an application have none, or another. */
    private static final int ADDED_BARRIER = 2500;

    private static final PraghBatchStrategy INSTANCE = new PraghBatchStrategy();

    private PraghBatchStrategy() {}

    /** The only instance. */
    public static PraghBatchStrategy instance() {
        return INSTANCE;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // a step replaces one of the same types
    public void apply(Traversal.Admin<?, ?> traversal) {
        if (TraversalHelper.onGraphComputer(traversal)) {
            return;
        }
        if (traversal.getParent().asStep() instanceof EmptyStep) {
            removeBarriersBeforeLimits(traversal);
        }
        for (Step<?, ?> step : List.copyOf((List<Step>) (List) traversal.getSteps())) {
            Step<?, ?> batched = batched(step);
            if (batched != null) {
                TraversalHelper.replaceStep((Step) step, (Step) batched, traversal);
            }
        }
    }

    @SuppressWarnings("rawtypes") // Gremlin's own type
    private static void removeBarriersBeforeLimits(Traversal.Admin<?, ?> traversal) {
        List<NoOpBarrierStep> barriers = TraversalHelper.getStepsOfClass(NoOpBarrierStep.class, traversal);
        for (int i = barriers.size() - 1; i >= 0; i--) {
            NoOpBarrierStep<?> barrier = barriers.get(i);
            if (barrier.getMaxBarrierSize() == ADDED_BARRIER && BatchSize.mayEndEarly(barrier)) {
                TraversalHelper.copyLabels(barrier, barrier.getPreviousStep(), false);
                traversal.removeStep(barrier);
            }
        }
    }

    /** The step that reads in batches, or null when there is no need. */
    private static @Nullable Step<?, ?> batched(Step<?, ?> step) {
        if (step.getClass() == VertexStep.class) {
            return new PraghVertexStep<>((VertexStep<?>) step);
        }
        if (isRead(step.getPreviousStep())) {
            return null;
        }
        if (step.getClass() == HasStep.class) {
            return new PraghHasStep<>((HasStep<?>) step);
        }
        if (step.getClass() == PropertiesStep.class) {
            return new PraghPropertiesStep<>((PropertiesStep<?>) step);
        }
        if (step.getClass() == PropertyMapStep.class) {
            return new PraghPropertyMapStep<>((PropertyMapStep<?, ?>) step);
        }
        return step.getClass() == ElementMapStep.class ? new PraghElementMapStep<>((ElementMapStep<?, ?>) step) : null;
    }

    /** Whether vertices come from {@code V}, which has read them. */
    private static boolean isRead(Step<?, ?> before) {
        Step<?, ?> step = before;
        while (step instanceof FilterStep || step instanceof NoOpBarrierStep) {
            step = step.getPreviousStep();
        }
        return step instanceof GraphStep<?, ?> start && start.returnsVertex();
    }

    @Override
    public Set<Class<? extends ProviderOptimizationStrategy>> applyPrior() {
        return Set.of(PraghGraphStepStrategy.class, PraghCountStrategy.class);
    }
}
