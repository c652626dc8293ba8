package io.pragh.tinkerpop.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles.Loaded;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.io.graphml.GraphMLWriter;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONMapper;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONVersion;
import org.apache.tinkerpop.gremlin.structure.io.graphson.GraphSONWriter;
import org.apache.tinkerpop.gremlin.structure.io.gryo.GryoWriter;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every format in, and what is wrong with it by line. */
class GraphFilesTest {
    private final PraghGraph graph = PraghGraph.build().nodes(2).open();
    private final GraphTraversalSource g = graph.traversal();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        graph.close();
    }

    @ParameterizedTest
    @EnumSource(GraphSONVersion.class)
    void graphson(GraphSONVersion version) throws Exception {
        Path file = folder.resolve("modern.json");
        try (OutputStream out = Files.newOutputStream(file)) {
            GraphSONWriter.build()
                    .mapper(GraphSONMapper.build().version(version).create())
                    .create()
                    .writeGraph(out, TinkerFactory.createModern());
        }
        assertEquals(new Loaded(6, 6), load(file));
        assertModern();
    }

    @Test
    void zippedGryoKeepsSeveralValuesAndWhatIsSaidOfThem() throws Exception {
        Path zipped = folder.resolve("crew.kryo.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            GryoWriter.build().create().writeGraph(out, TinkerFactory.createTheCrew());
        }
        assertEquals(new Loaded(6, 14), load(zipped));
        assertEquals(
                List.of("san diego", "santa cruz", "brussels", "santa fe"),
                g.V().has("name", "marko").values("location").toList());
        assertEquals(
                1997,
                g.V().has("name", "marko")
                        .properties("location")
                        .hasValue("san diego")
                        .values("startTime")
                        .next());
    }

    @Test
    void graphml() throws Exception {
        Path file = folder.resolve("modern.xml");
        try (OutputStream out = Files.newOutputStream(file)) {
            GraphMLWriter.build().create().writeGraph(out, TinkerFactory.createModern());
        }
        assertEquals(new Loaded(6, 6), load(file));
        assertEquals(
                Set.of("josh", "vadas"),
                g.V().has("name", "marko").out("knows").values("name").toSet());
    }

    @Test
    void csvOfNeo4j() throws Exception {
        Path edges = write(
                "roles.csv",
                ":START_ID,role,:END_ID,:TYPE,since:int",
                "keanu,\"Neo, \"\"the one\"\"\",m1,ACTED_IN,1999",
                "laura,,m1,,");
        Path people = write(
                "people.csv",
                "personId:ID,name,born:int,nicks:string[],:LABEL",
                "keanu,\"Keanu\nReeves\",1964,a;b,Person;Actor",
                "laura,Laura,,,");
        Path movies = write(
                "movies.csv", ":ID,title,released:date,good:boolean,:LABEL", "m1,The Matrix,1999-03-31,true,Movie");
        assertEquals(new Loaded(3, 2), load(edges, people, movies));
        assertEquals("Keanu\nReeves", g.V("keanu").values("name").next());
        assertEquals("Person::Actor", g.V("keanu").label().next());
        assertEquals(List.of("a", "b"), g.V("keanu").values("nicks").next());
        assertEquals(0, g.V("laura").properties("born").count().next());
        assertEquals(
                "Neo, \"the one\"", g.V("keanu").outE("ACTED_IN").values("role").next());
        assertEquals("m1", g.V("laura").out("likes").id().next());
    }

    @Test
    void listOfEdges() throws Exception {
        AtomicLong bytes = new AtomicLong();
        Path file = write("graph.txt", "# who likes whom", "1 2", "1\t3", "2,ada", "");
        Loaded loaded = GraphFiles.load(graph, List.of(file), null, "likes", bytes::addAndGet);
        assertEquals(new Loaded(4, 3), loaded);
        assertEquals(2 * Files.size(file), bytes.get() + Files.size(file));
        assertEquals(Set.of(2L, 3L), g.V(1).out("likes").id().toSet());
        assertEquals("ada", g.V(2).out().id().next());
    }

    @Test
    void whatIsWrongIsToldByLine() throws Exception {
        assertWrong(3, "an edge is two identifiers: found 3", write("a.txt", "1 2", "", "1 2 3", "4 5"));
        assertWrong(2, "as many fields as columns: fields=1 columns=2", write("a.csv", ":ID,name", "1"));
        assertWrong(
                3,
                "not a value of the column: column=age:int value=old",
                write("b.csv", ":ID,age:int", "1,7", "2,old"));
        assertWrong(1, "there is no such type: column=age:integer", write("c.csv", ":ID,age:integer"));
        assertWrong(1, "the first line has a column :ID", write("d.csv", "name,age"));
        assertWrong(2, "an edge's vertex is nowhere: id=8", write("e.csv", ":START_ID,:END_ID", "8,9"));
        assertWrong(3, "a quote is opened and never closed", write("f.csv", ":ID,name", "10,\"x", "y"));
        assertWrong(3, "the identifier is taken", write("g.csv", ":ID", "20", "20"));
        assertWrong(2, "Unexpected end-of-input", write("a.json", "{\"id\":31,\"label\":\"x\"}", "{\"id\":32,"));
        assertWrong(2, "", write("a.xml", "<graphml>", "<graph></wrong>"));
    }

    private void assertWrong(long line, String reason, Path file) {
        LoadException wrong = assertThrows(LoadException.class, () -> load(file), file.toString());
        String start = "cannot load: file=" + file + " line=" + line + " reason=" + reason;
        assertTrue(wrong.getMessage().startsWith(start), wrong.getMessage() + " instead of " + start);
        assertEquals(1, wrong.getMessage().lines().count());
        graph.tx().rollback();
    }

    private void assertModern() {
        assertEquals(
                Set.of("josh", "vadas"),
                g.V().has("name", "marko").out("knows").values("name").toSet());
        assertEquals(
                1.0,
                g.V(1).outE("knows")
                        .as("e")
                        .inV()
                        .has("name", "josh")
                        .select("e")
                        .values("weight")
                        .next());
        assertEquals(32, ((Number) g.V(4).values("age").next()).intValue());
    }

    private Loaded load(Path... files) {
        return GraphFiles.load(graph, List.of(files), null, "likes", bytes -> {});
    }

    private Path write(String name, String... lines) throws Exception {
        return Files.writeString(folder.resolve(name), String.join("\n", lines));
    }
}
