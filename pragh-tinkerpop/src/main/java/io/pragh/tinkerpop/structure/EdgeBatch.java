package io.pragh.tinkerpop.structure;

import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Edges that were found together: as soon as the properties of one are read, those of all are, in one batch; so are their vertices.
 * Any thread.
 */
final class EdgeBatch {
    /** Most edges of a batch. */
    static final int SIZE_MAX = VertexBatch.SIZE_MAX;

    private final List<EdgeRef> edges;
    private volatile @Nullable Reading reading;
    private volatile @Nullable VertexBatch outs;
    private volatile @Nullable VertexBatch ins;

    private record Reading(GraphTransaction transaction, List<EdgeRecord> records) {}

    EdgeBatch(List<EdgeRef> edges) {
        this.edges = edges;
    }

    EdgeRef edge(int index) {
        return edges.get(index);
    }

    int size() {
        return edges.size();
    }

    /** Properties and identifier of one of them; a transaction that comes later than the first reads it alone. */
    EdgeRecord read(GraphTransaction transaction, int index) {
        Reading now = reading;
        if (now == null) {
            now = new Reading(transaction, transaction.records(edges));
            reading = now;
        }
        return now.transaction == transaction ? now.records.get(index) : transaction.record(edges.get(index));
    }

    /** Whether a transaction has read it already. */
    boolean isReadBy(GraphTransaction transaction) {
        Reading now = reading;
        return now != null && now.transaction == transaction;
    }

    /** The vertices that the edges leave. */
    VertexBatch outs() {
        VertexBatch batch = outs;
        if (batch == null) {
            batch = new VertexBatch(edges.stream().mapToLong(EdgeRef::out).toArray());
            outs = batch;
        }
        return batch;
    }

    /** The vertices at which the edges arrive. */
    VertexBatch ins() {
        VertexBatch batch = ins;
        if (batch == null) {
            batch = new VertexBatch(edges.stream().mapToLong(EdgeRef::in).toArray());
            ins = batch;
        }
        return batch;
    }
}
