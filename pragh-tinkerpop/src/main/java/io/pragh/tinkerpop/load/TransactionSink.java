package io.pragh.tinkerpop.load;

import io.pragh.core.property.MissingVertexException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;

/** A sink for any graph, which commits every few thousand elements if the graph has transactions. One thread. */
final class TransactionSink implements GraphSink {
    private static final int BATCH = 5_000;

    private final Graph graph;
    private final boolean hasTransactions;
    private long added;

    private @Nullable Vertex vertex;
    /** Keys of the last vertex. */
    private final Set<String> keys = new HashSet<>();

    private @Nullable VertexProperty<Object> property;
    private @Nullable Edge edge;

    TransactionSink(Graph graph) {
        this.graph = graph;
        this.hasTransactions = graph.features().graph().supportsTransactions();
    }

    private void beginElement() {
        if (added > 0 && added % BATCH == 0) {
            commit();
        }
        added++;
    }

    private void commit() {
        if (hasTransactions) {
            graph.tx().commit();
        }
    }

    private static <E> E present(@Nullable E element) {
        if (element == null) {
            throw new IllegalStateException("a property follows what it is said of");
        }
        return element;
    }

    @Override
    public void vertex(Object id, String label) {
        beginElement();
        vertex = graph.addVertex(T.id, id, T.label, label);
        keys.clear();
        property = null;
    }

    @Override
    public void property(String key, @Nullable Object value, @Nullable Object id) {
        VertexProperty.Cardinality cardinality =
                keys.add(key) ? graph.features().vertex().getCardinality(key) : VertexProperty.Cardinality.list;
        Object[] named = id == null ? new Object[0] : new Object[] {T.id, id};
        property = present(vertex).property(cardinality, key, value, named);
    }

    @Override
    public void ownProperty(String key, @Nullable Object value) {
        present(property).property(key, value);
    }

    @Override
    public void edge(Object out, String label, Object in, @Nullable Object id) {
        beginElement();
        Vertex from = there(out);
        Vertex to = there(in);
        edge = id == null ? from.addEdge(label, to) : from.addEdge(label, to, T.id, id);
    }

    private Vertex there(Object id) {
        Iterator<Vertex> found = graph.vertices(id);
        if (!found.hasNext()) {
            throw new MissingVertexException(id);
        }
        return found.next();
    }

    @Override
    public void edgeAndEnds(Object out, String label, Object in, String labelOfNew) {
        Vertex from = thereOrNew(out, labelOfNew);
        Vertex to = thereOrNew(in, labelOfNew);
        beginElement();
        edge = from.addEdge(label, to);
    }

    private Vertex thereOrNew(Object id, String label) {
        Iterator<Vertex> found = graph.vertices(id);
        if (found.hasNext()) {
            return found.next();
        }
        beginElement();
        return graph.addVertex(T.id, id, T.label, label);
    }

    @Override
    public void edgeProperty(String key, @Nullable Object value) {
        present(edge).property(key, value);
    }

    @Override
    public void end() {
        commit();
    }

    @Override
    public GraphFiles.Loaded count() {
        long vertices = graph.traversal().V().count().next();
        long edges = graph.traversal().E().count().next();
        if (hasTransactions) {
            graph.tx().rollback();
        }
        return new GraphFiles.Loaded(vertices, edges);
    }

    /** Leaves uncommitted elements to the caller's transaction. */
    @Override
    public void close() {}
}
