package io.pragh.tinkerpop.process.step;

import io.pragh.tinkerpop.structure.StoredTests;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.Profiling;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.jspecify.annotations.Nullable;

/** {@code has} of many elements in one batch of READs. One thread. */
@SuppressWarnings("serial") // as it is with the step that it extends
public final class PraghHasStep<S extends Element> extends HasStep<S> implements Profiling {
    private @Nullable MutableMetrics metrics;
    private @Nullable Gathered<S> gathered;
    private @Nullable StoredTests tests;

    /** A replacement of another step, with its labels. */
    public PraghHasStep(HasStep<S> other) {
        super(other.getTraversal(), other.getHasContainers().toArray(new HasContainer[0]));
        other.getLabels().forEach(this::addLabel);
    }

    @Override
    protected Traverser.Admin<S> processNextStart() {
        while (true) {
            gathered = Gathered.at(this, gathered);
            Traverser.Admin<S> traverser = gathered.takeRead(this, starts, metrics);
            if (filter(traverser)) {
                return traverser;
            }
        }
    }

    @Override
    protected boolean filter(Traverser.Admin<S> traverser) {
        StoredTests known = tests;
        if (known == null) {
            known = new StoredTests(getHasContainers());
            tests = known;
        }
        // The object may be a property, whatever the type says.
        Object object = traverser.get();
        return object instanceof Element element ? known.pass(element) : super.filter(traverser);
    }

    @Override
    public void setMetrics(MutableMetrics profiled) {
        metrics = profiled;
    }

    @Override
    public boolean hasStarts() {
        return gathered != null && !gathered.isEmpty() || super.hasStarts();
    }

    @Override
    public void reset() {
        super.reset();
        gathered = Gathered.emptied(gathered);
        tests = null;
    }

    @Override
    public PraghHasStep<S> clone() {
        PraghHasStep<S> clone = (PraghHasStep<S>) super.clone();
        clone.tests = null;
        return clone;
    }
}
