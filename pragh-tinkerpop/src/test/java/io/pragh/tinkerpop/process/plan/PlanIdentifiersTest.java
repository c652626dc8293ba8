package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks plans over identifiers, which need not be read as long as all vertices of the graph have their numbers as
 * identifiers.
 */
class PlanIdentifiersTest {
    private static final int VERTICES = 40;

    private static final List<Function<GraphTraversalSource, List<?>>> QUERIES = List.of(
            g -> g.V().id().toList(),
            g -> g.V(1L).out().id().toList(),
            g -> g.V(1L).out().id().sum().toList(),
            g -> g.V(1L, 1L, 2L).out().out().id().sum().toList(),
            g -> g.V().out().out().id().sum().toList(),
            g -> g.V().both().id().sum().toList(),
            g -> g.V(3L).out().local(__.out().limit(1)).id().sum().toList(),
            g -> g.V().local(__.both().limit(100)).id().sum().toList(),
            g -> g.V(99_999L).out().id().sum().toList(),
            g -> g.V().out("none").id().sum().toList(),
            g -> g.V().out().groupCount().by(T.id).toList(),
            g -> g.V().out().id().max().toList(),
            g -> g.V().out().id().dedup().fold().unfold().toList());

    /** How often each result comes, or the failure. */
    private static Object found(Function<GraphTraversalSource, List<?>> query, GraphTraversalSource g) {
        try {
            Map<Object, Long> counts =
                    query.apply(g).stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
            return counts;
        } catch (ClassCastException text) {
            return "text among numbers";
        }
    }

    private static void check(String when, PraghGraph graph) {
        GraphTraversalSource plain = RandomTraversalsTest.withoutRewriting(graph);
        for (int i = 0; i < QUERIES.size(); i++) {
            int each = i;
            assertEquals(
                    found(QUERIES.get(i), plain),
                    found(QUERIES.get(i), graph.traversal()),
                    () -> when + ", query " + each);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void identifiersAreWhatIsRead(int nodes) {
        try (PraghGraph graph = PraghGraph.build().nodes(nodes).open()) {
            List<Vertex> vertices = new ArrayList<>();
            for (int i = 0; i < VERTICES; i++) {
                vertices.add(i % 4 == 0 ? graph.addVertex() : graph.addVertex(T.id, (long) i));
            }
            for (int i = 0; i < 4 * VERTICES; i++) {
                vertices.get(i % VERTICES).addEdge(i % 3 == 0 ? "a" : "b", vertices.get(i * 7 % VERTICES));
            }
            check("before it is committed", graph);
            graph.tx().commit();
            assertTrue(graph.store().transaction().isCalledByNumbers());
            check("numbers alone", graph);
            vertices.get(1).addEdge("a", graph.addVertex(T.id, "named"));
            check("a name of this transaction's", graph);
            graph.tx().rollback();
            check("given up", graph);
            vertices.get(1).addEdge("a", graph.addVertex(T.id, 77));
            graph.tx().commit();
            check("an int", graph);
        }
    }
}
