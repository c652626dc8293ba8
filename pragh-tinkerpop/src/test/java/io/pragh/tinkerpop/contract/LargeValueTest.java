package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.Random;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Checks that a value that is too large is refused with its size and the limit. The former value must stay, and the
 * next transaction must work.
 */
class LargeValueTest {
    private static final int SEGMENT = 1 << 20;
    /** Bytes of a value's header. */
    private static final int HEADER = 40;

    private static final int ELEMENT_MAX = SEGMENT / 2 - HEADER;
    private static final int NAME_MAX = ELEMENT_MAX / 256 - 8;

    private PraghGraph graph;
    private GraphTraversalSource g;

    @BeforeEach
    void open() {
        graph = PraghGraph.build().set(PraghGraphConfig.SEGMENT_BYTES, SEGMENT).open();
        g = graph.traversal();
        g.addV("small").property(T.id, 1).property("name", "Ada").iterate();
        g.tx().commit();
    }

    /** After any refusal. */
    @AfterEach
    void nothingIsLostAndWorkGoesOn() {
        assertEquals("Ada", g.V(1).values("name").next());
        assertEquals(1, g.V().count().next());
        assertEquals(0, g.E().count().next());
        assertTrue(graph.variables().keys().isEmpty());
        g.addV("next").property("text", "x".repeat(1000)).iterate();
        g.tx().commit();
        assertEquals(2, g.V().count().next());
        graph.close();
    }

    @Test
    void vertexByOneValue() {
        g.addV("large").property(T.id, 2).property("text", "x".repeat(SEGMENT)).iterate();
        refusedAtCommit("VERTEX id=2 bytes=10485");
    }

    @Test
    void vertexByManyValues() {
        Vertex vertex = g.V(1).next();
        for (int i = 0; i < 200; i++) {
            vertex.property(VertexProperty.Cardinality.list, "text", "x".repeat(4000));
        }
        refusedAtCommit("VERTEX id=1 bytes=80");
    }

    @Test
    void vertexByItsIdentifier() {
        g.addV("large").property(T.id, "i".repeat(SEGMENT)).iterate();
        refusedAtCommit("VERTEX id=iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii… bytes=10485");
    }

    @Test
    void edge() {
        Vertex vertex = g.V(1).next();
        vertex.addEdge("self", vertex, T.id, "e", "text", "x".repeat(SEGMENT));
        refusedAtCommit("EDGE id=e bytes=10486");
    }

    @Test
    void variables() {
        graph.variables().set("text", "x".repeat(SEGMENT));
        refusedAtCommit("the graph's variables, which are one value: count=1 bytes=10485");
    }

    @Test
    void keyOfAProperty() {
        g.V(1).property("k".repeat(NAME_MAX + 1), "value").iterate();
        refused("begins=kkkkkkkkkkkkkkkkkkkk bytes=" + (NAME_MAX + 1) + " most=" + NAME_MAX, () -> g.tx().commit());
        assertFalse(g.tx().isOpen());
    }

    @Test
    void labelOfAVertex() {
        g.addV("l".repeat(NAME_MAX + 1)).iterate();
        refused("begins=llllllllllllllllllll bytes=" + (NAME_MAX + 1) + " most=" + NAME_MAX, () -> g.tx().commit());
        assertFalse(g.tx().isOpen());
    }

    /** An edge's label is checked at once, so that its transaction goes on. */
    @Test
    void labelOfAnEdge() {
        Vertex vertex = g.V(1).next();
        refused(
                "begins=ééééééééééééééééééé",
                () -> vertex.addEdge("é".repeat(NAME_MAX / 2 + 1), vertex)); // counted in bytes, not characters
        assertTrue(g.tx().isOpen());
        g.V(1).property("age", 36).iterate();
        g.tx().commit();
        assertEquals(36, g.V(1).values("age").next());
    }

    @Test
    void whatJustFitsIsStored() {
        String key = "k".repeat(NAME_MAX);
        byte[] bytes = new byte[ELEMENT_MAX - 100];
        new Random(1).nextBytes(bytes);
        Object id = g.addV("l".repeat(NAME_MAX)).property(key, bytes).id().next();
        g.tx().commit();
        assertArrayEquals(bytes, (byte[]) g.V(id).values(key).next());
        g.V(id).drop().iterate();
        g.tx().commit();
    }

    @Test
    void manyLongNamesFitTogether() {
        Vertex vertex = g.V(1).next();
        for (int i = 0; i < 300; i++) {
            vertex.property(i + "k".repeat(NAME_MAX - 3), i);
        }
        g.tx().commit();
        assertEquals(301, g.V(1).properties().count().next());
    }

    private void refusedAtCommit(String what) {
        refused(what, () -> g.tx().commit());
        assertFalse(g.tx().isOpen());
    }

    private static void refused(String what, Executable call) {
        PraghException refused = assertThrows(PraghException.class, call);
        assertTrue(refused.getMessage().contains(what), refused.getMessage());
        assertTrue(refused.getMessage().contains("make segments larger"), refused.getMessage());
    }
}
