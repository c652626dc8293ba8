package io.pragh.tinkerpop.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles.Loaded;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.io.GraphWriter;
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

/** Checks that each file format is loaded, and that errors in a file name the line. */
class GraphFilesTest {
    private static final LoadOptions LIKES = LoadOptions.DEFAULT.withEdgeLabel("likes");

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
    void anIdentifierAmongBlanksIsTheSameAsAProperty() throws Exception {
        load(write("blanks.csv", "key:ID", " 1 ", "x "));
        assertEquals(1L, g.V(1L).values("key").next());
        assertEquals("x", g.V("x").values("key").next());
    }

    @Test
    void numbersOfGraphsonHaveTypesWhateverTheFirstLineHas() throws Exception {
        assertEquals(
                new Loaded(2, 0),
                load(write(
                        "a.json",
                        "{\"id\":\"a\",\"label\":\"x\"}",
                        "{\"id\":\"b\",\"label\":\"x\",\"properties\":{\"age\":"
                                + "[{\"id\":\"p\",\"value\":{\"@type\":\"g:Int64\",\"@value\":36}}]}}")));
        assertEquals(36L, g.V("b").values("age").next());
    }

    @ParameterizedTest
    @EnumSource(value = Direction.class)
    void edgesMayBeWrittenAtOneOfTheirVertices(Direction direction) throws Exception {
        Path json = folder.resolve("modern.json");
        Path gryo = folder.resolve("modern.kryo");
        for (Path file : List.of(json, gryo)) {
            GraphWriter writer = file == json
                    ? GraphSONWriter.build().create()
                    : GryoWriter.build().create();
            try (OutputStream out = Files.newOutputStream(file)) {
                writer.writeVertices(out, TinkerFactory.createModern().vertices(), direction);
            }
            assertEquals(new Loaded(6, 6), load(file));
            assertEquals(2, g.V().has("name", "josh").out("created").count().next());
            g.V().drop().iterate();
            g.tx().commit();
        }
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
        AtomicLong elements = new AtomicLong();
        Loaded loaded = GraphFiles.load(graph, List.of(file), LIKES, new LoadWatch() {
            @Override
            public void read(long more) {
                bytes.addAndGet(more);
            }

            @Override
            public void gathered(long all) {
                assertEquals(7, all);
            }

            @Override
            public void stored(long more) {
                elements.addAndGet(more);
            }
        });
        assertEquals(7, elements.get());
        assertEquals(new Loaded(4, 3), loaded);
        assertEquals(2 * Files.size(file), bytes.get() + Files.size(file));
        assertEquals(Set.of(2L, 3L), g.V(1).out("likes").id().toSet());
        assertEquals("ada", g.V(2).out().id().next());
    }

    @Test
    void whatIsWrongIsToldByLine() throws Exception {
        assertWrong(
                3,
                "an edge is two identifiers and at most a weight: expected=2 or 3 columns found=4",
                write("a.txt", "1 2", "", "1 2 3 4", "4 5"));
        assertWrong(2, "an edge is two identifiers and at most a weight: expected=2 or 3", write("a1.txt", "1 2", "7"));
        assertWrong(
                1, "an edge's third column is its weight: expected=a number such as 5 or", write("a2.txt", "1 2 x"));
        assertWrong(1, "the file has no edges: expected=two identifiers a line found=none", write("a3.txt", "# a", ""));
        assertWrong(1, "not a list of edges: expected=two", write("a4.txt", "%%MatrixMarket matrix", "3 3 1", "1 2"));
        assertWrong(
                2, "a line has not as many fields as the first: expected=2 found=1", write("a.csv", ":ID,name", "1"));
        assertWrong(
                3,
                "not a value of the column: column=age:int expected=a whole number from -2147483648 to 2147483647 found=old",
                write("b.csv", ":ID,age:int", "1,7", "2,old"));
        assertWrong(
                2,
                "not a value of the column: column=when:datetime expected=a time such as 2015-06-24T12:50:35Z",
                write("b1.csv", ":ID,when:datetime", "1,24.6.2015"));
        assertWrong(1, "there is no such type: column=age:integer expected=[", write("c.csv", ":ID,age:integer"));
        assertWrong(
                1,
                "a column has an option that is not known: column=t:",
                write("c1.csv", ":ID,t:datetime{timezone:Mars}"));
        assertWrong(
                1,
                "the first line names no vertices and no edges: expected=a column :ID for vertices, or :START_ID and :END_ID"
                        + " for edges found=[name, age]",
                write("d.csv", "name,age"));
        assertWrong(2, "an edge's vertex is nowhere: id=8", write("e.csv", ":START_ID,:END_ID", "8,9"));
        assertWrong(3, "a quote is opened and never closed", write("f.csv", ":ID,name", "10,\"x", "y"));
        assertWrong(3, "the identifier is taken", write("g.csv", ":ID", "20", "20"));
        assertWrong(
                2,
                "not GraphSON, or damaged: expected=a vertex as JSON on each line found=Unexpected end-of-input",
                write("a.json", "{\"id\":31,\"label\":\"x\"}", "{\"id\":32,"));
        for (String other : List.of("{", "[1]", "{\"id\":1,\"label\":\"x\",\"properties\":{\"age\":36}}")) {
            assertWrong(1, "not GraphSON, or damaged: expected=a vertex as JSON on each", write("b.json", other, "}"));
        }
        assertWrong(
                2,
                "not GraphML, or damaged: expected=XML found=The element type \"graph\" must be terminated",
                write("a.xml", "<graphml>", "<graph></wrong>"));
    }

    @Test
    void gryoThatEndsTooEarlyIsCalledSo() throws Exception {
        Path file = folder.resolve("modern.kryo");
        try (OutputStream out = Files.newOutputStream(file)) {
            GryoWriter.build().create().writeGraph(out, TinkerFactory.createModern());
        }
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 5));
        String told = assertThrows(LoadException.class, () -> load(file)).getMessage();
        assertTrue(told.contains(" reason=not Gryo, or it ends too early: expected=Gryo of version 3 found="), told);
    }

    /** As TinkerPop's reader has it, except that blank lines are passed over, as in the other formats. */
    @Test
    void linesOfGraphsonEndInAnyWay() throws Exception {
        String one = "{\"id\":\"a\",\"label\":\"x\"}";
        String two = "{\"id\":\"b\",\"label\":\"x\",\"outE\":{\"likes\":[{\"id\":1,\"inV\":\"a\"}]}}";
        for (String end : List.of("\n", "\r\n", "\r", "\n\n", "\r\n \r\n")) {
            Path file = Files.writeString(folder.resolve("lines.json"), "\ufeff" + one + end + two + end);
            assertEquals(new Loaded(2, 1), load(file));
            g.V().drop().iterate();
            g.tx().commit();
        }
    }

    /** Two identifiers in another encoding would become one. */
    @Test
    void textThatIsNotUtf8IsRefused() throws Exception {
        assertNotUtf8(2, "a.csv", ":ID,name\n1,Ren\u00e9\n");
        assertNotUtf8(2, "b.csv", "name:ID\nRen\u00e9\n");
        assertNotUtf8(2, "c.csv", ":ID,:LABEL\n1,Ren\u00e9\n");
        assertNotUtf8(1, "d.csv", ":ID,Ren\u00e9\n1,2\n");
        assertNotUtf8(3, "e.csv", ":ID,name\n7,\"x\n8,Ren\u00e9\"\n");
        assertNotUtf8(2, "f.e", "1 2\nRen\u00e9 3\n");
        Path json = Files.writeString(
                folder.resolve("g.json"),
                "{\"id\":\"a\",\"label\":\"x\"}\n{\"id\":\"Ren\u00e9\",\"label\":\"x\"}\n",
                StandardCharsets.ISO_8859_1);
        String told = assertThrows(LoadException.class, () -> load(json)).getMessage();
        assertTrue(told.contains(" line=2 reason=not GraphSON, or damaged: "), told);
        assertTrue(told.contains(" found=Invalid UTF-8 "), told);
        load(write("own.e", "Ren\ufffd 3")); // a file may have that character itself
        assertTrue(g.V("Ren\ufffd").hasNext());
    }

    private void assertNotUtf8(long line, String name, String text) throws Exception {
        Path file = Files.writeString(folder.resolve(name), text, StandardCharsets.ISO_8859_1);
        String told = assertThrows(LoadException.class, () -> load(file)).getMessage();
        assertTrue(told.contains(" line=" + line + " reason=the text is not UTF-8: text="), told);
    }

    @Test
    void thirdColumnOfAnEdgeIsItsWeight() throws Exception {
        Path file = write("weighted.e", "\ufeff1 2 5", "2\t3\t0.25", "3,4,-1e2", "4 5", "5,6,", "% not 7 8 9");
        assertEquals(new Loaded(6, 5), load(file));
        assertEquals(List.of(5.0), g.V(1).outE("likes").values("weight").toList());
        assertEquals(List.of(0.25), g.V(2).outE().values("weight").toList());
        assertEquals(List.of(-100.0), g.V(3).outE().values("weight").toList());
        assertEquals(3, g.E().has("weight").count().next());

        LoadOptions costs = LIKES.withWeightKey("cost").withDelimiter('|');
        GraphFiles.load(graph, List.of(write("ldbc.txt", "21|22|0.5", "new york | san jose | 7")), costs);
        assertEquals(List.of(0.5), g.V(21).outE("likes").values("cost").toList());
        assertEquals("san jose", g.V("new york").out().id().next());
    }

    @Test
    void columnsOfCsvMayBeSeparatedOtherwise() throws Exception {
        Path people = write("people.csv", ":ID|name|:LABEL", "1|\"a|b\"|Person", "2|c, d|Person");
        Path knows = write("knows.csv", ":START_ID|:END_ID|:TYPE|since:long", "1|2|knows|1999");
        Loaded loaded = GraphFiles.load(graph, List.of(knows, people), LIKES.withDelimiter('|'));
        assertEquals(new Loaded(2, 1), loaded);
        assertEquals("a|b", g.V(1).values("name").next());
        assertEquals(1999L, g.V(1).outE("knows").values("since").next());
    }

    @Test
    void timesWithoutAnOffsetAreInTheColumnsZone() throws Exception {
        load(write(
                "times.csv",
                ":ID,a:datetime,b:datetime,c:datetime{timezone:Europe/Stockholm},d:localdatetime",
                "1,2015-06-24T12:50:35,2015-06-24T12:50:35.5+02:00,2015-06-24T12:50:35,2015-06-24T12:50:35"));
        assertEquals(
                OffsetDateTime.parse("2015-06-24T12:50:35Z"), g.V(1).values("a").next());
        assertEquals(
                OffsetDateTime.parse("2015-06-24T12:50:35.5+02:00"),
                g.V(1).values("b").next());
        assertEquals(
                OffsetDateTime.parse("2015-06-24T12:50:35+02:00"),
                g.V(1).values("c").next());
        assertEquals(
                LocalDateTime.parse("2015-06-24T12:50:35"), g.V(1).values("d").next());
    }

    @Test
    void everyMemberOfAGzipFileIsReadOrItIsSaidThatItCannotBe() throws Exception {
        byte[] members = concatenated(zipped("1 2\n"), zipped("2 3\n"), zipped("3 4"));
        Path whole = Files.write(folder.resolve("members.txt.gz"), members);
        assertEquals(new Loaded(4, 3), load(whole));

        // java.util.zip takes it for the end of the data: a later member with half a header.
        Path cut = Files.write(
                folder.resolve("cut.txt.gz"), concatenated(zipped("11 12\n"), Arrays.copyOf(zipped("12 13\n"), 5)));
        String told = assertThrows(LoadException.class, () -> load(cut)).getMessage();
        assertTrue(told.contains("gzip data end too early; the file was cut short, fetch it again"), told);
        Path packed = Files.write(folder.resolve("packed.txt"), new byte[] {'B', 'Z', 'h', '9'});
        told = assertThrows(LoadException.class, () -> load(packed)).getMessage();
        assertTrue(told.contains("the file is packed as bzip2; unpack it first, or pack it with gzip"), told);
    }

    @Test
    void graphOfThisProcessIsWrittenWithoutWhatIsNotCommitted() throws Exception {
        Path crew = folder.resolve("crew.kryo");
        try (OutputStream out = Files.newOutputStream(crew)) {
            GryoWriter.build().create().writeGraph(out, TinkerFactory.createTheCrew());
        }
        GraphFiles.load(graph, crew);
        graph.addVertex("later");
        Path file = folder.resolve("copy.json.gz");
        assertEquals(new GraphExport.Written(6, 14, List.of()), GraphExport.write(graph, file));
        assertEquals(7, g.V().count().next());
        graph.tx().rollback();
        try (PraghGraph copy = PraghGraph.build().open()) {
            assertEquals(new Loaded(6, 14), GraphFiles.load(copy, file));
            assertEquals(
                    g.V().has("name", "marko")
                            .properties("location")
                            .values("startTime")
                            .toSet(),
                    copy.traversal()
                            .V()
                            .has("name", "marko")
                            .properties("location")
                            .values("startTime")
                            .toSet());
        }
        String told = assertThrows(ExportException.class, () -> GraphExport.write(graph, file))
                .getMessage();
        assertTrue(told.contains("the file is there already"), told);
    }

    @Test
    void whatCannotBeWrittenIsSaidWithoutTheNameOfATemporaryFile() throws Exception {
        Path same = folder.resolve("a.csv");
        Path again = folder.resolve("x").resolve("..").resolve("a.csv");
        assertNotWritten("vertices and edges take a file each, and this one is named twice", same, again);
        assertNotWritten("it is a folder; name a file in it", folder);
        assertNotWritten("there is no such folder", folder.resolve("x").resolve("a.json"));
        assertNotWritten("a file cannot be created in the folder: name=", Path.of("/proc/a.json"));
    }

    private void assertNotWritten(String reason, Path... files) {
        GraphExport.Settings replaces = new GraphExport.Settings(LoadOptions.DEFAULT, true, false);
        String told = assertThrows(ExportException.class, () -> GraphExport.write(graph, List.of(files), replaces))
                .getMessage();
        assertTrue(told.startsWith("cannot export: file=" + files[0] + " reason=" + reason), told);
    }

    /** Edges are read after all vertices, and a pipe gives its bytes once. */
    @Test
    void whatCanBeReadOnlyOnceIsRefused() throws Exception {
        Path pipe = folder.resolve("pipe.json");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        String told = assertThrows(LoadException.class, () -> load(pipe)).getMessage();
        assertTrue(told.contains(" reason=not a regular file; it would be read more than once"), told);
    }

    private static byte[] zipped(String text) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] concatenated(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
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
        return GraphFiles.load(graph, List.of(files), LIKES);
    }

    private Path write(String name, String... lines) throws Exception {
        return Files.writeString(folder.resolve(name), String.join("\n", lines));
    }
}
