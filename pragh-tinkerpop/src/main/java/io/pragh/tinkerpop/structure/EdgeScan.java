package io.pragh.tinkerpop.structure;

import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.tinkerpop.gremlin.structure.Edge;

/** Makes edges from references, in batches that are read together. One thread. */
final class EdgeScan implements Iterator<Edge> {
    private final ElementStore store;
    private final Iterator<EdgeRef> refs;
    private final GraphTransaction transaction;
    private EdgeBatch batch;
    private int next;

    /** Edges that a transaction finds. */
    EdgeScan(ElementStore store, GraphTransaction transaction, Iterator<EdgeRef> refs) {
        this.store = store;
        this.transaction = transaction;
        this.batch = new EdgeBatch(transaction, List.of());
        this.refs = refs;
    }

    @Override
    public boolean hasNext() {
        if (next == batch.size() && refs.hasNext()) {
            List<EdgeRef> more = new ArrayList<>(EdgeBatch.SIZE_MAX);
            while (more.size() < EdgeBatch.SIZE_MAX && refs.hasNext()) {
                more.add(refs.next());
            }
            batch = new EdgeBatch(transaction, more);
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
