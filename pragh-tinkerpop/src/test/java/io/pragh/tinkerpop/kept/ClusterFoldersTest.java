package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.MovingGraph;
import io.pragh.tinkerpop.PraghGraph;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the nodes of a cluster, each with a data folder, end and come back, all of them or one, at a real
 * ZooKeeper and over TCP.
 */
class ClusterFoldersTest {
    private static final int NODES = CommittingNode.NODES;
    private static final int VERTICES = 60;
    private static final int TRIES_MAX = 5;
    private static final long MOVE_NANOS = TimeUnit.SECONDS.toNanos(3);

    @TempDir
    private Path folder;

    private EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();

    @AfterEach
    void stop() {
        zooKeeper.close();
    }

    private PraghGraph node(int node) {
        return PraghGraph.open(configuration(node));
    }

    private Configuration configuration(int node) {
        return CommittingNode.configuration(
                "zk:" + zooKeeper.connectString() + "/kept?sessionMillis=4000", folder, node);
    }

    private List<PraghGraph> all() throws Exception {
        return NodesTogether.open(NODES, this::node);
    }

    private static void close(List<PraghGraph> graphs) {
        graphs.forEach(PraghGraph::close);
    }

    /** Adds a ring of vertices, each through another node; the last one knows the first. */
    private static void ring(List<PraghGraph> graphs) {
        ring(graphs, "p");
    }

    private static void ring(List<PraghGraph> graphs, String name) {
        for (int i = 0; i < VERTICES; i++) {
            GraphTraversalSource g = graphs.get(i % NODES).traversal();
            g.addV("person").property(T.id, name + i).property("number", i).iterate();
            g.tx().commit();
        }
        for (int i = 0; i < VERTICES; i++) {
            GraphTraversalSource g = graphs.get(i % NODES).traversal();
            g.V(name + i)
                    .as("a")
                    .V(name + (i + 1) % VERTICES)
                    .addE("knows")
                    .from("a")
                    .property("weight", i)
                    .iterate();
            g.tx().commit();
        }
    }

    /** Changes that are in the log behind a checkpoint. */
    private static void more(List<PraghGraph> graphs) {
        for (int i = 0; i < VERTICES; i += 3) {
            GraphTraversalSource g = graphs.get(i % NODES).traversal();
            g.V("p" + i).property("late", i).iterate();
            g.tx().commit();
        }
    }

    private static void checkRing(PraghGraph graph) {
        GraphTraversalSource g = graph.traversal();
        assertEquals(VERTICES, g.V().hasLabel("person").count().next());
        assertEquals(VERTICES, g.E().count().next());
        assertEquals((VERTICES - 1) * VERTICES / 2, g.V().values("number").sum().next());
        assertEquals((VERTICES - 1) * VERTICES / 2, g.E().values("weight").sum().next());
        for (int i = 0; i < VERTICES; i++) {
            assertEquals(
                    "p" + (i + 1) % VERTICES, g.V("p" + i).out("knows").id().next());
            assertEquals("p" + i, g.V("p" + (i + 1) % VERTICES).in("knows").id().next());
        }
        g.tx().rollback();
    }

    @Test
    void allOfThemComeBackAlsoToANewZooKeeper() throws Exception {
        List<PraghGraph> graphs = all();
        ring(graphs);
        checkRing(graphs.get(1));
        close(graphs);
        PraghException part = assertThrows(
                PraghException.class,
                () -> PraghGraph.build().data(folder.resolve("node-0")).open());
        assertTrue(String.valueOf(part.getMessage()).contains("one node's part"), part::toString);
        List<PraghGraph> again = all();
        again.forEach(ClusterFoldersTest::checkRing);
        again.get(0).checkpoint();
        again.get(2).traversal().V("p7").property("late", true).iterate();
        again.get(2).tx().commit();
        close(again);
        zooKeeper.close();
        zooKeeper = EmbeddedZooKeeper.start();
        List<PraghGraph> elsewhere = all();
        elsewhere.forEach(ClusterFoldersTest::checkRing);
        assertTrue(elsewhere.get(0).traversal().V("p7").has("late", true).hasNext());
        close(elsewhere);
    }

    @Test
    void oneComesBackWhileTheOthersGoOn() throws Exception {
        List<PraghGraph> graphs = all();
        ring(graphs);
        graphs.remove(0).close();
        PraghGraph other = graphs.get(0);
        assertThrows(PraghException.class, () -> checkRing(other));
        end(other);
        try (PraghGraph back = node(0)) {
            checkRing(back);
            graphs.forEach(ClusterFoldersTest::checkRing);
        }
        close(graphs);
    }

    @Test
    void valuesThatHadMovedToOneThatEndsAreAtTheirHomesAgain() throws Exception {
        List<PraghGraph> graphs = all();
        ring(graphs);
        graphs.get(1).checkpoint();
        more(graphs);
        graphs.remove(0).close();
        long moved = MovingGraph.bytesMoved();
        PraghGraph moving = MovingGraph.open(configuration(0), 7);
        long began = System.nanoTime();
        while (System.nanoTime() - began < MOVE_NANOS) {
            checkRing(moving);
        }
        moving.close(); // the values that moved to it end with it
        assertTrue(MovingGraph.bytesMoved() > moved, "nothing has moved");
        try (PraghGraph back = node(0)) {
            awaitRing(back);
            graphs.forEach(ClusterFoldersTest::checkRing);
        }
        close(graphs);
    }

    /** Ends an open transaction. It begins none, which would need the node that has T. */
    private static void end(PraghGraph graph) {
        if (graph.tx().isOpen()) {
            graph.tx().rollback();
        }
    }

    /** Values that had moved are given back only after a lease; until then, reads fail and may be repeated. */
    private static void awaitRing(PraghGraph graph) {
        for (int tries = 1; ; tries++) {
            try {
                checkRing(graph);
                return;
            } catch (PraghException later) {
                end(graph);
                assertTrue(later.retryable() && tries < TRIES_MAX, "tries=" + tries + " " + later);
            }
        }
    }
}
