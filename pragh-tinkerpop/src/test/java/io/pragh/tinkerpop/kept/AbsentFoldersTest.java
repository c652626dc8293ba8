package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.durable.FolderLabel;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks nodes that come back with their data folders while another node's folder does not come: which nodes they
 * wait for, for how long, and what they say.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // each wait is bounded
final class AbsentFoldersTest {
    private static final int NODES = CommittingNode.NODES;
    private static final int VERTICES = 12;
    /** How long a node waits for others. */
    private static final int FOUNDING_SECONDS = 6;

    private static final long WAIT_SECONDS = 120;

    @TempDir
    private Path folder;

    private final EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();
    private final List<PraghGraph> graphs = new ArrayList<>();

    /** The backup makes all records decided, so that no node has to ask another how a transaction ended. */
    @BeforeEach
    void start() throws Exception {
        graphs.addAll(NodesTogether.open(NODES, this::open));
        for (int i = 0; i < VERTICES; i++) {
            String id = "p" + i;
            NodesTogether.retrying(
                    graphs.get(0), g -> g.addV("person").property(T.id, id).iterate());
        }
        graphs.get(0).backup(folder.resolve("backups"));
    }

    @AfterEach
    void stop() {
        graphs.forEach(PraghGraph::close);
        zooKeeper.close();
    }

    private PraghGraph open(int node) {
        Configuration configuration = CommittingNode.configuration(
                "zk:" + zooKeeper.connectString() + "/kept?sessionMillis=4000", folder.resolve("data"), node);
        configuration.setProperty(PraghGraphConfig.FOUNDING_SECONDS, FOUNDING_SECONDS);
        return PraghGraph.open(configuration);
    }

    /** The node whose folder has a partition: the first node to join has partition 0 and each third one. */
    private int holder(int partition) {
        return IntStream.range(0, NODES)
                .filter(node -> {
                    FolderLabel label =
                            FolderLabel.read(DataPlace.of(folder.resolve("data").resolve("node-" + node)));
                    return label != null && label.kept().contains(partition);
                })
                .findFirst()
                .orElseThrow();
    }

    private CompletableFuture<PraghGraph> opening(int node) {
        return CompletableFuture.supplyAsync(() -> open(node), task -> new Thread(task).start());
    }

    @Test
    void whoComesBackServesItsPartThoughAnotherNodeIsAway() throws Exception {
        int living = holder(0);
        List<Integer> dead =
                IntStream.range(0, NODES).filter(node -> node != living).boxed().toList();
        dead.forEach(node -> graphs.get(node).close());
        graphs.retainAll(List.of(graphs.get(living)));
        graphs.add(opening(dead.get(0)).get(WAIT_SECONDS, TimeUnit.SECONDS));
        int found = 0;
        int away = 0;
        for (int i = 0; i < VERTICES; i++) {
            try {
                found += graphs.get(1).traversal().V("p" + i).hasNext() ? 1 : 0;
            } catch (PraghException isAway) {
                assertTrue(isAway.retryable(), isAway::toString);
                away++;
            } finally {
                graphs.get(1).tx().rollback();
            }
        }
        assertEquals(VERTICES, found + away);
        assertTrue(found > away && away > 0, "found=" + found + " away=" + away);
        graphs.add(opening(dead.get(1)).get(WAIT_SECONDS, TimeUnit.SECONDS));
        assertEquals(VERTICES, graphs.get(1).traversal().V().count().next());
        graphs.get(1).tx().rollback();
    }

    @Test
    void whereAFolderNeverComesItIsNamedWithTheWayOn() throws Exception {
        graphs.forEach(PraghGraph::close);
        graphs.clear();
        int away = holder(2);
        CompletableFuture<PraghGraph> first = opening(holder(0)); // it waits for all others
        CompletableFuture<PraghGraph> second = opening(holder(1));
        Throwable inVain = assertThrows(Exception.class, () -> second.get(WAIT_SECONDS, TimeUnit.SECONDS))
                .getCause();
        String said = String.valueOf(inVain == null ? null : inVain.getMessage());
        assertTrue(inVain instanceof PraghException, said);
        assertTrue(said.contains("start the nodes whose data folders are not here"), said);
        assertTrue(
                said.matches(".*partitionsNotHere=\\[2, 5\\] foldersNotHere=\\[[^,]*node-" + away
                        + "\\] partitionsNotServed=\\[0, 3\\] here=\\[node-., node-.\\]"),
                said);
        assertFalse(said.contains("\n"), said);
        assertFalse(first.isDone(), "nobody knows yet with which moment the graph begins");
        List<CompletableFuture<PraghGraph>> others = List.of(opening(holder(1)), opening(away));
        graphs.add(first.get(WAIT_SECONDS, TimeUnit.SECONDS));
        for (CompletableFuture<PraghGraph> each : others) {
            graphs.add(each.get(WAIT_SECONDS, TimeUnit.SECONDS));
        }
        assertEquals(VERTICES, graphs.get(1).traversal().V().count().next());
        graphs.get(1).tx().rollback();
    }
}
