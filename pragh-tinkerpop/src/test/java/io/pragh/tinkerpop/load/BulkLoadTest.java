package io.pragh.tinkerpop.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.property.ElementKind;
import io.pragh.testkit.Seeds;
import io.pragh.tinkerpop.MovingGraph;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles.Loaded;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a bulk load stores what transactions would have stored, or nothing. {@code -Dpragh.bulkLoad.seed}
 * repeats a failure.
 */
class BulkLoadTest {
    private static final long SEED = Seeds.of("pragh.bulkLoad.seed");

    @TempDir
    Path folder;

    private static PraghGraph open(int nodes) {
        return PraghGraph.build().nodes(nodes).open();
    }

    /**
     * Loads in bulk; fails if the load went through transactions, which shows in the number of elements stored at the
     * end.
     */
    private static Loaded bulk(Graph graph, Path... files) {
        AtomicLong stored = new AtomicLong();
        Loaded loaded = GraphFiles.load(graph, List.of(files), LoadOptions.DEFAULT, new LoadWatch() {
            @Override
            public void read(long bytes) {}

            @Override
            public void gathered(long elements) {
                assertEquals(0, stored.get());
            }

            @Override
            public void stored(long elements) {
                stored.addAndGet(elements);
            }
        });
        assertEquals(loaded.vertices() + loaded.edges(), stored.get());
        assertTrue(stored.get() > 0);
        return loaded;
    }

    private Path[] exported(Graph graph, FileFormat format, String name) {
        Path[] files = switch (format) {
            case GRAPHSON -> new Path[] {folder.resolve(name + ".json.gz")};
            case GRYO -> new Path[] {folder.resolve(name + ".kryo")};
            case GRAPHML -> new Path[] {folder.resolve(name + ".xml")};
            case EDGES -> new Path[] {folder.resolve(name + ".e")};
            case CSV -> new Path[] {folder.resolve(name + ".csv"), folder.resolve(name + "-edges.csv")};
        };
        GraphExport.write(graph, List.of(files), new GraphExport.Settings(LoadOptions.DEFAULT, true, false));
        return files;
    }

    private Path[] random(FileFormat format, long seed, int vertices, int edges) {
        try (PraghGraph graph = open(1)) {
            new RandomElements(seed, format).fill(graph, vertices, edges);
            return exported(graph, format, "random" + seed);
        }
    }

    private Path write(String name, String... lines) throws Exception {
        return Files.writeString(folder.resolve(name), String.join("\n", lines));
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void isTheSameAsByTransactions(FileFormat format) {
        boolean edgeIds = format == FileFormat.GRAPHSON || format == FileFormat.GRYO || format == FileFormat.GRAPHML;
        for (int round = 0; round < 4; round++) {
            Path[] files = random(format, SEED + round, 40, 40 + 60 * round);
            List<String> expected;
            Loaded counted;
            try (PraghGraph graph = open(1)) {
                counted = GraphFiles.loadByTransactions(graph, List.of(files), LoadOptions.DEFAULT);
                expected = GraphText.of(graph, edgeIds);
            }
            for (int nodes : new int[] {1, 4}) {
                try (PraghGraph graph = open(nodes)) {
                    assertEquals(counted, bulk(graph, files), () -> "seed=" + SEED);
                    assertEquals(expected, GraphText.of(graph, edgeIds));
                    assertEquals(
                            counted.vertices(), graph.traversal().V().count().next());
                    assertEquals(counted.edges(), graph.traversal().E().count().next());
                    assertFound(graph);
                }
            }
        }
    }

    /** Every element must be found by its identifier. */
    private static void assertFound(Graph graph) {
        GraphTraversalSource g = graph.traversal();
        for (Vertex vertex : g.V().toList()) {
            assertEquals(vertex.label(), g.V(vertex.id()).label().next());
        }
        for (Edge edge : g.E().toList()) {
            assertEquals(edge.label(), g.E(edge.id()).label().next());
        }
        graph.tx().rollback();
    }

    @Test
    void comesBackFromAFileOfItsOwn() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            lines.add(i % 17 + " " + i % 13);
        }
        Path first = write("first.e", lines.toArray(String[]::new));
        try (PraghGraph graph = open(1);
                PraghGraph copy = open(4)) {
            bulk(graph, first);
            Path[] file = exported(graph, FileFormat.GRAPHSON, "again");
            bulk(copy, file);
            assertEquals(GraphText.of(graph, true), GraphText.of(copy, true)); // natural names became supplied ones
            assertFound(copy);
        }
    }

    @Test
    void edgeCalledAsAnotherOneWouldBeIsFound() throws Exception {
        String star =
                "{\"id\":{\"@type\":\"g:Int64\",\"@value\":8},\"label\":\"x\",\"outE\":{\"edge\":[{\"id\":\"1-1-2-0\",\"inV\":"
                        + "{\"@type\":\"g:Int64\",\"@value\":8}}]}}";
        try (PraghGraph graph = open(1)) {
            bulk(graph, write("a.json", star), write("a.e", "1 2"));
            GraphTraversalSource g = graph.traversal();
            assertEquals(8L, g.E("1-1-2-0").inV().id().next());
            assertFound(graph);
        }
    }

    @Test
    void edgesThatAreAloneHaveNoNumberAndParallelOnesDo() throws Exception {
        try (PraghGraph graph = open(1)) {
            bulk(graph, write("a.e", "1 2", "1 3", "2 3", "1 3", "3 1", "4 4", "5 6 0.5"));
            GraphTraversalSource g = graph.traversal();
            String label = Integer.toString(graph.store().properties().edgeLabel("edge"), 36);
            assertEquals(
                    "1-" + label + "-2-0",
                    g.V(1).outE().where(__.inV().hasId(2)).id().next());
            assertEquals(2, g.V(1).outE().where(__.inV().hasId(3)).id().toSet().size());
            assertFalse(g.V(1).outE().where(__.inV().hasId(3)).id().toSet().contains("1-" + label + "-3-0"));
            assertEquals("3-" + label + "-1-0", g.V(3).outE().id().next());
            assertEquals("4-" + label + "-4-0", g.V(4).inE().id().next());
            assertEquals(0.5, g.V(5).outE().values("weight").next());
            g.V(5).outE().property("weight", 1.5).iterate();
            g.tx().commit();
            assertEquals(1.5, g.V(6).inE().values("weight").next());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void canBeChangedAndRemovedAndAddedTo(int nodes) {
        Path[] files = random(FileFormat.GRAPHSON, SEED + 11, 60, 300);
        SplittableRandom random = new SplittableRandom(SEED);
        try (PraghGraph graph = open(nodes);
                PraghGraph other = open(1)) {
            bulk(graph, files);
            GraphFiles.loadByTransactions(other, List.of(files), LoadOptions.DEFAULT);
            for (int i = 0; i < 60; i++) {
                int what = random.nextInt(4);
                int at = random.nextInt(1000);
                for (Graph each : List.of(graph, other)) {
                    change(each, what, at);
                }
            }
            assertEquals(GraphText.of(other, true), GraphText.of(graph, true));
            assertEquals(
                    other.traversal().E().count().next(),
                    graph.traversal().E().count().next());
        }
    }

    private static void change(Graph graph, int what, int at) {
        List<Vertex> vertices = graph.traversal().V().toList();
        vertices.sort((a, b) -> text(a).compareTo(text(b)));
        Vertex vertex = vertices.get(at % vertices.size());
        Vertex next = vertices.get((at + 1) % vertices.size());
        List<Edge> edges = graph.traversal().E().toList();
        edges.sort((a, b) -> String.valueOf(a.id()).compareTo(String.valueOf(b.id())));
        Edge edge = edges.get(at % edges.size());
        switch (what) {
            case 0 -> vertex.remove();
            case 1 -> edge.remove();
            case 2 -> edge.property("changed", at);
            default -> {
                vertex.property("changed", at);
                vertex.addEdge("edge1", next, T.id, "new " + at + " " + edges.size());
            }
        }
        graph.tx().commit();
    }

    private static String text(Vertex vertex) {
        return vertex.id().getClass().getSimpleName() + vertex.id();
    }

    @Test
    void labelsThatNoTransactionTakesAreRefused() throws Exception {
        Path file = write("hidden.csv", ":ID,:LABEL", "1,seen", "2,~hidden");
        try (PraghGraph graph = open(1)) {
            LoadException refused = assertThrows(LoadException.class, () -> GraphFiles.load(graph, file));
            assertTrue(String.valueOf(refused.getMessage()).contains("line=3"), refused::getMessage);
            assertFalse(graph.vertices().hasNext());
        }
    }

    @Test
    void edgesOfEdgeListsCanBeRemovedAndTheirVerticesToo() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            lines.add("0 " + (i + 1)); // the list of vertex 0 has a chunk
        }
        for (int i = 0; i < 2_000; i++) {
            lines.add("0 " + (i % 1_000 + 1));
        }
        try (PraghGraph graph = open(2)) {
            assertEquals(new Loaded(5_001, 7_000), bulk(graph, write("hub.e", lines.toArray(String[]::new))));
            GraphTraversalSource g = graph.traversal();
            assertEquals(7_000, g.V(0).out().count().next());
            assertEquals(5_000, g.V(0).out().dedup().count().next());
            assertEquals(3, g.V(7).inE().count().next());
            g.V(7).inE().drop().iterate();
            g.V(4_999).inE().drop().iterate();
            g.V(0).addE("edge").to(g.V(7).next()).iterate();
            g.tx().commit();
            assertEquals(6_997, g.E().count().next());
            assertEquals(6_997, g.V(0).out().count().next());
            g.V(0).drop().iterate();
            g.tx().commit();
            assertEquals(0, g.E().count().next());
            assertEquals(5_000, g.V().count().next());
            assertEquals(0, g.V(8).inE().count().next());
        }
    }

    @Test
    void indexesThatAreThereKnowWhatWasLoaded() {
        Path[] files = random(FileFormat.GRAPHSON, SEED + 5, 80, 200);
        try (PraghGraph graph = open(2)) {
            graph.createIndex(ElementKind.VERTEX, "name");
            graph.createIndex(ElementKind.EDGE, "since");
            bulk(graph, files);
            assertEquals(Set.of("name"), graph.indexes(ElementKind.VERTEX));
            graph.createIndex(ElementKind.VERTEX, "age");
            GraphTraversalSource g = graph.traversal();
            for (Object name : g.V().values("name").toSet()) {
                long expected = g.V().values("name").is(name).count().next();
                assertEquals(expected, g.V().has("name", name).count().next());
            }
            for (Object since : g.E().values("since").toSet()) {
                long expected = g.E().values("since").is(since).count().next();
                assertEquals(expected, g.E().has("since", since).count().next());
            }
            Object age = g.V().values("age").next();
            assertTrue(g.V().has("age", age).hasNext());
        }
    }

    @Test
    void valuesMoveBetweenNodesWhileAndAfterTheyAreLoaded() {
        Path[] files = random(FileFormat.GRYO, SEED + 7, 200, 2_000);
        List<String> expected;
        try (PraghGraph graph = open(1)) {
            GraphFiles.loadByTransactions(graph, List.of(files), LoadOptions.DEFAULT);
            expected = GraphText.of(graph, true);
        }
        long before = MovingGraph.bytesMoved();
        BaseConfiguration configuration = new BaseConfiguration();
        configuration.setProperty(Graph.GRAPH, PraghGraph.class.getName());
        configuration.setProperty("pragh.nodes", 4);
        try (PraghGraph graph = MovingGraph.open(configuration, SEED)) {
            bulk(graph, files);
            for (int i = 0; i < 5; i++) {
                assertEquals(expected, GraphText.of(graph, true));
            }
            assertFound(graph);
        }
        assertTrue(MovingGraph.bytesMoved() > before);
    }

    @Test
    void whatIsWrongLeavesNothing() throws Exception {
        Path good = write("good.csv", ":ID,name", "1,a", "2,b");
        assertNothing(4, "the identifier is taken", good, write("twice.csv", ":ID", "3", "4", "1"));
        assertNothing(3, "an edge's vertex is nowhere: id=9", good, write("e.csv", ":START_ID,:END_ID", "1,2", "2,9"));
        assertNothing(3, "an edge is two identifiers", good, write("e.e", "1 2", "2 3", "4"));
        assertNothing(2, "not a value of the column: column=age:int", good, write("v.csv", ":ID,age:int", "3,x"));
        String same = "{\"id\":\"a\",\"label\":\"x\",\"outE\":{\"e\":[{\"id\":\"e1\",\"inV\":\"a\"}]}}";
        String other = same.replace("\"id\":\"a\"", "\"id\":\"b\"");
        assertNothing(2, "the identifier is taken", write("t.json", same, same));
        assertNothing(2, "the identifier is taken", write("u.json", same, other));
        assertNothing(1, "an edge's vertex is nowhere: id=z", write("v.json", same.replace("inV\":\"a", "inV\":\"z")));
        byte[] large = new byte[9 << 20];
        java.util.Arrays.fill(large, (byte) 'x');
        Path text =
                write("large.csv", ":ID,name", "7," + new String(large, java.nio.charset.StandardCharsets.US_ASCII));
        assertNothing(2, "too large with all its properties", text);
    }

    private void assertNothing(long line, String reason, Path... files) throws Exception {
        try (PraghGraph graph = open(1)) {
            LoadException wrong = assertThrows(LoadException.class, () -> GraphFiles.load(graph, files));
            String expected = "cannot load: file=" + files[files.length - 1] + " line=" + line + " reason=" + reason;
            assertTrue(wrong.getMessage().startsWith(expected), wrong.getMessage() + " instead of " + expected);
            assertEquals(0, graph.traversal().V().count().next());
            assertEquals(0, graph.traversal().E().count().next());
            graph.tx().rollback();
            assertEquals(new Loaded(2, 1), bulk(graph, write("after.e", "1 2"))); // its identifiers are free
        }
    }

    @Test
    void graphThatWasEmptiedIsLoadedInBulkAgain() {
        Path[] files = random(FileFormat.GRYO, SEED + 3, 60, 300);
        try (PraghGraph graph = open(2)) {
            bulk(graph, files);
            List<String> expected = GraphText.of(graph, true);
            graph.traversal().V().drop().iterate();
            graph.tx().commit();
            assertEquals(List.of(), GraphText.of(graph, true));
            bulk(graph, files);
            assertEquals(expected, GraphText.of(graph, true));
            assertFound(graph);
        }
    }

    @Test
    void whoHasCountedBeforeConflictsAndWhoCountsAfterSeesAll() throws Exception {
        Path file = write("a.csv", ":ID,:LABEL", "1,a", "2,b");
        Path edges = write("b.csv", ":START_ID,:END_ID", "1,2");
        try (PraghGraph graph = open(1)) {
            graph.variables().set("there", "something"); // a value of the graph that is no element
            graph.tx().commit();
            for (String what : List.of("edges", "vertices", "label")) {
                Graph other = graph.tx().createThreadedTx();
                GraphTraversalSource g = other.traversal();
                long counted = switch (what) {
                    case "vertices" -> g.V().count().next();
                    case "label" -> g.V().hasLabel("b").toList().size();
                    default -> g.E().count().next();
                };
                assertEquals(0, counted);
                other.variables().set("seen", what);
                assertEquals(new Loaded(2, 1), bulk(graph, file, edges));
                assertThrows(RuntimeException.class, () -> other.tx().commit(), what);
                assertEquals(2, graph.traversal().V().count().next());
                assertEquals(1, graph.traversal().V().hasLabel("b").count().next());
                assertEquals(1, graph.traversal().E().count().next());
                graph.traversal().V().drop().iterate();
                graph.tx().commit();
            }
        }
    }

    @Test
    void graphThatHasElementsIsFilledByTransactions() throws Exception {
        try (PraghGraph graph = open(1)) {
            graph.addVertex(T.id, 1);
            Path file = write("a.e", "1 2"); // the vertex is not committed, and must be found
            assertEquals(new Loaded(2, 1), GraphFiles.load(graph, file));
            assertEquals(new Loaded(3, 2), GraphFiles.load(graph, write("b.e", "2 3")));
        }
    }

    @Test
    void ofSeveralColumnsWithOneNameTheLastThatIsNotEmptyCounts() throws Exception {
        Path file = write("r.csv", ":ID,a,b:int,a,a:long,:LABEL,:LABEL", "1,x,5,y,7,,p", "2,x,,y,,q,p", "3,x,,,,,");
        try (PraghGraph graph = open(1)) {
            assertEquals(new Loaded(3, 0), bulk(graph, file));
            GraphTraversalSource g = graph.traversal();
            assertEquals(List.of(7L), g.V(1).values("a").toList());
            assertEquals(List.of("y"), g.V(2).values("a").toList());
            assertEquals(List.of("x"), g.V(3).values("a").toList());
            assertEquals(List.of("p", "q", "vertex"), g.V(1, 2, 3).label().toList());
        }
    }

    @Test
    void textOfSeveralLinesAndAlphabetsComesAsItIs() throws Exception {
        Path file = write(
                "t.csv",
                "\ufeffid:ID,name,n:long,:LABEL",
                "007,\"a\r\nb\",-5,x",
                "ä,ü\"q,+7,y;z",
                "  9 ,plain,7,",
                "",
                "-3,m,,x");
        try (PraghGraph graph = open(1);
                PraghGraph other = open(1)) {
            assertEquals(new Loaded(4, 0), bulk(graph, file));
            GraphFiles.loadByTransactions(other, List.of(file), LoadOptions.DEFAULT);
            assertEquals(GraphText.of(other, true), GraphText.of(graph, true));
            assertEquals("a\nb", graph.traversal().V(7).values("name").next());
            assertEquals("ü\"q", graph.traversal().V("ä").values("name").next());
            assertEquals("y::z", graph.traversal().V("ä").label().next());
            assertEquals(7L, graph.traversal().V("ä").values("n").next());
            assertEquals("plain", graph.traversal().V(9).values("name").next());
        }
    }
}
