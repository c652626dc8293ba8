package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.util.List;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that totals of numbers that are not finite have Gremlin's value and type. It widens a {@code Float} that is
 * infinite, also alone.
 */
class InfiniteTotalsTest {
    private static void fill(Graph graph) {
        graph.addVertex(T.id, 1L, "n", Float.POSITIVE_INFINITY);
        graph.addVertex(T.id, 2L, "n", Double.NaN);
        graph.addVertex(T.id, 3L, "n", Float.NaN);
        graph.addVertex(T.id, 4L, "n", 1.5f);
        graph.addVertex(T.id, 5L, "n", Double.NEGATIVE_INFINITY);
    }

    /** Queries that are plans; their vertices come in the order in which they are named. */
    static List<Function<GraphTraversalSource, GraphTraversal<?, ?>>> queries() {
        return List.of(
                g -> g.V(1L).values("n").sum(),
                g -> g.V(1L, 1L).values("n").sum(),
                g -> g.V(2L).values("n").sum(),
                g -> g.V(3L).values("n").sum(),
                g -> g.V(4L).values("n").sum(),
                g -> g.V(2L, 1L).values("n").sum(),
                g -> g.V(3L, 1L).values("n").sum(),
                g -> g.V(1L, 4L).values("n").sum(),
                g -> g.V(1L, 5L).values("n").sum(),
                g -> g.V(4L, 3L, 2L).values("n").sum(),
                g -> g.V(1L, 3L).values("n").mean(),
                g -> g.V(2L, 1L).values("n").max(),
                g -> g.V(1L).group().by(T.label).by(__.values("n").sum()),
                g -> g.V(3L, 1L).group().by(T.label).by(__.values("n").sum()));
    }

    @ParameterizedTest
    @MethodSource("queries")
    void theyAreGremlins(Function<GraphTraversalSource, GraphTraversal<?, ?>> query) {
        try (TinkerGraph model = TinkerGraph.open();
                PraghGraph graph = PraghGraph.build().open()) {
            fill(model);
            fill(graph);
            graph.tx().commit();
            String explained = query.apply(graph.traversal()).explain().toString();
            assertTrue(explained.contains("PlanStep("), explained);
            assertEquals(
                    query.apply(model.traversal()).toList(),
                    query.apply(graph.traversal()).toList());
            graph.tx().rollback();
        }
    }
}
