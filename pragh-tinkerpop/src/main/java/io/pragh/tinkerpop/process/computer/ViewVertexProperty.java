package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/**
 * A property under a compute key: computed, or a copy of a stored one. It refers to its vertex by a
 * {@link ViewVertex}, of which each turn has a new one; any of them serves. One thread, its vertex's.
 */
final class ViewVertexProperty<V> implements VertexProperty<V> {
    private final ViewVertex vertex;
    private final Object id;
    private final String key;
    private final V value;
    private @Nullable Map<String, Object> properties;

    ViewVertexProperty(ViewVertex vertex, Object id, String key, V value) {
        this.vertex = vertex;
        this.id = id;
        this.key = key;
        this.value = value;
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
    public Object id() {
        return id;
    }

    @Override
    public Graph graph() {
        return vertex.graph();
    }

    @Override
    public void remove() {
        vertex.removeComputed(this);
    }

    @Override
    public Set<String> keys() {
        return properties == null ? Set.of() : Set.copyOf(properties.keySet());
    }

    @Override
    public <U> Property<U> property(String name, U newValue) {
        ElementHelper.validateProperty(name, newValue);
        vertex.touch(this);
        put(name, newValue);
        return viewOf(name, newValue);
    }

    /** Copies a stored meta-property. */
    void put(String name, Object its) {
        if (properties == null) {
            properties = new LinkedHashMap<>(4);
        }
        properties.put(name, its);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <U> Iterator<Property<U>> properties(String... names) {
        List<Property<U>> found = new ArrayList<>();
        if (properties != null) {
            properties.forEach((name, there) -> {
                if (ElementHelper.keyExists(name, names)) {
                    found.add(viewOf(name, (U) there));
                }
            });
        }
        return found.iterator();
    }

    private <U> Property<U> viewOf(String name, U there) {
        return new ViewProperty<>(this, name, there, () -> {
            if (properties != null) {
                vertex.touch(this);
                properties.remove(name);
            }
        });
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
