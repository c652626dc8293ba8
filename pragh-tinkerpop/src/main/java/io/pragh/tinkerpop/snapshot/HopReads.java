package io.pragh.tinkerpop.snapshot;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.EdgePicker;
import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.Neighbours;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.TooManyResultsException;
import java.util.Arrays;
import org.apache.tinkerpop.gremlin.structure.Direction;

/** Hops of one snapshot, many vertices at a time, in bounded memory. Reusable; one thread at a time. */
final class HopReads {
    /** Vertices that are read in one batch. */
    static final int TOGETHER = 1024;
    /**
     * Edges that may be read together even if the bound on results is lower: of a vertex with several lists, a limit
     * drops some of them.
     */
    private static final int EDGES_MIN = 1 << 16;

    private final PropertyGraph names;
    private final GraphTransaction transaction;
    private final Neighbours found;

    HopReads(PropertyGraph names, GraphTransaction transaction, int resultsMax) {
        this.names = names;
        this.transaction = transaction;
        this.found = new Neighbours(Math.max(EDGES_MIN, resultsMax));
    }

    /** The hop as a query by numbers. Cost: a READ for each label that is not known here. */
    EdgeQuery query(Hop hop) {
        boolean out = hop.direction() != Direction.IN;
        boolean in = hop.direction() != Direction.OUT;
        int[] labels = null;
        if (!hop.labels().isEmpty()) {
            // a label that no edge has had until now does not occur in the snapshot either
            labels = hop.labels().stream()
                    .mapToInt(names::edgeLabel)
                    .filter(number -> number != 0)
                    .toArray();
        }
        return new EdgeQuery(out, in, labels, hop.limit());
    }

    /**
     * Visits the neighbours of vertices from an index to another one. Cost: a batch of READs for every
     * {@link #TOGETHER} of them.
     */
    void expand(long[] vids, int from, int to, EdgeQuery query, NeighbourVisitor visitor) {
        int together = TOGETHER;
        int next = from;
        while (next < to) {
            checkInterrupted();
            int end = Math.min(to, next + together);
            if (fits(vids, next, end, query)) {
                for (int list = 0; list < found.lists(); list++) {
                    if (found.from(list) < found.to(list)) {
                        visitor.neighbours(
                                vids[found.owner(list)], found.neighbours(), found.from(list), found.to(list));
                    }
                }
                next = end;
            } else {
                together = (end - next) / 2;
            }
        }
    }

    /** Whether the edges of these vertices may be held together; those of a single one always are. */
    private boolean fits(long[] vids, int from, int to, EdgeQuery query) {
        try {
            transaction.hops().expand(vids, from, to, query, false, found);
            return true;
        } catch (TooManyResultsException tooMany) {
            if (to - from == 1) {
                throw tooMany;
            }
            return false;
        }
    }

    /**
     * Counts the edges of vertices from an index to another one. Cost: a batch of READs of heads for every
     * {@link #TOGETHER} of them.
     */
    void count(long[] vids, int from, int to, EdgeQuery query, Counts counts) {
        long[] some = new long[Math.min(TOGETHER, to - from)];
        for (int next = from; next < to; next += TOGETHER) {
            checkInterrupted();
            int end = Math.min(to, next + TOGETHER);
            transaction.hops().count(vids, next, end, query, some);
            for (int i = next; i < end; i++) {
                counts.count(i, some[i - next]);
            }
        }
    }

    /**
     * The sum of the numbers of all neighbours of vertices from an index to another one, modulo 2^64. Cost: as for
     * {@link #expand}; nothing is copied.
     */
    long sum(long[] vids, int from, int to, EdgeQuery query) {
        long[] some = new long[Math.min(TOGETHER, to - from)];
        long sum = 0;
        for (int next = from; next < to; next += TOGETHER) {
            checkInterrupted();
            int end = Math.min(to, next + TOGETHER);
            transaction.hops().sum(vids, next, end, query, some, found);
            for (int i = 0; i < end - next; i++) {
                sum += some[i];
            }
        }
        return sum;
    }

    /** Receives the number of a vertex's edges. */
    @FunctionalInterface
    interface Counts {
        /** The number of edges of the vertex with this index. */
        void count(int index, long edges);
    }

    /**
     * One neighbour of each of the first vertices. Cost: as for {@link io.pragh.core.property.Hops#pick}, for
     * {@link #TOGETHER} at a time.
     */
    void pick(long[] vids, int count, EdgeQuery query, EdgePicker picker, long[] picked) {
        long[] some = new long[Math.min(TOGETHER, count)];
        for (int from = 0; from < count; from += TOGETHER) {
            checkInterrupted();
            int end = Math.min(count, from + TOGETHER);
            transaction.hops().pick(vids, from, end, query, picker, some);
            System.arraycopy(some, 0, picked, from, end - from);
        }
    }

    /** Refuses numbers that no vertex can have. */
    static void check(long... vids) {
        for (long vid : vids) {
            if ((vid & ~GraphKey.VID_MAX) != 0) {
                throw new IllegalArgumentException(
                        "this is no number of a vertex; get one by GraphSnapshot.number(id): vertex=" + vid + " of="
                                + Arrays.toString(Arrays.copyOf(vids, Math.min(vids.length, Long.BYTES))));
            }
        }
    }

    private static void checkInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new PraghException("the thread was interrupted while it read from a snapshot");
        }
    }
}
