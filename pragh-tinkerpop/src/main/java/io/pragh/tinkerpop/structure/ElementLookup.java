package io.pragh.tinkerpop.structure;

import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.VertexSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/** Finds elements by identifier, and iterates over all of them. Any thread. */
public final class ElementLookup {
    // An identifier that is not found may exist in another type: Gremlin compares identifiers by their text in
    // hasId(), scripts and JSON turn numbers and UUIDs into text, so vertices("1") finds the vertex that hasId("1")
    // finds.

    /** Numbers of vertices are below this one. */
    private static final long VID_END = 1L << 43;

    private static final int UUID_CHARACTERS = 36;
    private static final int LONG_CHARACTERS = 20;

    private final ElementStore store;

    /** A lookup in a graph. */
    public ElementLookup(ElementStore store) {
        this.store = store;
    }

    /**
     * The transaction in which vertices are looked up; if it is begun now, it begins at the home of the first of
     * them.
     */
    public GraphTransaction begin(Object... ids) {
        return store.transaction(ids.length == 0 || ids[0] == null ? null : storedIdOf(ids[0]));
    }

    /** Vertices by identifier, in the given order, without missing ones; all vertices when no identifier is given. */
    public Iterator<Vertex> vertices(Object... ids) {
        GraphTransaction transaction = begin(ids);
        if (ids.length == 0) {
            return scan(transaction, VertexSearch.ALL);
        }
        List<Vertex> found = new ArrayList<>(ids.length);
        synchronized (transaction) {
            @Nullable VertexRecord[] byNumber = byNumber(transaction, ids);
            for (int i = 0; i < ids.length; i++) {
                VertexRecord record = byNumber[i];
                if (record == null && ids[i] != null) {
                    record = vertex(transaction, idOf(ids[i]));
                }
                if (record != null) {
                    found.add(new PraghVertex(store, record));
                }
            }
        }
        return found.iterator();
    }

    /** A vertex by identifier, for a traversal that may give it an edge: see {@link GraphTransaction#nameOf}. */
    public Iterator<Vertex> vertexToJoin(Object id) {
        GraphTransaction transaction = begin(id);
        synchronized (transaction) {
            boolean isOwn = id instanceof PraghVertex vertex && vertex.graph() == store.graph();
            long vid = isOwn ? ((PraghVertex) id).vid() : numberOf(transaction, idOf(id));
            Object name = vid < 0 ? null : transaction.nameOf(vid);
            return name == null
                    ? Collections.emptyIterator()
                    : List.<Vertex>of(new PraghVertex(store, vid, name)).iterator();
        }
    }

    private long numberOf(GraphTransaction transaction, Object id) {
        Object stored = store.values().storedId(id);
        long vid = stored == null ? -1 : transaction.numberOf(stored);
        if (vid < 0) {
            Object other = otherType(id);
            vid = other == null ? -1 : transaction.numberOf(other);
        }
        return vid;
    }

    /** All vertices, except such as cannot pass some tests. */
    public Iterator<Vertex> verticesThatMayPass(StoredTests tests) {
        return scan(store.transaction(), tests.search());
    }

    /** All vertices with one of some labels, except such as cannot pass some tests. */
    public Iterator<Vertex> verticesOf(Collection<String> labels, StoredTests tests) {
        return scan(store.transaction(), tests.search().of(labels));
    }

    private Iterator<Vertex> scan(GraphTransaction transaction, VertexSearch search) {
        Iterator<VertexRecord> scan = inOrderIfFew(new PartitionScan<>(
                store.properties().partitions(),
                partition -> transaction.scanVertices(partition, search),
                record -> record));
        return IteratorUtils.map(scan, record -> new PraghVertex(store, record));
    }

    /** Vertices with one of several values under an indexed key; numbers are equal by value. */
    public Iterator<Vertex> verticesWithAny(String key, Collection<?> values) {
        GraphTransaction transaction = store.transaction();
        Iterator<VertexRecord> found = transaction.verticesWithAny(key, values);
        return IteratorUtils.map(found, record -> new PraghVertex(store, record));
    }

    /** Edges with one of several values under an indexed key; numbers are equal by value. */
    public Iterator<Edge> edgesWithAny(String key, Collection<?> values) {
        GraphTransaction transaction = store.transaction();
        return new EdgeScan(store, transaction, transaction.edgesWithAny(key, values));
    }

    /** All meanings of an identifier: itself, and the same in another type. */
    public static List<Object> meanings(Object id) {
        Object other = otherType(id);
        return other == null ? List.of(id) : List.of(id, other);
    }

    /**
     * All vertices whose home is a partition, for a transaction that only reads: they keep their data, also when the
     * transaction has ended.
     */
    public Iterator<Vertex> verticesOf(int partition) {
        GraphTransaction transaction = store.transaction();
        return IteratorUtils.map(transaction.scanVertices(partition), record -> new PraghVertex(store, record, true));
    }

    /**
     * Vertices that fit into one batch come in the order of their numbers: small graphs look the same however they
     * are distributed.
     */
    @SuppressWarnings("unchecked") // two iterators of one type in an array
    private static Iterator<VertexRecord> inOrderIfFew(Iterator<VertexRecord> scan) {
        List<VertexRecord> first = new ArrayList<>();
        while (first.size() < VertexBatch.SIZE_MAX && scan.hasNext()) {
            first.add(scan.next());
        }
        if (!scan.hasNext()) {
            first.sort(Comparator.comparingLong(VertexRecord::vid));
            return first.iterator();
        }
        return IteratorUtils.concat(first.iterator(), scan);
    }

    /** Reads, in one batch, the vertices whose identifier can be their number. */
    private @Nullable VertexRecord[] byNumber(GraphTransaction transaction, Object[] ids) {
        @Nullable VertexRecord[] found = new VertexRecord[ids.length];
        long[] vids = new long[ids.length];
        int[] places = new int[ids.length];
        int count = 0;
        for (int i = 0; i < ids.length; i++) {
            long vid = vidOf(ids[i]);
            if (vid >= 0) {
                vids[count] = vid;
                places[count++] = i;
            }
        }
        if (count > 0) {
            @Nullable VertexRecord[] read = transaction.vertices(Arrays.copyOf(vids, count));
            for (int k = 0; k < count; k++) {
                VertexRecord record = read[k];
                int place = places[k];
                if (record != null
                        && (ids[place] instanceof PraghVertex
                                || record.isCalledByNumber()
                                || isNumber(record.id(), vids[k]))) {
                    found[place] = record;
                }
            }
        }
        return found;
    }

    private long vidOf(@Nullable Object id) {
        if (id instanceof PraghVertex vertex && vertex.graph() == store.graph()) {
            return vertex.vid();
        }
        Long number = id == null ? null : integral(idOf(id));
        return number != null && number >= 0 && number < VID_END ? number : -1;
    }

    private static boolean isNumber(Object id, long vid) {
        Long number = integral(id);
        return number != null && number == vid;
    }

    private static Object idOf(Object idOrElement) {
        return idOrElement instanceof Element element ? element.id() : idOrElement;
    }

    private @Nullable Object storedIdOf(Object idOrElement) {
        return store.values().storedId(idOf(idOrElement));
    }

    private static @Nullable Long integral(Object id) {
        return id instanceof Long || id instanceof Integer || id instanceof Short || id instanceof Byte
                ? (Long) ((Number) id).longValue()
                : null;
    }

    private @Nullable VertexRecord vertex(GraphTransaction transaction, Object id) {
        Object stored = store.values().storedId(id);
        VertexRecord record = stored == null ? null : transaction.vertexOf(stored);
        if (record == null) {
            Object other = otherType(id);
            record = other == null ? null : transaction.vertexOf(other);
        }
        return record;
    }

    /** The same identifier as a number or a UUID, or null. */
    private static @Nullable Object otherType(Object id) {
        if (id instanceof Float || id instanceof Double) {
            double value = ((Number) id).doubleValue();
            return value == Math.rint(value) && Math.abs(value) <= 1L << 53 ? (Long) (long) value : null;
        }
        if (!(id instanceof String text) || text.isEmpty()) {
            return null;
        }
        try {
            if (text.length() == UUID_CHARACTERS) {
                return UUID.fromString(text);
            }
            char first = text.charAt(0);
            boolean mayBeNumber = first == '-' || Character.isDigit(first);
            return mayBeNumber && text.length() <= LONG_CHARACTERS ? (Long) Long.parseLong(text) : null;
        } catch (IllegalArgumentException neither) {
            return null; // the text has no other meaning
        }
    }

    /** Edges by identifier, in the given order, without missing ones; all edges when no identifier is given. */
    public Iterator<Edge> edges(Object... ids) {
        GraphTransaction transaction = store.transaction();
        if (ids.length == 0) {
            return new EdgeScan(
                    store,
                    transaction,
                    new PartitionScan<>(store.properties().partitions(), transaction::scanEdges, ref -> ref));
        }
        List<EdgeRef> found = new ArrayList<>(ids.length);
        synchronized (transaction) {
            for (Object id : ids) {
                EdgeRef edge = id == null ? null : edge(transaction, id);
                if (edge != null) {
                    found.add(edge);
                }
            }
        }
        return new EdgeScan(store, transaction, found.iterator());
    }

    private @Nullable EdgeRef edge(GraphTransaction transaction, Object idOrEdge) {
        Object id = idOf(idOrEdge);
        Object stored = store.values().storedId(id);
        EdgeRef edge = stored == null ? null : transaction.edgeOf(stored);
        if (edge == null) {
            Object other = otherType(id);
            edge = other == null ? null : transaction.edgeOf(other);
        }
        return edge;
    }
}
