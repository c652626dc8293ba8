package io.pragh.tinkerpop.load;

import java.util.Iterator;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;

/** Adds elements to a graph, a few thousand a transaction. One thread. */
final class GraphWrites {
    private static final int BATCH = 5_000;

    private final Graph graph;
    private long added;

    GraphWrites(Graph graph) {
        this.graph = graph;
    }

    Graph graph() {
        return graph;
    }

    /** A new vertex with an identifier that must be free. */
    Vertex addVertex(Object id, String label) {
        Vertex vertex = graph.addVertex(T.id, id, T.label, label);
        endBatch();
        return vertex;
    }

    /** Another property of a vertex that is being added; files may give it several under one key. */
    VertexProperty<Object> property(Vertex vertex, VertexProperty<?> found) {
        return vertex.properties(found.key()).hasNext()
                ? vertex.property(VertexProperty.Cardinality.list, found.key(), found.value())
                : vertex.property(found.key(), found.value());
    }

    /** A vertex that is there or has to be. */
    Vertex vertexOrNew(Object id, String label) {
        Iterator<Vertex> found = graph.vertices(id);
        return found.hasNext() ? found.next() : addVertex(id, label);
    }

    /** A vertex that has to be there. */
    Vertex vertex(Object id) {
        Iterator<Vertex> found = graph.vertices(id);
        if (!found.hasNext()) {
            throw new MalformedLine("an edge's vertex is nowhere: id=" + id);
        }
        return found.next();
    }

    /** A new edge with properties. */
    Edge addEdge(Vertex out, String label, Vertex in, Map<String, Object> properties) {
        Edge edge = out.addEdge(label, in);
        properties.forEach(edge::property);
        endBatch();
        return edge;
    }

    /** An edge that its file gives an identifier. */
    Edge addEdge(Vertex out, String label, Vertex in, Object id) {
        Edge edge = out.addEdge(label, in, T.id, id);
        endBatch();
        return edge;
    }

    private void endBatch() {
        if (++added % BATCH == 0) {
            commit();
        }
    }

    void commit() {
        graph.tx().commit();
    }
}
