package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.GraphKey;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.store.MemoryLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Compares the whole store in one process with a map: several nodes, updates, reads and forced migrations. */
class LocalClusterTest {
    private static final int NODES = 4;
    private static final int PARTITIONS = 8;

    private static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 1L << 30, 64))
            .withCacheBytes(1 << 20)
            .withRead(new ReadOptions(
                    true, true, 50_000_000_000L)) // on a busy machine the nodes' threads wait for a processor
            .withLease(new LeasePolicy(20_000_000, 5_000_000));

    private static long list(long vid) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, vid);
    }

    private static LocalCluster cluster(AtomicReference<Throwable> failure) {
        return new LocalCluster(
                LocalCluster.staticSeats(NODES, PARTITIONS),
                CONFIG,
                LatencyModel.NONE,
                ListOperations.ALL,
                1,
                failure::set);
    }

    @Test
    void everyNodeReadsWhatAnyNodeWrote() {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (LocalCluster cluster = cluster(failure)) {
            List<SessionLists> stores = new ArrayList<>();
            List<NodeSession> sessions = new ArrayList<>();
            for (PraghNode node : cluster.nodes()) {
                NodeSession session = node.openSession();
                sessions.add(session);
                stores.add(new SessionLists(session));
            }
            for (long vid = 0; vid < 200; vid++) {
                stores.get((int) (vid % NODES)).append(list(vid), vid + 1, 0);
            }
            for (SessionLists store : stores) {
                for (long vid = 0; vid < 200; vid++) {
                    List<Long> seen = new ArrayList<>();
                    assertTrue(store.forEach(list(vid), seen::add));
                    assertEquals(List.of(vid + 1), seen);
                }
                assertFalse(store.forEach(list(9999), n -> {}));
            }
            sessions.forEach(NodeSession::close);
        }
        assertEquals(null, failure.get());
    }

    @Test
    void updatesAndForcedMigrationsAgreeWithAMap() {
        long seed = 42;
        SplittableRandom random = new SplittableRandom(seed);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Map<Long, List<Long>> model = new HashMap<>();
        long moved = 0;
        try (LocalCluster cluster = cluster(failure)) {
            List<SessionLists> stores = new ArrayList<>();
            List<NodeSession> sessions = new ArrayList<>();
            for (PraghNode node : cluster.nodes()) {
                NodeSession session = node.openSession();
                sessions.add(session);
                stores.add(new SessionLists(session));
            }
            for (int i = 0; i < 20_000; i++) {
                long vid = random.nextLong(50);
                SessionLists store = stores.get(random.nextInt(NODES));
                List<Long> list = model.computeIfAbsent(vid, v -> new ArrayList<>());
                int choice = random.nextInt(10);
                if (choice < 4) {
                    long neighbour =
                            random.nextInt(20) == 0 ? random.nextLong(GraphKey.VID_MAX) : random.nextLong(1000);
                    store.append(list(vid), neighbour, 0);
                    list.add(neighbour);
                } else if (choice < 6 && !list.isEmpty()) {
                    long neighbour = list.get(random.nextInt(list.size()));
                    assertTrue(store.remove(list(vid), neighbour, 0), "seed " + seed);
                    list.remove(neighbour);
                } else if (choice < 7) {
                    cluster.node(random.nextInt(NODES)).pull(list(vid));
                } else {
                    List<Long> seen = new ArrayList<>();
                    store.forEach(list(vid), seen::add);
                    assertEquals(list, seen, "seed " + seed + " step " + i + " vid " + vid);
                }
            }
            for (PraghNode node : cluster.nodes()) {
                moved += node.migrationCounters().of(MigrationOutcome.MOVED);
            }
            sessions.forEach(NodeSession::close);
        }
        assertEquals(null, failure.get());
        assertTrue(moved > 100, "values were moved: " + moved);
    }
}
