package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.util.List;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty.Cardinality;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that plans read a key of which a vertex has several values as Gremlin's steps do: {@code by(values("k"))} is
 * {@code by("k")}, which refuses that vertex, and other children have their first result.
 */
class SeveralValuesTest {
    private static void fill(Graph graph) {
        Vertex vertex = graph.addVertex(T.id, 1L, "one", "x");
        vertex.property(Cardinality.list, "name", "a");
        vertex.property(Cardinality.list, "name", "b");
    }

    static List<Function<GraphTraversalSource, GraphTraversal<?, ?>>> refused() {
        return List.of(
                g -> g.V(1L).project("a").by(__.values("name")),
                g -> g.V(1L).project("a").by("name"),
                g -> g.V(1L).identity().order().by(__.values("name")),
                g -> g.V(1L).group().by(__.values("name")).by(__.count()),
                g -> g.V(1L).groupCount().by(__.values("name")),
                g -> g.V(1L).as("v").select("v").by(__.values("name")),
                g -> g.V(1L).path().by(__.values("name")),
                g -> g.withSack(0).V(1L).sack(Operator.assign).by(__.values("name")));
    }

    static List<Function<GraphTraversalSource, GraphTraversal<?, ?>>> answered() {
        return List.of(
                g -> g.V(1L).project("a").by(__.values("one")),
                g -> g.V(1L).project("a").by(__.values("none")),
                g -> g.V(1L).project("a").by(__.values("name", "one").count()),
                g -> g.V(1L).groupCount().by(__.values("name").fold()),
                g -> g.V(1L).map(__.values("name").count()),
                g -> g.V(1L).map(__.values("name")).count(),
                g -> g.V(1L)
                        .choose(__.values("name"))
                        .option("a", __.identity())
                        .option("b", __.values("one")));
    }

    private static PraghGraph filled() {
        PraghGraph graph = PraghGraph.build().open();
        fill(graph);
        graph.tx().commit();
        return graph;
    }

    @ParameterizedTest
    @MethodSource("refused")
    void severalValuesAreRefused(Function<GraphTraversalSource, GraphTraversal<?, ?>> query) throws Exception {
        try (TinkerGraph model = TinkerGraph.open();
                PraghGraph graph = filled()) {
            fill(model);
            assertPlanned(query, graph);
            String expected = assertThrows(
                            IllegalStateException.class,
                            () -> query.apply(model.traversal()).toList())
                    .getMessage();
            String found = assertThrows(
                            IllegalStateException.class,
                            () -> query.apply(graph.traversal()).toList())
                    .getMessage();
            assertEquals(expected, found);
        }
    }

    @ParameterizedTest
    @MethodSource("answered")
    void otherChildrenAreAnswered(Function<GraphTraversalSource, GraphTraversal<?, ?>> query) throws Exception {
        try (TinkerGraph model = TinkerGraph.open();
                PraghGraph graph = filled()) {
            fill(model);
            assertPlanned(query, graph);
            assertEquals(
                    query.apply(model.traversal()).toList().toString(),
                    query.apply(graph.traversal()).toList().toString());
        }
    }

    private static void assertPlanned(Function<GraphTraversalSource, GraphTraversal<?, ?>> query, PraghGraph graph) {
        String explained = query.apply(graph.traversal()).explain().toString();
        assertTrue(explained.contains("PlanStep("), explained);
    }
}
