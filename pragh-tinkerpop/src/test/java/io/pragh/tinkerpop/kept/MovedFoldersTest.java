package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.cli.TypedCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that partitions go from one data folder to another when a node joins a cluster or leaves it: everything is
 * there when all nodes end and come back, also to a ZooKeeper that knows nothing of them.
 */
class MovedFoldersTest {
    private static final int NODES = CommittingNode.NODES;
    private static final int PARTITIONS = 2 * NODES;
    private static final int VERTICES = 40;

    @TempDir
    private Path temporary;

    private Path folder;

    private EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();

    @BeforeEach
    void place() {
        folder = temporary.resolve("data");
    }

    @AfterEach
    void stop() {
        zooKeeper.close();
    }

    private PraghGraph node(int node) {
        return PraghGraph.open(CommittingNode.configuration(
                "zk:" + zooKeeper.connectString() + "/kept?sessionMillis=6000", folder, node));
    }

    private List<PraghGraph> open(int... nodes) throws Exception {
        return NodesTogether.open(nodes.length, i -> node(nodes[i]));
    }

    private Path own(int node) {
        return folder.resolve("node-" + node);
    }

    private static void close(List<PraghGraph> graphs) {
        graphs.forEach(PraghGraph::close);
    }

    /** Adds vertices, each with an edge to the one before, through all nodes in turn. */
    private static void add(List<PraghGraph> graphs, int round) {
        for (int i = 0; i < VERTICES; i++) {
            String id = "v" + round + "-" + i;
            String before = i == 0 ? id : "v" + round + "-" + (i - 1);
            NodesTogether.retrying(
                    graphs.get(i % graphs.size()),
                    g -> g.addV("v")
                            .property(T.id, id)
                            .property("round", round)
                            .as("v")
                            .V(before)
                            .addE("to")
                            .from("v")
                            .iterate());
        }
    }

    private static void check(List<PraghGraph> graphs, int rounds) {
        for (PraghGraph graph : graphs) {
            long all = (long) rounds * VERTICES;
            long vertices = NodesTogether.read(graph, g -> g.V().count().next());
            assertEquals(all, vertices);
            long edges = NodesTogether.read(graph, g -> g.E().count().next());
            assertEquals(all, edges);
            for (int round = 0; round < rounds; round++) {
                String first = "v" + round + "-0";
                long after = NodesTogether.read(
                        graph,
                        g -> g.V(first)
                                .repeat(__.in("to").simplePath())
                                .emit()
                                .count()
                                .next());
                assertEquals(VERTICES - 1, after, first);
            }
        }
    }

    private Set<Integer> all(int nodes) throws IOException {
        TreeSet<Integer> all = new TreeSet<>();
        for (int node = 0; node < nodes; node++) {
            for (int partition : KeptFolders.kept(own(node))) {
                assertTrue(all.add(partition), "two folders keep " + partition);
            }
        }
        return all;
    }

    @Test
    void aNodeJoinsWithAnEmptyFolderAndAnotherLeavesAndAllIsThere() throws Exception {
        List<PraghGraph> graphs = new ArrayList<>(open(0, 1, 2));
        add(graphs, 0);
        graphs.get(1).checkpoint();
        add(graphs, 1);
        graphs.add(node(3));
        add(graphs, 2);
        check(graphs, 3);
        close(graphs);
        assertFalse(KeptFolders.kept(own(3)).isEmpty(), "the node that has joined has its share");

        graphs = new ArrayList<>(open(0, 1, 2, 3));
        check(graphs, 3);
        assertEquals(PARTITIONS, all(4).size());
        add(graphs, 3);
        PraghGraph leaver = graphs.remove(1);
        leaver.handOverWhenClosed(60);
        leaver.close();
        assertNull(KeptFolders.label(own(1)), "nothing is in its folder");
        check(graphs, 4);
        add(graphs, 4);
        close(graphs);
        assertEquals(PARTITIONS, all(4).size());

        zooKeeper.close();
        zooKeeper = EmbeddedZooKeeper.start();
        graphs = new ArrayList<>(open(0, 2, 3));
        check(graphs, 5);
        graphs.get(0).checkpoint();
        graphs.get(1).checkpoint();
        graphs.get(2).checkpoint();
        close(graphs);
        graphs = new ArrayList<>(open(0, 2, 3));
        check(graphs, 5);
        close(graphs);
    }

    /** A backup has each partition once, and what came with it, though the folder's own log does not have all. */
    @Test
    void backupsGoOnWherePartitionsHaveComeAndGone() throws Exception {
        Path backups = temporary.resolve("backups");
        List<PraghGraph> graphs = new ArrayList<>(open(0, 1, 2));
        add(graphs, 0);
        assertTrue(graphs.get(0).backup(backups).full());
        add(graphs, 1);
        graphs.add(node(3));
        add(graphs, 2);
        graphs.get(1).backup(backups);
        add(graphs, 3);
        assertFalse(graphs.get(3).backup(backups).full());
        PraghGraph leaver = graphs.remove(1);
        leaver.handOverWhenClosed(60);
        leaver.close();
        add(graphs, 4);
        graphs.get(0).backup(backups);
        close(graphs);
        for (int number = 1; number <= 4; number++) {
            Path restored = temporary.resolve("restored-" + number);
            TypedCommands command = TypedCommands.ofFolders();
            Object[] arguments = {"restore", backups, "--as-of", number, "--data", restored};
            assertEquals(0, command.run(arguments), command::err);
            TypedCommands.assertWhole(restored, "backup " + number);
            try (PraghGraph graph = PraghGraph.build().data(restored).open()) {
                check(List.of(graph), number == 1 ? 1 : number + 1);
            }
        }
    }
}
