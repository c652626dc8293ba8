package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/** A property of a vertex of a {@link ComputedGraph}. Built by one thread; after that any thread. */
final class ComputedVertexProperty<V> implements VertexProperty<V> {
    private final Vertex vertex;
    private final Object id;
    private final String key;
    private final V value;
    private final List<Property<?>> properties = new ArrayList<>(0);

    ComputedVertexProperty(Vertex vertex, Object id, String key, V value) {
        this.vertex = vertex;
        this.id = id;
        this.key = key;
        this.value = value;
    }

    void addProperty(String name, Object its) {
        properties.add(new ViewProperty<>(this, name, its, null));
    }

    @Override
    public Object id() {
        return id;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public V value() {
        return value;
    }

    @Override
    public boolean isPresent() {
        return true;
    }

    @Override
    public Vertex element() {
        return vertex;
    }

    @Override
    public Graph graph() {
        return vertex.graph();
    }

    @Override
    public <U> Iterator<Property<U>> properties(String... names) {
        return ComputedFeatures.named(properties, names);
    }

    @Override
    public <U> Property<U> property(String name, U its) {
        throw ComputedFeatures.readOnly();
    }

    @Override
    public void remove() {
        throw Property.Exceptions.propertyRemovalNotSupported();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return ElementHelper.areEqual(this, other);
    }

    @Override
    public int hashCode() {
        return ElementHelper.hashCode((Element) this);
    }

    @Override
    public String toString() {
        return StringFactory.propertyString(this);
    }
}
