package io.pragh.tinkerpop.load;

import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.io.GraphReader;
import org.apache.tinkerpop.gremlin.structure.util.Attachable;

/** Files of vertices with their edges (GraphSON, Gryo), read twice: first all vertices, then the edges between them. Stateless. */
final class StarReader {
    private StarReader() {}

    static void addVertices(GraphReader reader, InputStream in, GraphSink sink) throws IOException {
        drain(reader.readVertices(in, found -> add(found.get(), sink), null, Direction.OUT));
    }

    static void addEdges(GraphReader reader, InputStream in, GraphSink sink) throws IOException {
        drain(reader.readVertices(in, Attachable::get, found -> add(found.get(), sink), Direction.OUT));
    }

    private static void drain(Iterator<?> read) {
        while (read.hasNext()) {
            read.next();
        }
    }

    private static Vertex add(Vertex star, GraphSink sink) {
        sink.vertex(star.id(), star.label());
        star.properties().forEachRemaining(property -> {
            sink.property(property.key(), property.value());
            property.properties().forEachRemaining(own -> sink.ownProperty(own.key(), own.value()));
        });
        return star;
    }

    private static Edge add(Edge star, GraphSink sink) {
        sink.edge(star.outVertex().id(), star.label(), star.inVertex().id(), star.id());
        star.properties().forEachRemaining(property -> sink.edgeProperty(property.key(), property.value()));
        return star;
    }
}
