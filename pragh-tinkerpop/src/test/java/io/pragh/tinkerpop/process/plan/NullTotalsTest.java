package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that totals pass over null, where null is a value: sum, mean, max and min, first or later, alone or not. */
class NullTotalsTest {
    private static final Long[] NULL_FIRST = {1L, 2L, 3L, 4L};
    private static final Long[] NULL_LATER = {2L, 1L, 4L, 3L};
    private static final Long[] NULL_ONLY = {1L, 3L};

    private static void fill(Graph graph) {
        List<Integer> weights = Arrays.asList(null, 3, null, 5, null);
        Vertex all = graph.addVertex(T.id, 0L);
        for (int i = 0; i < weights.size(); i++) {
            Vertex vertex = graph.addVertex(T.id, 1L + i, T.label, i < 4 ? "some" : "none", "weight", weights.get(i));
            all.addEdge("has", vertex, "weight", weights.get(i));
        }
    }

    /** Queries that are plans; their vertices come in the order in which they are named. */
    static List<Function<GraphTraversalSource, GraphTraversal<?, ?>>> queries() {
        return List.of(
                g -> g.V((Object[]) NULL_FIRST).values("weight").sum(),
                g -> g.V((Object[]) NULL_LATER).values("weight").sum(),
                g -> g.V((Object[]) NULL_ONLY).values("weight").sum(),
                g -> g.V((Object[]) NULL_FIRST).values("weight").mean(),
                g -> g.V((Object[]) NULL_LATER).values("weight").mean(),
                g -> g.V((Object[]) NULL_ONLY).values("weight").mean(),
                g -> g.V((Object[]) NULL_FIRST).values("weight").max(),
                g -> g.V((Object[]) NULL_LATER).values("weight").min(),
                g -> g.V((Object[]) NULL_ONLY).values("weight").max(),
                g -> g.V(1L, 1L, 2L, 2L, 3L, 4L).values("weight").mean(),
                g -> g.V(9L).values("weight").mean(),
                g -> g.V(0L).out().values("weight").sum(),
                g -> g.V(0L).outE().values("weight").mean(),
                g -> g.V((Object[]) NULL_FIRST)
                        .group()
                        .by(T.label)
                        .by(__.values("weight").sum()),
                g -> g.V((Object[]) NULL_FIRST)
                        .group()
                        .by(T.label)
                        .by(__.values("weight").mean()),
                g -> g.V(0L).out().group().by(T.label).by(__.values("weight").mean()),
                g -> g.V((Object[]) NULL_FIRST)
                        .project("sum")
                        .by(__.values("weight").sum()));
    }

    @ParameterizedTest
    @MethodSource("queries")
    void nullIsPassedOver(Function<GraphTraversalSource, GraphTraversal<?, ?>> query) throws Exception {
        BaseConfiguration options = new BaseConfiguration();
        options.setProperty(TinkerGraph.GREMLIN_TINKERGRAPH_ALLOW_NULL_PROPERTY_VALUES, true);
        BaseConfiguration ours = new BaseConfiguration();
        ours.setProperty("pragh.nullValues", true);
        try (TinkerGraph model = TinkerGraph.open(options);
                PraghGraph graph = PraghGraph.open(ours)) {
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
