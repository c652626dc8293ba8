package io.pragh.tinkerpop.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.testkit.SharedData;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.FileFormat;
import io.pragh.tinkerpop.load.GraphFiles;
import io.pragh.tinkerpop.load.LoadOptions;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.io.graphml.GraphMLReader;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.junit.jupiter.api.Test;

/**
 * Checks the air routes, loaded from GraphML: as many elements as the file has, and TinkerGraph's answers to the
 * queries of their author.
 */
class AirRoutesTest {
    private static final String FILE = "graphs/air-routes/air-routes-small-latest.graphml.gz";

    /** Queries like those that come with the data, each with an answer in one order only. */
    private static final List<Function<GraphTraversalSource, Traversal<?, ?>>> QUERIES = List.of(
            g -> g.V().hasLabel("airport").count(),
            g -> g.V().groupCount().by(T.label),
            g -> g.E().groupCount().by(T.label),
            g -> g.V().hasLabel("airport").values("code").order(),
            g -> g.V().has("code", "DFW").out("route").values("code").order(),
            g -> g.V().hasLabel("airport")
                    .order()
                    .by(__.out("route").count(), Order.desc)
                    .by("code")
                    .limit(10)
                    .project("code", "routes")
                    .by("code")
                    .by(__.out("route").count()),
            g -> g.V().has("code", "AUS")
                    .out("route")
                    .out("route")
                    .dedup()
                    .values("code")
                    .order(),
            g -> g.E().hasLabel("route").values("dist").sum(),
            g -> g.V().has("code", "AUS")
                    .outE("route")
                    .order()
                    .by("dist", Order.desc)
                    .by(__.inV().values("code"))
                    .limit(3)
                    .project("to", "miles")
                    .by(__.inV().values("code"))
                    .by("dist"),
            g -> g.V().has("code", "SAN")
                    .repeat(__.out("route").simplePath())
                    .times(2)
                    .has("code", "JFK")
                    .count(),
            g -> g.V().hasLabel("airport").values("runways").groupCount(),
            g -> g.V().hasLabel("airport")
                    .has("elev", P.gt(1000))
                    .order()
                    .by("code")
                    .valueMap("code", "elev", "desc"),
            g -> g.V().hasLabel("airport").values("lat").max(),
            g -> g.V().match(
                            __.as("a").has("code", "LAX").out("route").as("b"),
                            __.as("b").out("route").has("code", "MIA").as("c"))
                    .select("b")
                    .by("code")
                    .order());

    @Test
    void fileIsLoadedWhole() throws Exception {
        Path file = file();
        Map<String, Integer> written = elements(file);
        try (PraghGraph graph = loaded(file)) {
            GraphTraversalSource g = graph.traversal();
            assertEquals(written.get("node").longValue(), g.V().count().next());
            assertEquals(written.get("edge").longValue(), g.E().count().next());
            assertTrue(written.get("edge") > 1000, written + "");
            assertEquals(
                    written.get("data").longValue(),
                    g.V().properties().count().next()
                            + g.E().properties().count().next()
                            + g.V().count().next() // labels are data, too
                            + g.E().count().next());
        }
    }

    @Test
    void queriesHaveTheAnswersOfTinkerGraph() throws Exception {
        Path file = file();
        Graph reference = TinkerGraph.open();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            GraphMLReader.build().create().readGraph(in, reference);
        }
        try (PraghGraph graph = loaded(file)) {
            for (int i = 0; i < QUERIES.size(); i++) {
                List<?> expected = QUERIES.get(i).apply(reference.traversal()).toList();
                assertEquals(expected, QUERIES.get(i).apply(graph.traversal()).toList(), "query " + i);
                assertTrue(!expected.isEmpty(), "query " + i + " finds nothing at all");
            }
        }
    }

    private static PraghGraph loaded(Path file) throws Exception {
        PraghGraph graph = PraghGraph.build().nodes(2).open();
        GraphFiles.load(graph, List.of(file), LoadOptions.DEFAULT.withFormat(FileFormat.GRAPHML));
        return graph;
    }

    private static Path file() {
        Optional<Path> found = SharedData.find(FILE.split("/"));
        assumeTrue(found.isPresent(), SharedData.skipped(FILE));
        return found.get();
    }

    /** The number of XML elements by name, by a reader that knows nothing of graphs. */
    private static Map<String, Integer> elements(Path file) throws Exception {
        Map<String, Integer> counts = new HashMap<>();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            XMLStreamReader reader = XMLInputFactory.newFactory().createXMLStreamReader(in);
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT) {
                    counts.merge(reader.getLocalName(), 1, Integer::sum);
                }
            }
        }
        return counts;
    }
}
