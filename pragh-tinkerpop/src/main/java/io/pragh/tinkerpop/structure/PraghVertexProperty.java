package io.pragh.tinkerpop.structure;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import java.util.Collections;
import java.util.Iterator;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/**
 * One property of a vertex: key, value and identifier as they were read, its meta-properties as they are now. Any
 * thread.
 */
public final class PraghVertexProperty<V> implements VertexProperty<V> {
    private final ElementStore store;
    private final PraghVertex vertex;
    private final VertexPropertyRecord seen;

    PraghVertexProperty(ElementStore store, PraghVertex vertex, VertexPropertyRecord seen) {
        this.store = store;
        this.vertex = vertex;
        this.seen = seen;
    }

    @Override
    public Object id() {
        return store.values().seenId(seen.id());
    }

    @Override
    public String key() {
        return seen.key();
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // null is a value by option
    public V value() {
        return (V) store.values().seen(seen.value());
    }

    @Override
    public boolean isPresent() {
        return true;
    }

    @Override
    public Vertex element() {
        return vertex;
    }

    /** The record in the transaction, or null when property or vertex is gone. */
    private @Nullable VertexPropertyRecord current(@Nullable VertexRecord record) {
        return record == null ? null : record.property(seen.number());
    }

    /** As {@link #current}, as one of the vertex's own property records: changes of it change the vertex. */
    private @Nullable VertexPropertyRecord toChange(VertexRecord record) {
        for (VertexPropertyRecord property : record.properties()) {
            if (property.number() == seen.number()) {
                return property;
            }
        }
        return null;
    }

    @Override
    public <U> Iterator<Property<U>> properties(String... keys) {
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            VertexPropertyRecord now = current(vertex.recordOrNull(transaction));
            return now == null
                    ? Collections.emptyIterator()
                    : PraghProperty.named(this, store.values(), now.properties(), keys, this::remove);
        }
    }

    @Override
    public <U> Property<U> property(String key, @Nullable U value) {
        ElementHelper.validateProperty(key, value);
        if (value == null && !store.allowsNull()) {
            remove(key);
            return Property.empty();
        }
        Object stored = store.values().stored(value);
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            VertexRecord record = vertex.record();
            VertexPropertyRecord now = toChange(record);
            if (now == null) {
                throw new IllegalStateException("The property does not exist in this transaction: id=" + id());
            }
            now.put(key, stored);
            transaction.change(record);
        }
        return new PraghProperty<>(this, key, value, () -> remove(key));
    }

    private void remove(String key) {
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            VertexRecord record = vertex.recordOrNull(transaction);
            VertexPropertyRecord now = record == null ? null : toChange(record);
            if (record != null && now != null && now.remove(key)) {
                transaction.change(record);
            }
        }
    }

    @Override
    public void remove() {
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            VertexRecord record = vertex.recordOrNull(transaction);
            if (record != null && record.properties().removeIf(p -> p.number() == seen.number())) {
                transaction.change(record);
            }
        }
    }

    @Override
    @SuppressWarnings("EqualsWhichDoesntCheckParameterClass") // elements are equal by identifier alone
    public boolean equals(@Nullable Object other) {
        return ElementHelper.areEqual((VertexProperty<?>) this, other);
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
