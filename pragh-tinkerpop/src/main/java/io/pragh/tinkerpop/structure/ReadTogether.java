package io.pragh.tinkerpop.structure;

import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the data of several elements in one batch, so that using each of them costs nothing. Stateless. */
public final class ReadTogether {
    private ReadTogether() {}

    /**
     * Reads labels, identifiers and properties of those elements that are this store's and were not read recently in
     * the thread's transaction. Cost: a batch of READs for vertices, one for edges; none when all is known.
     */
    public static void read(ElementStore store, List<?> elements) {
        GraphTransaction transaction = store.transaction();
        long[] vertices = new long[elements.size()];
        int count = 0;
        List<PraghEdge> edges = new ArrayList<>();
        for (Object element : elements) {
            if (element instanceof PraghVertex vertex && vertex.store() == store) {
                vertices[count++] = vertex.vid();
            } else if (element instanceof PraghEdge edge && edge.store() == store && edge.isToRead(transaction)) {
                edges.add(edge);
            }
        }
        synchronized (transaction) {
            transaction.readAhead(Arrays.copyOf(vertices, count));
            readEdges(transaction, edges);
        }
    }

    private static void readEdges(GraphTransaction transaction, List<PraghEdge> edges) {
        if (edges.isEmpty()) {
            return;
        }
        boolean allFound = edges.stream().allMatch(edge -> edge.isFoundBy(transaction));
        List<EdgeRef> refs = edges.stream().map(PraghEdge::ref).toList();
        EdgeBatch batch = new EdgeBatch(transaction, allFound, refs);
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
