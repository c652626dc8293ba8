package io.pragh.tinkerpop.process.step;

import java.util.Collections;
import java.util.Iterator;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.Profiling;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.PropertiesStep;
import org.apache.tinkerpop.gremlin.process.traversal.util.MutableMetrics;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.jspecify.annotations.Nullable;

/** {@code values} and {@code properties} of many elements in one batch of READs. One thread. */
@SuppressWarnings({"serial", "try"}) // as it is with the step that it extends
public final class PraghPropertiesStep<E> extends PropertiesStep<E> implements Profiling {
    private @Nullable MutableMetrics metrics;
    private @Nullable Gathered<Element> gathered;
    private Traverser.@Nullable Admin<Element> head;
    private Iterator<E> found = Collections.emptyIterator();

    /** A replacement of another step, with its labels. */
    public PraghPropertiesStep(PropertiesStep<E> other) {
        super(other.getTraversal(), other.getReturnType(), other.getPropertyKeys());
        other.getLabels().forEach(this::addLabel);
    }

    @Override
    protected Traverser.Admin<E> processNextStart() {
        while (true) {
            Traverser.Admin<Element> from = head;
            if (from != null && found.hasNext()) {
                return from.split(found.next(), this);
            }
            head = null;
            gathered = Gathered.at(this, gathered);
            from = gathered.takeRead(this, starts, metrics);
            found = flatMap(from);
            head = from;
        }
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
        head = null;
        found = Collections.emptyIterator();
    }
}
