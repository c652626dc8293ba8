package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/** A vertex of a {@link ComputedGraph}. Built by one thread; after that any thread. */
final class ComputedVertex implements Vertex {
    private final Graph graph;
    private final int place;
    private final Object id;
    private final String label;
    private final List<VertexProperty<?>> properties = new ArrayList<>(2);
    private final List<Edge> out = new ArrayList<>(0);
    private final List<Edge> in = new ArrayList<>(0);

    ComputedVertex(Graph graph, int place, Object id, String label) {
        this.graph = graph;
        this.place = place;
        this.id = id;
        this.label = label;
    }

    /** Its place among the vertices of the graph. */
    int place() {
        return place;
    }

    void addProperty(VertexProperty<?> property) {
        ComputedVertexProperty<?> copy =
                new ComputedVertexProperty<>(this, property.id(), property.key(), property.value());
        property.properties().forEachRemaining(meta -> copy.addProperty(meta.key(), meta.value()));
        properties.add(copy);
    }

    void addOut(Edge edge) {
        out.add(edge);
    }

    void addIn(Edge edge) {
        in.add(edge);
    }

    @Override
    public Object id() {
        return id;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Graph graph() {
        return graph;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <V> Iterator<VertexProperty<V>> properties(String... keys) {
        List<VertexProperty<V>> found = new ArrayList<>(properties.size());
        for (VertexProperty<?> property : properties) {
            if (ElementHelper.keyExists(property.key(), keys)) {
                found.add((VertexProperty<V>) property);
            }
        }
        return found.iterator();
    }

    @Override
    public Iterator<Edge> edges(Direction direction, String... labels) {
        List<Edge> found = new ArrayList<>();
        if (direction != Direction.IN) {
            addLabelled(out, found, labels);
        }
        if (direction != Direction.OUT) {
            addLabelled(in, found, labels);
        }
        return found.iterator();
    }

    private static void addLabelled(List<Edge> from, List<Edge> to, String... labels) {
        for (Edge edge : from) {
            if (labels.length == 0 || List.of(labels).contains(edge.label())) {
                to.add(edge);
            }
        }
    }

    @Override
    public Iterator<Vertex> vertices(Direction direction, String... labels) {
        List<Vertex> found = new ArrayList<>();
        if (direction != Direction.IN) {
            edges(Direction.OUT, labels).forEachRemaining(edge -> found.add(edge.inVertex()));
        }
        if (direction != Direction.OUT) {
            edges(Direction.IN, labels).forEachRemaining(edge -> found.add(edge.outVertex()));
        }
        return found.iterator();
    }

    @Override
    public <V> VertexProperty<V> property(
            VertexProperty.Cardinality cardinality, String key, V value, Object... keyValues) {
        throw ComputedFeatures.readOnly();
    }

    @Override
    public Edge addEdge(String edgeLabel, Vertex inVertex, Object... keyValues) {
        throw Vertex.Exceptions.edgeAdditionsNotSupported();
    }

    @Override
    public void remove() {
        throw Vertex.Exceptions.vertexRemovalNotSupported();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return ElementHelper.areEqual(this, other);
    }

    @Override
    public int hashCode() {
        return ElementHelper.hashCode(this);
    }

    @Override
    public String toString() {
        return StringFactory.vertexString(this);
    }
}
