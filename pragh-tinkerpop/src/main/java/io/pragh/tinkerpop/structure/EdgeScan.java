package io.pragh.tinkerpop.structure;

import io.pragh.core.property.EdgeRef;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.tinkerpop.gremlin.structure.Edge;

/** Makes edges of references, in batches that are read together. One thread. */
final class EdgeScan implements Iterator<Edge> {
    private final ElementStore store;
    private final Iterator<EdgeRef> refs;
    private EdgeBatch batch = new EdgeBatch(List.of());
    private int next;

    EdgeScan(ElementStore store, Iterator<EdgeRef> refs) {
        this.store = store;
        this.refs = refs;
    }

    @Override
    public boolean hasNext() {
        if (next == batch.size() && refs.hasNext()) {
            List<EdgeRef> more = new ArrayList<>(EdgeBatch.SIZE_MAX);
            while (more.size() < EdgeBatch.SIZE_MAX && refs.hasNext()) {
                more.add(refs.next());
            }
            batch = new EdgeBatch(more);
            next = 0;
        }
        return next < batch.size();
    }

    @Override
    public Edge next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return new PraghEdge(store, batch, next++, null);
    }
}
