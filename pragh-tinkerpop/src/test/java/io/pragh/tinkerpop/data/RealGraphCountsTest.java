package io.pragh.tinkerpop.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.testkit.SharedData;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.process.computer.KnownGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.shaded.jackson.databind.JsonNode;
import org.apache.tinkerpop.shaded.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that Gremlin reaches as many vertices by one, two and three hops through real graphs as their meta.json
 * says.
 */
class RealGraphCountsTest {
    private static final String NONE = "none";
    /** A graph with more edges takes too long to load by transactions in every build. */
    private static final long EDGES_MAX = 2_000_000;

    /** All graphs that have expected counts. */
    static List<String> graphs() throws IOException {
        Optional<Path> folder = SharedData.find("graphs");
        if (folder.isEmpty()) {
            return List.of(NONE);
        }
        try (Stream<Path> found = Files.list(folder.get())) {
            return found.map(path -> path.getFileName().toString())
                    .filter(name -> Files.exists(meta(folder.get(), name)))
                    .sorted()
                    .toList();
        }
    }

    private static Path meta(Path folder, String name) {
        return folder.resolve(name).resolve(name + ".meta.json");
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void hops(String name) throws IOException {
        assumeTrue(!name.equals(NONE), SharedData.skipped("graphs"));
        JsonNode facts = new ObjectMapper()
                .readTree(meta(SharedData.find("graphs").orElseThrow(), name).toFile());
        long edges = facts.get("edges").asLong();
        assumeTrue(
                edges <= EDGES_MAX, () -> "SKIPPED: " + name + " is too large: edges=" + edges + " most=" + EDGES_MAX);
        try (PraghGraph graph = PraghGraph.build().nodes(2).open()) {
            KnownGraph.shared(name).orElseThrow().load(graph);
            graph.tx().commit();
            check(graph.traversal(), facts, name);
        }
    }

    private static void check(GraphTraversalSource g, JsonNode facts, String name) {
        boolean directed = facts.get("directed").asBoolean();
        assertEquals(facts.get("vertices").asLong(), g.V().count().next(), name);
        assertEquals(facts.get("edges").asLong(), g.E().count().next(), name);
        assertEquals(
                facts.get("max_out_degree").asLong(),
                g.V().map(hop(__.start(), directed).count()).max().next(),
                name);
        assertEquals(
                facts.get("two_hop_path_total").asLong(),
                hop(hop(g.V(), directed), directed).count().next(),
                name);
        int samples = 0;
        for (Map.Entry<String, JsonNode> sample : facts.get("samples").properties()) {
            String what = name + " vertex " + sample.getKey();
            Object id = Long.parseLong(sample.getKey());
            JsonNode expected = sample.getValue();
            assertEquals(
                    expected.get("out").asLong(), hop(g.V(id), directed).count().next(), what);
            assertEquals(
                    expected.get("out.out.count").asLong(),
                    hop(hop(g.V(id), directed), directed).count().next(),
                    what);
            assertEquals(
                    expected.get("out.out.dedup").asLong(),
                    hop(hop(g.V(id), directed), directed).dedup().count().next(),
                    what);
            assertEquals(
                    expected.get("out.out.out.dedup").asLong(),
                    hop(hop(hop(g.V(id), directed).dedup(), directed).dedup(), directed)
                            .dedup()
                            .count()
                            .next(),
                    what);
            samples++;
        }
        assertTrue(samples >= Math.min(50, facts.get("vertices").asInt()), () -> name + " has too few samples");
    }

    private static <S> GraphTraversal<S, Vertex> hop(GraphTraversal<S, ?> from, boolean directed) {
        return directed ? from.out() : from.both();
    }

    @Test
    void everyGraphThatIsKnownIsThere() throws IOException {
        assumeTrue(SharedData.find("graphs").isPresent(), SharedData.skipped("graphs"));
        assertTrue(graphs().containsAll(List.of("celegans_metabolic", "karate", "power", "wiki-Vote")), graphs() + "");
    }
}
