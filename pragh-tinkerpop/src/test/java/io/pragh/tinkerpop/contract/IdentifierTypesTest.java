package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that an element is found by all forms of its identifier that TinkerGraph's managers of identifiers accept.
 */
class IdentifierTypesTest {
    private static final UUID SOME_UUID = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");

    private PraghGraph graph;
    private GraphTraversalSource g;

    @BeforeEach
    void open() {
        graph = PraghGraph.build().nodes(2).open();
        g = graph.traversal();
    }

    @AfterEach
    void close() {
        graph.close();
    }

    static Stream<Arguments> same() {
        return Stream.of(
                // LONG and INTEGER managers: any number, and text of one
                Arguments.of(1L, List.of((byte) 1, (short) 1, 1, 1L, 1.0f, 1.0d, "1")),
                Arguments.of(1, List.of((byte) 1, (short) 1, 1, 1L, 1.0f, 1.0d, "1")),
                Arguments.of(-5, List.of(-5L, "-5", -5.0)),
                Arguments.of(Long.MAX_VALUE, List.of(Long.MAX_VALUE, "" + Long.MAX_VALUE)),
                // UUID manager: its text
                Arguments.of(SOME_UUID, List.of(SOME_UUID, SOME_UUID.toString())),
                // STRING manager
                Arguments.of("one", List.of("one")),
                // ANY manager: the value itself
                Arguments.of(2.5, List.of(2.5)),
                Arguments.of(new BigInteger("123456789012345678901"), List.of(new BigInteger("123456789012345678901"))),
                Arguments.of('c', List.of('c')),
                Arguments.of(true, List.of(true)));
    }

    @ParameterizedTest
    @MethodSource("same")
    void vertexAndEdgeAreFoundBy(Object id, List<Object> asked) {
        Vertex vertex = graph.addVertex(T.id, id);
        Edge edge = vertex.addEdge("self", vertex, T.id, id);
        for (boolean committed : new boolean[] {false, true}) {
            for (Object one : asked) {
                String what = one.getClass().getSimpleName() + " " + one + " committed=" + committed;
                assertEquals(List.of(vertex), g.V(one).toList(), what);
                assertEquals(List.of(edge), g.E(one).toList(), what);
                assertEquals(id, g.V(one).next().id(), "given back as it was given");
                assertEquals(id, g.E(one).next().id(), "given back as it was given");
            }
            g.tx().commit();
        }
    }

    @Test
    void exactTypeWins() {
        graph.addVertex(T.id, 1, T.label, "number");
        graph.addVertex(T.id, "1", T.label, "text");
        graph.addVertex(T.id, "2", T.label, "text");
        g.tx().commit();
        assertEquals("number", g.V(1).label().next());
        assertEquals("text", g.V("1").label().next());
        assertFalse(g.V(2).hasNext()); // a number is not made a text: "2" was given as text
    }

    @Test
    void whatIsNoIdentifierFindsNothing() {
        graph.addVertex(T.id, 1);
        g.tx().commit();
        for (Object other : List.of("01x", "", "1.0", 1.5, "99999999999999999999", UUID.randomUUID(), "one")) {
            assertFalse(g.V(other).hasNext(), () -> "found by " + other);
            assertFalse(g.E(other).hasNext(), () -> "found by " + other);
        }
    }

    @Test
    void graphGivesNumbersToVerticesAndTextToEdges() {
        Vertex vertex = graph.addVertex();
        Edge edge = vertex.addEdge("self", vertex);
        g.tx().commit();
        assertTrue(vertex.id() instanceof Long);
        assertTrue(edge.id() instanceof String);
        assertEquals(vertex, g.V(vertex.id().toString()).next());
        assertEquals(edge, g.E(edge.id()).next());
    }
}
