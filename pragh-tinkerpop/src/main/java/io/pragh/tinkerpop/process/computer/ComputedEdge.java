package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/** An edge of a {@link ComputedGraph}. Built by one thread; after that any thread. */
final class ComputedEdge implements Edge {
    private final Object id;
    private final String label;
    private final Vertex out;
    private final Vertex in;
    private final List<Property<?>> properties = new ArrayList<>(0);

    ComputedEdge(Object id, String label, Vertex out, Vertex in) {
        this.id = id;
        this.label = label;
        this.out = out;
        this.in = in;
    }

    void addProperty(String key, Object value) {
        properties.add(new ViewProperty<>(this, key, value, null));
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
        return out.graph();
    }

    @Override
    public Iterator<Vertex> vertices(Direction direction) {
        return switch (direction) {
            case OUT -> List.of(out).iterator();
            case IN -> List.of(in).iterator();
            case BOTH -> List.of(out, in).iterator();
        };
    }

    @Override
    public Vertex outVertex() {
        return out;
    }

    @Override
    public Vertex inVertex() {
        return in;
    }

    @Override
    public <V> Iterator<Property<V>> properties(String... keys) {
        return ComputedFeatures.named(properties, keys);
    }

    @Override
    public <V> Property<V> property(String key, V value) {
        throw ComputedFeatures.readOnly();
    }

    @Override
    public void remove() {
        throw Edge.Exceptions.edgeRemovalNotSupported();
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
        return StringFactory.edgeString(this);
    }
}
