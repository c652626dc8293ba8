package io.pragh.tinkerpop.process.step;

import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.Profiling;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.PropertyMapStep;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.jspecify.annotations.Nullable;

/** {@code valueMap} and {@code propertyMap} of many elements in one batch of READs. One thread. */
@SuppressWarnings({"serial", "try", "unchecked", "rawtypes"}) // as it is with the step that it extends
public final class PraghPropertyMapStep<K, E> extends PropertyMapStep<K, E> implements Profiling {
    private @Nullable MutableMetrics metrics;
    private @Nullable Gathered<Element> gathered;

    /** A replacement of another step, with its labels and modulators. */
    public PraghPropertyMapStep(PropertyMapStep<K, E> other) {
        super(other.getTraversal(), other.getIncludedTokens(), other.getReturnType(), other.getPropertyKeys());
        other.getLabels().forEach(this::addLabel);
        Traversal.Admin<Element, ? extends Property> properties = other.getPropertyTraversal();
        if (properties != null) {
            setPropertyTraversal(properties);
        }
        Traversal.Admin<K, E> values = other.getValueTraversal();
        if (values != null) {
            modulateBy(values);
        }
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
