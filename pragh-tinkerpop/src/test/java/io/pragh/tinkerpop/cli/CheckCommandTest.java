package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataPlace;
import io.pragh.core.node.KeptCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeSession;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that {@code pragh check} accepts whole data folders and names the fault of damaged ones. */
class CheckCommandTest {
    @TempDir
    private Path temporary;

    private Path folder = Path.of("");
    private long josh;

    private final TypedCommands typed = TypedCommands.ofFolders();

    @BeforeEach
    void fill() {
        folder = temporary.resolve("data");
        try (PraghGraph graph = PraghGraph.build().data(folder).open()) {
            graph.createIndex(ElementKind.VERTEX, "name");
            graph.createIndex(ElementKind.EDGE, "weight");
            Vertex marko = graph.addVertex("name", "marko");
            Vertex other = graph.addVertex("name", "josh");
            marko.addEdge("knows", other, "weight", 0.5);
            other.addEdge("knows", marko, "weight", 0.5);
            graph.tx().commit();
            josh = (Long) other.id();
        }
    }

    private int check(Path data) {
        return typed.run("check", data);
    }

    @Test
    void aFolderThatIsWhole() {
        assertEquals(0, check(folder), typed::err);
        assertEquals(
                "pragh check: " + folder + " is whole: 2 vertices, 2 edges, 2 indexes",
                typed.out().strip());
        assertEquals(0, check(folder), "a check changes nothing");
    }

    @Test
    void indexedValuesThatAreEqualAcrossTypesOrToNothing() {
        try (PraghGraph graph = PraghGraph.build().data(folder).open()) {
            Vertex last = graph.addVertex();
            for (Object value : new Object[] {2, 2L, 2.0, Double.NaN, -0.0, 0.0f, new int[] {2}, List.of(2)}) {
                Vertex vertex = graph.addVertex("name", value);
                vertex.addEdge("knows", last, "weight", value);
                last = vertex;
            }
            graph.tx().commit();
        }
        assertEquals(0, check(folder), typed::err);
    }

    @Test
    void arraysInsideOfIndexedValuesAndIdentifiers() {
        Object inList = List.of(new int[] {2});
        Object inMap = Map.of("name", List.of(new long[] {2}));
        try (PraghGraph graph = PraghGraph.build().data(folder).open()) {
            Vertex first = graph.addVertex(T.id, inList, "name", inMap);
            Vertex second = graph.addVertex(T.id, new int[] {3}, "name", inList);
            first.addEdge("knows", second, T.id, new byte[] {4}, "weight", inMap);
            second.addEdge("knows", first, T.id, inMap, "weight", inList);
            graph.tx().commit();
        }
        assertEquals(0, check(folder), typed::err);
    }

    @Test
    void aVertexThatIsGoneBehindTheGraphsBack() {
        KeptCluster.Data data = new KeptCluster.Data(DataPlace.of(folder), 4, false);
        try (KeptCluster kept = KeptCluster.embedded(
                data, 1, NodeConfig.DEFAULT, PropertyOperations.ALL, 1, failed -> {}, RestoreProgress.NONE)) {
            try (NodeSession session = kept.nodes().node(0).openSession()) {
                session.retry(TransactionOptions.DEFAULT, transaction -> {
                    transaction.delete(ElementKeys.vertex(josh));
                    return true;
                });
            }
        }
        assertEquals(1, check(folder), typed::out);
        assertTrue(typed.out().contains("is not whole"), typed::out);
        assertTrue(typed.err().contains("the two ends of edges do not agree"), typed::err);
        assertTrue(typed.err().contains("leads to a vertex that is not there"), typed::err);
        assertTrue(typed.err().contains("numbers do not agree: vertices found=1 told=2"), typed::err);
    }

    @Test
    void aFolderThatIsNoneOrDamaged() throws IOException {
        assertEquals(2, check(temporary));
        assertTrue(typed.err().contains("there is no graph in this folder"), typed::err);
        Path log = folder.resolve("log-0000000000000000");
        byte[] bytes = Files.readAllBytes(log);
        bytes[100] ^= 1;
        Files.write(log, bytes);
        assertEquals(2, check(folder));
        assertTrue(typed.err().contains("a record of the log is damaged"), typed::err);
        assertEquals(2, typed.err().strip().lines().count(), typed::err);
    }

    @Test
    void aLogThatIsGoneIsDamageAlsoBehindACheckpoint() throws IOException {
        Path backups = temporary.resolve("backups");
        try (PraghGraph graph = PraghGraph.build().data(folder).open()) {
            assertTrue(graph.checkpoint());
            graph.backup(backups); // nothing is in the log
            graph.addVertex("name", "vadas");
            graph.tx().commit();
        }
        List<String> logs =
                names(folder).stream().filter(name -> name.startsWith("log-")).toList();
        assertEquals(1, logs.size(), logs::toString);
        Files.delete(folder.resolve(logs.get(0)));
        assertEquals(2, check(folder), typed::out);
        assertTrue(typed.err().contains("the log is gone"), typed::err);
        assertTrue(typed.err().contains("file=" + logs.get(0)), typed::err);
        assertThrows(PraghException.class, () -> PraghGraph.build().data(folder).open());
        Path restored = temporary.resolve("restored");
        assertEquals(0, typed.runAfresh("restore", backups, "--data", restored), typed::err);
        assertEquals(0, check(restored), typed::err);
    }

    @Test
    void aLogThatIsGoneIsDamageWhereThereNeverWasACheckpoint() throws IOException {
        assertEquals(List.of("graph", "lock", "log-0000000000000000"), names(folder));
        Files.delete(folder.resolve("log-0000000000000000"));
        assertEquals(2, check(folder), typed::out);
        assertTrue(typed.err().contains("the log is gone"), typed::err);
        assertEquals(1, typed.err().strip().lines().count(), typed::err);
        PraghException refused = assertThrows(
                PraghException.class, () -> PraghGraph.build().data(folder).open());
        assertTrue(refused.getMessage().contains("the log is gone"), refused::getMessage);
    }

    @Test
    void aFileOfTheCheckpointThatIsGoneIsDamage() throws IOException {
        try (PraghGraph graph = PraghGraph.build().data(folder).open()) {
            assertTrue(graph.checkpoint());
        }
        Files.delete(folder.resolve("checkpoint-00000001-001"));
        for (Object[] command :
                new Object[][] {{"check", folder}, {"backup", "--data", folder, temporary.resolve("backups")}}) {
            assertEquals(2, typed.runAfresh(command), typed::out);
            assertTrue(typed.err().contains("a part of the checkpoint is missing"), typed::err);
            assertTrue(typed.err().contains("pragh repair"), typed::err);
            assertTrue(typed.err().contains("file=checkpoint-00000001-001"), typed::err);
        }
    }

    @Test
    void aBackupThatCannotBeMadeLeavesNoFolder() throws IOException {
        Path log = folder.resolve("log-0000000000000000");
        byte[] bytes = Files.readAllBytes(log);
        bytes[100] ^= 1;
        Files.write(log, bytes);
        Path backups = temporary.resolve("backups");
        assertEquals(2, typed.runAfresh("backup", "--data", folder, backups), typed::out);
        assertTrue(typed.err().contains("a record of the log is damaged"), typed::err);
        assertFalse(Files.exists(backups), "with nothing but a lock in it");
        Files.createDirectory(backups);
        assertEquals(2, typed.runAfresh("backup", "--data", folder, backups), typed::out);
        assertTrue(Files.exists(backups), "which was there before");
    }

    @Test
    void whatAKilledCheckHasLeftIsNotRepairedAsANodesFolder() throws IOException {
        Path cluster = cluster();
        assertEquals(0, typed.runAfresh("repair", folder, "--into", cluster.resolve("whole.checking")), typed::err);
        Path repaired = temporary.resolve("repaired");
        assertEquals(0, typed.runAfresh("repair", cluster, "--into", repaired), typed::err);
        assertEquals(List.of("node-0", "node-1"), names(repaired));
    }

    @Test
    void theFolderOfAClusterOfOneNode() {
        cluster();
        Path one = temporary.resolve("one");
        assertEquals(
                0, typed.runAfresh("restore", temporary.resolve("backups"), "--data", one, "--nodes", 1), typed::err);
        assertEquals(0, check(one), typed::err);
        assertTrue(typed.out().contains(one + " is whole: 2 vertices, 2 edges, 2 indexes"), typed::out);
    }

    @Test
    void aFolderThatHasLostTheFileThatDescribesItIsNotTakenForNone() throws IOException {
        Path cluster = cluster();
        for (Path each : List.of(folder, cluster.resolve("node-1"))) {
            Files.delete(each.resolve("graph"));
            assertEquals(2, typed.runAfresh("check", each));
            assertTrue(typed.err().contains("a graph was kept here"), typed::err);
            assertTrue(typed.err().contains("pragh repair"), typed::err);
        }
        assertEquals(2, typed.runAfresh("backup", "--data", folder, temporary.resolve("backups")));
        assertTrue(typed.err().contains("a graph was kept here"), typed::err);
        assertEquals(2, typed.runAfresh("check", cluster));
        assertTrue(typed.err().contains("a graph was kept here"), typed::err);
        assertTrue(typed.err().contains("folder=" + cluster.resolve("node-1")), typed::err);
    }

    /** The data folders of two nodes with the same graph. */
    private Path cluster() {
        Path backups = temporary.resolve("backups");
        try (PraghGraph graph = PraghGraph.build().data(folder).open()) {
            assertTrue(graph.checkpoint());
            graph.backup(backups);
        }
        Path cluster = temporary.resolve("cluster");
        assertEquals(0, typed.runAfresh("restore", backups, "--data", cluster, "--nodes", 2), typed::err);
        return cluster;
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(each -> String.valueOf(each.getFileName())).sorted().toList();
        }
    }

    @Test
    void foldersOfAllNodesArePutTogetherBesideThemAndNothingIsLeftThere() throws IOException {
        Path cluster = cluster();
        Path left = Files.createDirectory(cluster.resolve("whole.checking")); // as a killed check leaves it
        Files.writeString(left.resolve("log-0000000000000000"), "a part");
        assertEquals(0, check(cluster), typed::err);
        assertTrue(typed.out().contains(cluster + " is whole: 2 vertices, 2 edges, 2 indexes"), typed::out);
        assertEquals(List.of("node-0", "node-1"), names(cluster));
        Path part;
        try (Stream<Path> files = Files.list(cluster.resolve("node-1"))) {
            part = files.filter(file -> String.valueOf(file.getFileName()).startsWith("checkpoint-"))
                    .findFirst()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(part);
        bytes[bytes.length / 2] ^= 1;
        Files.write(part, bytes);
        assertEquals(2, check(cluster));
        assertTrue(typed.err().contains("is damaged"), typed::err);
        assertEquals(List.of("node-0", "node-1"), names(cluster), "after a failure");
    }

    @Test
    void whereNothingCanBeWrittenTheCheckSaysWhatItNeeds() throws IOException {
        Path cluster = cluster();
        Path letter = Files.writeString(cluster.resolve("whole.checking"), "a file, where a folder has to be");
        assertEquals(2, check(cluster));
        assertTrue(typed.err().contains("let this user write there"), typed::err);
        assertTrue(typed.err().contains("folder=" + cluster), typed::err);
        assertEquals(1, typed.err().lines().count(), typed::err);
        assertTrue(Files.isRegularFile(letter), "what is not ours stays");
    }
}
