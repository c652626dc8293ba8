package io.pragh.tinkerpop.structure;

import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import java.util.Arrays;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/**
 * Makes elements of a query's results; nothing is read until one of them is asked for data, and then that of all of
 * them. Stateless.
 */
public final class FoundElements {
    /** Bound on the elements that are read together. */
    public static final int TOGETHER = VertexBatch.SIZE_MAX;

    private FoundElements() {}

    /** The vertices of numbers from an index to another one, {@link #TOGETHER} at most. */
    public static Vertex[] vertices(ElementStore store, long[] vids, int from, int to) {
        VertexBatch batch = new VertexBatch(Arrays.copyOfRange(vids, from, to));
        Vertex[] found = new Vertex[to - from];
        for (int i = 0; i < found.length; i++) {
            found[i] = new PraghVertex(store, batch, i);
        }
        return found;
    }

    /**
     * As {@link #vertices}, for vertices that a transaction has recently read: they know their identifiers, whatever
     * becomes of it. Cost: none for those.
     */
    public static Vertex[] knownVertices(
            ElementStore store, GraphTransaction transaction, long[] vids, int from, int to) {
        Vertex[] found = vertices(store, vids, from, to);
        synchronized (transaction) {
            @Nullable VertexRecord[] records = transaction.vertices(Arrays.copyOfRange(vids, from, to));
            for (int i = 0; i < found.length; i++) {
                VertexRecord record = records[i];
                found[i] = record == null ? found[i] : new PraghVertex(store, record);
            }
        }
        return found;
    }

    /** The edges that a transaction has found, {@link #TOGETHER} at most. */
    public static Edge[] edges(ElementStore store, GraphTransaction finder, List<EdgeRef> refs) {
        EdgeBatch batch = new EdgeBatch(finder, refs);
        Edge[] found = new Edge[refs.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = new PraghEdge(store, batch, i, null);
        }
        return found;
    }
}
