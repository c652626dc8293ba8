package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.cli.ExportCommand;
import io.pragh.tinkerpop.cli.PraghCli;
import io.pragh.tinkerpop.load.GraphFiles;
import io.pragh.tinkerpop.load.LoadOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty.Cardinality;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that {@code pragh export} from a server writes the graph as of one moment, and that loading the files gives
 * the same graph again.
 */
@Timeout(300)
class ExportCommandTest {
    private static final int ACCOUNTS = 500;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final PraghGraph graph = PraghGraph.build().nodes(2).open();
    private ServedGraph served;

    @TempDir
    Path folder;

    @BeforeEach
    void serve() {
        served = new ServedGraph(graph);
    }

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void everythingComesBackFromGraphsonAndGryo() throws Exception {
        fillWithEverything();
        for (String name : List.of("graph.json", "graph.json.gz", "graph.kryo", "graph.kryo.gz")) {
            Path file = folder.resolve(name);
            assertEquals(0, export(file.toString()), err.toString());
            assertSame(file);
        }
        assertEquals(4, names().size(), names().toString());
    }

    @Test
    void bytesComeBackFromGryo() throws Exception {
        byte[] content = {1, -2};
        graph.addVertex(T.id, 1L, "content", content, "size", 2)
                .addEdge("copy", graph.addVertex(T.id, 2L), "content", content);
        graph.tx().commit();
        Path file = folder.resolve("graph.kryo");
        assertEquals(0, export(file.toString()), err.toString());
        try (PraghGraph copy = PraghGraph.build().open()) {
            GraphFiles.load(copy, file);
            assertArrayEquals(content, copy.vertices(1L).next().value("content"));
            assertArrayEquals(content, copy.edges().next().value("content"));
        }
        assertEquals(2, export(folder.resolve("graph.json").toString()));
        assertTrue(err.toString().contains("GraphSON has no null and no arrays"), err::toString);
    }

    @Test
    void whatAFormatHasNoPlaceForIsRefusedOrLeftOutAndSaid() throws Exception {
        fillWithEverything();
        Path file = folder.resolve("graph.xml");
        assertEquals(2, export(file.toString()));
        assertTrue(err.toString().contains("reason=GraphML has "), err.toString());
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertEquals(List.of(), names());
        assertEquals(0, export(file.toString(), "--drop"), err.toString());
        assertTrue(err.toString().contains("left out: GraphML has one value for a key: times=2"), err.toString());
        assertTrue(
                err.toString().contains("left out: GraphML has no properties of properties: times=1"), err.toString());
        try (PraghGraph copy = PraghGraph.build().open()) {
            assertEquals(new GraphFiles.Loaded(4, 4), GraphFiles.load(copy, file));
            assertEquals(
                    0.5, copy.traversal().V("b").outE("knows").values("weight").next());
        }
        assertEquals(2, export(folder.resolve("edges.txt").toString()));
        assertTrue(err.toString().contains("reason=a list of edges has "), err.toString());
    }

    @Test
    void csvAndEdgesComeBack() throws Exception {
        Vertex ada = graph.addVertex(
                T.id, 1L, T.label, "person", "name", "Ada, \"the\nfirst\"", "born", 1815, "tags", List.of("x", "y"));
        Vertex bob = graph.addVertex(
                T.id, "bob", T.label, "robot", "on", true, "since", OffsetDateTime.parse("2015-06-24T12:50:35+02:00"));
        ada.addEdge("built", bob, "weight", 0.25, "year", 1843L);
        ada.addEdge("likes", ada);
        graph.tx().commit();
        Path vertices = folder.resolve("v.csv");
        Path edges = folder.resolve("e.csv.gz");
        assertEquals(0, export(vertices.toString(), edges.toString(), "--delimiter", "|"), err.toString());
        try (PraghGraph copy = PraghGraph.build().open()) {
            GraphFiles.load(copy, List.of(edges, vertices), LoadOptions.DEFAULT.withDelimiter('|'));
            assertEquals(described(graph, false), described(copy, false));
        }
        assertEquals(2, export(folder.resolve("one.csv").toString()));
        assertTrue(err.toString().contains("expected=2 found=1"), err.toString());

        graph.traversal().V().properties().drop().iterate();
        graph.traversal().E().properties("year").drop().iterate();
        graph.tx().commit();
        Path list = folder.resolve("list.e");
        assertEquals(0, export(list.toString(), "--drop"), err.toString());
        assertEquals(
                List.of("1 1", "1 bob 0.25"),
                Files.readAllLines(list).stream().sorted().toList());
    }

    @Test
    void fileThatIsThereStaysUnlessItIsToBeReplaced() throws Exception {
        fillWithEverything();
        Path file = Files.writeString(folder.resolve("graph.json"), "mine");
        assertEquals(2, export(file.toString()));
        assertTrue(err.toString().contains("the file is there already; --force replaces it"), err.toString());
        assertEquals("mine", Files.readString(file));
        // A vertex that the format cannot hold leaves no half-written file: the old file stays under its name.
        assertEquals(2, export(file.toString(), "--force", "--format", "graphml"));
        assertEquals("mine", Files.readString(file));
        assertEquals(0, export(file.toString(), "--force"), err.toString());
        assertSame(file);
        assertEquals(List.of("graph.json"), names());
    }

    /** Every transaction moves an amount from one account to another, and adds a transfer edge that says so. */
    @Test
    void graphUnderWritesIsSeenAtOneMoment() throws Exception {
        for (long i = 0; i < ACCOUNTS; i++) {
            graph.addVertex(T.id, i, "balance", 100L, "transfers", 0L);
        }
        graph.tx().commit();
        AtomicBoolean end = new AtomicBoolean();
        AtomicReference<Throwable> failed = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(20);
        Thread writer = new Thread(() -> {
            try {
                for (int i = 0; !end.get(); i++) {
                    transfer((i * 7L) % ACCOUNTS, (i * 13L + 250) % ACCOUNTS);
                    begun.countDown();
                }
            } catch (RuntimeException | Error wrong) {
                failed.set(wrong);
                while (begun.getCount() > 0) {
                    begun.countDown();
                }
            }
        });
        writer.start();
        try {
            begun.await();
            for (int i = 0; i < 3; i++) {
                Path file = folder.resolve("moment" + i + ".kryo");
                assertEquals(0, export(file.toString()), err.toString());
                try (PraghGraph copy = PraghGraph.build().open()) {
                    GraphFiles.load(copy, file);
                    GraphTraversalSource g = copy.traversal();
                    assertEquals(ACCOUNTS * 100L, g.V().values("balance").sum().next());
                    assertEquals(
                            g.V().values("transfers").sum().next(),
                            g.E().count().next());
                }
            }
        } finally {
            end.set(true);
            writer.join();
        }
        assertEquals(null, failed.get());
    }

    private void transfer(long from, long to) {
        GraphTraversalSource g = graph.traversal();
        Vertex source = g.V(from).next();
        Vertex target = g.V(to).next();
        source.property(Cardinality.single, "balance", source.<Long>value("balance") - 1);
        target.property(Cardinality.single, "balance", target.<Long>value("balance") + 1);
        source.property(Cardinality.single, "transfers", source.<Long>value("transfers") + 1);
        source.addEdge("transfer", target);
        graph.tx().commit();
    }

    /**
     * Several values, values of values, text identifiers, properties of edges, loops, parallel edges, and a vertex
     * without edges.
     */
    private void fillWithEverything() {
        Vertex a = graph.addVertex(T.id, 1L, T.label, "person", "name", "ann");
        a.property(Cardinality.list, "city", "Oslo", "since", 1999);
        a.property(Cardinality.list, "city", "Rome");
        a.property(Cardinality.list, "city", "Rome");
        Vertex b = graph.addVertex(T.id, "b", T.label, "person", "score", 1.5f);
        Vertex c = graph.addVertex(T.id, "17", "count", 7L);
        graph.addVertex(T.id, "alone \u00e9");
        b.addEdge("knows", a, "weight", 0.5, "year", 2001);
        b.addEdge("knows", a);
        c.addEdge("self", c, "x", "y");
        a.addEdge("likes", c);
        graph.tx().commit();
    }

    private void assertSame(Path file) {
        try (PraghGraph copy = PraghGraph.build().open()) {
            GraphFiles.load(copy, file);
            assertEquals(described(graph, true), described(copy, true), file.toString());
        }
    }

    /** All elements of a graph as texts, with the types of values. */
    private static Set<String> described(Graph graph, boolean edgeIds) {
        Set<String> all = new TreeSet<>();
        graph.vertices().forEachRemaining(vertex -> {
            List<String> properties = new ArrayList<>();
            vertex.properties().forEachRemaining(property -> {
                List<String> meta = new ArrayList<>();
                property.properties().forEachRemaining(one -> meta.add(one.key() + typed(one.value())));
                properties.add(property.key() + typed(property.value()) + meta);
            });
            properties.sort(null);
            all.add("vertex " + typed(vertex.id()) + vertex.label() + properties);
            vertex.edges(Direction.OUT).forEachRemaining(edge -> {
                List<String> more = new ArrayList<>();
                edge.properties().forEachRemaining(one -> more.add(one.key() + typed(one.value())));
                more.sort(null);
                all.add("edge " + (edgeIds ? typed(edge.id()) : "") + typed(vertex.id()) + edge.label()
                        + typed(edge.inVertex().id()) + more);
            });
        });
        graph.tx().rollback();
        return all;
    }

    private static String typed(Object value) {
        Object plain = value instanceof List<?> list ? new ArrayList<>(list) : value;
        return "=" + plain.getClass().getSimpleName() + ":" + plain + " ";
    }

    private List<String> names() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private int export(String... arguments) {
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(List.of("export", "--from", PraghServer.text(served.address())));
        all.addAll(List.of(arguments));
        return PraghCli.commandLine(List.of(new ExportCommand()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(new String[0]));
    }
}
