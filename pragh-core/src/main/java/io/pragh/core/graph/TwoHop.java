package io.pragh.core.graph;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.ValueReader;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.memory.Region;

/**
 * Visits friends of friends: up to {@code limit} out-neighbours of up to {@code limit} out-neighbours of a vertex,
 * and sums up their ids (paper section 6.1). Two reads: the first of one list, the second of all lists of the first
 * hop together. Reusable, allocates nothing. One thread.
 */
public final class TwoHop {
    private final ValueReader reader;
    private final int limit;
    private final int bytesMax;
    private final long[] start = new long[1];
    private final long[] ids;
    private final long[] keys;
    private final FirstHop firstHop = new FirstHop();
    private final SecondHop secondHop = new SecondHop();
    private int hopCount;
    private long sum;

    /** Queries that follow at most {@code limit} edges from each vertex. */
    public TwoHop(ValueReader reader, int limit) {
        this.reader = reader;
        this.limit = limit;
        this.bytesMax = AdjacencyList.bytesFor(limit);
        this.ids = new long[limit];
        this.keys = new long[limit];
    }

    /** Runs one query; {@code listKey} is the adjacency key of the vertex to start from. Returns the sum of ids. */
    public long run(long listKey) {
        return run(reader, listKey);
    }

    /** Runs a query through another reader, such as one within a transaction. */
    public long run(ValueReader through, long listKey) {
        hopCount = 0;
        sum = 0;
        start[0] = listKey;
        through.read(start, 0, 1, bytesMax, firstHop);
        for (int i = 0; i < hopCount; i++) {
            keys[i] = GraphKey.withVid(listKey, ids[i]);
        }
        through.read(keys, 0, hopCount, bytesMax, secondHop);
        return sum;
    }

    /** How many lists the second hop of the last query read. */
    public int hopCount() {
        return hopCount;
    }

    /** Key of one list that the second hop of the last query read. */
    public long hopKey(int hop) {
        return keys[hop];
    }

    private final class FirstHop implements ValueVisitor {
        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            hopCount = AdjacencyList.neighbours(region, body, limit, ids, 0);
        }
    }

    private final class SecondHop implements ValueVisitor {
        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            sum += AdjacencyList.sum(region, body, limit);
        }
    }
}
