package io.pragh.tinkerpop.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that an export writes each value so that it is read back, or says that the format does not have it. */
class ExportedValuesTest {
    private static final GraphExport.Settings DROPS = new GraphExport.Settings(LoadOptions.DEFAULT, false, true);

    /** A half of a pair of characters that stand for one. */
    private static final String HALF = "Ada\uD83D";

    @TempDir
    private Path folder;

    private final PraghGraph graph = PraghGraph.build().nullValues(true).open();

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void graphMlHasNoNull() {
        graph.addVertex(T.id, 1, "name", null, "age", 36);
        graph.tx().commit();
        assertRefused("key=name type=null", folder.resolve("null.xml"));
        assertEquals(1, dropped(folder.resolve("null.xml")));
        assertEquals(36, readBack(folder.resolve("null.xml"), "age"));
    }

    @Test
    void graphMlAndCsvHaveNoHalfOfACharacter() {
        graph.addVertex(T.id, 1, "name", HALF, "age", 36);
        graph.tx().commit();
        for (String suffix : List.of(".xml", ".csv")) {
            Path[] files = files(suffix);
            assertRefused("vertex=1 key=name", files);
            assertEquals(1, dropped(files));
            assertEquals(36, readBack(files[0], "age"));
        }
    }

    @Test
    void everyPropertyThatIsLeftOutCounts() {
        Vertex vertex = graph.addVertex(T.id, 1, "age", 36);
        vertex.property("name", "Ada").property("since", 1815);
        vertex.property("name").property("until", 1835);
        graph.tx().commit();
        for (Path[] files : List.of(files(".csv"), files(".xml"))) {
            assertTrue(leftOut(files).toString().contains("has no properties of properties: times=2"));
        }
        assertTrue(
                leftOut(folder.resolve("list.e")).contains("a list of edges has no properties of vertices: times=2"));
    }

    @Test
    void graphMlHasNoControlCharacters() {
        graph.addVertex(T.id, 1, "name", "Ada\u0001", "age", 36);
        graph.tx().commit();
        assertRefused("vertex=1 key=name", files(".xml"));
        assertEquals(1, dropped(files(".xml")));
        assertEquals(36, readBack(files(".xml")[0], "age"));
    }

    @Test
    void graphMlDoesNotMergeVerticesWhoseIdentifiersAreTheSameText() {
        UUID number = new UUID(1, 2);
        for (List<?> ids : List.of(
                List.of(5, "5"),
                List.of("-7", -7L),
                List.of(0.5, "0.5"),
                List.of(number, "" + number),
                List.of("[1]", List.of(1)))) {
            graph.traversal().V().drop().iterate();
            ids.forEach(id -> graph.addVertex(T.id, id));
            graph.tx().commit();
            assertRefused("id=" + ids.get(0), files(".xml"));
        }
    }

    @Test
    void graphMlHasNumbersAndTextsAsIdentifiersTogether() throws IOException {
        for (Object id : List.of(5, "6", "Ada", "", new UUID(1, 2), List.of(1))) {
            graph.addVertex(T.id, id);
        }
        graph.tx().commit();
        GraphExport.write(graph, files(".xml")[0]);
        String written = Files.readString(files(".xml")[0]);
        assertEquals(6, written.split("<node ", -1).length - 1, written);
    }

    @Test
    void namesWithHalfOfACharacterCannotBeLeftOut() {
        for (Object[] keyValues :
                List.of(new Object[] {T.id, HALF}, new Object[] {T.label, HALF}, new Object[] {HALF, 1})) {
            graph.traversal().V().drop().iterate();
            graph.addVertex(keyValues).addEdge("knows", graph.addVertex());
            graph.tx().commit();
            assertRefused("write GraphSON or Gryo", files(".xml"));
            assertRefused("write GraphSON or Gryo", files(".csv"));
        }
        graph.traversal().V().drop().iterate();
        graph.addVertex(T.id, HALF).addEdge("edge", graph.addVertex());
        graph.tx().commit();
        assertRefused("an identifier would not be read back", files(".el"));
    }

    @Test
    void wholePairsAreWritten() {
        String pair = "\uD83D\uDE00";
        graph.addVertex(T.id, pair, T.label, pair, pair, pair);
        graph.tx().commit();
        for (String suffix : List.of(".xml", ".csv")) {
            assertEquals(0, dropped(files(suffix)));
            assertEquals(pair, readBack(files(suffix)[0], pair));
        }
    }

    @Test
    void graphSonHoldsNumbersAndTimesOfAllTypes() {
        for (Object value : new Object[] {
            (byte) 1,
            (short) 2,
            'c',
            new BigDecimal("1.50"),
            BigInteger.TWO.pow(70),
            Duration.ofMillis(3),
            Instant.ofEpochMilli(4),
            LocalDate.of(1815, 12, 10),
            OffsetDateTime.of(1843, 7, 10, 12, 0, 0, 0, ZoneOffset.ofHours(1)),
            List.of(new BigDecimal("0.1"))
        }) {
            graph.traversal().V().drop().iterate();
            graph.addVertex("name", value);
            graph.tx().commit();
            Path file = folder.resolve(value.getClass().getSimpleName() + ".json");
            GraphExport.write(graph, file);
            assertEquals(value, readBack(file, "name"));
        }
    }

    @Test
    void graphSonHasNoNullAndNoArrays() {
        for (Object value : new Object[] {null, new int[] {1}, List.of(new byte[] {1})}) {
            graph.traversal().V().drop().iterate();
            Vertex vertex = graph.addVertex(T.id, 1);
            vertex.addEdge("knows", vertex, "name", value);
            graph.tx().commit();
            assertRefused("GraphSON has no null and no arrays: edge=", files(".json"));
        }
    }

    /** A parser makes blanks of them in attributes, so "a\tb" and "a b" would be one vertex. */
    @Test
    void graphMlHasNoTabsAndLineFeedsInIdentifiersAndKeys() {
        for (Object[] keyValues :
                List.of(new Object[] {T.id, "a\tb"}, new Object[] {T.id, "a\nb"}, new Object[] {"a\tb", 1})) {
            graph.traversal().V().drop().iterate();
            graph.addVertex(keyValues);
            graph.tx().commit();
            assertRefused("XML has no tabs and no line feeds in identifiers and keys: text=", files(".xml"));
        }
        graph.traversal().V().drop().iterate();
        graph.addVertex(T.label, "a\tb", "name", "a\n\tb");
        graph.tx().commit();
        GraphExport.write(graph, files(".xml")[0]);
        assertEquals("a\n\tb", readBack(files(".xml")[0], "name"));
    }

    @Test
    void graphMlDoesNotMergeEdgesWhoseIdentifiersAreTheSameText() {
        Vertex vertex = graph.addVertex(T.id, 1);
        vertex.addEdge("knows", vertex, T.id, 5L);
        vertex.addEdge("knows", vertex, T.id, "five");
        graph.tx().commit();
        GraphExport.write(graph, files(".xml")[0]);
        vertex.addEdge("knows", vertex, T.id, "5");
        graph.tx().commit();
        assertRefused("two edges have the same: id=5", folder.resolve("second.xml"));
    }

    @Test
    void csvHasNoReturnCharactersInKeys() {
        graph.addVertex("a\rb", 1);
        graph.tx().commit();
        assertRefused("CSV has no column of such a name: key=a", files(".csv"));
    }

    /** Readers take an object with a field of this name for a value of a type. */
    @Test
    void graphSonHasNoKeysAndLabelsThatItUsesItself() {
        String taken = "GraphSON has types under this name: ";
        Vertex vertex = graph.addVertex(T.id, 1, "@value", 1, "@id", 2, "name", "@type");
        graph.tx().commit();
        GraphExport.write(graph, files(".json")[0]);
        assertEquals("@type", readBack(files(".json")[0], "name"));
        vertex.property("@type", "Person");
        graph.tx().commit();
        assertRefused(taken + "vertex=1 key=@type", folder.resolve("second.json"));
        vertex.property("@type").remove();
        vertex.property("name", "Ada").property("@type", "given");
        graph.tx().commit();
        assertRefused(taken + "vertex=1 key=name key=@type", folder.resolve("second.json"));
        vertex.property("name").remove();
        Edge edge = vertex.addEdge("knows", vertex, "@type", 1);
        graph.tx().commit();
        assertRefused(taken + "edge=" + edge.id() + " key=@type", folder.resolve("second.json"));
        edge.remove();
        edge = vertex.addEdge("@type", vertex);
        graph.tx().commit();
        assertRefused(taken + "edge=" + edge.id() + " label", folder.resolve("second.json"));
    }

    /** CSV takes two files. */
    private Path[] files(String suffix) {
        Path first = folder.resolve("first" + suffix);
        return suffix.equals(".csv") ? new Path[] {first, folder.resolve("second.csv")} : new Path[] {first};
    }

    private void assertRefused(String reason, Path... files) {
        String told = assertThrows(
                        ExportException.class,
                        () -> GraphExport.write(graph, List.of(files), GraphExport.Settings.DEFAULT))
                .getMessage();
        assertTrue(Objects.requireNonNull(told).contains(reason), told);
        assertFalse(Files.exists(files[0]));
    }

    /** The number of kinds of content that are left out. */
    private int dropped(Path... files) {
        return leftOut(files).size();
    }

    private List<String> leftOut(Path... files) {
        return GraphExport.write(graph, List.of(files), DROPS).leftOut();
    }

    private static Object readBack(Path file, String key) {
        try (PraghGraph read = PraghGraph.build().open()) {
            GraphFiles.load(read, file);
            return read.traversal().V().values(key).next();
        }
    }
}
