package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a vertex that an edge has led to, and that the transaction has removed before it was read, still tells
 * its identifier and label, as in TinkerGraph.
 */
class RemovedVertexTest {
    private static final int VERTICES = 6;

    /** A path whose vertices, called by numbers and by text, have all an edge from the first one. */
    private static void fill(Graph graph) {
        Vertex first = graph.addVertex(T.id, 0L, T.label, "first");
        Vertex before = null;
        for (long i = 1; i <= VERTICES; i++) {
            Vertex vertex = graph.addVertex(T.id, i % 3 == 0 ? "n" + i : (Object) i, T.label, "label" + i % 2);
            first.addEdge("has", vertex);
            if (before != null) {
                before.addEdge("next", vertex);
            }
            before = vertex;
        }
    }

    private static void check(PraghGraph graph, Function<GraphTraversalSource, Object> query) throws Exception {
        try (TinkerGraph model = TinkerGraph.open()) {
            fill(model);
            Object expected = query.apply(model.traversal());
            assertEquals(expected, query.apply(graph.traversal()));
        } finally {
            graph.tx().rollback();
        }
    }

    private static Set<Object> removingAhead(GraphTraversalSource g, Function<Vertex, Object> seen) {
        Set<Object> all = g
                .V(0L)
                .out("has")
                .fold()
                .<Vertex>unfold()
                .sideEffect(__.out("next").drop())
                .toSet()
                .stream()
                .map(seen)
                .collect(Collectors.toSet());
        assertEquals(2, g.V().hasId(0L, 1L).count().next());
        return all;
    }

    /** Other than in TinkerGraph. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRemovedEdgeTellsItsVertices(int nodes) {
        try (PraghGraph graph = PraghGraph.build().nodes(nodes).open()) {
            fill(graph);
            graph.traversal().E().property("weight", 1).iterate();
            graph.tx().commit();
            GraphTraversalSource g = graph.traversal();
            List<Vertex> ends = g.V(0L).outE("has").sideEffect(__.drop()).inV().toList();
            assertEquals(VERTICES, ends.size());
            assertFalse(g.V(0L).outE("has").hasNext());
            assertFalse(g.E().sideEffect(__.drop()).values("weight").hasNext(), "a removed edge has no properties");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void itTellsIdentifierAndLabel(int nodes) throws Exception {
        try (PraghGraph graph = PraghGraph.build().nodes(nodes).open()) {
            fill(graph);
            graph.tx().commit();
            check(graph, g -> removingAhead(g, Vertex::id));
            check(graph, g -> removingAhead(g, Vertex::label));
            check(graph, g -> removingAhead(g, Vertex::toString));
            check(graph, g -> removingAhead(g, vertex -> vertex.properties().hasNext()));
            check(
                    graph,
                    g -> g.V(0L)
                            .out("has")
                            .fold()
                            .unfold()
                            .sideEffect(__.out("next").drop())
                            .elementMap()
                            .toSet());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void alsoWhenTheTransactionHasAddedIt(int nodes) throws Exception {
        try (PraghGraph graph = PraghGraph.build().nodes(nodes).open()) {
            fill(graph);
            check(graph, g -> removingAhead(g, Vertex::toString));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anotherVertexWithItsIdentifierIsNotMistakenForIt(int nodes) {
        try (PraghGraph graph = PraghGraph.build().nodes(nodes).open()) {
            fill(graph);
            graph.tx().commit();
            List<Vertex> held =
                    new ArrayList<>(graph.traversal().V(0L).out("has").toList());
            graph.traversal().V(0L).out("has").drop().iterate();
            graph.addVertex(T.id, 1L, T.label, "again");
            graph.traversal().V(1L).drop().iterate();
            Set<Object> ids = Set.copyOf(held.stream().map(Vertex::id).toList());
            assertEquals(Set.of(1L, 2L, "n3", 4L, 5L, "n6"), ids);
            assertThrows(IllegalStateException.class, () -> held.get(0).property("key", "value"), "it is removed");
            assertFalse(held.get(0).properties().hasNext());
        }
    }
}
