package io.pragh.tinkerpop.process.strategy;

import io.pragh.tinkerpop.serial.GryoSteps;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.ReadWriting;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;

/** Has {@code io} read Gryo as what a graph's file needs, and nothing that makes objects of any class. Immutable. */
public final class PraghGryoStrategy extends AbstractTraversalStrategy<TraversalStrategy.FinalizationStrategy>
        implements TraversalStrategy.FinalizationStrategy {
    private static final long serialVersionUID = 1L;

    private static final PraghGryoStrategy INSTANCE = new PraghGryoStrategy();

    private PraghGryoStrategy() {}

    /** The only one. */
    public static PraghGryoStrategy instance() {
        return INSTANCE;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // a step takes the place of one of its own kind
    public void apply(Traversal.Admin<?, ?> traversal) {
        for (ReadWriting step : TraversalHelper.getStepsOfAssignableClass(ReadWriting.class, traversal)) {
            if (GryoSteps.isRead(step)) {
                TraversalHelper.replaceStep(
                        (Step) step, (Step) GryoSteps.copy(step, traversal, step.getFile()), (Traversal.Admin)
                                traversal);
            }
        }
    }
}
