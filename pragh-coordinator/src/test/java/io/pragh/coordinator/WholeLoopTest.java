package io.pragh.coordinator;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.core.address.GraphKey;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeGraph;
import io.pragh.core.node.NodeSession;
import io.pragh.core.node.PraghNode;
import io.pragh.core.placement.PlacementMode;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.placement.monitor.MonitorConfig;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.core.store.MemoryLimits;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that values move to the node that reads them when monitor, coordinator and migrator work together, and that
 * the values stay there when the coordinator goes.
 */
class WholeLoopTest {
    private static final int NODES = 3;
    private static final int LISTS = 30;
    private static final long REPORT_NANOS = 200_000_000L;

    @ParameterizedTest
    @EnumSource(
            value = PlacementMode.class,
            names = {"EAGER", "DEFERRED"})
    void valuesMoveToTheNodeThatReadsThemAndStayWithoutACoordinator(PlacementMode mode) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (EmbeddedCoordination coordination =
                        EmbeddedCoordination.start("g", NODES, 6, PlannerConfig.of(mode, REPORT_NANOS));
                LocalCluster cluster = cluster(coordination, mode, failure)) {
            PraghNode reader = cluster.node(2);
            try (NodeSession session = reader.openSession()) {
                SessionLists store = new SessionLists(session);
                int elsewhere = 0;
                for (long vid = 0; vid < LISTS; vid++) {
                    store.append(list(vid), vid + 1, 0);
                    elsewhere += reader.isHome(list(vid)) ? 0 : 1;
                }
                int expected = elsewhere;
                await().atMost(Duration.ofSeconds(30))
                        .pollInterval(Duration.ofMillis(5))
                        .untilAsserted(() -> {
                            readAll(store);
                            assertEquals(expected, reader.migrationCounters().of(MigrationOutcome.MOVED));
                        });
                coordination.stopCoordinator();
                readAll(store);
                assertTrue(expected > 0, "some lists are at home elsewhere");
            }
        }
        assertEquals(null, failure.get());
    }

    @ParameterizedTest
    @EnumSource(
            value = PlacementMode.class,
            names = {"EAGER", "DEFERRED"})
    void whatTransactionsReadFromElsewhereMovesToTheirNode(PlacementMode mode) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (EmbeddedCoordination coordination =
                        EmbeddedCoordination.start("g", NODES, 6, PlannerConfig.of(mode, REPORT_NANOS));
                LocalCluster cluster = cluster(coordination, mode, failure);
                PropertyGraph writing = NodeGraph.open(cluster.node(0));
                PropertyGraph reading = NodeGraph.open(cluster.node(2))) {
            PraghNode reader = cluster.node(2);
            long[] vids = people(
                    writing,
                    LongStream.iterate(0, vid -> vid + 1)
                            .filter(vid -> !reader.isHome(vertex(vid)))
                            .limit(LISTS + 1L)
                            .toArray());
            await().atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> remoteReads(reading, vids) < LISTS / 3);
            await().atMost(Duration.ofMinutes(1)) // a reader finds a value here before it is counted
                    .until(() -> reader.migrationCounters().of(MigrationOutcome.MOVED) >= LISTS);
        }
        assertEquals(null, failure.get());
    }

    /**
     * Adds one person per number, each of whom but the first knows the one before; returns the numbers of all but the
     * first.
     */
    private static long[] people(PropertyGraph graph, long[] vids) {
        try (GraphTransaction writes = graph.begin(TransactionOptions.DEFAULT)) {
            VertexRecord last = writes.addVertex("person", vids[0]);
            for (int i = 1; i < vids.length; i++) {
                VertexRecord next = writes.addVertex("person", vids[i]);
                writes.addEdge(next, "knows", last, null);
                last = next;
            }
            writes.commit();
        }
        return Arrays.copyOfRange(vids, 1, vids.length);
    }

    /**
     * Looks up these people and the people that they know; returns how many READs of other nodes' memory that took.
     */
    private static long remoteReads(PropertyGraph graph, long[] vids) {
        try (GraphTransaction reads = graph.begin(TransactionOptions.DEFAULT.reading())) {
            long before = reads.readCounts().remoteReads();
            long found =
                    Arrays.stream(reads.vertices(vids)).filter(Objects::nonNull).count();
            long known = Arrays.stream(reads.degrees(vids, true, false, null)).sum();
            assertEquals(2L * vids.length, found + known);
            return reads.readCounts().remoteReads() - before;
        }
    }

    private static void readAll(SessionLists store) {
        for (long vid = 0; vid < LISTS; vid++) {
            long neighbour = vid + 1;
            assertTrue(store.forEach(list(vid), n -> assertEquals(neighbour, n)));
        }
    }

    private static LocalCluster cluster(
            EmbeddedCoordination coordination, PlacementMode mode, AtomicReference<Throwable> failure) {
        NodeConfig config = NodeConfig.DEFAULT
                .withMemory(new MemoryLimits(1 << 20, 1L << 30, 64))
                .withCacheBytes(1 << 20)
                .withPlacement(mode)
                .withMonitor(new MonitorConfig(REPORT_NANOS, 100, REPORT_NANOS, 2, 1_000));
        List<LocalCluster.Seat> seats = coordination.nodes().stream()
                .map(c -> new LocalCluster.Seat(c.self(), c.membership(), c.exchange()))
                .toList();
        return new LocalCluster(seats, config, LatencyModel.NONE, PropertyOperations.ALL, 1, failure::set);
    }

    private static long vertex(long vid) {
        return GraphKey.of(GraphKey.KIND_VERTEX, 0, 0, vid);
    }

    private static long list(long vid) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, vid);
    }
}
