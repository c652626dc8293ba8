package io.pragh.tinkerpop.structure;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import java.util.ArrayList;
import java.util.Collections;
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
import org.jspecify.annotations.Nullable;

/**
 * A vertex: its number, and what was last seen of it. Read when it is first asked for something, and anew in every transaction. Any
 * thread; what it shows is that of the calling thread's transaction.
 */
public final class PraghVertex implements Vertex {
    private final ElementStore store;
    private final long vid;
    private final @Nullable VertexBatch batch;
    private final int index;
    private volatile @Nullable Sight sight;

    /** What one transaction saw. Identifier and label never change, so any sight will do for them. */
    private record Sight(GraphTransaction transaction, VertexRecord record) {}

    /** A vertex that has been read. */
    public PraghVertex(ElementStore store, GraphTransaction transaction, VertexRecord record) {
        this.store = store;
        this.vid = record.vid();
        this.batch = null;
        this.index = 0;
        this.sight = new Sight(transaction, record);
    }

    /** A vertex that nobody has read yet: it exists because an edge leads to it. */
    PraghVertex(ElementStore store, VertexBatch batch, int index) {
        this.store = store;
        this.vid = batch.vid(index);
        this.batch = batch;
        this.index = index;
    }

    /** The number that is part of its keys. */
    public long vid() {
        return vid;
    }

    /**
     * What the calling thread's transaction sees of it.
     *
     * @throws IllegalStateException when it does not exist there, or was removed
     */
    public VertexRecord record() {
        VertexRecord record = recordOrNull(store.transaction());
        if (record == null) {
            throw new IllegalStateException("The vertex does not exist in this transaction: vid=" + vid);
        }
        return record;
    }

    /** As {@link #record}, null when it is gone. */
    @Nullable
    VertexRecord recordOrNull(GraphTransaction transaction) {
        Sight last = sight;
        VertexRecord record;
        if (last != null && last.transaction == transaction) {
            record = transaction.current(last.record);
        } else {
            VertexBatch together = batch;
            record = last == null && together != null ? together.read(transaction, index) : transaction.vertex(vid);
            if (record != null) {
                sight = new Sight(transaction, record);
            }
        }
        return record == null || record.isRemoved() ? null : record;
    }

    /** What its elements read and write through. */
    public ElementStore store() {
        return store;
    }

    /** Whether a transaction would have to read it. */
    boolean isUnread(GraphTransaction transaction) {
        Sight last = sight;
        return last == null || last.transaction != transaction;
    }

    /** Takes what a transaction has read of it. */
    void see(GraphTransaction transaction, VertexRecord record) {
        sight = new Sight(transaction, record);
    }

    /** The record that anybody saw: enough for what never changes. */
    private VertexRecord anyRecord() {
        Sight last = sight;
        return last == null ? record() : last.record;
    }

    @Override
    public Object id() {
        return StoredValues.seenId(anyRecord().id());
    }

    @Override
    public String label() {
        return anyRecord().label();
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
            Object stored = StoredValues.stored(value);
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

    private static @Nullable Object storedId(@Nullable Object[] keyValues) {
        Object id = ElementHelper.getIdValue(keyValues).orElse(null);
        Object stored = id == null ? null : StoredValues.storedId(id);
        if (id != null && stored == null) {
            throw VertexProperty.Exceptions.userSuppliedIdsOfThisTypeNotSupported();
        }
        return stored;
    }

    private static @Nullable VertexPropertyRecord withValue(VertexRecord record, String key, @Nullable Object value) {
        for (VertexPropertyRecord property : record.properties()) {
            if (property.key().equals(key) && Objects.equals(property.value(), value)) {
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
        Object name = id == null ? VertexPropertyRecord.naturalId(record.vid(), number) : id;
        return new VertexPropertyRecord(number, name, key, value);
    }

    private static void removeProperties(GraphTransaction transaction, VertexRecord record, String key) {
        if (record.properties().removeIf(p -> p.key().equals(key))) {
            transaction.change(record);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <V> Iterator<VertexProperty<V>> properties(String... keys) {
        GraphTransaction transaction = store.transaction();
        List<VertexProperty<V>> found = new ArrayList<>();
        synchronized (transaction) {
            VertexRecord record = recordOrNull(transaction);
            if (record == null) {
                return Collections.emptyIterator();
            }
            for (VertexPropertyRecord property : record.properties()) {
                if (ElementHelper.keyExists(property.key(), keys)) {
                    found.add(new PraghVertexProperty<>(store, this, property));
                }
            }
        }
        return found.iterator();
    }

    @Override
    public <V> VertexProperty<V> property(String key) {
        GraphTransaction transaction = store.transaction();
        VertexPropertyRecord found = null;
        synchronized (transaction) {
            VertexRecord record = recordOrNull(transaction);
            if (record == null) {
                return VertexProperty.empty();
            }
            for (VertexPropertyRecord property : record.properties()) {
                if (property.key().equals(key)) {
                    if (found != null) {
                        throw Vertex.Exceptions.multiplePropertiesExistForProvidedKey(key);
                    }
                    found = property;
                }
            }
        }
        return found == null ? VertexProperty.empty() : new PraghVertexProperty<>(store, this, found);
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
        // That of the identifier, without a read if possible: a number that the graph does not give out is the
        // identifier.
        return vid < VertexRecord.GIVEN_OUT_MIN ? Long.hashCode(vid) : ElementHelper.hashCode(this);
    }

    @Override
    public String toString() {
        return StringFactory.vertexString(this);
    }
}
