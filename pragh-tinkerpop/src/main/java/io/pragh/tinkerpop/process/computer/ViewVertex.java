package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.computer.GraphFilter;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/**
 * A vertex as a run sees it: its stored data that passes the filters, and its computed properties. Gremlin's
 * ComputerGraph wraps it and checks a program's operations. One thread, that of the worker whose share it is in.
 */
final class ViewVertex implements Vertex {
    private final Vertex stored;
    private final int index;
    private final GraphFilter filter;
    private final ComputeColumns columns;
    private @Nullable Set<Object> legalEdges;

    ViewVertex(Vertex stored, int index, GraphFilter filter, ComputeColumns columns) {
        this.stored = stored;
        this.index = index;
        this.filter = filter;
        this.columns = columns;
    }

    /** Its index in the run. */
    int index() {
        return index;
    }

    @Override
    public Object id() {
        return stored.id();
    }

    @Override
    public String label() {
        return stored.label();
    }

    @Override
    public Graph graph() {
        return stored.graph();
    }

    // ---- properties

    @Override
    public Set<String> keys() {
        Set<String> keys = new HashSet<>();
        properties().forEachRemaining(property -> keys.add(property.key()));
        return keys;
    }

    @Override
    public <V> VertexProperty<V> property(String key) {
        Iterator<VertexProperty<V>> found = properties(key);
        if (!found.hasNext()) {
            return VertexProperty.empty();
        }
        VertexProperty<V> property = found.next();
        if (found.hasNext()) {
            throw Vertex.Exceptions.multiplePropertiesExistForProvidedKey(key);
        }
        return property;
    }

    @Override
    public <V> Iterator<VertexProperty<V>> properties(String... keys) {
        List<VertexProperty<V>> found = new ArrayList<>();
        storedProperties(found, keys);
        for (String key : columns.keys()) {
            if (ElementHelper.keyExists(key, keys)) {
                List<ViewVertexProperty<?>> computed = columns.get(index, key);
                if (computed != null) {
                    computed.forEach(property -> found.add(cast(property)));
                }
            }
        }
        return found.iterator();
    }

    private <V> void storedProperties(List<VertexProperty<V>> found, String... keys) {
        Iterator<? extends Property<?>> legal =
                filter.hasVertexPropertyFilter() ? filter.legalVertexProperties(stored) : stored.properties(keys);
        while (legal.hasNext()) {
            Property<?> property = legal.next();
            if (property instanceof VertexProperty<?> vertexProperty
                    && ElementHelper.keyExists(property.key(), keys)
                    && columns.get(index, property.key()) == null) {
                // Computed properties may be removed and changed, even before the first computation.
                found.add(cast(columns.keys().contains(property.key()) ? copyOf(vertexProperty) : vertexProperty));
            }
        }
    }

    private ViewVertexProperty<Object> copyOf(VertexProperty<?> original) {
        ViewVertexProperty<Object> copy =
                new ViewVertexProperty<>(this, original.id(), original.key(), original.value());
        original.properties().forEachRemaining(meta -> copy.put(meta.key(), meta.value()));
        return copy;
    }

    @SuppressWarnings("unchecked")
    private static <V> VertexProperty<V> cast(VertexProperty<?> property) {
        return (VertexProperty<V>) property;
    }

    @Override
    public <V> VertexProperty<V> property(
            VertexProperty.Cardinality cardinality, String key, V value, Object... keyValues) {
        ElementHelper.legalPropertyKeyValueArray(keyValues);
        ElementHelper.validateProperty(key, value);
        List<ViewVertexProperty<?>> there =
                cardinality == VertexProperty.Cardinality.single ? new ArrayList<>(1) : computedOrCopied(key);
        ViewVertexProperty<V> property = cardinality == VertexProperty.Cardinality.set ? equalTo(value, there) : null;
        if (property == null) {
            property = new ViewVertexProperty<>(this, nextId(key, there), key, value);
            there.add(property);
        }
        columns.set(index, key, there);
        ElementHelper.attachProperties(property, keyValues);
        return property;
    }

    /** The properties under a compute key, in a list of the caller's own. */
    private List<ViewVertexProperty<?>> computedOrCopied(String key) {
        List<ViewVertexProperty<?>> there = new ArrayList<>();
        properties(key).forEachRemaining(property -> there.add((ViewVertexProperty<?>) property));
        return there;
    }

    @SuppressWarnings("unchecked")
    private static <V> @Nullable ViewVertexProperty<V> equalTo(V value, List<ViewVertexProperty<?>> there) {
        for (ViewVertexProperty<?> property : there) {
            if (Objects.equals(property.value(), value)) {
                return (ViewVertexProperty<V>) property;
            }
        }
        return null;
    }

    /** An identifier unlike those that the graph gives out, and different from the others under this key. */
    private Object nextId(String key, List<ViewVertexProperty<?>> there) {
        int next = 0;
        for (ViewVertexProperty<?> property : there) {
            if (property.id() instanceof ComputedId computed) {
                next = Math.max(next, computed.place() + 1);
            }
        }
        return new ComputedId(id(), key, next);
    }

    /** Removes a property under a compute key. */
    void removeComputed(ViewVertexProperty<?> property) {
        List<ViewVertexProperty<?>> left = computedOrCopied(property.key());
        left.removeIf(there -> there.id().equals(property.id()));
        columns.set(index, property.key(), left);
    }

    /** Called before a property under a compute key changes: the stored ones are not used any more. */
    void touch(ViewVertexProperty<?> property) {
        if (columns.get(index, property.key()) == null) {
            List<ViewVertexProperty<?>> there = computedOrCopied(property.key());
            there.replaceAll(one -> one.id().equals(property.id()) ? property : one);
            columns.set(index, property.key(), there);
        }
    }

    // ---- edges

    @Override
    public Iterator<Edge> edges(Direction direction, String... labels) {
        Iterator<Edge> edges = stored.edges(direction, labels);
        return filter.hasEdgeFilter() ? IteratorUtils.filter(edges, edge -> isLegal(edge.id())) : edges;
    }

    @Override
    public Iterator<Vertex> vertices(Direction direction, String... labels) {
        if (!filter.hasEdgeFilter()) {
            return stored.vertices(direction, labels);
        }
        return IteratorUtils.map(edges(direction, labels), edge -> {
            Vertex out = edge.outVertex();
            return out.id().equals(id()) ? edge.inVertex() : out;
        });
    }

    private boolean isLegal(Object edgeId) {
        if (legalEdges == null) {
            legalEdges = new HashSet<>();
            Set<Object> found = legalEdges;
            filter.legalEdges(stored).forEachRemaining(edge -> found.add(edge.id()));
        }
        return legalEdges.contains(edgeId);
    }

    /** Drops data that can be read again: computed properties keep this object alive. */
    void forget() {
        legalEdges = null;
    }

    // ---- operations that a computer does not support

    @Override
    public Edge addEdge(String label, Vertex inVertex, Object... keyValues) {
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
