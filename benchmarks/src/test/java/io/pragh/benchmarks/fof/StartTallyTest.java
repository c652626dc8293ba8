package io.pragh.benchmarks.fof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.pragh.core.address.HomeMap;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.graph.TwoHop;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeSession;
import io.pragh.core.store.MemoryLimits;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Checks that the tally, which counts reads without looking at each, gives the counts of a tally that does look at
 * each.
 */
class StartTallyTest {
    private static final int VERTICES = 40;
    private static final int STARTS = 10;
    private static final int LIMIT = 8;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final HomeMap homes = new HomeMap(2);

    @Test
    void countsEveryReadWhileListsGrow() {
        for (long seed = 1; seed <= 5; seed++) {
            try (LocalCluster cluster = cluster();
                    NodeSession session = cluster.node(0).openSession()) {
                countAndCompare(session, new SplittableRandom(seed), "seed=" + seed);
            }
            assertNull(failure.get());
        }
    }

    private LocalCluster cluster() {
        return new LocalCluster(
                LocalCluster.staticSeats(1, homes.partitions()),
                NodeConfig.DEFAULT
                        .withMemory(new MemoryLimits(1 << 20, 1L << 30, 64))
                        .withCacheBytes(1 << 20),
                LatencyModel.NONE,
                ListOperations.ALL,
                1,
                failure::set);
    }

    private void countAndCompare(NodeSession session, SplittableRandom random, String seed) {
        SessionLists lists = new SessionLists(session);
        for (long vertex = 0; vertex < VERTICES; vertex++) {
            for (int degree = random.nextInt(1, LIMIT + 3); degree > 0; degree--) {
                lists.append(BenchGraph.listKey(vertex), random.nextLong(VERTICES), 0);
            }
        }
        long[] startKeys = new long[STARTS];
        Arrays.setAll(startKeys, BenchGraph::listKey);
        boolean[] own = new boolean[STARTS];
        for (int rank = 0; rank < STARTS; rank += 2) {
            own[rank] = true;
        }
        StartTally tally = new StartTally(startKeys, own, LIMIT);
        TwoHop twoHop = new TwoHop(session, LIMIT);
        for (int measurement = 0; measurement < 3; measurement++) {
            tally.begin(session);
            Map<Long, Long> expected = run(lists, twoHop, tally, startKeys, random);
            assertEquals(expected, tally.end(session), seed + " measurement=" + measurement);
            run(lists, twoHop, tally, startKeys, random); // the tally must not count between two measurements
        }
    }

    private static Map<Long, Long> run(
            SessionLists lists, TwoHop twoHop, StartTally tally, long[] startKeys, SplittableRandom random) {
        Map<Long, Long> reads = new HashMap<>();
        for (int i = 0; i < 60; i++) {
            int rank = 2 * random.nextInt(STARTS / 2);
            if (random.nextInt(4) == 0) {
                lists.append(startKeys[rank], random.nextLong(VERTICES), 0);
                tally.inserted(rank);
            } else {
                twoHop.run(startKeys[rank]);
                tally.queried(rank);
                reads.merge(startKeys[rank], 1L, Long::sum);
                for (int hop = 0; hop < twoHop.hopCount(); hop++) {
                    reads.merge(twoHop.hopKey(hop), 1L, Long::sum);
                }
            }
        }
        return reads;
    }
}
