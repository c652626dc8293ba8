package io.pragh.tinkerpop.snapshot;

import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.TooManyResultsException;
import io.pragh.core.property.VertexRecord;
import io.pragh.tinkerpop.structure.BoundStore;
import io.pragh.tinkerpop.structure.ElementLookup;
import io.pragh.tinkerpop.structure.ElementStore;
import io.pragh.tinkerpop.structure.PraghVertex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/**
 * A graph's vertices and edges as they were committed at one moment, for queries without Gremlin: neighbours, hops,
 * degrees, random walks. It sees neither later commits nor the changes of the calling thread's transaction. Vertices
 * are given by their identifiers here, as in Gremlin, or as vertices; {@link #byNumber} is faster. All nodes keep the
 * versions that an open snapshot sees, so close it. One thread at a time.
 *
 * <p>Every method throws {@link IllegalStateException} when the snapshot or its graph is closed, or another thread is
 * using it ({@link io.pragh.core.base.PraghException} when that closes it meanwhile); {@link NoSuchElementException}
 * when a vertex does not exist; {@link TooManyResultsException} when there are more results than may be held; and
 * {@link io.pragh.core.api.SnapshotTooOldException} when it was open for too long, like a transaction: then close it
 * and open another one.
 */
public final class GraphSnapshot implements AutoCloseable {
    /** Default bound on the results of one call: 128 MiB of numbers. */
    public static final int RESULTS_MAX_DEFAULT = 1 << 24;

    private final BoundStore store;
    private final Turn turn;
    private final VertexHops hops;
    private final int resultsMax;

    /**
     * For the graph itself, see {@code PraghGraph.snapshot()}.
     *
     * @param transaction for reading, used by nothing else; it is closed with this snapshot
     */
    public GraphSnapshot(ElementStore graph, GraphTransaction transaction, int resultsMax) {
        this.store = new BoundStore(graph, transaction);
        this.turn = new Turn(transaction);
        this.resultsMax = resultsMax;
        this.hops = new VertexHops(turn, new HopReads(graph.properties(), transaction, resultsMax), resultsMax);
    }

    /** The same queries by the numbers of vertices; always the same object. Cost: none. */
    public VertexHops byNumber() {
        return hops;
    }

    /** Another snapshot of the same moment, for another thread; each has to be closed. Cost: none. */
    public GraphSnapshot sameMoment() {
        return turn.during(
                () -> new GraphSnapshot(store.of(), store.transaction().reader(), resultsMax));
    }

    /** Whether it was open for too long, so that it can only be closed. Cost: none. */
    public boolean isExpired() {
        return turn.during(store.transaction()::isExpired);
    }

    // ---- identifiers and numbers

    /** Whether a vertex exists. Cost: as for {@link #number}. */
    public boolean hasVertex(Object id) {
        return turn.during(() -> find(List.of(id)).hasNext());
    }

    /**
     * The number of the vertex with an identifier, or of a {@link Vertex}. Cost: one READ; one or two more for an
     * identifier that is not a number.
     */
    public long number(Object id) {
        return numbers(List.of(id))[0];
    }

    /**
     * The numbers of vertices, in their order. Cost: one batch of READs, and one or two READs for each identifier
     * that is not a number.
     */
    public long[] numbers(Collection<?> ids) {
        return turn.during(() -> {
            long[] numbers = new long[ids.size()];
            int count = 0;
            Iterator<Vertex> found = ids.isEmpty() ? List.<Vertex>of().iterator() : find(ids);
            while (found.hasNext()) {
                numbers[count++] = ((PraghVertex) found.next()).vid();
            }
            if (count < numbers.length) {
                throw missing(ids);
            }
            return numbers;
        });
    }

    private Iterator<Vertex> find(Collection<?> ids) {
        return new ElementLookup(store).vertices(ids.toArray());
    }

    private NoSuchElementException missing(Collection<?> ids) {
        for (Object id : ids) {
            if (!find(List.of(id)).hasNext()) {
                return new NoSuchElementException(
                        "no vertex has this identifier in the snapshot; ask hasVertex first, or open a snapshot when it is"
                                + " committed: id=" + id);
            }
        }
        throw new IllegalStateException("a vertex is there and is not: ids=" + ids);
    }

    /**
     * The identifiers of vertices, in their order; vertices that were lost with their node are left out. Cost: none
     * where all vertices of the graph are identified by their numbers, else a batch of READs for every thousand.
     */
    public List<Object> ids(long... numbers) {
        HopReads.check(numbers);
        return turn.during(() -> {
            List<Object> ids = new ArrayList<>(numbers.length);
            boolean areNumbers = store.transaction().isCalledByNumbers();
            for (int from = 0; from < numbers.length; from += HopReads.TOGETHER) {
                int to = Math.min(numbers.length, from + HopReads.TOGETHER);
                if (areNumbers) {
                    Arrays.stream(numbers, from, to).forEach(ids::add);
                } else {
                    addIds(Arrays.copyOfRange(numbers, from, to), ids);
                }
            }
            return ids;
        });
    }

    private void addIds(long[] numbers, List<Object> ids) {
        for (@Nullable VertexRecord vertex : store.transaction().vertices(numbers)) {
            if (vertex != null) {
                ids.add(store.values().seenId(vertex.id()));
            }
        }
    }

    private List<List<Object>> idsOfEach(long[][] numbers) {
        List<List<Object>> ids = new ArrayList<>(numbers.length);
        for (long[] some : numbers) {
            ids.add(ids(some));
        }
        return ids;
    }

    // ---- edges

    /** As {@link VertexHops#neighbours}. */
    public List<Object> neighbours(Object id, Hop hop) {
        return ids(hops.neighbours(number(id), hop));
    }

    /** As {@link VertexHops#degree}. */
    public long degree(Object id, Hop hop) {
        return hops.degree(number(id), hop);
    }

    /** As {@link VertexHops#twoHops}. */
    public List<Object> twoHops(Object id, Hop first, Hop second) {
        return ids(hops.twoHops(number(id), first, second));
    }

    /** As {@link VertexHops#distinctTwoHops}. */
    public List<Object> distinctTwoHops(Object id, Hop first, Hop second) {
        return ids(hops.distinctTwoHops(number(id), first, second));
    }

    /** As {@link VertexHops#countTwoHops}. */
    public long countTwoHops(Object id, Hop first, Hop second) {
        return hops.countTwoHops(number(id), first, second);
    }

    /** As {@link VertexHops#levels}. */
    public List<List<Object>> levels(Object id, Hop hop, int count) {
        return idsOfEach(hops.levels(number(id), hop, count));
    }

    /** As {@link VertexHops#randomWalk}. */
    public List<Object> randomWalk(Object start, Hop hop, int length, long seed) {
        return ids(hops.randomWalk(number(start), hop, length, seed));
    }

    /** As {@link VertexHops#randomWalks}. */
    public List<List<Object>> randomWalks(Collection<?> starts, Hop hop, int length, long seed) {
        return idsOfEach(hops.randomWalks(numbers(starts), hop, length, seed));
    }

    /** Lets the graph drop the versions that only this snapshot sees. Does nothing when it is closed. */
    @Override
    public void close() {
        turn.close();
    }
}
