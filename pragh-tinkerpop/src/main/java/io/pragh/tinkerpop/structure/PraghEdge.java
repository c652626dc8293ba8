package io.pragh.tinkerpop.structure;

import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementExistsException;
import io.pragh.core.property.GraphTransaction;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/**
 * An edge, by its identity. Its vertices, label and, unless it was supplied, identifier are known without a read; its
 * properties are read on first use, and anew in every transaction. Any thread.
 */
public final class PraghEdge implements Edge {
    private final ElementStore store;
    private volatile EdgeRef ref;
    /** The edges with which it is read. */
    private volatile Place place;

    /** The vertex at which the edge was found, if any: it has been read already. */
    private final @Nullable PraghVertex anchor;

    private volatile @Nullable Object id;

    private record Place(EdgeBatch batch, int index) {}

    PraghEdge(ElementStore store, EdgeBatch batch, int index, @Nullable PraghVertex anchor) {
        this.store = store;
        this.ref = batch.edge(index);
        this.place = new Place(batch, index);
        this.anchor = anchor;
    }

    /** Adds an edge with its properties. */
    static PraghEdge create(
            ElementStore store, PraghVertex out, String label, PraghVertex in, @Nullable Object[] keyValues) {
        Object id = ElementHelper.getIdValue(keyValues).orElse(null);
        Object stored = id == null ? null : store.values().storedId(id);
        if (id != null && stored == null) {
            throw Edge.Exceptions.userSuppliedIdsOfThisTypeNotSupported();
        }
        GraphTransaction transaction = store.transaction();
        EdgeRef ref;
        synchronized (transaction) {
            out.checkNotRemoved(transaction);
            in.checkNotRemoved(transaction);
            try {
                ref = transaction.addEdge(out.vid(), label, in.vid(), stored);
            } catch (ElementExistsException taken) {
                throw StoredValues.because(Graph.Exceptions.edgeWithIdAlreadyExists(id), taken);
            }
        }
        PraghEdge edge = new PraghEdge(store, new EdgeBatch(transaction, List.of(ref)), 0, null);
        ElementHelper.attachProperties(edge, keyValues);
        return edge;
    }

    /** Its identity, as it was found or, if it was new then, as it is since its transaction has committed. */
    public EdgeRef ref() {
        EdgeRef known = ref;
        if (known.isPending()) {
            Place now = place;
            known = now.batch.edge(now.index);
            ref = known;
        }
        return known;
    }

    /** The store through which it reads and writes. */
    ElementStore store() {
        return store;
    }

    /** Whether a transaction would have to read its properties, and may: an edge that is new elsewhere has none. */
    boolean isToRead(GraphTransaction transaction) {
        return !place.batch.isReadBy(transaction) && (isFoundBy(transaction) || !ref().isPending());
    }

    /** Sets the batch with which it is read from now on. */
    void place(EdgeBatch batch, int index) {
        place = new Place(batch, index);
    }

    /** Whether its identity is valid in a transaction. */
    boolean isFoundBy(GraphTransaction transaction) {
        Place now = place;
        return now.batch.isFoundBy(transaction, now.index);
    }

    /** The edge as a transaction has it; null when it was removed. */
    private @Nullable EdgeRef seen(GraphTransaction transaction) {
        Place now = place;
        return now.batch.seen(transaction, now.index);
    }

    private EdgeRecord record(GraphTransaction transaction) {
        Place now = place;
        return transaction.current(now.batch.read(transaction, now.index));
    }

    @Override
    public Object id() {
        Object known = id;
        if (known == null) {
            known = store.values().seenId(readId(store.transaction()));
            id = known;
        }
        return known;
    }

    /**
     * An identifier that the application has supplied is read with those of the edges that were found together, like
     * properties.
     */
    private Object readId(GraphTransaction transaction) {
        EdgeRef known = ref();
        if (!known.isNamed()) {
            Place now = place;
            return transaction.idOf(known.isPending() ? now.batch.settled(now.index) : known);
        }
        synchronized (transaction) {
            return record(transaction).id();
        }
    }

    @Override
    public String label() {
        return store.properties().edgeLabel(ref().label());
    }

    @Override
    public Graph graph() {
        return store.graph();
    }

    @Override
    public Iterator<Vertex> vertices(Direction direction) {
        return switch (direction) {
            case OUT -> IteratorUtils.of(outVertex());
            case IN -> IteratorUtils.of(inVertex());
            case BOTH -> IteratorUtils.of(outVertex(), inVertex());
        };
    }

    @Override
    public Vertex outVertex() {
        PraghVertex start = anchor;
        Place now = place;
        return start != null && start.vid() == ref().out()
                ? start
                : new PraghVertex(store, now.batch.outs(), now.index);
    }

    @Override
    public Vertex inVertex() {
        PraghVertex start = anchor;
        Place now = place;
        return start != null && start.vid() == ref().in() ? start : new PraghVertex(store, now.batch.ins(), now.index);
    }

    @Override
    public <V> Iterator<Property<V>> properties(String... keys) {
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            return seen(transaction) == null
                    ? Collections.emptyIterator()
                    : PraghProperty.named(
                            this, store.values(), record(transaction).properties(), keys, this::remove);
        }
    }

    @Override
    public <V> Property<V> property(String key, @Nullable V value) {
        ElementHelper.validateProperty(key, value);
        if (value == null && !store.allowsNull()) {
            remove(key);
            return Property.empty();
        }
        Object stored = store.values().stored(value);
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            EdgeRef seen = seen(transaction);
            if (seen == null) {
                throw new IllegalStateException("The edge was removed: id=" + id());
            }
            EdgeRecord record = transaction.record(seen);
            record.properties().put(key, stored);
            transaction.change(record);
        }
        return new PraghProperty<>(this, key, value, () -> remove(key));
    }

    private void remove(String key) {
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            EdgeRef seen = seen(transaction);
            if (seen == null) {
                return;
            }
            EdgeRecord record = transaction.record(seen);
            if (record.properties().containsKey(key)) {
                record.properties().remove(key);
                transaction.change(record);
            }
        }
    }

    @Override
    public void remove() {
        id(); // after the removal it could not be read any more
        GraphTransaction transaction = store.transaction();
        synchronized (transaction) {
            EdgeRef seen = seen(transaction);
            if (seen != null) {
                transaction.removeEdge(seen);
            }
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (other instanceof PraghEdge edge && edge.store.properties() == store.properties()) {
            return edge.ref().equals(ref());
        }
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
