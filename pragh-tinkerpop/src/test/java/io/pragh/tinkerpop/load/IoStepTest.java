package io.pragh.tinkerpop.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.apache.tinkerpop.gremlin.process.traversal.IO;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONReader;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerFactory;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerIoRegistryV3;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that {@code g.io(file).read()} loads like {@code pragh load}: in bulk into an empty graph, all or nothing.
 */
class IoStepTest {
    private final PraghGraph graph = PraghGraph.build().nodes(2).open();
    private final GraphTraversalSource g = graph.traversal();
    /** The status with which each transaction of this thread has ended. */
    private final List<Transaction.Status> ends = new ArrayList<>();

    @TempDir
    Path folder;

    @BeforeEach
    void listen() {
        graph.tx().addTransactionListener(ends::add);
    }

    @AfterEach
    void close() {
        graph.close();
    }

    private Path write(String name, String... lines) throws Exception {
        return Files.writeString(folder.resolve(name), String.join("\n", lines));
    }

    private Path zipped(Path file) throws Exception {
        Path zipped = folder.resolve(file.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            Files.copy(file, out);
        }
        return zipped;
    }

    private void read(Path file) {
        g.io(file.toString()).read().iterate();
    }

    /**
     * TinkerPop's graph of six vertices and six edges; the vertices only, in a format that has edges in another file.
     */
    private Path modern(FileFormat format) throws Exception {
        Path file = folder.resolve("modern." + format.name().toLowerCase(Locale.ROOT));
        Graph modern = TinkerFactory.createModern();
        switch (format) {
            case GRAPHSON, GRYO, GRAPHML -> {
                String word = format.name().toLowerCase(Locale.ROOT);
                modern.traversal()
                        .io(file.toString())
                        .with(IO.writer, word)
                        .write()
                        .iterate();
            }
            case CSV ->
                write(
                        file.getFileName().toString(),
                        ":ID,name,:LABEL",
                        "1,marko,person",
                        "2,vadas,person",
                        "3,lop,software",
                        "4,josh,person",
                        "5,ripple,software",
                        "6,peter,person");
            case EDGES -> write(file.getFileName().toString(), "1 2", "1 4", "1 3", "4 5", "4 3", "6 3");
        }
        return file;
    }

    private void assertModern(FileFormat format) {
        assertEquals(6, g.V().count().next());
        assertEquals(format == FileFormat.CSV ? 0 : 6, g.E().count().next());
        if (format != FileFormat.EDGES) {
            assertEquals(4, g.V().hasLabel("person").count().next());
            assertEquals(1, g.V().has("name", "marko").count().next());
        }
        if (format != FileFormat.CSV) {
            Object josh = format == FileFormat.GRAPHML ? "4" : 4L;
            assertEquals(2, g.V(josh).out().count().next());
        }
        g.tx().rollback();
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void anEmptyGraphIsLoadedInBulk(FileFormat format) throws Exception {
        assertEquals(0, g.V().count().next()); // a transaction that has only read does not matter
        read(modern(format));
        assertModern(format);
        assertFalse(ends.contains(Transaction.Status.COMMIT), ends.toString());
    }

    @ParameterizedTest
    @CsvSource({"GRAPHSON, true", "GRAPHSON, false", "GRYO, true", "GRYO, false"})
    void propertiesOfVerticesKeepTheirIdentifiers(FileFormat format, boolean empty) throws Exception {
        if (!empty) {
            graph.addVertex();
            graph.tx().commit();
        }
        read(modern(format));
        assertEquals(
                TinkerFactory.createModern().traversal().V().properties().id().toSet(),
                g.V().properties().id().toSet());
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void filesMayBeZipped(FileFormat format) throws Exception {
        read(zipped(modern(format)));
        assertModern(format);
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void theFormatMayBeSaidByAWord(FileFormat format) throws Exception {
        Path file = Files.move(modern(format), folder.resolve("modern.png"));
        String word = format.name().toLowerCase(Locale.ROOT);
        g.io(file.toString()).with(IO.reader, word).read().iterate();
        assertModern(format);
        assertFalse(ends.contains(Transaction.Status.COMMIT), ends.toString());
    }

    @Test
    void aGraphThatHasElementsIsAddedTo() throws Exception {
        read(write("people.csv", ":ID,name", "1,Ada", "2,Charles"));
        assertEquals(List.of(), ends);
        read(write("knows.csv", ":START_ID,:END_ID,:TYPE", "1,2,knows"));
        assertEquals(List.of(Transaction.Status.COMMIT), ends);
        assertEquals("Charles", g.V(1).out("knows").values("name").next());
        assertEquals(2, g.V().count().next());
    }

    @Test
    void whatTheThreadHasOpenIsCommittedToo() throws Exception {
        graph.addVertex(T.id, 1, T.label, "mine");
        read(write("a.e", "1 2"));
        g.tx().rollback();
        assertEquals("mine", g.V(1).label().next());
        assertEquals(2L, g.V(1).out().id().next());
    }

    @Test
    void aThreadedTransactionTakesAFileAndEnds() throws Exception {
        Graph threaded = graph.tx().createThreadedTx();
        threaded.addVertex(T.id, 1);
        threaded.traversal().io(write("a.e", "1 2", "2 3").toString()).read().iterate();
        assertEquals(3, g.V().count().next());
        assertEquals(2, g.E().count().next());
    }

    @Test
    void nothingHasToBeOpenWhereTransactionsAreBegunByHand() throws Exception {
        graph.tx().onReadWrite(Transaction.READ_WRITE_BEHAVIOR.MANUAL);
        read(write("a.e", "1 2"));
        graph.tx().open();
        assertEquals(1, g.E().count().next());
        graph.tx().rollback();
    }

    @Test
    void aWrongLineIsNamedAndLeavesAnEmptyGraphEmpty() throws Exception {
        String one = "{\"id\":\"a\",\"label\":\"x\"}";
        assertWrong(write("a.json", one, "{\"id\":\"b\","), "line=2 reason=not GraphSON, or damaged");
        assertWrong(write("a.csv", ":ID,age:int", "1,36", "2,old"), "line=3 reason=");
        assertWrong(write("a.e", "1 2", "3"), "line=2 reason=");
        assertWrong(write("b.csv", ":ID", "1", "1"), "line=3 reason=");
        assertWrong(write("a.xml", "<graphml>", "<graph><node id='1'/><oops"), "line=2 reason=not GraphML, or damaged");
        assertWrong(write("a.kryo", "nonsense"), "reason=");
        assertWrong(folder.resolve("none.json"), "reason=there is no such file");
        read(write("c.e", "1 2"));
        assertEquals(2, g.V().count().next());
    }

    private void assertWrong(Path file, String expected) {
        String told = assertThrows(LoadException.class, () -> read(file)).getMessage();
        assertTrue(told.startsWith("cannot load: file=" + file + " " + expected), told);
        assertEquals(0, g.V().count().next());
        assertEquals(List.of(), List.copyOf(g.E().toList()));
    }

    @Test
    void readersOfTheApplicationAreGremlins() throws Exception {
        String file = modern(FileFormat.GRAPHSON).toString();
        for (Object reader :
                List.of(GraphSONReader.class.getName(), GraphSONReader.build().create())) {
            g.io(file).with(IO.reader, reader).read().iterate();
            assertModern(FileFormat.GRAPHSON);
            assertTrue(ends.remove(Transaction.Status.COMMIT), ends.toString());
            g.V().drop().iterate();
            g.tx().commit();
            ends.clear();
        }
        g.io(file)
                .with(IO.reader, IO.graphson)
                .with(IO.registry, TinkerIoRegistryV3.instance())
                .read()
                .iterate();
        assertModern(FileFormat.GRAPHSON);
        assertTrue(ends.contains(Transaction.Status.COMMIT), ends.toString());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWasWrittenComesBack(boolean gryo) {
        String file = folder.resolve(gryo ? "crew.kryo" : "crew.json").toString();
        TinkerFactory.createTheCrew().traversal().io(file).write().iterate();
        g.io(file).read().iterate();
        List<String> first = GraphText.of(graph, true);
        assertTrue(first.toString().contains("san diego"));
        g.io(file).write().iterate();
        g.V().drop().iterate();
        g.tx().commit();
        g.io(file).read().iterate();
        assertEquals(first, GraphText.of(graph, true));
    }

    /** Labels have other numbers here, so an edge that is added later would be called like one of the file. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void edgesOfAnotherGraphKeepTheirIdentifiersForThemselves(boolean inBulk) {
        Path file = folder.resolve("exported.json");
        try (PraghGraph other = PraghGraph.build().open()) {
            GraphTraversalSource from = other.traversal();
            from.addV()
                    .property(T.id, 1L)
                    .as("one")
                    .addV()
                    .property(T.id, 2L)
                    .addE("first")
                    .from("one")
                    .iterate();
            from.addE("second").from(__.V(2L)).to(__.V(1L)).iterate();
            other.tx().commit();
            from.io(file.toString()).write().iterate();
        }
        if (!inBulk) {
            g.addE("second").from(__.addV()).to(__.addV()).iterate();
            g.addE("first").from(__.addV()).to(__.addV()).iterate();
            graph.tx().commit();
        }
        read(file);
        graph.tx().commit();
        g.addE("second").from(__.V(1L)).to(__.V(2L)).iterate();
        g.addE("first").from(__.V(2L)).to(__.V(1L)).iterate();
        graph.tx().commit();
        for (Object id : g.E().id().toList()) {
            assertEquals(1, g.E().hasId(id).count().next(), "edges called " + id);
            assertEquals(1, g.E(id).count().next(), "edges called " + id);
        }
    }
}
