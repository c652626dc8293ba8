package io.pragh.tinkerpop.structure;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.Held;
import io.pragh.core.property.VertexNumbers;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/**
 * A vertex: its number, and once it was read its identifier and label. Properties are read on demand, and not kept: a
 * transaction caches the vertices that it has read last. Any thread; its contents are those in the calling thread's
 * transaction.
 */
public final class PraghVertex implements Vertex {
    private final ElementStore store;
    private final long vid;
    /** The batch that reads it; or the record of a read-only transaction, which may have ended; or null. */
    private final @Nullable Object origin;

    private final int index;
    /** Null when the number is the identifier; written before the label. */
    private @Nullable Object id;
    /** Null until the vertex is read. Like the identifier it never changes. */
    private volatile @Nullable String label;

    /** A vertex that has been read. */
    public PraghVertex(ElementStore store, VertexRecord record) {
        this(store, record, false);
    }

    /** A vertex that has been read; {@code keeps} its record, so that it is not read again. */
    PraghVertex(ElementStore store, VertexRecord record, boolean keeps) {
        this.store = store;
        this.vid = record.vid();
        this.origin = keeps ? record : null;
        this.index = 0;
        know(record);
    }

    /** A vertex that was not read yet: it exists because an edge leads to it. */
    PraghVertex(ElementStore store, VertexBatch batch, int index) {
        this.store = store;
        this.vid = batch.vid(index);
        this.origin = batch;
        this.index = index;
    }

    /** A vertex of which only the identifier was read. */
    PraghVertex(ElementStore store, long vid, Object name) {
        this.store = store;
        this.vid = vid;
        this.origin = null;
        this.index = 0;
        this.id = name;
    }

    private void know(VertexRecord record) {
        id = record.isCalledByNumber() ? null : record.id();
        label = record.label();
    }

    /** The number that is part of its keys. */
    public long vid() {
        return vid;
    }

    /**
     * The record in the calling thread's transaction.
     *
     * @throws IllegalStateException when it does not exist there, or was removed
     */
    public VertexRecord record() {
        VertexRecord record = recordOrNull(store.transaction());
        if (record == null) {
            throw gone();
        }
        return record;
    }

    /** Throws {@link IllegalStateException} when a transaction has removed it. Cost: none. */
    void checkNotRemoved(GraphTransaction transaction) {
        if (transaction.isRemoved(vid)) {
            throw gone();
        }
    }

    /** As {@link #record}, null when it is gone. */
    @Nullable
    VertexRecord recordOrNull(GraphTransaction transaction) {
        if (origin instanceof VertexRecord kept) {
            return kept;
        }
        boolean isKnown = label != null;
        VertexRecord record = !isKnown && origin instanceof VertexBatch together
                ? together.read(transaction, index)
                : transaction.vertex(vid);
        if (record != null && !isKnown) {
            know(record);
        }
        return record;
    }

    /** Reads identifier and label, also those of a vertex that the transaction has removed; returns the label. */
    private String describe() {
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            VertexRecord record = recordOrNull(transaction);
            VertexRecord known = record == null ? transaction.removed(vid) : record;
            if (known == null) {
                throw gone();
            }
            know(known);
            return known.label();
        }
    }

    private IllegalStateException gone() {
        return new IllegalStateException("The vertex does not exist in this transaction: vid=" + vid);
    }

    /** The store through which it reads and writes. */
    public ElementStore store() {
        return store;
    }

    @Override
    public Object id() {
        Object other = id;
        if (other == null) {
            label();
            other = id;
        }
        return other == null ? (Object) vid : store.values().seenId(other);
    }

    @Override
    public String label() {
        String known = label;
        if (known == null) {
            known = describe();
        }
        return known;
    }

    @Override
    public Graph graph() {
        return store.graph();
    }

    @Override
    public <V> VertexProperty<V> property(
            VertexProperty.@Nullable Cardinality cardinality, String key, @Nullable V value, Object... keyValues) {
        ElementHelper.legalPropertyKeyValueArray(keyValues);
        ElementHelper.validateProperty(key, value);
        VertexProperty.Cardinality kind =
                cardinality == null ? graph().features().vertex().getCardinality(key) : cardinality;
        Object id = storedId(keyValues);
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            VertexRecord record = record();
            if (value == null && !store.allowsNull()) {
                if (kind == VertexProperty.Cardinality.single) {
                    removeProperties(transaction, record, key);
                }
                return VertexProperty.empty();
            }
            Object stored = store.values().stored(value);
            VertexPropertyRecord property =
                    kind == VertexProperty.Cardinality.set ? withValue(record, key, stored) : null;
            if (property == null) {
                if (kind == VertexProperty.Cardinality.single) {
                    record.properties().removeIf(p -> p.key().equals(key));
                }
                property = newProperty(transaction, record, id, key, stored);
                record.properties().add(property);
                transaction.change(record);
            }
            VertexProperty<V> handle = new PraghVertexProperty<>(store, this, property);
            ElementHelper.attachProperties(handle, keyValues);
            return handle;
        }
    }

    private @Nullable Object storedId(@Nullable Object[] keyValues) {
        Object id = ElementHelper.getIdValue(keyValues).orElse(null);
        Object stored = id == null ? null : store.values().storedId(id);
        if (id != null && stored == null) {
            throw VertexProperty.Exceptions.userSuppliedIdsOfThisTypeNotSupported();
        }
        return stored;
    }

    private static @Nullable VertexPropertyRecord withValue(VertexRecord record, String key, @Nullable Object value) {
        for (VertexPropertyRecord property : record.propertiesOf(key)) {
            if (Objects.equals(property.value(), value)) {
                return property;
            }
        }
        return null;
    }

    private static VertexPropertyRecord newProperty(
            GraphTransaction transaction,
            VertexRecord record,
            @Nullable Object id,
            String key,
            @Nullable Object value) {
        long number = transaction.nextPropertyNumber(record);
        return id == null
                ? VertexPropertyRecord.natural(record.vid(), number, key, value)
                : new VertexPropertyRecord(number, id, key, value);
    }

    private static void removeProperties(GraphTransaction transaction, VertexRecord record, String key) {
        if (record.properties().removeIf(p -> p.key().equals(key))) {
            transaction.change(record);
        }
    }

    @Override
    public <V> Iterator<VertexProperty<V>> properties(String... keys) {
        List<VertexProperty<V>> found = new ArrayList<>(2);
        for (VertexPropertyRecord property : propertiesOf(keys)) {
            found.add(new PraghVertexProperty<>(store, this, property));
        }
        return found.iterator();
    }

    /**
     * The properties in the calling thread's transaction under some keys, or under all if none is given; none when
     * the vertex is gone.
     */
    private List<VertexPropertyRecord> propertiesOf(String... keys) {
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            VertexRecord record = recordOrNull(transaction);
            if (record == null) {
                return List.of();
            }
            // The list of all may change meanwhile.
            return keys.length == 0 ? List.copyOf(record.properties()) : record.propertiesOf(keys);
        }
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // null is a value by option
    public <V> Iterator<V> values(String... keys) {
        List<VertexPropertyRecord> properties = propertiesOf(keys);
        if (properties.size() == 1) {
            return (Iterator<V>)
                    IteratorUtils.of(store.values().seen(properties.get(0).value()));
        }
        List<V> found = new ArrayList<>(properties.size());
        for (VertexPropertyRecord property : properties) {
            found.add((V) store.values().seen(property.value()));
        }
        return found.iterator();
    }

    /**
     * Whether the vertex has a property with a key and a value, given as its bytes, in the calling thread's
     * transaction; not when the vertex is gone.
     */
    Held held(String key, byte[] value) {
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            VertexRecord record = recordOrNull(transaction);
            return record == null ? Held.NO : record.held(key, value);
        }
    }

    @Override
    public <V> VertexProperty<V> property(String key) {
        List<VertexPropertyRecord> found = propertiesOf(key);
        if (found.size() > 1) {
            throw Vertex.Exceptions.multiplePropertiesExistForProvidedKey(key);
        }
        return found.isEmpty() ? VertexProperty.empty() : new PraghVertexProperty<>(store, this, found.get(0));
    }

    @Override
    public Edge addEdge(String label, @Nullable Vertex in, @Nullable Object... keyValues) {
        if (in == null) {
            throw Graph.Exceptions.argumentCanNotBeNull("vertex");
        }
        ElementHelper.validateLabel(label);
        ElementHelper.legalPropertyKeyValueArray(keyValues);
        if (!(in instanceof PraghVertex other)) {
            throw new IllegalArgumentException(
                    "Both vertices of an edge must be of the same graph; look the other one up in this graph first: "
                            + in);
        }
        return PraghEdge.create(store, this, label, other, keyValues);
    }

    @Override
    public Iterator<Edge> edges(Direction direction, String... labels) {
        return new IncidentEdges(store, this, IncidentEdges.Query.of(store, direction, labels)).edges();
    }

    @Override
    public Iterator<Vertex> vertices(Direction direction, String... labels) {
        return new IncidentEdges(store, this, IncidentEdges.Query.of(store, direction, labels)).neighbours();
    }

    @Override
    public void remove() {
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            VertexRecord record = recordOrNull(transaction);
            if (record != null) {
                transaction.removeVertex(record);
            }
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (other instanceof PraghVertex vertex && vertex.store.properties() == store.properties()) {
            return vertex.vid == vid;
        }
        return ElementHelper.areEqual(this, other);
    }

    @Override
    public int hashCode() {
        // The hash of the identifier, without a read if possible: a number that the graph does not give out is the
        // identifier.
        return VertexNumbers.mayBeGivenOut(vid) ? ElementHelper.hashCode(this) : Long.hashCode(vid);
    }

    @Override
    public String toString() {
        return StringFactory.vertexString(this);
    }
}
