package io.pragh.tinkerpop.process.computer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.testkit.SharedData;
import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.computer.VertexProgram;
import org.apache.tinkerpop.gremlin.process.computer.clustering.connected.ConnectedComponentVertexProgram;
import org.apache.tinkerpop.gremlin.process.computer.ranking.pagerank.PageRankVertexProgram;
import org.apache.tinkerpop.gremlin.process.computer.search.path.ShortestPathVertexProgram;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that programs on the computer give the reference answers of LDBC Graphalytics. */
class KnownAnswersTest {
    private static final int NODES = 2;

    private final List<PraghGraph> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(PraghGraph::close);
    }

    /** The parameters of the reference answers. */
    private record Parameters(boolean directed, long source, int rankIterations, int communityIterations) {}

    private static final String UNREACHABLE = "9223372036854775807";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 16})
    void directedExample(int workers) throws Exception {
        check(KnownGraph.example("example-directed"), workers, new Parameters(true, 1, 2, 2));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 16})
    void undirectedExample(int workers) throws Exception {
        check(KnownGraph.example("example-undirected"), workers, new Parameters(false, 2, 2, 2));
    }

    @ParameterizedTest
    @CsvSource({
        "karate,false,1,20",
        "celegans_metabolic,false,1,20",
        "power,false,1,20",
        "wiki-Vote,true,30,20",
        "p2p-31,false,6,10"
    })
    void realGraph(String name, boolean directed, long source, int rankIterations) throws Exception {
        Optional<KnownGraph> known = KnownGraph.shared(name);
        assumeTrue(known.isPresent(), SharedData.skipped("graphs/" + name));
        check(known.get(), 2, new Parameters(directed, source, rankIterations, 10));
    }

    @Test
    void shortestPathsAreAsLongAsTheReferenceSays() throws Exception {
        KnownGraph known = KnownGraph.example("example-directed");
        Graph graph = load(known);
        ShortestPathVertexProgram program = ShortestPathVertexProgram.build()
                .source(__.hasId(1L))
                .edgeTraversal(__.outE())
                .create(graph);
        Iterable<Path> paths = computer(graph, 3)
                .program(program)
                .submit()
                .get()
                .memory()
                .get(ShortestPathVertexProgram.SHORTEST_PATHS);
        Map<Long, String> lengths = new HashMap<>();
        for (Path path : paths) {
            Vertex target = path.get(path.size() - 1);
            lengths.put(((Number) target.id()).longValue(), String.valueOf(path.size() - 1));
        }
        Map<Long, String> expected = known.answers("BFS");
        expected.values().removeIf(UNREACHABLE::equals);
        assertEquals(expected, lengths);
    }

    private void check(KnownGraph known, int workers, Parameters by) throws Exception {
        Graph graph = load(known);
        PageRankVertexProgram pageRank = PageRankVertexProgram.build()
                .iterations(by.rankIterations() + 1) // the first one only hands out 1/N
                .epsilon(0)
                .edges(by.directed() ? __.outE().asAdmin() : __.bothE().asAdmin())
                .create(graph);
        Map<Long, Object> ranks = run(graph, workers, pageRank, PageRankVertexProgram.PAGE_RANK);
        known.answers("PR").forEach((vertex, rank) -> {
            double expected = Double.parseDouble(rank);
            assertEquals(expected, (double) ranks.get(vertex), 1e-9 * expected, known + " PR of " + vertex);
        });

        ConnectedComponentVertexProgram components =
                ConnectedComponentVertexProgram.build().create(graph);
        assertSameGroups(
                known.answers("WCC"), run(graph, workers, components, ConnectedComponentVertexProgram.COMPONENT));

        Map<Long, Object> steps =
                run(graph, workers, new DistanceProgram(by.source(), by.directed(), false), DistanceProgram.DISTANCE);
        known.answers("BFS").forEach((vertex, step) -> {
            double expected = step.equals(UNREACHABLE) ? Double.POSITIVE_INFINITY : Double.parseDouble(step);
            assertEquals(expected, (double) steps.get(vertex), known + " BFS of " + vertex);
        });

        Map<Long, Object> lengths =
                run(graph, workers, new DistanceProgram(by.source(), by.directed(), true), DistanceProgram.DISTANCE);
        known.answers("SSSP").forEach((vertex, length) -> {
            double expected = length.equals("infinity") ? Double.POSITIVE_INFINITY : Double.parseDouble(length);
            assertEquals(expected, (double) lengths.get(vertex), 1e-9, known + " SSSP of " + vertex);
        });

        Map<Long, Object> communities =
                run(graph, workers, new CommunityProgram(by.communityIterations()), CommunityProgram.COMMUNITY);
        known.answers("CDLP")
                .forEach((vertex, label) ->
                        assertEquals(label, communities.get(vertex).toString(), known + " CDLP of " + vertex));
    }

    /** The names of components may differ, but not the sets of their vertices. */
    private static void assertSameGroups(Map<Long, String> expected, Map<Long, Object> actual) {
        assertEquals(expected.keySet(), actual.keySet());
        Map<String, Object> names = new HashMap<>();
        expected.forEach((vertex, group) -> {
            Object name = actual.get(vertex);
            assertEquals(names.computeIfAbsent(group, g -> name), name, "component of " + vertex);
        });
        assertEquals(names.size(), names.values().stream().distinct().count());
    }

    private static Map<Long, Object> run(Graph graph, int workers, VertexProgram<?> program, String key)
            throws ExecutionException, InterruptedException {
        Graph result = computer(graph, workers)
                .program(program)
                .result(GraphComputer.ResultGraph.NEW)
                .persist(GraphComputer.Persist.VERTEX_PROPERTIES)
                .submit()
                .get()
                .graph();
        Map<Long, Object> values = new HashMap<>();
        result.vertices().forEachRemaining(v -> values.put(((Number) v.id()).longValue(), v.value(key)));
        return values;
    }

    private static GraphComputer computer(Graph graph, int workers) {
        return graph.compute().workers(workers);
    }

    private Graph load(KnownGraph known) {
        PraghGraph graph = PraghGraph.build().nodes(NODES).open();
        opened.add(graph);
        known.load(graph);
        graph.tx().commit();
        return graph;
    }
}
