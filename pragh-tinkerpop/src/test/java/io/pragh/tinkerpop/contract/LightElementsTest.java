package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.junit.jupiter.api.Test;

/** Checks that an element object keeps its identity and not its properties, and yet shows the current properties. */
class LightElementsTest {
    private static final int VERTICES = 40_000;
    private static final int PROPERTIES = 12;
    /** A transaction has two tables of what it has read last, with 8 MiB and a last vertex each. */
    private static final long RECENT_BYTES_MAX = 17L << 20;
    /**
     * What the transaction notes of a value that it has read, and the vertex's share of the test's list, with some
     * room.
     */
    private static final long BYTES_IN_TRANSACTION_MAX = 300;
    /** 40 for the vertex and 8 for its places in the list; properties would make it more than 2,000. */
    private static final long BYTES_ALONE_MAX = 120;
    /** With less than this, the vertices were not what was measured. */
    private static final long BYTES_ALONE_MIN = 24;

    @Test
    void verticesThatWereReadAreHeldWithoutTheirProperties() {
        try (PraghGraph graph = PraghGraph.build().nodes(1).open()) {
            for (int i = 0; i < VERTICES; i++) {
                List<Object> parts = new ArrayList<>(List.of(T.id, i, T.label, "thing"));
                for (int k = 0; k < PROPERTIES; k++) {
                    parts.add("key" + k);
                    parts.add("value " + i + " of " + k);
                }
                graph.addVertex(parts.toArray());
                if (i % 4_000 == 3_999) {
                    graph.tx().commit();
                }
            }
            GraphTraversalSource g = graph.traversal();
            g.V(0).has("key1", "value").iterate();
            g.tx().rollback();
            long before = usedBytes();
            List<Vertex> held = g.V().has("key7", P.neq("none")).toList();
            assertEquals(VERTICES, held.size());
            long inTransaction = usedBytes() - before;
            assertTrue(
                    inTransaction < RECENT_BYTES_MAX + VERTICES * BYTES_IN_TRANSACTION_MAX,
                    "bytes per vertex, in the transaction=" + inTransaction / VERTICES);
            g.tx().rollback();
            Vertex last = held.get(VERTICES - 1);
            assertEquals("value " + last.id() + " of 7", last.value("key7"));
            g.tx().rollback();
            long withVertices = usedBytes();
            assertEquals(VERTICES, held.size()); // keeps them alive up to here
            held = null; // the bytes that this frees are those of the vertices, whatever else is on the heap
            long alone = withVertices - usedBytes();
            assertTrue(alone < VERTICES * BYTES_ALONE_MAX, "bytes per vertex=" + alone / VERTICES);
            assertTrue(alone > VERTICES * BYTES_ALONE_MIN, "bytes per vertex=" + alone / VERTICES);
        }
    }

    /**
     * Bytes in use after a collection. The least of a few measurements counts, because other threads allocate, too.
     */
    private static long usedBytes() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    @Test
    void aVertexSaysWhatItIsWhenItIsGone() {
        try (PraghGraph graph = PraghGraph.build().nodes(2).open()) {
            GraphTraversalSource g = graph.traversal();
            Vertex named = graph.addVertex(T.id, "berlin", T.label, "city", "name", "Berlin");
            Vertex numbered = graph.addVertex(T.id, 5, T.label, "city", "name", "Bonn");
            named.addEdge("to", numbered);
            g.tx().commit();
            Vertex found = g.V().has("name", "Berlin").next();
            Vertex reached = g.V("berlin").out("to").has("name", "Bonn").next();
            g.tx().rollback();
            g.V().drop().iterate();
            g.tx().commit();
            graph.tx().onReadWrite(Transaction.READ_WRITE_BEHAVIOR.MANUAL); // from here on, reads would fail
            assertEquals("berlin", found.id());
            assertEquals("city", found.label());
            assertEquals(5, reached.id());
            assertEquals("city", reached.label());
            graph.tx().open();
            assertFalse(found.properties().hasNext());
            assertFalse(reached.property("name").isPresent());
            graph.tx().rollback();
        }
    }

    @Test
    void allHandlesOfAVertexShowTheTransactionsChanges() {
        try (PraghGraph graph = PraghGraph.build().nodes(2).open()) {
            GraphTraversalSource g = graph.traversal();
            graph.addVertex(T.id, 1, "name", "a").addEdge("to", graph.addVertex(T.id, 2, "name", "b"));
            g.tx().commit();
            Vertex one = g.V(2).next();
            Vertex other = g.V(1).next().vertices(Direction.OUT).next();
            assertEquals("b", one.value("name"));
            assertEquals("b", other.value("name"));
            VertexProperty<String> name = other.property("name");
            name.property("since", 1990);
            assertEquals((Integer) 1990, one.<String>property("name").<Integer>value("since"));
            one.property(VertexProperty.Cardinality.list, "name", "c");
            assertEquals(2, g.V(1).out().properties("name").count().next());
            g.tx().rollback();
            assertEquals("b", other.value("name"));
            assertFalse(one.property("name").property("since").isPresent());
            other.property("name").remove();
            assertFalse(one.property("name").isPresent());
            one.remove();
            assertFalse(other.properties().hasNext());
            assertEquals(2, other.id());
            g.tx().commit();
            assertFalse(g.V(2).hasNext());
        }
    }
}
