package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.base.PraghException;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks which data folder a standby takes, and which it leaves alone, with nodes and standby in this process and a
 * real ZooKeeper.
 */
class StandbyTest {
    private static final int NODES = CommittingNode.NODES;
    private static final int VERTICES = 30;
    private static final long STILL_SECONDS = 3;
    private static final long WAIT_SECONDS = 120;

    @TempDir
    private Path folder;

    private final EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();
    private final List<PraghGraph> graphs = new ArrayList<>();
    private final CountDownLatch waits = new CountDownLatch(1);
    private CompletableFuture<PraghGraph> standby = new CompletableFuture<>();
    private Thread thread = new Thread(() -> {});

    @AfterEach
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join(TimeUnit.SECONDS.toMillis(WAIT_SECONDS));
        if (standby.isDone() && !standby.isCompletedExceptionally()) {
            standby.join().close();
        }
        graphs.forEach(PraghGraph::close);
        zooKeeper.close();
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Configuration configuration(int node) {
        return CommittingNode.configuration(
                "zk:" + zooKeeper.connectString() + "/kept?sessionMillis=4000", data(), node);
    }

    private Configuration standing() {
        Configuration configuration = configuration(0);
        configuration.clearProperty(PraghGraphConfig.DATA);
        configuration.setProperty(PraghGraphConfig.STANDBY, data().toString());
        configuration.setProperty(PraghGraphConfig.NAME, "standby");
        return configuration;
    }

    private void startNodes(boolean kept) throws Exception {
        graphs.addAll(NodesTogether.open(NODES, node -> {
            Configuration configuration = configuration(node);
            if (!kept) {
                configuration.clearProperty(PraghGraphConfig.DATA);
            }
            return PraghGraph.open(configuration);
        }));
    }

    private void write() {
        for (int i = 0; i < VERTICES; i++) {
            graphs.get(0).traversal().addV("person").property(T.id, "p" + i).iterate();
            graphs.get(0).tx().commit();
        }
    }

    private void standBy() throws InterruptedException {
        thread = new Thread(() -> {
            try {
                standby.complete(PraghGraph.open(standing(), new RestoreProgress() {
                    @Override
                    public void restored(String what, long done, long total) {
                        // not checked here
                    }

                    @Override
                    public void standsBy() {
                        waits.countDown();
                    }
                }));
            } catch (PraghException failed) {
                standby.completeExceptionally(failed);
                waits.countDown();
            }
        });
        thread.setDaemon(true);
        thread.start();
        assertTrue(waits.await(WAIT_SECONDS, TimeUnit.SECONDS), "it does not stand by");
    }

    private void assertStillWaits() {
        assertThrows(TimeoutException.class, () -> standby.get(STILL_SECONDS, TimeUnit.SECONDS));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static void remove(Path copy) throws IOException {
        try (Stream<Path> files = Files.list(copy)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(copy);
    }

    @Test
    void aFolderIsTakenWhenItsNodeIsGoneAndNeitherItsCopyNorAnothersBefore() throws Exception {
        startNodes(true);
        standBy();
        write();
        Path copy = data().resolve("copy of node-2");
        copy(data().resolve("node-2"), copy);
        assertStillWaits();
        graphs.remove(2).close();
        assertStillWaits(); // the standby cannot tell which is the copy
        remove(copy);
        PraghGraph taken = standby.get(WAIT_SECONDS, TimeUnit.SECONDS);
        assertEquals(VERTICES, taken.traversal().V().count().next());
        assertEquals(VERTICES, graphs.get(1).traversal().V().count().next());
        taken.tx().rollback();
        assertEquals(data().resolve("node-2").toString(), taken.configuration().getString(PraghGraphConfig.DATA));
        assertNull(taken.configuration().getString(PraghGraphConfig.STANDBY));
    }

    @Test
    void aFolderThatCannotBeOpenedIsPassedOver() throws Exception {
        startNodes(true);
        standBy();
        write();
        Path graph = data().resolve("node-1").resolve("graph");
        byte[] bytes = Files.readAllBytes(graph);
        Files.writeString(graph, "damaged");
        graphs.remove(1).close();
        assertStillWaits();
        Files.write(graph, bytes);
        assertEquals(
                VERTICES,
                standby.get(WAIT_SECONDS, TimeUnit.SECONDS)
                        .traversal()
                        .V()
                        .count()
                        .next());
    }

    @Test
    void nobodyStandsByWhereNothingIsKeptOrNoFoldersAre() throws Exception {
        PraghException missing = assertThrows(PraghException.class, () -> PraghGraph.open(standing()));
        assertTrue(String.valueOf(missing.getMessage()).contains("there is no such folder"), missing::toString);
        startNodes(false);
        Files.createDirectories(data());
        standBy();
        ExecutionException refused =
                assertThrows(ExecutionException.class, () -> standby.get(WAIT_SECONDS, TimeUnit.SECONDS));
        assertTrue(
                String.valueOf(refused.getCause()).contains("the members of this cluster have no data folders"),
                refused::toString);
    }

    @Test
    void optionsThatContradictEachOtherAreRefused() {
        Configuration both = standing();
        both.setProperty(PraghGraphConfig.DATA, data().toString());
        PraghException refused = assertThrows(PraghException.class, () -> PraghGraph.open(both));
        assertTrue(String.valueOf(refused.getMessage()).contains("leave pragh.data out"), refused::toString);
        Configuration alone = standing();
        for (String key : List.of(
                PraghGraphConfig.CLUSTER,
                PraghGraphConfig.FABRIC,
                "pragh.fabric.secret",
                PraghGraphConfig.FOUNDERS,
                PraghGraphConfig.NAME)) {
            alone.clearProperty(key);
        }
        PraghException clustered = assertThrows(PraghException.class, () -> PraghGraph.open(alone));
        assertTrue(
                String.valueOf(clustered.getMessage()).contains("this option is for a cluster of processes"),
                clustered::toString);
    }
}
