package io.pragh.tinkerpop.process.strategy;

import io.pragh.tinkerpop.process.plan.PlanCompiler;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.verification.ComputerVerificationStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.verification.ReadOnlyStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.verification.StandardVerificationStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;

/**
 * Replaces the first steps of a traversal by a plan, as far as plans can do the same. A traversal that is a plan as a
 * whole becomes one before any strategy sees it ({@link PraghStrategies}); this is for all others. Immutable.
 */
public final class PraghPlanStrategy extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
        implements TraversalStrategy.ProviderOptimizationStrategy {
    private static final long serialVersionUID = 1L;

    private static final PraghPlanStrategy INSTANCE = new PraghPlanStrategy();

    private PraghPlanStrategy() {}

    /** The only instance. */
    public static PraghPlanStrategy instance() {
        return INSTANCE;
    }

    @Override
    public void apply(Traversal.Admin<?, ?> traversal) {
        if (traversal.isRoot() && !TraversalHelper.onGraphComputer(traversal) && !looksAtSteps(traversal)) {
            PlanCompiler.compilePrefix(traversal);
        }
    }

    /**
     * Whether a strategy other than the default ones is still to examine the steps: it would not see those that a
     * plan replaces.
     */
    private static boolean looksAtSteps(Traversal.Admin<?, ?> traversal) {
        for (TraversalStrategy<?> strategy : traversal.getStrategies().toList()) {
            boolean isCommon = strategy instanceof StandardVerificationStrategy
                    || strategy instanceof ComputerVerificationStrategy
                    || strategy instanceof ReadOnlyStrategy; // plans change nothing
            if (strategy instanceof VerificationStrategy && !isCommon) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Set<Class<? extends ProviderOptimizationStrategy>> applyPrior() {
        return Set.of(PraghGraphStepStrategy.class);
    }

    @Override
    public Set<Class<? extends ProviderOptimizationStrategy>> applyPost() {
        return Set.of(PraghCountStrategy.class, PraghBatchStrategy.class);
    }
}
