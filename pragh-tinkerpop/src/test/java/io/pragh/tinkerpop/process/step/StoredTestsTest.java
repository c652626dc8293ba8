package io.pragh.tinkerpop.process.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.StoredTests;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that predicates on stored bytes agree with Gremlin's predicates on the values. */
class StoredTestsTest {
    private static final List<@Nullable Object> VALUES = Arrays.asList(
            null,
            "",
            "1",
            "a",
            "ä",
            "a longer text, so that its length is seen",
            "\ud800", // half a surrogate pair
            "\ud83d\ude00",
            'a',
            true,
            (byte) 1,
            (short) 1,
            1,
            2,
            -1,
            Integer.MAX_VALUE,
            1L,
            2L,
            (long) Integer.MAX_VALUE,
            Long.MIN_VALUE,
            1.0f,
            1.0,
            0.0,
            -0.0,
            Double.NaN,
            1.5,
            BigInteger.ONE,
            BigDecimal.ONE,
            new BigDecimal("1.0"),
            List.of("a"));

    private PraghGraph graph;
    private GraphTraversalSource g;

    @BeforeEach
    void open() {
        graph = PraghGraph.build().nullValues(true).open();
        g = graph.traversal();
    }

    @AfterEach
    void close() {
        graph.tx().rollback();
        graph.close();
    }

    private void fill() {
        graph.addVertex(T.id, 0);
        for (int i = 0; i < VALUES.size(); i++) {
            graph.addVertex(T.id, i + 1, T.label, "one", "other", i, "k", VALUES.get(i));
        }
        for (int i = 0; i < VALUES.size(); i++) {
            Vertex several = graph.addVertex(T.id, 1000 + i, T.label, "several");
            several.property(VertexProperty.Cardinality.list, "k", "x");
            several.property(VertexProperty.Cardinality.list, "k", VALUES.get(i), "own", 1);
            several.property(VertexProperty.Cardinality.list, "k", 7L, T.id, "called so");
        }
    }

    private void check(@Nullable Object wanted) {
        P<Object> predicate = P.eq(wanted);
        for (String key : List.of("k", "other", "no vertex has it")) {
            HasContainer has = new HasContainer(key, predicate);
            StoredTests stored = new StoredTests(List.of(has));
            List<Object> expected = new ArrayList<>();
            graph.vertices().forEachRemaining(vertex -> {
                boolean passes = HasContainer.testAll(vertex, List.of(has));
                assertEquals(passes, stored.pass(vertex), () -> wanted + " at " + vertex);
                if (passes) {
                    expected.add(vertex.id());
                }
            });
            expected.sort(null);
            assertEquals(expected, g.V().has(key, predicate).id().order().toList(), () -> "scan for " + wanted);
            assertEquals(
                    expected.stream().filter(id -> (int) id >= 1000).toList(),
                    g.V().hasLabel("several").has(key, predicate).id().order().toList(),
                    () -> "scan of a label for " + wanted);
            assertEquals(
                    expected,
                    g.inject(1).V().filter(__.has(key, predicate)).id().order().toList(),
                    () -> "filter for " + wanted);
        }
    }

    @Test
    void whatIsStoredPassesAsItsValueDoes() {
        fill();
        VALUES.forEach(this::check); // with values of the transaction itself
        graph.tx().commit();
        VALUES.forEach(this::check);
    }

    @Test
    void whatTheTransactionHasChangedPassesAsItIsNow() {
        fill();
        graph.tx().commit();
        g.V(4).property("k", "b").iterate();
        g.V(5).properties("k").drop().iterate();
        g.V(6).drop().iterate();
        g.V(7).property("new", 1).iterate();
        VALUES.forEach(this::check);
        check("b");
        assertEquals(List.of(4), g.V().has("k", "b").id().toList());
    }

    @Test
    void whatIsChangedWhileAScanIsUnderWayIsTestedWhenItComes() {
        for (int i = 0; i < 10; i++) {
            graph.addVertex(T.id, i, "k", "a");
        }
        graph.tx().commit();
        Iterator<Vertex> scan = g.V().has("k", "a");
        assertEquals(0, scan.next().id());
        g.V(1).property("k", "b").iterate();
        g.V(2).drop().iterate();
        assertEquals(3, scan.next().id());
        graph.tx().commit();
        g.V(4).property("k", "b").iterate(); // in the next transaction
        assertEquals(5, scan.next().id());
    }

    @Test
    void neighboursAreTestedByTheirStoredBytes() {
        Vertex centre = graph.addVertex(T.id, 0);
        for (int i = 1; i < 40; i++) {
            centre.addEdge("e", graph.addVertex(T.id, i, "k", "text" + i % 3, "n", i % 2));
        }
        graph.tx().commit();
        assertEquals(13, g.V(0).out().has("k", "text1").count().next());
        assertEquals(6, g.V(0).out().has("k", "text1").has("n", 0).count().next());
        assertEquals(6, g.V(0).out().has("k", "text1").has("n", 0L).count().next());
        assertEquals(0, g.V(0).out().has("nobody", "text1").count().next());
        assertEquals(List.of("text1"), g.V(1).values("k").toList());
        assertEquals(List.of(), g.V(1).values("nobody").toList());
    }

    @Test
    void anyElementMayComeToATest() {
        Vertex vertex = graph.addVertex("k", "a");
        VertexProperty<Object> property = vertex.property("k");
        StoredTests tests = new StoredTests(List.of(new HasContainer("k", P.eq("a"))));
        assertTrue(tests.pass(Objects.requireNonNull(vertex)));
        assertFalse(tests.pass(property));
        graph.tx().commit();
        assertTrue(tests.pass(property.property("k", "a").element()), "its own property");
        for (String value : List.of("a", "b")) {
            StoredTests ofValue = new StoredTests(List.of(new HasContainer(T.value.getAccessor(), P.eq(value))));
            assertEquals(value.equals("a"), ofValue.pass(property));
            assertEquals(
                    value.equals("a"), g.V().properties().has(T.value, value).hasNext());
            assertEquals(
                    value.equals("a"),
                    g.V().out().fold().V().properties().has(T.value, value).hasNext());
        }
    }
}
