package io.pragh.tinkerpop.structure;

import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.NewEdges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/**
 * The edges of one vertex, a few at first, all of them on demand: a caller that takes ten edges of a vertex with
 * millions does not wait for the millions. One thread.
 */
final class IncidentEdges {
    /** Edges read at first. */
    static final int FIRST_MAX = 256;

    private final ElementStore store;
    private final PraghVertex vertex;
    private final Query query;
    /** The transaction that has read the edges last. */
    private @Nullable GraphTransaction reader;

    /** Selects the edges; labels null for all. Immutable. */
    static final class Query {
        private final boolean out;
        private final boolean in;
        private final int @Nullable [] labels;

        private Query(boolean out, boolean in, int @Nullable [] labels) {
            this.out = out;
            this.in = in;
            this.labels = labels;
        }

        static Query of(ElementStore store, Direction direction, String... labels) {
            return new Query(
                    direction != Direction.IN,
                    direction != Direction.OUT,
                    labels.length == 0 ? null : numbers(store, labels));
        }

        /** Numbers of labels, 0 for one that no edge ever had: its absence is part of the result. */
        private static int[] numbers(ElementStore store, String[] labels) {
            if (labels.length == 1 && labels[0] != null) {
                return new int[] {store.properties().edgeLabel(labels[0])}; // the usual case, once for each vertex
            }
            return Arrays.stream(labels)
                    .filter(l -> l != null)
                    .mapToInt(l -> store.properties().edgeLabel(l))
                    .distinct()
                    .toArray();
        }

        boolean out() {
            return out;
        }

        boolean in() {
            return in;
        }

        int @Nullable [] labels() {
            return labels;
        }
    }

    /** An entry of a list. */
    record Hop(EdgeRef edge, boolean out) {
        long neighbour() {
            return out ? edge.in() : edge.out();
        }
    }

    IncidentEdges(ElementStore store, PraghVertex vertex, Query query) {
        this.store = store;
        this.vertex = vertex;
        this.query = query;
    }

    /** The edges. */
    Iterator<Edge> edges() {
        return new Chunks<>(this::edges);
    }

    /** The edges that are not among some given before. */
    Iterator<Edge> edgesBut(Set<Hop> given) {
        return new Chunks<>(this::edges, given);
    }

    /** The vertices at their other ends. */
    Iterator<Vertex> neighbours() {
        return new Chunks<>(this::neighbours);
    }

    /** As {@link #edgesBut}. */
    Iterator<Vertex> neighboursBut(Set<Hop> given) {
        return new Chunks<>(this::neighbours, given);
    }

    private Iterator<Edge> edges(List<Hop> hops) {
        EdgeBatch batch = new EdgeBatch(
                Objects.requireNonNull(reader), hops.stream().map(Hop::edge).toList());
        return IntStream.range(0, batch.size())
                .<Edge>mapToObj(i -> new PraghEdge(store, batch, i, vertex))
                .iterator();
    }

    private Iterator<Vertex> neighbours(List<Hop> hops) {
        VertexBatch batch =
                new VertexBatch(hops.stream().mapToLong(Hop::neighbour).toArray());
        return IntStream.range(0, batch.size())
                .<Vertex>mapToObj(i -> new PraghVertex(store, batch, i))
                .iterator();
    }

    private List<Hop> read(long limit) {
        List<Hop> hops = new ArrayList<>();
        GraphTransaction transaction = store.transaction();
        reader = transaction;
        synchronized (transaction) {
            long vid = vertex.vid();
            transaction.edges(
                    new long[] {vid},
                    query.out,
                    query.in,
                    query.labels,
                    limit,
                    (index, neighbour, label, eid, leaves) -> hops.add(new Hop(
                            leaves ? new EdgeRef(vid, label, neighbour, eid) : new EdgeRef(neighbour, label, vid, eid),
                            leaves)));
        }
        return hops;
    }

    /** Makes elements of hops, a batch at a time. */
    private final class Chunks<E> implements Iterator<E> {
        private final Function<List<Hop>, Iterator<E>> elements;
        private List<Hop> hops;
        private int next;
        private boolean complete;
        private Iterator<E> ready = List.<E>of().iterator();

        Chunks(Function<List<Hop>, Iterator<E>> elements) {
            this.elements = elements;
            this.hops = read(FIRST_MAX);
            this.complete = hops.size() < FIRST_MAX;
        }

        Chunks(Function<List<Hop>, Iterator<E>> elements, Set<Hop> given) {
            this.elements = elements;
            this.hops = List.of();
            readTheRest(given);
        }

        @Override
        public boolean hasNext() {
            if (ready.hasNext()) {
                return true;
            }
            if (next == hops.size() && !complete) {
                readTheRest(given());
            }
            if (next == hops.size()) {
                return false;
            }
            int end = Math.min(next + EdgeBatch.SIZE_MAX, hops.size());
            ready = elements.apply(List.copyOf(hops.subList(next, end)));
            next = end;
            return true;
        }

        /** The edges that were read, with the identity that they have now if they were new then. */
        private Set<Hop> given() {
            Set<Hop> given = new HashSet<>();
            NewEdges newEdges = Objects.requireNonNull(reader).newEdges();
            hops.forEach(hop -> given.add(new Hop(newEdges.now(hop.edge), hop.out)));
            return given;
        }

        /**
         * Edges may have been added and removed since the first were read, so these are skipped by identity, not by
         * count.
         */
        private void readTheRest(Set<Hop> given) {
            hops = read(Long.MAX_VALUE);
            hops.removeIf(given::contains);
            next = 0;
            complete = true;
        }

        @Override
        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return ready.next();
        }
    }
}
