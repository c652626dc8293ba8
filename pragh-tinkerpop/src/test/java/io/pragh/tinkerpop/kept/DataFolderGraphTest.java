package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.cli.TypedCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a graph with a data folder is the same after it was closed and opened again. */
final class DataFolderGraphTest {
    private static final int STEPS = 300;

    @TempDir
    private Path folder;

    private PraghGraph open(int nodes) {
        return PraghGraph.build()
                .nodes(nodes)
                .partitions(4)
                .data(folder.resolve("data"))
                .open();
    }

    /** Makes random changes to a graph, a transaction for each. */
    static void change(PraghGraph graph, SplittableRandom random, int steps) {
        GraphTraversalSource g = graph.traversal();
        for (int i = 0; i < steps; i++) {
            List<Vertex> vertices = g.V().toList();
            if (vertices.size() < 3) {
                g.addV("person").property("name", "n" + i).property("age", i).next();
                g.addV().property(T.id, "named " + random.nextLong()).next();
            } else {
                step(g, random, vertices, i);
            }
            if (random.nextInt(10) == 0) {
                g.tx().rollback();
            } else {
                g.tx().commit();
            }
        }
    }

    private static void step(GraphTraversalSource g, SplittableRandom random, List<Vertex> vertices, int i) {
        Vertex one = vertices.get(random.nextInt(vertices.size()));
        Vertex other = vertices.get(random.nextInt(vertices.size()));
        List<Edge> edges = g.E().toList();
        switch (random.nextInt(9)) {
            case 0 ->
                g.addV("thing")
                        .property("name", "t" + i)
                        .property("name", "also")
                        .next();
            case 1, 2, 3 -> g.V(one).addE("knows").to(other).next();
            case 4 ->
                g.V(one)
                        .addE("likes")
                        .to(other)
                        .property("weight", random.nextDouble())
                        .property("since", i)
                        .next();
            case 5 -> g.V(one).property("age", random.nextInt(50)).iterate();
            case 6 -> g.V(one).properties("name").property("meta", i).iterate();
            case 7 -> {
                if (random.nextInt(3) == 0) {
                    g.V(one).drop().iterate();
                } else {
                    g.addV("person")
                            .property(T.id, "called " + random.nextLong())
                            .property("age", i % 7)
                            .next();
                }
            }
            default -> {
                if (!edges.isEmpty()) {
                    g.E(edges.get(random.nextInt(edges.size()))).drop().iterate();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void whatWasCommittedIsThereAgain(int nodes) {
        SplittableRandom random = new SplittableRandom(7);
        List<String> expected;
        try (PraghGraph graph = open(nodes)) {
            graph.createIndex(ElementKind.VERTEX, "age");
            graph.variables().set("made by", "a test");
            graph.tx().commit();
            change(graph, random, STEPS);
            expected = GraphPicture.of(graph);
        }
        assertTrue(expected.size() > STEPS / 4, expected::toString);
        try (PraghGraph graph = open(nodes)) {
            assertEquals(expected, GraphPicture.of(graph), "out of the log");
            assertEquals(Set.of("age"), graph.indexes(ElementKind.VERTEX));
            change(graph, random, STEPS / 3);
            assertTrue(graph.checkpoint());
            change(graph, random, STEPS / 3);
            expected = GraphPicture.of(graph);
        }
        try (PraghGraph graph = open(nodes)) {
            assertEquals(expected, GraphPicture.of(graph), "out of a checkpoint and the log behind it");
            assertTrue(graph.checkpoint());
        }
        try (PraghGraph graph = open(nodes)) {
            assertEquals(expected, GraphPicture.of(graph), "out of a checkpoint alone");
        }
    }

    @Test
    void anotherNumberOfNodesOpensItToo() {
        List<String> expected;
        try (PraghGraph graph = open(1)) {
            change(graph, new SplittableRandom(3), STEPS / 2);
            expected = GraphPicture.of(graph);
        }
        try (PraghGraph graph = open(4)) {
            assertEquals(expected, GraphPicture.of(graph));
            change(graph, new SplittableRandom(4), STEPS / 2);
            expected = GraphPicture.of(graph);
        }
        try (PraghGraph graph = open(2)) {
            assertEquals(expected, GraphPicture.of(graph));
        }
    }

    @Test
    void whatElseLiesInTheFolderIsLeftAlone() throws IOException {
        try (PraghGraph graph = open(1)) {
            graph.addVertex();
            graph.tx().commit();
            assertTrue(graph.checkpoint());
        }
        Path data = folder.resolve("data");
        Path copy = Files.copy(data.resolve("checkpoint-00000001-000"), data.resolve("checkpoint-00000001-000.bak"));
        Path other = Files.createDirectory(data.resolve("checkpoint-old"));
        try (PraghGraph graph = open(1)) {
            assertEquals(1, graph.traversal().V().count().next());
            graph.addVertex();
            graph.tx().commit();
            assertTrue(graph.checkpoint());
        }
        assertTrue(Files.exists(copy) && Files.exists(other));
        TypedCommands.assertWhole(data, "beside other files");
    }

    @Test
    void aHubGrowsInPlaceAndIsThereAgain() {
        List<String> expected;
        try (PraghGraph graph = open(1)) {
            GraphTraversalSource g = graph.traversal();
            Vertex hub = g.addV("hub").next();
            List<Vertex> others = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                others.add(g.addV("leaf").next());
            }
            g.tx().commit();
            for (int i = 0; i < 3000; i++) {
                g.V(hub).addE("to").to(others.get(i % 50)).next();
                if (i % 3 != 0) {
                    g.tx().commit();
                }
                if (i == 1500) {
                    g.tx().commit();
                    assertTrue(graph.checkpoint());
                }
            }
            g.tx().commit();
            assertEquals(3000, g.V(hub).out("to").count().next());
            g.V(hub).outE("to").limit(700).drop().iterate();
            g.tx().commit();
            expected = GraphPicture.of(graph);
        }
        try (PraghGraph graph = open(1)) {
            assertEquals(expected, GraphPicture.of(graph));
            assertEquals(
                    2300, graph.traversal().V().hasLabel("hub").out().count().next());
        }
    }

    @Test
    void newElementsGetOtherIdentifiers() {
        Set<Object> identifiers = new java.util.HashSet<>();
        for (int opened = 0; opened < 4; opened++) {
            try (PraghGraph graph = open(2)) {
                for (int i = 0; i < 40; i++) {
                    Vertex vertex = graph.addVertex();
                    assertTrue(identifiers.add("v" + vertex.id()), "a vertex has the identifier of another one");
                    Edge edge = vertex.addEdge("self", vertex);
                    graph.tx().commit();
                    assertTrue(identifiers.add("e" + edge.id()), "an edge has the identifier of another one");
                }
            }
        }
    }

    @Test
    void aFolderThatCannotBeMeantIsRefusedInOneLine() throws IOException {
        try (PraghGraph graph = open(1)) {
            graph.addVertex();
            graph.tx().commit();
            assertRefused("is in use", () -> open(1));
        }
        assertRefused(
                "another number of partitions",
                () -> PraghGraph.build()
                        .partitions(5)
                        .data(folder.resolve("data"))
                        .open());
        assertRefused(
                "not a partition for each node",
                () -> PraghGraph.build().nodes(8).data(folder.resolve("data")).open());
        Path others = Files.createDirectory(folder.resolve("others"));
        Files.writeString(others.resolve("letter.txt"), "dear reader");
        assertRefused("holds other files", () -> PraghGraph.build().data(others).open());
        assertRefused(
                "cannot be opened",
                () -> PraghGraph.build().data(others.resolve("letter.txt")).open());
        Path graph = folder.resolve("data").resolve("graph");
        String said = Files.readString(graph);
        Files.writeString(graph, said.replace("pragh 2", "pragh 9"));
        assertRefused("another version", () -> open(1));
        Files.writeString(graph, said.replace("partitions 4", "partitions 3"));
        assertRefused("is damaged", () -> open(1));
        Files.writeString(graph, said);
        try (PraghGraph again = open(1)) {
            assertEquals(1, again.traversal().V().count().next());
        }
        assertRefused(
                "holds other files",
                () -> PraghGraph.build()
                        .data(folder)
                        .set(PraghGraphConfig.CLUSTER, "zk:localhost:1/g")
                        .set(PraghGraphConfig.FABRIC, "tcp://localhost:0")
                        .open());
    }

    private static void assertRefused(String why, Runnable opening) {
        String message =
                String.valueOf(assertThrows(PraghException.class, opening::run).getMessage());
        assertTrue(message.contains(why), message);
        assertFalse(message.contains("\n"), message);
    }

    @Test
    void aCheckpointLeavesNothingOfTheLogBeforeIt() throws IOException {
        try (PraghGraph graph = open(1)) {
            change(graph, new SplittableRandom(11), 60);
            assertTrue(logBytes() > 10_000, () -> "bytes=" + logBytes());
            assertTrue(graph.checkpoint());
            assertTrue(logBytes() < 100, () -> "bytes=" + logBytes());
        }
    }

    private long logBytes() {
        try (Stream<Path> all = Files.list(folder.resolve("data"))) {
            return all.filter(file -> String.valueOf(file.getFileName()).startsWith("log-"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void damageIsFoundAndNothingIsServed() throws IOException {
        try (PraghGraph graph = open(1)) {
            change(graph, new SplittableRandom(11), 60);
            assertTrue(graph.checkpoint());
            change(graph, new SplittableRandom(12), 60);
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(folder.resolve("data"))) {
            files = all.filter(file -> !file.endsWith("lock") && !file.endsWith("graph"))
                    .sorted()
                    .toList();
        }
        SplittableRandom random = new SplittableRandom(13);
        for (Path file : files) {
            byte[] whole = Files.readAllBytes(file);
            for (int tries = 0; tries < 20; tries++) {
                byte[] damaged = whole.clone();
                int at = random.nextInt(whole.length / 2); // later bytes show that these were durable
                damaged[at] ^= (byte) (1 << random.nextInt(8));
                Files.write(file, damaged);
                PraghException found = assertThrows(PraghException.class, () -> open(1), file + " damaged at " + at);
                assertTrue(String.valueOf(found.getMessage()).contains("folder="), found.toString());
            }
            Files.write(file, whole);
        }
        open(1).close();
    }
}
