package io.pragh.tinkerpop.structure;

import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.NewEdges;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Edges that were found together: as soon as the properties of one are read, those of all are, in one batch; so are
 * their vertices. Any thread.
 */
final class EdgeBatch {
    /** Most edges of a batch. */
    static final int SIZE_MAX = VertexBatch.SIZE_MAX;

    private final List<EdgeRef> edges;
    /**
     * The transaction in which the edges are valid as they are here; null when it does not matter, or there is none.
     */
    private final @Nullable WeakReference<GraphTransaction> finder;
    /** The later edges of those that are pending in the transaction that found them; null when none is. */
    private final @Nullable NewEdges newEdges;

    private volatile @Nullable Reading reading;
    private volatile @Nullable VertexBatch outs;
    private volatile @Nullable VertexBatch ins;

    /** The records that a transaction has read; it does not have the edges that are null. */
    private static final class Reading {
        private final GraphTransaction transaction;
        private final @Nullable EdgeRef[] seen;
        private final List<EdgeRecord> records;

        Reading(GraphTransaction transaction, @Nullable EdgeRef[] seen, List<EdgeRecord> records) {
            this.transaction = transaction;
            this.seen = seen;
            this.records = records;
        }
    }

    /** Edges that a transaction has found. */
    EdgeBatch(GraphTransaction finder, List<EdgeRef> edges) {
        this(finder, true, edges);
    }

    /** Edges that one or several transactions have found: the new ones among them belong to the given transaction. */
    EdgeBatch(GraphTransaction transaction, boolean hasFoundAll, List<EdgeRef> edges) {
        this.edges = edges;
        boolean mayDiffer = hasFoundAll && edges.stream().anyMatch(EdgeRef::wasUnnumbered);
        this.finder = mayDiffer ? new WeakReference<>(transaction) : null;
        this.newEdges = edges.stream().anyMatch(EdgeRef::isPending) ? transaction.newEdges() : null;
    }

    /** An edge as it was found or, if it was new then, as it is since its transaction has committed. */
    EdgeRef edge(int index) {
        EdgeRef edge = edges.get(index);
        NewEdges settled = newEdges;
        return settled == null ? edge : settled.now(edge);
    }

    /** The same edge, whose identifier is given out from now on and so must not change. */
    EdgeRef settled(int index) {
        EdgeRef edge = edges.get(index);
        NewEdges settled = newEdges;
        return settled == null ? edge : settled.settle(edge);
    }

    private List<EdgeRef> now() {
        NewEdges settled = newEdges;
        return settled == null ? edges : edges.stream().map(settled::now).toList();
    }

    int size() {
        return edges.size();
    }

    /** Properties and identifier of one edge; a transaction later than the first reads it alone. */
    EdgeRecord read(GraphTransaction transaction, int index) {
        Reading now = reading;
        if (now == null) {
            now = readAll(transaction);
            reading = now;
        }
        if (now.transaction == transaction) {
            return now.records.get(index);
        }
        EdgeRef seen = seen(transaction, index);
        return transaction.record(seen == null ? edge(index) : seen);
    }

    private Reading readAll(GraphTransaction transaction) {
        List<EdgeRef> found = now();
        @Nullable
        EdgeRef[] seen = found.stream().allMatch(edge -> isFoundBy(transaction, edge))
                ? found.toArray(EdgeRef[]::new)
                : transaction.findAgain(found);
        List<EdgeRef> refs = new ArrayList<>(seen.length);
        for (int i = 0; i < seen.length; i++) {
            EdgeRef edge = seen[i];
            refs.add(edge == null ? found.get(i) : edge);
        }
        return new Reading(transaction, seen, transaction.records(refs));
    }

    private boolean isFoundBy(GraphTransaction transaction, EdgeRef edge) {
        if (edge.isPending()) {
            return newEdges == transaction.newEdges();
        }
        return !edge.wasUnnumbered() || finder != null && finder.refersTo(transaction);
    }

    /** Whether a transaction sees an edge as it is here. */
    boolean isFoundBy(GraphTransaction transaction, int index) {
        return isFoundBy(transaction, edge(index));
    }

    /** An edge as a transaction sees it; null when the transaction does not have it, or has removed it. */
    @Nullable
    EdgeRef seen(GraphTransaction transaction, int index) {
        Reading now = reading;
        EdgeRef edge = edge(index);
        if (now != null && now.transaction == transaction) {
            edge = now.seen[index];
        } else if (!isFoundBy(transaction, edge)) {
            edge = transaction.findAgain(List.of(edge))[0];
        }
        return edge == null || transaction.isRemoved(edge) ? null : edge;
    }

    /** Whether a transaction has read them already. */
    boolean isReadBy(GraphTransaction transaction) {
        Reading now = reading;
        return now != null && now.transaction == transaction;
    }

    /** The edges' out-vertices. */
    VertexBatch outs() {
        VertexBatch batch = outs;
        if (batch == null) {
            batch = new VertexBatch(edges.stream().mapToLong(EdgeRef::out).toArray());
            outs = batch;
        }
        return batch;
    }

    /** The edges' in-vertices. */
    VertexBatch ins() {
        VertexBatch batch = ins;
        if (batch == null) {
            batch = new VertexBatch(edges.stream().mapToLong(EdgeRef::in).toArray());
            ins = batch;
        }
        return batch;
    }
}
