package io.pragh.tinkerpop.load;

import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.io.GraphReader;
import org.apache.tinkerpop.gremlin.structure.util.Attachable;

/** Files of vertices with their edges (GraphSON, Gryo), read twice: first all vertices, then the edges between them. Stateless. */
final class StarReader {
    private StarReader() {}

    static void addVertices(GraphReader reader, InputStream in, GraphWrites writes) throws IOException {
        drain(reader.readVertices(in, found -> add(found.get(), writes), null, Direction.OUT));
    }

    static void addEdges(GraphReader reader, InputStream in, GraphWrites writes) throws IOException {
        drain(reader.readVertices(in, Attachable::get, found -> add(found.get(), writes), Direction.OUT));
    }

    private static void drain(Iterator<?> read) {
        while (read.hasNext()) {
            read.next();
        }
    }

    private static Vertex add(Vertex star, GraphWrites writes) {
        Vertex vertex = writes.addVertex(star.id(), star.label());
        star.properties().forEachRemaining(found -> {
            VertexProperty<Object> property = writes.property(vertex, found);
            found.properties().forEachRemaining(meta -> property.property(meta.key(), meta.value()));
        });
        return star;
    }

    private static Edge add(Edge star, GraphWrites writes) {
        Edge edge = writes.addEdge(
                writes.vertex(star.outVertex().id()),
                star.label(),
                writes.vertex(star.inVertex().id()),
                star.id());
        for (Iterator<Property<Object>> properties = star.properties(); properties.hasNext(); ) {
            Property<Object> property = properties.next();
            edge.property(property.key(), property.value());
        }
        return star;
    }
}
