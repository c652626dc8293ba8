package io.pragh.core.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.NewLists;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeSession;
import io.pragh.core.node.PraghNode;
import io.pragh.core.store.MemoryLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Checks that a graph loaded into a cluster has every list at its home, and that another node reads it back. */
class GraphLoadTest {
    private static final int LABEL = 3;
    private static final long FAR = (1L << 40) + 5;
    private static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 1L << 28, 64))
            .withCacheBytes(1 << 20)
            .withLease(new LeasePolicy(20_000_000, 5_000_000));

    private static long key(long vid) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, LABEL, vid);
    }

    @Test
    void everyVertexThatAnEdgeNamesHasItsList() {
        Map<Long, List<Long>> expected = new TreeMap<>();
        RecordedEdges edges = new RecordedEdges(EdgeSource.UNKNOWN);
        SplittableRandom random = new SplittableRandom(7);
        int count = 0;
        for (int i = 0; i < 6_000; i++) {
            long source = i < 4_200 ? 1 : random.nextLong(400); // one list is longer than a block
            long target = i % 500 == 0 ? FAR + i : random.nextLong(600);
            edges.edge(source, target);
            expected.computeIfAbsent(source, v -> new ArrayList<>()).add(target);
            expected.computeIfAbsent(target, v -> new ArrayList<>());
            count++;
        }
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (LocalCluster cluster = new LocalCluster(
                LocalCluster.staticSeats(2, 4), CONFIG, LatencyModel.NONE, ListOperations.ALL, 1, failure::set)) {
            List<NodeSession> sessions = new ArrayList<>();
            List<SessionLists> stores = new ArrayList<>();
            for (PraghNode node : cluster.nodes()) {
                sessions.add(node.openSession());
                stores.add(new SessionLists(sessions.get(stores.size())));
            }
            List<NewLists> lists = new ArrayList<>();
            for (PraghNode node : cluster.nodes()) {
                lists.add(new NewLists(sessions.get(lists.size()), node.homes(), node.self()));
            }
            GraphLoad load = new GraphLoad(key -> lists.get(cluster.placeOfHome(key)), LABEL);
            GraphLoad.Loaded loaded = load.load(edges, Progress.NONE);
            assertEquals(new GraphLoad.Loaded(expected.size(), count), loaded);
            expected.forEach((vid, neighbours) -> {
                List<Long> seen = new ArrayList<>();
                stores.get(1).forEach(key(vid), seen::add);
                assertTrue(exists(sessions.get(1), key(vid)), "vertex " + vid);
                assertEquals(neighbours, seen, "vertex " + vid);
            });
            assertFalse(exists(sessions.get(1), key(FAR + 1)), "nobody named it");
            sessions.forEach(NodeSession::close);
        }
        assertEquals(null, failure.get());
    }

    private static boolean exists(NodeSession session, long key) {
        boolean[] exists = {false};
        session.read(new long[] {key}, 0, 1, 0, (index, region, body, bodyBytes) -> exists[0] = true);
        return exists[0];
    }

    @Test
    void aGraphWithoutEdgesHasNoVertices() {
        GraphLoad load = new GraphLoad(
                key -> {
                    throw new AssertionError("nothing is stored");
                },
                LABEL);
        assertEquals(new GraphLoad.Loaded(0, 0), load.load(RecordedEdges.of(), Progress.NONE));
    }
}
