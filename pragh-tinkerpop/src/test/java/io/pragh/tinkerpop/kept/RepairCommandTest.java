package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.cli.TypedCommands;
import io.pragh.tinkerpop.load.GraphFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks {@code pragh repair} of data folders that are damaged in one way after the other. */
final class RepairCommandTest {
    private static final int PARTITIONS = 2;
    /** So many that a partition's part of a checkpoint has several blocks. */
    private static final int VERTICES = 3000;

    private static final int LATER = 40;
    private static final int NAMED = 600;
    private static final int FLIPS = 7;

    @TempDir
    private Path folder;

    private Path data = Path.of("");
    private int repairs;
    private List<String> whole = List.of();

    private final TypedCommands typed = TypedCommands.ofFolders();

    private int pragh(Object... arguments) {
        return typed.runAfresh(arguments);
    }

    /** A bulk load, which is in no log, and then a commit for each of some more vertices. */
    @BeforeEach
    void fill() throws IOException {
        data = folder.resolve("data");
        StringBuilder lines = new StringBuilder("id:ID,number:int,text,:LABEL\n");
        for (int i = 0; i < VERTICES; i++) {
            lines.append("v")
                    .append(i)
                    .append(',')
                    .append(i)
                    .append(',')
                    .append("x".repeat(1000))
                    .append(",loaded\n");
        }
        Path vertices = Files.writeString(folder.resolve("vertices.csv"), lines);
        StringBuilder ends = new StringBuilder(":START_ID,:END_ID,:TYPE\n");
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < VERTICES; i++) {
            ends.append("v")
                    .append(i)
                    .append(",v")
                    .append(random.nextInt(VERTICES))
                    .append(",to\n");
        }
        Path edges = Files.writeString(folder.resolve("edges.csv"), ends);
        try (PraghGraph graph =
                PraghGraph.build().partitions(PARTITIONS).data(data).open()) {
            graph.createIndex(ElementKind.VERTEX, "number");
            GraphFiles.load(graph, vertices, edges);
            for (int i = 0; i < LATER; i++) {
                Vertex later = graph.addVertex(T.label, "later", T.id, "l" + i, "number", -i);
                later.addEdge("after", graph.vertices("v" + i).next(), "weight", 0.5);
                graph.tx().commit();
            }
            whole = GraphPicture.of(graph);
        }
    }

    private static Map<String, List<Byte>> bytes(Path of) throws IOException {
        Map<String, List<Byte>> all = new TreeMap<>();
        try (Stream<Path> files = Files.list(of)) {
            for (Path file : files.toList()) {
                List<Byte> content = new ArrayList<>();
                for (byte each : Files.readAllBytes(file)) {
                    content.add(each);
                }
                all.put(String.valueOf(file.getFileName()), content);
            }
        }
        return all;
    }

    /** Repairs the folder, which must not change. The result must be a part of the former graph, and be whole. */
    private List<String> repair(int code) throws IOException {
        Map<String, List<Byte>> before = bytes(data);
        Path saved = folder.resolve("saved" + repairs++);
        assertEquals(code, pragh("repair", data, "--into", saved), typed::err);
        String lost = typed.err();
        assertEquals(before, bytes(data), "the damaged folder is as it was");
        TypedCommands.assertWhole(saved, lost);
        try (PraghGraph graph = PraghGraph.build().data(saved).open()) {
            List<String> picture = GraphPicture.of(graph);
            HashSet<String> known = new HashSet<>(whole);
            picture.stream()
                    .filter(line -> line.startsWith("v ") || line.startsWith("e "))
                    .filter(line -> !known.contains(line))
                    .forEach(line -> {
                        String name = line.split(" ", -1)[3]; // the name of an edge whose value is lost
                        assertTrue(
                                line.startsWith("e named ") && lost.contains(" it is called " + name + " now"),
                                () -> "it was never there: " + line);
                    });
            assertEquals(graph.traversal().V().hasLabel("loaded").count().next() > 0, known.size() > 0);
            return picture;
        }
    }

    private static long count(List<String> picture, String beginning) {
        return picture.stream().filter(line -> line.startsWith(beginning)).count();
    }

    private Path file(String beginning) throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(beginning))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static byte[] flip(Path file, long at) throws IOException {
        byte[] before = Files.readAllBytes(file);
        byte[] damaged = before.clone();
        damaged[(int) at] ^= 0x10;
        Files.write(file, damaged);
        return before;
    }

    @Test
    void aFolderThatIsWholeIsSavedAsAWhole() throws IOException {
        assertEquals(whole, repair(0));
        assertTrue(typed.out().contains(", nothing was lost"), typed::out);
    }

    @Test
    void aByteOfABlock() throws IOException {
        Path part = file("checkpoint-");
        for (long at : new long[] {Files.size(part) / 2, Files.size(part) - 2000}) {
            byte[] before = flip(part, at);
            List<String> picture = repair(1);
            assertTrue(typed.err().contains("file=" + part.getFileName() + " block="), typed::err);
            long saved = count(picture, "v loaded");
            assertTrue(saved > VERTICES / 3, () -> "saved=" + saved);
            Files.write(part, before);
        }
    }

    /**
     * Edges have identifiers and several properties, so that their values may be lost while their vertices are not.
     */
    @Test
    void aByteAnywhereInAPart() throws IOException {
        try (PraghGraph graph = PraghGraph.build().data(data).open()) {
            for (int i = 0; i < NAMED; i++) {
                graph.vertices("v" + i)
                        .next()
                        .addEdge("named", graph.vertices("v" + 2 * i).next(), T.id, "e" + i, "text", "y".repeat(3000));
            }
            graph.tx().commit();
            assertTrue(graph.checkpoint());
            whole = GraphPicture.of(graph);
        }
        Path part = file("checkpoint-");
        long size = Files.size(part);
        for (int i = 1; i < FLIPS; i++) {
            byte[] before = flip(part, size * i / FLIPS);
            List<String> picture = repair(1);
            assertTrue(count(picture, "v loaded") > VERTICES / 3, typed::err);
            Files.write(part, before);
        }
    }

    @Test
    void theLengthOfABlock() throws IOException {
        Path part = file("checkpoint-");
        long head = 56
                + 16L
                        * ByteBuffer.wrap(Files.readAllBytes(part))
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .getInt(48);
        flip(part, head + 2);
        List<String> picture = repair(1);
        assertTrue(typed.err().contains("file=" + part.getFileName() + " block=0"), typed::err);
        assertTrue(count(picture, "v loaded") > VERTICES / 3, () -> "saved=" + count(picture, "v loaded"));
    }

    @Test
    void theHeadOfAPart() throws IOException {
        Path part = file("checkpoint-");
        flip(part, 33);
        List<String> picture = repair(1);
        assertTrue(typed.err().contains("does not begin as one"), typed::err);
        assertEquals(VERTICES, count(picture, "v loaded"));
    }

    @Test
    void theMiddleOfTheLog() throws IOException {
        Path log = file("log-");
        long size = Files.size(log);
        flip(log, size - (size - 32) / 20); // a commit after the load
        List<String> picture = repair(1);
        assertTrue(typed.err().contains("a part of the log is damaged"), typed::err);
        assertEquals(VERTICES, count(picture, "v loaded"));
        long later = count(picture, "v later");
        assertTrue(later >= LATER / 2 && later < LATER, () -> "saved=" + later + " " + typed.err());
    }

    @Test
    void filesThatAreMissing() throws IOException {
        Path graph = file("graph");
        byte[] said = Files.readAllBytes(graph);
        Files.delete(graph);
        List<String> picture = repair(1);
        assertTrue(typed.err().contains("file=graph partitions=2"), typed::err);
        assertEquals(whole, picture);
        Files.write(graph, said);

        Path log = file("log-");
        byte[] records = Files.readAllBytes(log);
        Files.delete(log);
        picture = repair(1);
        assertTrue(typed.err().contains("the log is missing"), typed::err);
        assertEquals(VERTICES, count(picture, "v loaded"));
        assertEquals(0, count(picture, "v later"));
        Files.write(log, records);

        Path part = file("checkpoint-");
        Files.delete(part);
        picture = repair(1);
        assertTrue(typed.err().contains("missing, and its values are lost: file=" + part.getFileName()), typed::err);
        assertTrue(typed.err().contains("an edge has lost a vertex"), typed::err);
        long saved = count(picture, "v loaded");
        assertTrue(saved > VERTICES / 3 && saved < VERTICES * 2 / 3, () -> "saved=" + saved);
    }

    @Test
    void anotherNumberOfPartitionsThanTheLogIsOf() throws IOException {
        Path log = folder.resolve("log");
        try (PraghGraph graph = PraghGraph.build().partitions(4).data(log).open()) {
            for (int i = 0; i < LATER; i++) {
                graph.addVertex(T.id, "v" + i).addEdge("to", graph.addVertex("number", i));
                graph.tx().commit();
            }
        }
        Files.delete(log.resolve("graph"));
        Path saved = folder.resolve("saved");
        for (int partitions : new int[] {1, 2, 3, 5, 8}) {
            assertEquals(2, pragh("repair", log, "--into", saved, "--partitions", partitions), typed::err);
            assertTrue(typed.err().contains("(--partitions): partitions=" + partitions), typed::err);
            assertEquals(1, typed.err().lines().count(), typed::err);
            assertFalse(Files.exists(saved));
        }
        assertEquals(1, pragh("repair", log, "--into", saved, "--partitions", 4), typed::err);
        assertTrue(typed.out().contains(2 * LATER + " vertices and " + LATER + " edges"), typed::out);
    }

    @Test
    void fewerPartitionsThanTheCheckpointHasPartsOf() throws IOException {
        try (PraghGraph graph = PraghGraph.build().data(data).open()) {
            assertTrue(graph.checkpoint()); // so that nothing in the log shows it
        }
        Files.delete(file("graph"));
        Path saved = folder.resolve("saved");
        assertEquals(2, pragh("repair", data, "--into", saved, "--partitions", 1), typed::err);
        assertTrue(typed.err().contains("(--partitions): checkpointOf=[0, 1] partitions=1"), typed::err);
        assertFalse(Files.exists(saved));
    }

    @Test
    void whatCannotBeMeantIsRefusedInOneLine() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        refused("there is no graph", empty, folder.resolve("x"));
        refused("there is no such folder", folder.resolve("nowhere"), folder.resolve("x"));
        refused("is not empty", data, folder);
        refused("has to be elsewhere", data, data.resolve("x"));
        try (PraghGraph graph = PraghGraph.build().data(data).open()) {
            assertEquals(LATER, graph.traversal().V().hasLabel("later").count().next());
            refused("is in use", data, folder.resolve("x"));
        }
        assertFalse(Files.exists(folder.resolve("x")));
    }

    private void refused(String why, Path from, Path into) {
        assertEquals(2, pragh("repair", from, "--into", into), why);
        assertTrue(typed.err().contains(why), typed::err);
        assertEquals(1, typed.err().lines().count(), typed::err);
    }
}
