package io.pragh.tinkerpop.process.step;

import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.Profiling;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.ElementMapStep;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.jspecify.annotations.Nullable;

/** {@code elementMap} of many elements in one batch of READs. One thread. */
@SuppressWarnings({"serial", "try"}) // as it is with the step that it extends
public final class PraghElementMapStep<K, E> extends ElementMapStep<K, E> implements Profiling {
    private @Nullable MutableMetrics metrics;
    private @Nullable Gathered<Element> gathered;

    /** A replacement of another step, with its labels. */
    public PraghElementMapStep(ElementMapStep<K, E> other) {
        super(other.getTraversal(), other.getPropertyKeys());
        other.getLabels().forEach(this::addLabel);
    }

    @Override
    protected Traverser.Admin<Map<K, E>> processNextStart() {
        gathered = Gathered.at(this, gathered);
        Traverser.Admin<Element> traverser = gathered.takeRead(this, starts, metrics);
        return traverser.split(map(traverser), this);
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
    }
}
