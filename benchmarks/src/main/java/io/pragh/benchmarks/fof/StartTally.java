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
 * <p>A query of a start vertex reads its list and the lists of its first neighbours, so a count per start vertex says it all, at the
 * cost of one increment per query. Inserts append: the neighbour they add is read by the queries after it alone, which is why the
 * tally remembers how many queries there were before.
 */
final class StartTally {
    private final long[] startKeys;
    private final boolean[] own;
    private final int limit;
    private final long[] queries;
    private final int[] lengthAtBegin;
    /** By rank: queries before the first neighbour that was inserted, before the second, and so on. */
    private final long[][] queriesBefore;

    private final int[] inserted;
    private final long[] neighbours;
    private final FirstNeighbours visitor = new FirstNeighbours();
    private final long[] oneKey = new long[1];
    private boolean counting;

    /**
     * Counts nothing yet.
     *
     * @param startKeys lists that queries start from, by rank
     * @param own which of them are queried at this node
     * @param limit how many neighbours a query follows
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

    /** Starts to count, from zero; {@code session} reads the lists as they are now. */
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

    /** Ends counting: how often each value was read since {@link #begin}. */
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
