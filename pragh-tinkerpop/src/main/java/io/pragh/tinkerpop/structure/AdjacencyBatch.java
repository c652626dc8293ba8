package io.pragh.tinkerpop.structure;

import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;

/**
 * The edges of several vertices, read in one batch of READs: of each vertex at most some hundred, the others on
 * demand. The elements that they lead to are read together in turn. One thread.
 */
public final class AdjacencyBatch {
    private final ElementStore store;
    private final GraphTransaction transaction;
    private final long changeCount;
    private final List<PraghVertex> vertices;
    private final IncidentEdges.Query query;
    /** Number of elements that are read together when one of them is. */
    private final int together;
    /** For each requested vertex, its row of entries; equal vertices share one. */
    private final int[] rows;
    /** First entry of each row, and the end of the last. */
    private final int[] rowStarts;

    private final Entries entries;
    private final @Nullable VertexBatch[] neighbours;
    private final @Nullable EdgeBatch[] edges;

    /** Entries of all rows, one after the other. */
    private static final class Entries {
        /** Few: in a child of a traversal most batches have one vertex. */
        private static final int CAPACITY_FIRST = 8;

        private EdgeRef[] edges = new EdgeRef[CAPACITY_FIRST];
        private boolean[] leave = new boolean[CAPACITY_FIRST];
        private int count;

        void add(EdgeRef edge, boolean leaves) {
            if (count == edges.length) {
                edges = Arrays.copyOf(edges, 2 * count);
                leave = Arrays.copyOf(leave, 2 * count);
            }
            edges[count] = edge;
            leave[count++] = leaves;
        }

        long neighbour(int entry) {
            return leave[entry] ? edges[entry].in() : edges[entry].out();
        }
    }

    /**
     * Reads the edges of vertices.
     *
     * @param vertices all of one store
     * @param together how many of the elements found are read together when one of them is
     */
    public AdjacencyBatch(
            ElementStore store, List<PraghVertex> vertices, Direction direction, String[] labels, int together) {
        this.store = store;
        this.transaction = store.transaction();
        this.vertices = vertices;
        this.query = IncidentEdges.Query.of(store, direction, labels);
        this.together = together;
        this.rows = new int[vertices.size()];
        long[] vids = distinct(vertices, rows);
        this.rowStarts = new int[vids.length + 1];
        this.entries = new Entries();
        synchronized (transaction) {
            this.changeCount = transaction.changeCount();
            transaction.edges(
                    vids,
                    query.out(),
                    query.in(),
                    query.labels(),
                    IncidentEdges.FIRST_MAX,
                    (row, neighbour, label, eid, leaves) -> {
                        long vid = vids[row];
                        entries.add(
                                leaves
                                        ? new EdgeRef(vid, label, neighbour, eid)
                                        : new EdgeRef(neighbour, label, vid, eid),
                                leaves);
                        rowStarts[row + 1] = entries.count;
                    });
        }
        for (int row = 0; row < vids.length; row++) {
            rowStarts[row + 1] = Math.max(rowStarts[row + 1], rowStarts[row]);
        }
        int parts = (entries.count + together - 1) / together;
        this.neighbours = new VertexBatch[parts];
        this.edges = new EdgeBatch[parts];
    }

    /** The numbers of vertices, each once; {@code rows} receives the index of each vertex's number. */
    private static long[] distinct(List<PraghVertex> vertices, int[] rows) {
        if (rows.length == 1) {
            return new long[] {vertices.get(0).vid()};
        }
        long[] vids = new long[vertices.size()];
        Map<Long, Integer> known = new HashMap<>();
        for (int i = 0; i < rows.length; i++) {
            long vid = vertices.get(i).vid();
            Integer row = known.putIfAbsent(vid, known.size());
            rows[i] = row == null ? known.size() - 1 : row;
            vids[rows[i]] = vid;
        }
        return Arrays.copyOf(vids, known.size());
    }

    /**
     * The number of edges of each of several vertices. Cost: one batch of READs for the heads of lists, a second one
     * for long lists.
     */
    public static long[] degrees(ElementStore store, List<PraghVertex> vertices, Direction direction, String[] labels) {
        IncidentEdges.Query query = IncidentEdges.Query.of(store, direction, labels);
        int[] rows = new int[vertices.size()];
        long[] vids = distinct(vertices, rows);
        GraphTransaction transaction = store.transaction();
        long[] degrees;
        synchronized (transaction) {
            degrees = transaction.degrees(vids, query.out(), query.in(), query.labels());
        }
        return Arrays.stream(rows).mapToLong(row -> degrees[row]).toArray();
    }

    /**
     * Whether reading again would give the same: the thread is in the same transaction, which has changed nothing
     * since.
     */
    public boolean isCurrent() {
        return transaction == store.transaction() && transaction.changeCount() == changeCount;
    }

    /** The vertices at the other ends of the edges of one of the requested vertices. */
    public Iterator<Vertex> neighbours(int index) {
        return all(
                index,
                this::neighbour,
                rest -> new IncidentEdges(store, vertices.get(index), query).neighboursBut(rest));
    }

    /** The edges of one of the requested vertices. */
    public Iterator<Edge> edges(int index) {
        PraghVertex anchor = vertices.get(index);
        return all(
                index,
                entry -> new PraghEdge(store, edgeBatch(entry / together), entry % together, anchor),
                rest -> new IncidentEdges(store, anchor, query).edgesBut(rest));
    }

    private interface Rest<E> {
        Iterator<E> but(Set<IncidentEdges.Hop> given);
    }

    @SuppressWarnings("unchecked") // two iterators of one type in an array
    private <E> Iterator<E> all(int index, IntFunction<E> element, Rest<E> rest) {
        int from = rowStarts[rows[index]];
        int to = rowStarts[rows[index] + 1];
        Iterator<E> first = new Row<>(from, to, element);
        return to - from < IncidentEdges.FIRST_MAX
                ? first
                : IteratorUtils.concat(first, new Later<>(() -> rest.but(hops(from, to))));
    }

    private Set<IncidentEdges.Hop> hops(int from, int to) {
        Set<IncidentEdges.Hop> hops = new HashSet<>();
        for (int entry = from; entry < to; entry++) {
            hops.add(new IncidentEdges.Hop(transaction.newEdges().now(entries.edges[entry]), entries.leave[entry]));
        }
        return hops;
    }

    private Vertex neighbour(int entry) {
        int part = entry / together;
        VertexBatch batch = neighbours[part];
        if (batch == null) {
            long[] vids = new long[Math.min(together, entries.count - part * together)];
            Arrays.setAll(vids, i -> entries.neighbour(part * together + i));
            batch = new VertexBatch(vids);
            neighbours[part] = batch;
        }
        return new PraghVertex(store, batch, entry % together);
    }

    private EdgeBatch edgeBatch(int part) {
        EdgeBatch batch = edges[part];
        if (batch == null) {
            int from = part * together;
            int to = Math.min(from + together, entries.count);
            batch = new EdgeBatch(transaction, List.of(Arrays.copyOfRange(entries.edges, from, to)));
            edges[part] = batch;
        }
        return batch;
    }

    /** The elements of a range of entries, made one by one. */
    private static final class Row<E> implements Iterator<E> {
        private final IntFunction<E> element;
        private final int end;
        private int next;

        Row(int from, int to, IntFunction<E> element) {
            this.next = from;
            this.end = to;
            this.element = element;
        }

        @Override
        public boolean hasNext() {
            return next < end;
        }

        @Override
        public E next() {
            if (next >= end) {
                throw new NoSuchElementException();
            }
            return element.apply(next++);
        }
    }

    /** An iterator that is created on first use. */
    private static final class Later<E> implements Iterator<E> {
        private final Supplier<Iterator<E>> source;
        private @Nullable Iterator<E> elements;

        Later(Supplier<Iterator<E>> source) {
            this.source = source;
        }

        private Iterator<E> elements() {
            Iterator<E> known = elements;
            if (known == null) {
                known = source.get();
                elements = known;
            }
            return known;
        }

        @Override
        public boolean hasNext() {
            return elements().hasNext();
        }

        @Override
        public E next() {
            return elements().next();
        }
    }
}
