package io.pragh.tinkerpop.forward;

import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.AbstractStep;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.TraverserRequirement;
import org.apache.tinkerpop.gremlin.process.traversal.util.FastNoSuchElementException;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;

/** A whole traversal that another node executes. One thread. */
@SuppressWarnings("serial") // as it is with the step that it extends
final class ForwardStep<S, E> extends AbstractStep<S, E> implements AutoCloseable {
    private final transient ForwardedResults results;

    ForwardStep(Traversal.Admin<?, ?> traversal, ForwardedResults results) {
        super(traversal);
        this.results = results;
    }

    @Override
    @SuppressWarnings("unchecked") // the results of the traversal are what it would have returned here
    protected Traverser.Admin<E> processNextStart() {
        if (!results.hasNext()) {
            throw FastNoSuchElementException.instance();
        }
        return (Traverser.Admin<E>) results.next();
    }

    /** Results are not to be merged once more: the node that executes has done as a server does, and they are in its order. */
    @Override
    public Set<TraverserRequirement> getRequirements() {
        return Set.of(TraverserRequirement.ONE_BULK);
    }

    @Override
    public void close() {
        results.close();
    }

    @Override
    public String toString() {
        return StringFactory.stepString(this, "node=" + results.node());
    }

    @Override
    public boolean equals(Object other) {
        return this == other; // a step that is under way is like no other
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
