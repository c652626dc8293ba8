package io.pragh.tinkerpop.structure;

import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what several elements have, so that asking each of them costs nothing. Stateless. */
public final class ReadTogether {
    private ReadTogether() {}

    /**
     * Reads labels, identifiers and properties of those elements that are this store's and were not read in the thread's transaction
     * yet. Cost: a batch of READs for vertices, one for edges; none when all is known.
     */
    public static void read(ElementStore store, List<?> elements) {
        GraphTransaction transaction = store.transaction();
        List<PraghVertex> vertices = new ArrayList<>();
        List<PraghEdge> edges = new ArrayList<>();
        for (Object element : elements) {
            if (element instanceof PraghVertex vertex && vertex.store() == store && vertex.isUnread(transaction)) {
                vertices.add(vertex);
            } else if (element instanceof PraghEdge edge && edge.store() == store && edge.isUnread(transaction)) {
                edges.add(edge);
            }
        }
        synchronized (transaction) {
            readVertices(transaction, vertices);
            readEdges(transaction, edges);
        }
    }

    private static void readVertices(GraphTransaction transaction, List<PraghVertex> vertices) {
        if (vertices.isEmpty()) {
            return;
        }
        long[] vids = vertices.stream().mapToLong(PraghVertex::vid).distinct().toArray();
        @Nullable VertexRecord[] records = transaction.vertices(vids);
        Map<Long, VertexRecord> found = new HashMap<>();
        for (VertexRecord record : records) {
            if (record != null) {
                found.put(record.vid(), record);
            }
        }
        for (PraghVertex vertex : vertices) {
            VertexRecord record = found.get(vertex.vid());
            if (record != null) {
                vertex.see(transaction, record);
            }
        }
    }

    private static void readEdges(GraphTransaction transaction, List<PraghEdge> edges) {
        if (edges.isEmpty()) {
            return;
        }
        List<EdgeRef> refs = edges.stream().map(PraghEdge::ref).toList();
        EdgeBatch batch = new EdgeBatch(refs);
        batch.read(transaction, 0);
        for (int i = 0; i < edges.size(); i++) {
            edges.get(i).place(batch, i);
        }
    }

    /** The store of the first element that has one, or null. */
    public static @Nullable ElementStore storeOf(Iterable<?> elements) {
        for (Object element : elements) {
            if (element instanceof PraghVertex vertex) {
                return vertex.store();
            }
            if (element instanceof PraghEdge edge) {
                return edge.store();
            }
        }
        return null;
    }
}
