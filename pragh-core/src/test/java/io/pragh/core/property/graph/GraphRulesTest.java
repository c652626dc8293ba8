package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.api.ConflictException;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementExistsException;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks the rules of docs/property-graph.md with two concurrent transactions, each from another node. */
class GraphRulesTest {
    private final GraphFixture world = new GraphFixture();
    private GraphTransaction first;
    private GraphTransaction second;
    private EdgeRef edge;

    @BeforeEach
    void begin() {
        edge = world.commit(0, t -> {
            EdgeRef added = t.addEdge(t.addVertex("v", 1), "e", t.addVertex("v", 2), null);
            assertNotNull(t.idOf(added)); // so it gets an edge id
            return added.withNumber();
        });
        first = world.begin(1);
        second = world.begin(2);
    }

    @AfterEach
    void end() {
        first.close();
        second.close();
        world.close();
    }

    private static void join(GraphTransaction transaction, Object out, Object in) {
        transaction.addEdge(GraphFixture.vertex(transaction, out), "e", GraphFixture.vertex(transaction, in), null);
    }

    /** Removes a vertex, and everything that would be left of it. */
    private static void remove(GraphTransaction transaction, Object id) {
        transaction.removeVertex(GraphFixture.vertex(transaction, id));
    }

    private void setWeight(GraphTransaction transaction, int weight) {
        EdgeRecord record = transaction.record(edge);
        record.properties().put("weight", weight);
        transaction.change(record);
    }

    @Test
    void anEdgeIsNotAddedToAVertexThatIsRemovedBefore() {
        join(second, 1, 2);
        remove(first, 1);
        first.commit();
        assertThrows(ConflictException.class, second::commit);
        world.see(0, t -> assertEquals(List.of(), GraphFixture.edges(t, 2)));
    }

    @Test
    void aVertexIsNotRemovedThatGetsAnEdgeBefore() {
        remove(first, 1);
        join(second, 2, 1);
        second.commit();
        assertThrows(ConflictException.class, first::commit);
        world.see(0, t -> assertEquals(2, GraphFixture.edges(t, 1).size()));
    }

    @Test
    void aVertexIsNotRemovedThatGetsAnEdgeOfANewLabelBefore() {
        remove(first, 1);
        second.addEdge(GraphFixture.vertex(second, 2), "new", GraphFixture.vertex(second, 1), null);
        second.commit();
        assertThrows(ConflictException.class, first::commit);
    }

    @Test
    void anEdgeIsNotAddedToAVertexThatIsRemovedBeforeThoughNobodyHasReadIt() {
        second.addEdge(1, "e", 2, null);
        remove(first, 1);
        first.commit();
        assertThrows(ConflictException.class, second::commit);
        world.see(0, t -> assertEquals(List.of(), GraphFixture.edges(t, 2)));
    }

    @Test
    void anEdgeIsNotAddedToAVertexWhoseListWasEmptyWhenItWasRemoved() {
        world.run(0, t -> t.removeEdge(edge));
        try (GraphTransaction late = world.begin(0)) {
            late.addEdge(2, "e", 1, null);
            late.addEdge(1, "e", 2, null);
            world.run(1, t -> remove(t, 1));
            assertThrows(ConflictException.class, late::commit);
        }
        world.see(0, t -> assertEquals(List.of(), GraphFixture.edges(t, 2)));
    }

    @Test
    void anEdgeIsNotAddedToAVertexThatNeverWas() {
        second.addEdge(1, "e", 3, null);
        assertThrows(ConflictException.class, second::commit);
        world.see(0, t -> assertEquals(1, GraphFixture.edges(t, 1).size()));
    }

    @Test
    void aVertexThatWasRemovedAndAddedAgainHasTheEdgesThatItGetsThen() {
        remove(first, 1);
        first.addVertex("v", 1);
        first.commit();
        world.run(2, t -> t.addEdge(1, "e", 2, null));
        world.see(0, t -> {
            assertEquals(1, GraphFixture.edges(t, 1).size());
            assertEquals(1, GraphFixture.edges(t, 2).size());
        });
    }

    @Test
    void edgesOfOneVertexAreAddedWithoutConflict() {
        join(first, 1, 2);
        join(second, 1, 2);
        first.commit();
        second.commit();
        world.see(0, t -> assertEquals(3, t.degrees(new long[] {1}, true, false, null)[0]));
    }

    @Test
    void anEdgeThatIsRemovedGetsNoProperties() {
        setWeight(second, 5);
        first.removeEdge(edge);
        first.commit();
        assertThrows(ConflictException.class, second::commit);
        world.see(0, t -> assertEquals(Map.of(), t.record(edge).properties()));
    }

    @Test
    void anEdgeThatGetsPropertiesIsNotRemovedWithoutThem() {
        first.removeEdge(edge);
        setWeight(second, 5);
        second.commit();
        assertThrows(ConflictException.class, first::commit);
        world.run(1, t -> t.removeEdge(edge));
        world.see(0, t -> {
            assertNull(t.edgeOf(t.idOf(edge)));
            assertEquals(Map.of(), t.record(edge).properties());
        });
    }

    @Test
    void anEdgeThatIsRemovedWithItsVertexGetsNoProperties() {
        setWeight(second, 5);
        remove(first, 2);
        first.commit();
        assertThrows(ConflictException.class, second::commit);
        world.see(0, t -> assertEquals(0, t.countEdges()));
    }

    @Test
    void oneOfTwoTransactionsGetsAnIdentifier() {
        for (Object id : List.of("text", 77, -1)) {
            GraphTransaction one = world.begin(1);
            GraphTransaction two = world.begin(2);
            one.addVertex("v", id);
            two.addVertex("w", id);
            two.commit();
            assertThrows(ConflictException.class, one::commit);
            try (GraphTransaction again = world.begin(1)) {
                assertThrows(ElementExistsException.class, () -> again.addVertex("v", id));
            }
            world.see(0, t -> assertEquals("w", GraphFixture.vertex(t, id).label()));
        }
    }

    @Test
    void oneOfTwoTransactionsGetsAnEdgesIdentifier() {
        for (GraphTransaction transaction : List.of(first, second)) {
            VertexRecord vertex = GraphFixture.vertex(transaction, 1);
            transaction.addEdge(vertex, "e", vertex, "taken");
        }
        first.commit();
        assertThrows(ConflictException.class, second::commit);
        world.see(
                0,
                t -> assertEquals(1, Objects.requireNonNull(t.edgeOf("taken")).out()));
    }

    @Test
    void aTransactionOfBeforeAnIndexDoesNotWriteWithoutIt() {
        GraphFixture.set(first, GraphFixture.vertex(first, 1), "k", 5);
        world.graph(0).createIndex(ElementKind.VERTEX, "k");
        assertThrows(ConflictException.class, first::commit);
        GraphFixture.set(second, GraphFixture.vertex(second, 1), "k", 6);
        assertThrows(ConflictException.class, second::commit);
        world.run(1, t -> GraphFixture.set(t, GraphFixture.vertex(t, 1), "k", 7));
        world.see(0, t -> assertEquals(1, t.verticesByIndex("k", 7).size()));
    }

    @Test
    void ofTwoChangesToOneVertexOneConflicts() {
        GraphFixture.set(first, GraphFixture.vertex(first, 1), "k", 5);
        GraphFixture.set(second, GraphFixture.vertex(second, 1), "l", 6);
        first.commit();
        assertThrows(ConflictException.class, second::commit);
    }

    @Test
    void whatWasReadAndHasChangedIsAConflict() {
        assertEquals(0, GraphFixture.vertex(first, 1).properties().size());
        GraphFixture.set(first, GraphFixture.vertex(first, 2), "k", 5);
        assertEquals(0, GraphFixture.vertex(second, 2).properties().size());
        GraphFixture.set(second, GraphFixture.vertex(second, 1), "k", 5);
        first.commit();
        assertThrows(ConflictException.class, second::commit); // otherwise write skew
    }
}
