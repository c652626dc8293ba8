package io.pragh.tinkerpop.load;

import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.io.GraphReader;
import org.apache.tinkerpop.gremlin.structure.util.Attachable;

/**
 * Reads files of vertices with their edges (GraphSON, Gryo) twice: first all vertices, then the edges between them.
 * One thread.
 */
final class StarReader {
    private final GraphReader reader;
    private final GraphSink sink;
    private final boolean propertyIds;
    private boolean edges;

    /** {@code propertyIds}: whether vertex properties keep the identifiers of the file. */
    StarReader(GraphReader reader, GraphSink sink, boolean propertyIds) {
        this.reader = reader;
        this.sink = sink;
        this.propertyIds = propertyIds;
    }

    void addVertices(InputStream in) throws IOException {
        drain(reader.readVertices(in, found -> add(found.get()), null, Direction.OUT));
    }

    /** Adds edges that are written with their out-vertex, or with their in-vertex. */
    void addEdges(InputStream in, Direction from) throws IOException {
        drain(reader.readVertices(in, Attachable::get, found -> add(found.get()), from));
    }

    /** Whether an edge was added. */
    boolean hasEdges() {
        return edges;
    }

    private static void drain(Iterator<?> read) {
        while (read.hasNext()) {
            read.next();
        }
    }

    private Vertex add(Vertex star) {
        sink.vertex(star.id(), star.label());
        star.properties().forEachRemaining(property -> {
            sink.property(property.key(), property.value(), propertyIds ? property.id() : null);
            property.properties().forEachRemaining(own -> sink.ownProperty(own.key(), own.value()));
        });
        return star;
    }

    private Edge add(Edge star) {
        edges = true;
        sink.edge(star.outVertex().id(), star.label(), star.inVertex().id(), star.id());
        star.properties().forEachRemaining(property -> sink.edgeProperty(property.key(), property.value()));
        return star;
    }
}
