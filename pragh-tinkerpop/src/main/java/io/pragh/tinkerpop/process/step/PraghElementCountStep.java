package io.pragh.tinkerpop.process.step;

import io.pragh.core.property.GraphTransaction;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.StoreGraph;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.Profiling;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.util.FastNoSuchElementException;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.jspecify.annotations.Nullable;

/**
 * A step before {@code count()} that replaces {@code V()} and {@code E()}: gives one traverser whose bulk is the
 * number of elements, and of which only the bulk is used. Reads heads of values, and no element. One thread.
 */
@SuppressWarnings({"serial", "try"}) // as it is with the step that it extends
public final class PraghElementCountStep<S, E extends Element> extends GraphStep<S, E> implements Profiling {
    private @Nullable MutableMetrics metrics;
    private boolean counted;

    /** A replacement of another step, which begins the traversal, names no elements and has no labels. */
    public PraghElementCountStep(GraphStep<S, E> other) {
        super(other.getTraversal(), other.getReturnClass(), true);
    }

    @Override
    @SuppressWarnings("unchecked") // its object is never used
    protected Traverser.Admin<E> processNextStart() {
        if (counted) {
            throw FastNoSuchElementException.instance();
        }
        counted = true;
        StoreGraph graph = (StoreGraph) getTraversal().getGraph().orElseThrow();
        ElementStore store = graph.store();
        GraphTransaction transaction = store.transaction();
        long count = StepReads.during(
                metrics, store, () -> returnsVertex() ? transaction.countVertices() : transaction.countEdges());
        if (count == 0) {
            throw FastNoSuchElementException.instance();
        }
        return (Traverser.Admin<E>) getTraversal().getTraverserGenerator().generate((S) graph, this, count);
    }

    @Override
    public void setMetrics(MutableMetrics profiled) {
        metrics = profiled;
    }

    @Override
    public void reset() {
        super.reset();
        counted = false;
    }
}
