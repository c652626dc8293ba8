package io.pragh.benchmarks.fof;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.StoreSession;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.memory.Region;
import java.util.HashMap;
import java.util.Map;

/**
 * Complete counts of the values that queries at one node read. One thread.
 *
 * <p>A query of a start vertex reads its list and the lists of its first neighbours, so a count per start vertex
 * suffices, at the cost of one increment per query. Inserts append: only later queries read the added neighbour, so
 * the tally records how many queries there were before it.
 */
final class StartTally {
    private final long[] startKeys;
    private final boolean[] own;
    private final int limit;
    private final long[] queries;
    private final int[] lengthAtBegin;
    /** By rank: the number of queries before the first inserted neighbour, before the second, and so on. */
    private final long[][] queriesBefore;

    private final int[] inserted;
    private final long[] neighbours;
    private final FirstNeighbours visitor = new FirstNeighbours();
    private final long[] oneKey = new long[1];
    private boolean counting;

    /**
     * A tally without counts.
     *
     * @param startKeys first lists of queries, by rank
     * @param own marks those that are queried at this node
     * @param limit bound on the neighbours that a query follows
     */
    StartTally(long[] startKeys, boolean[] own, int limit) {
        this.startKeys = startKeys;
        this.own = own;
        this.limit = limit;
        this.queries = new long[startKeys.length];
        this.lengthAtBegin = new int[startKeys.length];
        this.queriesBefore = new long[startKeys.length][0];
        this.inserted = new int[startKeys.length];
        this.neighbours = new long[limit];
    }

    /** Starts to count, from zero; {@code session} reads the present lists. */
    void begin(StoreSession session) {
        for (int rank = 0; rank < startKeys.length; rank++) {
            if (own[rank]) {
                queries[rank] = 0;
                inserted[rank] = 0;
                lengthAtBegin[rank] = read(session, rank);
            }
        }
        counting = true;
    }

    /** A query was run. */
    void queried(int rank) {
        queries[rank]++;
    }

    /** A neighbour was appended to the list of a start vertex. */
    void inserted(int rank) {
        int room = limit - lengthAtBegin[rank];
        if (!counting || inserted[rank] >= room) {
            return;
        }
        long[] before = queriesBefore[rank];
        if (before.length < room) {
            before = new long[room];
            queriesBefore[rank] = before;
        }
        before[inserted[rank]++] = queries[rank];
    }

    /** Ends counting: the number of reads of each value since {@link #begin}. */
    Map<Long, Long> end(StoreSession session) {
        counting = false;
        Map<Long, Long> reads = new HashMap<>();
        for (int rank = 0; rank < startKeys.length; rank++) {
            if (own[rank] && queries[rank] > 0) {
                reads.merge(startKeys[rank], queries[rank], Long::sum);
                addNeighbours(rank, read(session, rank), reads);
            }
        }
        return reads;
    }

    private void addNeighbours(int rank, int length, Map<Long, Long> reads) {
        long[] before = queriesBefore[rank];
        for (int i = 0; i < length; i++) {
            int insert = i - lengthAtBegin[rank];
            long missed = insert < 0 ? 0 : before[insert];
            if (queries[rank] > missed) {
                reads.merge(GraphKey.withVid(startKeys[rank], neighbours[i]), queries[rank] - missed, Long::sum);
            }
        }
    }

    private int read(StoreSession session, int rank) {
        oneKey[0] = startKeys[rank];
        visitor.count = 0;
        session.read(oneKey, 0, 1, AdjacencyList.bytesFor(limit), visitor);
        return visitor.count;
    }

    private final class FirstNeighbours implements ValueVisitor {
        private int count;

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            count = AdjacencyList.neighbours(region, body, limit, neighbours, 0);
        }
    }
}
