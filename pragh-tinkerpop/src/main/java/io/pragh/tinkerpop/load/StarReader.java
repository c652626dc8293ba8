package io.pragh.tinkerpop.load;

import java.io.IOException;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.Attachable;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of vertices with their edges (GraphSON, Gryo) twice: first all vertices, then the edges between them.
 * One thread.
 */
final class StarReader {
    private final GraphSink sink;
    private final boolean propertyIds;
    private boolean edges;

    /** A file's vertices with their edges, each of which is given to a function. */
    interface Stars {
        void read(
                Function<Attachable<Vertex>, Vertex> vertices,
                @Nullable Function<Attachable<Edge>, Edge> edges,
                Direction ofEdges)
                throws IOException;
    }

    /** {@code propertyIds}: whether vertex properties keep the identifiers of the file. */
    StarReader(GraphSink sink, boolean propertyIds) {
        this.sink = sink;
        this.propertyIds = propertyIds;
    }

    void addVertices(Stars stars) throws IOException {
        stars.read(found -> add(found.get()), null, Direction.OUT);
    }

    /** Adds edges that are written with their out-vertex, or with their in-vertex. */
    void addEdges(Stars stars, Direction from) throws IOException {
        stars.read(Attachable::get, found -> add(found.get()), from);
    }

    /** Whether an edge was added. */
    boolean hasEdges() {
        return edges;
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
