package io.pragh.tinkerpop.load;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.star.StarGraph;

/**
 * A copy of a vertex that is independent of its graph, for the writers of files; its edges are added one by one. One
 * thread.
 */
final class StarCopy {
    private final StarGraph star = StarGraph.open();
    private final Vertex centre;

    StarCopy(Vertex vertex) {
        centre = star.addVertex(T.id, vertex.id(), T.label, vertex.label());
        for (Iterator<VertexProperty<Object>> found = vertex.properties(); found.hasNext(); ) {
            VertexProperty<Object> property = found.next();
            List<Object> more = keyValues(property.properties());
            more.add(T.id);
            more.add(property.id());
            centre.property(VertexProperty.Cardinality.list, property.key(), stored(property.value()), more.toArray());
        }
    }

    Vertex vertex() {
        return centre;
    }

    void addOut(Edge edge) {
        centre.addEdge(edge.label(), neighbour(edge.inVertex()), described(edge));
    }

    void addIn(Edge edge) {
        neighbour(edge.outVertex()).addEdge(edge.label(), centre, described(edge));
    }

    private Vertex neighbour(Vertex other) {
        return star.addVertex(T.id, other.id(), T.label, other.label());
    }

    private static Object[] described(Edge edge) {
        List<Object> more = keyValues(edge.properties());
        more.add(T.id);
        more.add(edge.id());
        return more.toArray();
    }

    private static List<Object> keyValues(Iterator<? extends Property<?>> properties) {
        List<Object> more = new ArrayList<>();
        properties.forEachRemaining(property -> {
            more.add(property.key());
            more.add(stored(property.value()));
        });
        return more;
    }

    /** The value that the graph has: a server sends bytes as a buffer. */
    private static Object stored(Object value) {
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(buffer.position(), bytes);
            return bytes;
        }
        return value;
    }
}
