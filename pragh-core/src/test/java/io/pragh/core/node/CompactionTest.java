package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.value.AllocatorStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Checks that memory stays dense when most values of a size shrink and the rest are scattered over all slabs of that
 * size.
 */
class CompactionTest {
    private static final int LISTS =
            20_000; // so many that the slack compaction tolerates, under 1 MiB, is less than half of them
    private static final int STAYS_LONG = 20;

    private static long list(long vid) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, vid);
    }

    @Test
    void scatteredSurvivorsAreWrittenTogether() {
        NodeConfig config = NodeConfig.DEFAULT
                .withMemory(new MemoryLimits(1 << 20, 1L << 30, 64))
                .withCacheBytes(1 << 20)
                .withLease(new LeasePolicy(20_000_000, 5_000_000));
        List<Throwable> failures = new ArrayList<>();
        long[] neighbours = new long[200];
        try (LocalCluster cluster = new LocalCluster(
                LocalCluster.staticSeats(1, 1), config, LatencyModel.NONE, ListOperations.ALL, 1, failures::add)) {
            PraghNode node = cluster.node(0);
            try (NodeSession session = node.openSession()) {
                SessionLists store = new SessionLists(session);
                for (int vid = 0; vid < LISTS; vid++) {
                    store.write(list(vid), neighbours, 0, neighbours.length);
                }
                for (int vid = 0; vid < LISTS; vid++) {
                    if (vid % STAYS_LONG != 0) {
                        store.write(list(vid), neighbours, 0, 1);
                    }
                }
                Awaitility.await("memory to be dense again")
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> {
                            AllocatorStats stats =
                                    node.partitions().get(0).blocks().stats();
                            return node.valuesCompacted() > 0 && stats.fragmentation() < 1.6;
                        });
                for (int vid = 0; vid < LISTS; vid++) {
                    List<Long> seen = new ArrayList<>();
                    assertTrue(store.forEach(list(vid), seen::add));
                    assertEquals(vid % STAYS_LONG == 0 ? neighbours.length : 1, seen.size(), "list " + vid);
                }
            }
        }
        assertEquals(List.of(), failures);
    }
}
