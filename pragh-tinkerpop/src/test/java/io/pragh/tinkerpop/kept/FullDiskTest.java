package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.census.Figure;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.durable.NoRoomException;
import io.pragh.core.node.KeptCluster;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeGraph;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.GraphKeeper;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.SeenMoment;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.core.standing.NodeFailure;
import io.pragh.testkit.FaultyDisk;
import io.pragh.testkit.FaultyDisk.Fault;
import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Checks that a disk with hardly any room left takes commits but no checkpoint. */
class FullDiskTest {
    private static final int PARTITIONS = 4;
    private static final KeptCluster.Limits LIMITS = new KeptCluster.Limits(1 << 20, 1L << 40);
    private static final long RESERVED = 64 << 20;
    private static final long LITTLE = 1 << 20;

    private final FaultyDisk disk = FaultyDisk.empty(1, Fault.NONE, 0);

    private KeptCluster open(FaultyDisk from) {
        DataFolder folder = DataFolder.open(from, PARTITIONS, true, () -> 42);
        NodeConfig config = NodeConfig.DEFAULT.withMemory(1 << 18, 1 << 26).withCacheBytes(1 << 16);
        return KeptCluster.open(
                folder,
                LIMITS,
                log -> LocalCluster.embedded(
                        1, PARTITIONS, config.withLog(log), PropertyOperations.ALL, 1, failed -> {}),
                RestoreProgress.NONE);
    }

    private static void add(PraghGraph graph, int vertices) {
        for (int i = 0; i < vertices; i++) {
            graph.traversal().addV("person").property("text", "x".repeat(200)).iterate();
        }
        graph.traversal().tx().commit();
    }

    private List<String> checkpoints() throws IOException {
        return disk.names().stream()
                .filter(name -> name.startsWith("checkpoint-"))
                .toList();
    }

    private static long free(KeptCluster cluster) {
        return cluster.counted(cluster.nodes().node(0).statistics()).sum(Figure.FOLDER_FREE);
    }

    @Test
    void commitsGoOnWhereNoCheckpointFits() throws IOException {
        try (KeptCluster cluster = open(disk);
                PraghGraph graph = PraghGraph.over(cluster.nodes())) {
            add(graph, 100);
            cluster.checkpoint();
            add(graph, 100);
            List<String> before = checkpoints();
            assertEquals(PARTITIONS, before.size());
            disk.leaveFree(LITTLE);
            NoRoomException refused = assertThrows(NoRoomException.class, cluster::checkpoint);
            assertTrue(String.valueOf(refused.getMessage()).contains("make room"), refused::toString);
            assertEquals(before, checkpoints());
            add(graph, 100);
            assertNull(cluster.log().failure());
            assertTrue(free(cluster) > 0 && free(cluster) < LITTLE, () -> "free " + free(cluster));
            disk.leaveFree(RESERVED + 4096); // less than all parts take
            assertThrows(NoRoomException.class, cluster::checkpoint);
            assertEquals(before, checkpoints(), "nothing of what could not be ended");
            assertTrue(free(cluster) > RESERVED, () -> "its room is there again: " + free(cluster));
            disk.leaveFree(2 * RESERVED);
            cluster.checkpoint();
            assertEquals(PARTITIONS, checkpoints().size());
            assertTrue(checkpoints().stream().noneMatch(before::contains));
            add(graph, 100);
        }
        try (KeptCluster cluster = open(disk.reopened(Fault.NONE, 0));
                PraghGraph graph = PraghGraph.over(cluster.nodes())) {
            assertEquals(400, graph.traversal().V().count().next());
        }
    }

    @Test
    void aLoadIsNotKeptThatNeedsACheckpoint() {
        KeptCluster cluster = open(disk);
        disk.leaveFree(LITTLE);
        try (GraphKeeper.Load load = cluster.load()) {
            PraghException refused = assertThrows(PraghException.class, load::keep);
            assertTrue(String.valueOf(refused.getMessage()).contains("make room"), refused::toString);
        }
        assertNotNull(cluster.log().failure(), "what was loaded is in memory alone");
        PraghException ended = assertThrows(PraghException.class, cluster::close);
        assertTrue(String.valueOf(ended.getMessage()).contains("the node has failed"), ended::toString);
    }

    @Test
    void aLoadForWhichThereIsNoRoomSaysSoInOneLine() {
        List<LogRecord> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord told) {
                logged.add(told);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(NodeFailure.class.getName());
        logger.addHandler(handler);
        KeptCluster cluster = open(disk);
        PropertyGraph graph = NodeGraph.open(cluster.nodes().node(0), new SeenMoment(), cluster);
        try (BulkLoad load = Objects.requireNonNull(graph.bulkLoad(List.of()))) {
            load.vertex(1, "person");
            disk.leaveFree(LITTLE);
            String said = String.valueOf(assertThrows(PraghException.class, () -> load.write(done -> {}))
                    .getMessage());
            assertTrue(said.startsWith("what was loaded cannot be kept") && said.contains("make room"), said);
            assertFalse(said.contains("MaxDirectMemorySize"), said);
        } finally {
            logger.removeHandler(handler);
        }
        assertThrows(PraghException.class, cluster::close);
        assertEquals(1, logged.size());
        assertNull(logged.get(0).getThrown(), "its message says all");
    }
}
