package io.pragh.tinkerpop.forward;

import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.EmptyStep;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;

/** Puts one step in the place of all when another node is to execute the traversal: a server's source has it. Immutable. */
public final class ForwardStrategy extends AbstractTraversalStrategy<TraversalStrategy.DecorationStrategy>
        implements TraversalStrategy.DecorationStrategy {
    private static final long serialVersionUID = 1L;

    private final transient Forwarder forwarder;

    /** Has traversals executed where this one decides. */
    public ForwardStrategy(Forwarder forwarder) {
        this.forwarder = forwarder;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // the step's results are the traversal's
    public void apply(Traversal.Admin<?, ?> traversal) {
        if (!(traversal.getParent() instanceof EmptyStep)) {
            return;
        }
        ForwardedResults results = forwarder.forward(traversal.getBytecode());
        if (results == null) {
            return;
        }
        while (!traversal.getSteps().isEmpty()) {
            traversal.removeStep(0);
        }
        traversal.addStep((ForwardStep) new ForwardStep<>(traversal, results));
    }
}
