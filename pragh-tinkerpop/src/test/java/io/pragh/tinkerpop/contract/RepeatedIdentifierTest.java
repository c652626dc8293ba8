package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that an identifier is given to one element only: a second element with it is refused, or conflicts when
 * neither transaction saw the other.
 */
class RepeatedIdentifierTest {
    private PraghGraph graph;
    private GraphTraversalSource g;
    private Vertex hub;

    @BeforeEach
    void open() {
        graph = PraghGraph.build().nodes(2).open();
        g = graph.traversal();
        hub = g.addV("hub").next();
        g.tx().commit();
    }

    @AfterEach
    void close() {
        graph.close();
    }

    /** Numbers that become the vertex's own, other numbers, and other types. */
    static Stream<Object> identifiers() {
        return Stream.of(0, 7L, -5, 1L << 50, 1L << 42, 2.5, "text", UUID.randomUUID(), LocalDate.of(2026, 1, 31));
    }

    @ParameterizedTest
    @MethodSource("identifiers")
    void ofAVertexWithinATransaction(Object id) {
        g.addV("first").property(T.id, id).iterate();
        refused(() -> g.addV("second").property(T.id, id).iterate());
        g.addV("third").iterate(); // the transaction goes on
        g.tx().commit();
        assertEquals(List.of("first"), g.V(id).label().toList());
        assertEquals(1, g.V().hasLabel("third").count().next());
    }

    @ParameterizedTest
    @MethodSource("identifiers")
    void ofAVertexThatIsThere(Object id) {
        g.addV("first").property(T.id, id).iterate();
        g.tx().commit();
        refused(() -> g.addV("second").property(T.id, id).iterate());
        g.tx().commit();
        assertEquals(List.of("first"), g.V(id).label().toList());
    }

    @ParameterizedTest
    @MethodSource("identifiers")
    void ofVerticesInTwoTransactions(Object id) throws Exception {
        g.addV("late").property(T.id, id).iterate();
        Elsewhere.call(() -> {
            g.addV("early").property(T.id, id).iterate();
            g.tx().commit();
            return null;
        });
        assertThrows(CommitConflictException.class, () -> g.tx().commit());
        assertEquals(List.of("early"), g.V(id).label().toList());
        assertEquals(2, g.V().count().next());
        refused(() -> g.addV("late").property(T.id, id).iterate());
    }

    @ParameterizedTest
    @MethodSource("identifiers")
    void ofEdges(Object id) throws Exception {
        hub.addEdge("first", hub, T.id, id);
        refused(() -> hub.addEdge("second", hub, T.id, id));
        g.tx().commit();
        refused(() -> hub.addEdge("second", hub, T.id, id));
        g.tx().rollback();
        assertEquals(List.of("first"), g.E(id).label().toList());
        g.E(id).drop().iterate();
        g.tx().commit();

        hub.addEdge("late", hub, T.id, id);
        Elsewhere.call(() -> {
            g.V().hasLabel("hub").next().addEdge("early", hub, T.id, id);
            g.tx().commit();
            return null;
        });
        assertThrows(CommitConflictException.class, () -> g.tx().commit());
        assertEquals(List.of("early"), g.E(id).label().toList());
        assertEquals(1, g.V(hub).outE().count().next());
    }

    @ParameterizedTest
    @MethodSource("identifiers")
    void ofAVertexAndAnEdgeAreTwo(Object id) {
        Vertex vertex = graph.addVertex(T.id, id);
        vertex.addEdge("self", vertex, T.id, id);
        g.tx().commit();
        assertEquals(id, g.V(id).id().next());
        assertEquals(id, g.E(id).id().next());
    }

    private static void refused(Runnable add) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, add::run);
        assertTrue(refused.getMessage().contains("already exists"), refused.getMessage());
        assertTrue(
                refused.getCause().getMessage().contains("choose another"),
                refused.getCause().getMessage());
    }
}
