package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupSummary;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.cli.TypedCommands;
import io.pragh.tinkerpop.load.GraphFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks backups of a graph with a data folder, and restored graphs, by the API and the commands that users have. */
final class BackupGraphTest {
    private static final int STEPS = 150;

    @TempDir
    private Path folder;

    private final TypedCommands typed = TypedCommands.ofFolders();

    private int pragh(Object... arguments) {
        return typed.runAfresh(arguments);
    }

    private PraghGraph open(String name) {
        return PraghGraph.build().data(folder.resolve(name)).open();
    }

    private List<String> picture(String name) {
        assertEquals(0, pragh("check", folder.resolve(name)), typed::err);
        try (PraghGraph graph = open(name)) {
            return GraphPicture.of(graph);
        }
    }

    /** All kinds of identifiers, properties and edges. */
    private static void fill(PraghGraph graph) {
        graph.createIndex(ElementKind.VERTEX, "age");
        graph.createIndex(ElementKind.EDGE, "since");
        graph.variables().set("made by", "a test");
        Vertex text = graph.addVertex(T.id, "text", T.label, "named", "age", 3);
        Vertex number = graph.addVertex(T.id, 7, T.label, "numbered", "when", Instant.ofEpochMilli(5));
        Vertex uuid = graph.addVertex(T.id, new UUID(1, 2), "list", List.of(1, "two", 3.0));
        Vertex given = graph.addVertex("age", 3, "map", Map.of("a", 1L));
        VertexProperty<String> own =
                given.property(VertexProperty.Cardinality.list, "name", "one", T.id, "mine", "meta", 1);
        assertEquals("mine", own.id());
        given.property(VertexProperty.Cardinality.list, "name", "two", "meta", 2);
        given.property("gone", 1).remove();
        given.property("late", new int[] {1, 2}.length);
        text.addEdge("knows", number, T.id, "edge", "since", 1999);
        number.addEdge("knows", uuid, "since", 2000, "why", "so");
        number.addEdge("alone", given);
        for (int i = 0; i < 3; i++) {
            given.addEdge("parallel", number);
            number.addEdge("weighs", given, "weight", 0.5 + i);
        }
        given.addEdge("weighs", number, "weight", 0.25);
        number.addEdge("self", number, "length", 3);
        graph.tx().commit();
    }

    /** The answers of indexes, and the identifiers of vertex properties. */
    private static List<String> answers(PraghGraph graph) {
        GraphTraversalSource g = graph.traversal();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            lines.add("age " + i + " "
                    + g.V().has("age", i)
                            .id()
                            .toStream()
                            .map(String::valueOf)
                            .sorted()
                            .toList());
        }
        for (int since : new int[] {1999, 2000, 1, 17, 33, 49}) {
            lines.add("since " + since + " "
                    + g.E().has("since", since)
                            .id()
                            .toStream()
                            .map(String::valueOf)
                            .sorted()
                            .toList());
        }
        lines.add("properties "
                + g.V().properties()
                        .id()
                        .toStream()
                        .map(String::valueOf)
                        .sorted()
                        .toList());
        g.tx().rollback();
        return lines;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void whatIsRestoredIsTheSameOneByOne(int partitions) {
        List<List<String>> expected = new ArrayList<>();
        List<List<String>> answers = new ArrayList<>();
        try (PraghGraph graph = open("data")) {
            fill(graph);
            DataFolderGraphTest.change(graph, new SplittableRandom(5), STEPS);
            assertTrue(graph.checkpoint());
            DataFolderGraphTest.change(graph, new SplittableRandom(6), STEPS);
            for (int i = 0; i < 3; i++) {
                BackupSummary made = graph.backup(folder.resolve("backup"));
                assertEquals(i == 0, made.full());
                assertEquals("", made.why());
                expected.add(GraphPicture.of(graph));
                answers.add(answers(graph));
                DataFolderGraphTest.change(graph, new SplittableRandom(7 + i), STEPS / 3);
            }
        }
        for (int number = 3; number >= 1; number--) {
            String restored = "restored" + number;
            assertEquals(
                    0,
                    pragh(
                            "restore",
                            folder.resolve("backup"),
                            "--data",
                            folder.resolve(restored),
                            "--partitions",
                            partitions,
                            "--as-of",
                            number),
                    typed::err);
            assertEquals(expected.get(number - 1), picture(restored), "backup " + number);
            try (PraghGraph graph = open(restored)) {
                assertEquals(Set.of("age"), graph.indexes(ElementKind.VERTEX));
                assertEquals(Set.of("since"), graph.indexes(ElementKind.EDGE));
                assertEquals(answers.get(number - 1), answers(graph), "backup " + number);
            }
        }
        assertEquals(0, pragh("restore", folder.resolve("backup"), "--list"));
        assertEquals(3, typed.out().lines().count(), typed::out);
        assertTrue(typed.out().contains("incremental"), typed::out);
    }

    @Test
    void aRestoredGraphGoesOnByItself() throws IOException {
        Files.createDirectory(folder.resolve("restored")); // an empty folder
        try (PraghGraph graph = open("data")) {
            fill(graph);
            graph.backup(folder.resolve("backup"));
        }
        assertEquals(0, pragh("restore", folder.resolve("backup"), "--data", folder.resolve("restored")), typed::err);
        try (PraghGraph graph = open("restored")) {
            graph.addVertex("age", 3);
            graph.tx().commit();
            assertEquals(3, graph.traversal().V().has("age", 3).count().next());
            String refused =
                    String.valueOf(assertThrows(PraghException.class, () -> graph.backup(folder.resolve("backup")))
                            .getMessage());
            assertTrue(refused.contains("backups of another graph"), refused);
        }
    }

    @Test
    void aCopyThatHasGoneOnByItselfIsAnotherGraph() throws IOException {
        try (PraghGraph graph = open("data")) {
            fill(graph);
        }
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (Stream<Path> files = Files.list(folder.resolve("data"))) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        try (PraghGraph graph = open("data")) {
            graph.addVertex("of", "the one");
            graph.tx().commit();
            graph.backup(folder.resolve("backup"));
        }
        try (PraghGraph graph = open("copy")) {
            assertRefused("than the graph itself", () -> graph.backup(folder.resolve("backup")));
            for (int i = 0; i < 10; i++) {
                graph.addVertex("of", "the other");
                graph.tx().commit();
            }
            assertRefused("gone on by itself", () -> graph.backup(folder.resolve("backup")));
            assertTrue(graph.backup(folder.resolve("another")).full());
        }
        try (PraghGraph graph = open("data")) {
            assertFalse(graph.backup(folder.resolve("backup")).full());
            assertFalse(graph.backup(folder.resolve("backup")).full());
            graph.addVertex();
            graph.tx().commit();
            assertFalse(graph.backup(folder.resolve("backup")).full());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "the first"})
    void aCopyWithACheckpointOfTheSameNumberIsAnotherGraph(String said) throws IOException {
        try (PraghGraph graph = open("data")) {
            fill(graph);
        }
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (Stream<Path> files = Files.list(folder.resolve("data"))) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        try (PraghGraph graph = open("data")) {
            if (!said.isEmpty()) {
                graph.addVertex("of", said); // as many bytes as in the copy, so that the log begins at the same place
                graph.tx().commit();
            }
            assertTrue(graph.checkpoint());
            graph.backup(folder.resolve("backup"));
        }
        try (PraghGraph graph = open("copy")) {
            graph.addVertex("of", "the other");
            graph.tx().commit();
            assertTrue(graph.checkpoint());
            assertRefused("gone on by itself", () -> graph.backup(folder.resolve("backup")));
            graph.addVertex();
            graph.tx().commit();
            assertRefused("gone on by itself", () -> graph.backup(folder.resolve("backup")));
        }
        try (PraghGraph graph = open("data")) {
            assertFalse(graph.backup(folder.resolve("backup")).full());
            graph.addVertex();
            graph.tx().commit();
            assertFalse(graph.backup(folder.resolve("backup")).full());
        }
    }

    @Test
    void aLoadThatIsUnderWayIsWaitedFor() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 40_000; i++) {
            lines.append(i).append(' ').append(i * 7 % 40_000).append('\n');
        }
        Path edges = Files.writeString(folder.resolve("edges.txt"), lines);
        try (PraghGraph graph = open("data")) {
            Thread loader = new Thread(() -> GraphFiles.load(graph, edges), "loader");
            loader.start();
            int backups = 0;
            while (loader.isAlive()) {
                graph.backup(folder.resolve("backup"));
                backups++;
            }
            loader.join();
            graph.backup(folder.resolve("backup"));
            assertTrue(backups > 0);
            assertEquals(40_000, graph.traversal().V().count().next());
        }
        for (String number : List.of("1", "0")) {
            Path restored = folder.resolve("restored" + number);
            Object[] last = {"restore", folder.resolve("backup"), "--data", restored};
            Object[] first = {"restore", folder.resolve("backup"), "--data", restored, "--as-of", 1};
            assertEquals(0, pragh(number.equals("1") ? first : last), typed::err);
            assertEquals(0, pragh("check", restored), typed::err);
        }
        assertTrue(typed.out().contains("40000 vertices, 40000 edges"), typed::out);
    }

    @Test
    void aLoadOrACheckpointBetweenMakesTheNextOneFull() throws IOException {
        Path edges = Files.writeString(folder.resolve("edges.txt"), "1 2\n2 3\n3 1\n");
        List<String> expected;
        try (PraghGraph graph = open("data")) {
            assertTrue(graph.backup(folder.resolve("backup")).full());
            GraphFiles.load(graph, edges);
            BackupSummary made = graph.backup(folder.resolve("backup"));
            assertTrue(made.full(), "the load is in no log");
            assertTrue(made.why().contains("a checkpoint or a load"), made.why());
            graph.addVertex();
            graph.tx().commit();
            assertFalse(graph.backup(folder.resolve("backup")).full());
            assertTrue(graph.checkpoint());
            assertTrue(graph.checkpoint());
            assertTrue(graph.backup(folder.resolve("backup")).full());
            assertFalse(graph.backup(folder.resolve("backup")).full(), "nothing new");
            assertTrue(graph.backup(folder.resolve("backup"), true, (what, done, total) -> {})
                    .full());
            expected = GraphPicture.of(graph);
        }
        assertEquals(0, pragh("restore", folder.resolve("backup"), "--data", folder.resolve("restored")), typed::err);
        assertEquals(expected, picture("restored"));
        assertEquals(
                0,
                pragh("restore", folder.resolve("backup"), "--data", folder.resolve("two"), "--as-of", 2),
                typed::err);
        assertEquals(
                5 + 3,
                picture("two").stream().filter(line -> line.startsWith("by id")).count() + 2);
    }

    @Test
    void aClosedFolderIsBackedUpTheSame() {
        List<String> first;
        List<String> second;
        try (PraghGraph graph = open("data")) {
            fill(graph);
            assertTrue(graph.checkpoint());
            DataFolderGraphTest.change(graph, new SplittableRandom(8), STEPS / 3);
            first = GraphPicture.of(graph);
        }
        assertEquals(0, pragh("backup", "--data", folder.resolve("data"), folder.resolve("backup")), typed::err);
        assertTrue(typed.out().startsWith("pragh backup: full backup 1 of "), typed::out);
        try (PraghGraph graph = open("data")) {
            assertEquals(2, pragh("backup", "--data", folder.resolve("data"), folder.resolve("backup")));
            assertTrue(typed.err().contains("is in use"), typed::err);
            DataFolderGraphTest.change(graph, new SplittableRandom(9), STEPS / 3);
            second = GraphPicture.of(graph);
        }
        assertEquals(0, pragh("backup", "--data", folder.resolve("data"), folder.resolve("backup")), typed::err);
        assertTrue(typed.out().startsWith("pragh backup: incremental backup 2 of "), typed::out);
        assertEquals(0, pragh("restore", folder.resolve("backup"), "--data", folder.resolve("b"), "--partitions", 3));
        assertEquals(second, picture("b"));
        assertEquals(0, pragh("restore", folder.resolve("backup"), "--data", folder.resolve("a"), "--as-of", 1));
        assertEquals(first, picture("a"));
    }

    @Test
    void damageAnywhereIsFoundAndNamed() throws IOException {
        try (PraghGraph graph = open("data")) {
            fill(graph);
            assertTrue(graph.checkpoint());
            graph.addVertex();
            graph.tx().commit();
            graph.backup(folder.resolve("backup"));
            graph.addVertex();
            graph.tx().commit();
            graph.backup(folder.resolve("backup"));
        }
        SplittableRandom random = new SplittableRandom(14);
        List<Path> files;
        try (Stream<Path> all = Files.list(folder.resolve("backup"))) {
            files = all.filter(file -> !file.endsWith("lock")).sorted().toList();
        }
        assertEquals(2 + 2 + 4, files.size(), files::toString);
        Path restored = folder.resolve("restored");
        for (Path file : files) {
            byte[] whole = Files.readAllBytes(file);
            for (int tries = 0; tries < 8; tries++) {
                byte[] damaged = whole.clone();
                int at = random.nextInt(whole.length);
                damaged[at] ^= (byte) (1 << random.nextInt(8));
                Files.write(file, damaged);
                assertEquals(2, pragh("restore", folder.resolve("backup"), "--data", restored), file + " at " + at);
                assertTrue(typed.err().contains("file=" + file.getFileName()), () -> file + ": " + typed.err());
                assertEquals(1, typed.err().lines().count(), typed::err);
                assertFalse(Files.exists(restored));
            }
            Files.delete(file);
            assertEquals(
                    file.endsWith("backup-00000002") ? 0 : 2,
                    pragh("restore", folder.resolve("backup"), "--data", restored),
                    "without " + file);
            Files.write(file, whole);
            if (Files.exists(restored)) { // without its file, the last backup does not count
                assertEquals(5, countVertices(restored));
                deleteAll(restored);
            }
        }
        assertEquals(0, pragh("restore", folder.resolve("backup"), "--data", restored), typed::err);
        assertEquals(6, countVertices(restored));
    }

    @Test
    void aDamagedBackupIsNotPassedOverForAnEarlierOne() throws IOException {
        Path backup = folder.resolve("backup");
        List<BackupSummary> made = new ArrayList<>();
        try (PraghGraph graph = open("data")) {
            for (int i = 0; i < 3; i++) {
                graph.addVertex();
                graph.tx().commit();
                made.add(graph.backup(backup));
            }
        }
        Path second = backup.resolve("backup-00000002");
        byte[] bytes = Files.readAllBytes(second);
        bytes[30] ^= 1;
        Files.write(second, bytes);
        assertEquals(0, pragh("restore", backup, "--list"), typed::err);
        List<String> listed = typed.out().lines().toList();
        assertEquals(3, listed.size(), typed::out);
        assertEquals("2 damaged", listed.get(1));
        Path restored = folder.resolve("restored");
        refused(
                "may be the last one until then",
                "restore",
                backup,
                "--data",
                restored,
                "--as-of",
                made.get(2).made().minusNanos(1));
        assertTrue(typed.err().contains("damaged=[2] before=1"), typed::err);
        refused(
                "is damaged",
                "restore",
                backup,
                "--data",
                restored,
                "--as-of",
                made.get(2).made());
        assertEquals(0, pragh("restore", backup, "--data", restored, "--as-of", 1), typed::err);
        assertEquals(1, countVertices(restored));
    }

    private static long countVertices(Path data) {
        try (PraghGraph graph = PraghGraph.build().data(data).open()) {
            return graph.traversal().V().count().next();
        }
    }

    private static void deleteAll(Path data) throws IOException {
        try (Stream<Path> all = Files.list(data)) {
            for (Path file : all.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(data);
    }

    @Test
    void whatCannotBeMeantIsRefusedInOneLine() throws IOException {
        try (PraghGraph graph = open("data");
                PraghGraph memory = PraghGraph.build().open()) {
            graph.addVertex();
            graph.tx().commit();
            graph.backup(folder.resolve("backup"));
            assertRefused("has no data folder", () -> memory.backup(folder.resolve("other")));
            assertRefused(
                    "within the data folder",
                    () -> graph.backup(folder.resolve("data").resolve("x")));
            Path others = Files.createDirectory(folder.resolve("others"));
            Files.writeString(others.resolve("letter.txt"), "dear reader");
            assertRefused("holds other files", () -> graph.backup(others));
        }
        Object backup = folder.resolve("backup");
        Path restored = folder.resolve("restored");
        refused("there is no such backup", "restore", backup, "--data", restored, "--as-of", 2);
        refused(
                "no backup was made until then",
                "restore",
                backup,
                "--data",
                restored,
                "--as-of",
                "2001-01-01T00:00:00Z");
        refused("--as-of is the number", "restore", backup, "--data", restored, "--as-of", "yesterday");
        refused("is not empty", "restore", backup, "--data", folder.resolve("data"));
        refused("would be in the way of further ones", "restore", backup, "--data", folder.resolve("backup/x"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), Files.createDirectory(folder.resolve("empty")));
        refused("is a symbolic link", "restore", backup, "--data", link);
        refused("is 1 to 128", "restore", backup, "--data", restored, "--partitions", 129);
        refused("say where to", "restore", backup);
        refused("there is no such folder", "restore", folder.resolve("nowhere"), "--data", restored);
        refused("holds other files", "restore", folder.resolve("others"), "--data", restored);
        refused("there is no graph", "backup", "--data", folder.resolve("others"), folder.resolve("x"));
        refused("give a server and the name", "backup", folder.resolve("x"));
        assertFalse(Files.exists(restored));
    }

    private void refused(String why, Object... arguments) {
        assertEquals(2, pragh(arguments), why);
        assertTrue(typed.err().contains(why), typed::err);
        assertEquals(1, typed.err().lines().count(), typed::err);
    }

    private static void assertRefused(String why, Runnable action) {
        String message =
                String.valueOf(assertThrows(PraghException.class, action::run).getMessage());
        assertTrue(message.contains(why), message);
        assertFalse(message.contains("\n"), message);
    }
}
