package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.durable.ClusterBackupFolder;
import io.pragh.tinkerpop.MovingGraph;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.cli.TypedCommands;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.configuration2.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that each backup of a cluster is of one moment, while clerks at all nodes transfer money and values move, at
 * a real ZooKeeper and over TCP. Backups are restored for one process, and for clusters of other sizes.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // each wait is bounded
class ClusterBackupTest {
    private static final int NODES = CommittingNode.NODES;
    private static final int BACKUPS = 6;

    @TempDir
    private Path folder;

    private EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();

    @AfterEach
    void stop() {
        zooKeeper.close();
    }

    private record Taken(BackupSummary made, Bank.Span span) {}

    private List<PraghGraph> cluster(Path data, int nodes) throws Exception {
        return NodesTogether.open(nodes, node -> {
            Configuration configuration =
                    CommittingNode.configuration("zk:" + zooKeeper.connectString() + "/kept", data, node);
            configuration.setProperty(PraghGraphConfig.FOUNDERS, nodes);
            return MovingGraph.open(configuration, node);
        });
    }

    private static void close(List<PraghGraph> graphs) {
        graphs.forEach(PraghGraph::close);
    }

    private Path backups() {
        return folder.resolve("backups");
    }

    private List<Taken> take(List<PraghGraph> graphs) {
        List<Taken> taken = new ArrayList<>();
        try (Bank bank = new Bank(graphs)) {
            for (int i = 0; i < BACKUPS; i++) {
                bank.awaitCommits();
                if (i == 2) {
                    graphs.get(1).checkpoint();
                }
                List<Long> before = bank.acknowledged();
                BackupSummary made = graphs.get(i % NODES).backup(backups(), i == 4, BackupProgress.NONE);
                taken.add(new Taken(made, new Bank.Span(before, bank.acknowledged())));
            }
        }
        return taken;
    }

    @Test
    void eachIsOfOneMomentForOneProcessAndForClustersOfOtherSizes() throws Exception {
        List<PraghGraph> graphs = cluster(folder.resolve("data"), NODES);
        List<Taken> taken = take(graphs);
        for (PraghGraph graph : graphs) {
            Bank.check(graph.traversal(), taken.get(BACKUPS - 1).span.open(), "the graph itself");
            graph.tx().rollback();
        }
        close(graphs);
        assertTrue(taken.get(0).made.full() && taken.get(4).made.full());
        assertTrue(taken.stream().filter(each -> !each.made.full()).count() >= 2, () -> "no chain: " + taken);
        for (Taken each : taken) {
            Path restored = folder.resolve("restored-" + each.made.number());
            restore(0, "--as-of", "" + each.made.number(), "--data", restored.toString());
            TypedCommands.assertWhole(restored, "" + each.made);
            try (PraghGraph graph = PraghGraph.build().nodes(2).data(restored).open()) {
                Bank.check(graph.traversal(), each.span, "" + each.made);
            }
        }
        for (int nodes : new int[] {2, NODES}) {
            zooKeeper.close();
            zooKeeper = EmbeddedZooKeeper.start();
            Path restored = folder.resolve("restored-for-" + nodes);
            restore(0, "--data", restored.toString(), "--nodes", "" + nodes);
            List<PraghGraph> again = cluster(restored, nodes);
            Bank.check(again.get(1).traversal(), taken.get(BACKUPS - 1).span, "nodes=" + nodes);
            again.get(1).traversal().addV("account").property("money", 0).iterate();
            again.get(1).tx().commit(); // behind all restored values
            BackupSummary next = again.get(0).backup(folder.resolve("backups-of-" + nodes));
            assertTrue(next.moment() > taken.get(BACKUPS - 1).made.moment());
            PraghException other =
                    assertThrows(PraghException.class, () -> again.get(0).backup(backups()));
            assertTrue(String.valueOf(other.getMessage()).contains("another graph"), other::toString);
            close(again);
        }
    }

    private void restore(int code, String... options) {
        List<String> arguments = new ArrayList<>(List.of("restore", backups().toString()));
        arguments.addAll(List.of(options));
        TypedCommands folders = TypedCommands.ofFolders();
        assertEquals(code, folders.run(arguments.toArray()), folders::err);
    }

    @Test
    void theFirstOneIsFullThoughOneNodeHadACheckpointAndTheOthersWroteTheirs() throws Exception {
        List<PraghGraph> graphs = cluster(folder.resolve("data"), NODES);
        try (Bank bank = new Bank(graphs)) {
            bank.awaitCommits();
            graphs.get(0).checkpoint();
            assertTrue(graphs.get(0).backup(backups()).full());
            assertFalse(graphs.get(0).backup(backups()).full());
        }
        close(graphs);
    }

    @Test
    void whatCannotBeBackedUpIsRefusedAndWhatIsThereStays() throws Exception {
        List<PraghGraph> graphs = cluster(folder.resolve("data"), NODES);
        assertEquals(1, graphs.get(0).backup(backups()).number());
        graphs.get(2).close();
        PraghException away =
                assertThrows(PraghException.class, () -> graphs.get(0).backup(backups()));
        assertTrue(String.valueOf(away.getMessage()).matches(".*(nobody's|was lost|could not make).*"), away::toString);
        try (ClusterBackupFolder held = ClusterBackupFolder.open(folder.resolve("held"))) {
            assertEquals(1, held.next());
            PraghException inUse =
                    assertThrows(PraghException.class, () -> graphs.get(1).backup(folder.resolve("held")));
            assertTrue(String.valueOf(inUse.getMessage()).contains("in use"), inUse::toString);
        }
        Files.createDirectory(folder.resolve("other"));
        Files.createFile(folder.resolve("other").resolve("letter"));
        PraghException other =
                assertThrows(PraghException.class, () -> graphs.get(0).backup(folder.resolve("other")));
        assertTrue(String.valueOf(other.getMessage()).contains("other files"), other::toString);
        graphs.get(0).close();
        graphs.get(1).close();
        assertFalse(Files.exists(backups().resolve("cluster-00000002")));
        restore(0, "--data", folder.resolve("restored").toString());
        TypedCommands.assertWhole(folder.resolve("restored"), "the first backup");
    }

    @Test
    void damageAndSharesOfAnotherBackupAreNamed() throws Exception {
        List<PraghGraph> graphs = cluster(folder.resolve("data"), NODES);
        graphs.get(0).traversal().addV("account").iterate();
        graphs.get(0).tx().commit();
        graphs.get(0).backup(backups());
        close(graphs);
        Path share;
        try (var shares = Files.list(backups())) {
            share = shares.filter(Files::isDirectory).sorted().toList().get(1);
        }
        Path log = share.resolve("backup-00000001-log");
        damage(log);
        restore(2, "--data", folder.resolve("damaged").toString());
        assertFalse(Files.exists(folder.resolve("damaged")));
        damage(log); // undoes the damage
        restore(0, "--data", folder.resolve("whole").toString());
        Files.delete(share.resolve("backup-00000001"));
        restore(2, "--data", folder.resolve("missing").toString());
        assertFalse(Files.exists(folder.resolve("missing")));
    }

    /** The numbers of the backups that each share has; fails if there are files of others. */
    private List<Long> numbers() throws IOException {
        List<List<Long>> all = new ArrayList<>();
        for (Path share : list(backups())) {
            if (Files.isDirectory(share)) {
                List<String> names = list(share).stream()
                        .map(file -> "" + file.getFileName())
                        .toList();
                List<String> steps = names.stream()
                        .filter(name -> name.matches("backup-\\d{8}"))
                        .toList();
                assertTrue(
                        names.stream().allMatch(name -> name.equals("lock") || steps.contains(name.substring(0, 15))),
                        names::toString);
                all.add(steps.stream()
                        .map(step -> Long.valueOf(step.substring(7)))
                        .toList());
            }
        }
        assertEquals(NODES, all.size());
        assertEquals(1, Set.copyOf(all).size(), all::toString);
        return all.get(0);
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /** A backup of one vertex more, which is completed, or ends just before. */
    private void backUp(PraghGraph graph, boolean full, boolean completed) throws IOException {
        graph.traversal().addV("account").iterate();
        graph.traversal().tx().commit();
        BackupSummary made = graph.backup(backups(), full, BackupProgress.NONE);
        assertEquals(full, made.full());
        if (!completed) {
            Files.delete(backups().resolve(String.format(Locale.ROOT, "cluster-%08d", made.number())));
        }
    }

    @Test
    void whatWasNotCompletedGoesWithTheNextBackupAsFarAsNoneNeedsIt() throws Exception {
        List<PraghGraph> graphs = cluster(folder.resolve("data"), NODES);
        backUp(graphs.get(0), true, true);
        backUp(graphs.get(1), true, false);
        assertEquals(List.of(1L, 2L), numbers());
        backUp(graphs.get(2), false, true);
        assertEquals(List.of(1L, 2L, 3L), numbers(), "the third goes on from the second");
        backUp(graphs.get(0), true, false);
        backUp(graphs.get(1), false, false);
        backUp(graphs.get(2), true, true);
        assertEquals(List.of(1L, 2L, 3L, 6L), numbers());
        close(graphs);
        int[] vertices = {1, 3, 6};
        for (int i = 0; i < vertices.length; i++) {
            Path restored = folder.resolve("restored-" + i);
            restore(0, "--as-of", "" + (i + 1), "--data", restored.toString());
            try (PraghGraph graph = PraghGraph.build().data(restored).open()) {
                assertEquals(vertices[i], graph.traversal().V().count().next());
            }
        }
    }

    @Test
    void nothingGoesWhereABackupIsDamagedThatMayNeedIt() throws Exception {
        List<PraghGraph> graphs = cluster(folder.resolve("data"), NODES);
        backUp(graphs.get(0), true, true);
        backUp(graphs.get(1), true, false);
        Path first = backups().resolve("cluster-00000001");
        byte[] bytes = Files.readAllBytes(first);
        damage(first);
        backUp(graphs.get(2), true, true);
        assertEquals(List.of(1L, 2L, 3L), numbers());
        Files.write(first, bytes);
        backUp(graphs.get(0), true, true);
        assertEquals(List.of(1L, 3L, 4L), numbers());
        close(graphs);
    }

    private static void damage(Path file) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(bytes.length() / 2);
            int found = bytes.read();
            bytes.seek(bytes.length() / 2);
            bytes.write(found ^ 1);
        }
    }
}
