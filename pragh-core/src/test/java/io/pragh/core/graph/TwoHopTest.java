package io.pragh.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.GraphKey;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares friends of friends with two loops over arrays. */
class TwoHopTest {
    private static final int VERTICES = 300;
    private static final long SEED = 20_190_710;

    private final HeapSession session = new HeapSession();
    private final long[][] graph = new long[VERTICES][];

    TwoHopTest() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int vid = 0; vid < VERTICES; vid++) {
            boolean wide = random.nextInt(4) == 0;
            graph[vid] = random.longs(random.nextInt(30), 0, VERTICES).toArray();
            if (wide && graph[vid].length > 0) {
                graph[vid][0] = (1L << 35) + vid; // a vertex without a list
            }
            if (random.nextInt(10) == 0) {
                graph[vid] = new long[0]; // absent
            } else {
                session.values.put(key(vid), ListBodies.of(graph[vid], 0, graph[vid].length, new long[0]));
            }
        }
    }

    private static long key(long vid) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, vid);
    }

    private long[] neighbours(long vid, int limit) {
        long[] all = vid < VERTICES ? graph[(int) vid] : new long[0];
        return Arrays.copyOf(all, Math.min(limit, all.length));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 16, 1000})
    void theSumIsThatOfTwoLoops(int limit) {
        TwoHop query = new TwoHop(session, limit);
        for (int start = 0; start < VERTICES; start++) {
            long expected = 0;
            for (long friend : neighbours(start, limit)) {
                expected += Arrays.stream(neighbours(friend, limit)).sum();
            }
            assertEquals(expected, query.run(key(start)), "seed " + SEED + " start " + start);
            assertEquals(neighbours(start, limit).length, query.hopCount());
            for (int hop = 0; hop < query.hopCount(); hop++) {
                assertEquals(key(graph[start][hop]), query.hopKey(hop));
            }
        }
        assertEquals(0, query.run(key(1L << 40)), "nobody has no friends");
        assertEquals(0, query.hopCount());
    }
}
