package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.NewEdges;
import io.pragh.core.property.VertexRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the identifiers of edges before and after the transaction that adds them, and which edges are stored without
 * an edge id.
 */
class EdgeIdentityTest {
    /** More entries than fit a block of a list. */
    private static final int LONG = 4_200;

    private final GraphFixture world = new GraphFixture();

    @AfterEach
    void end() {
        world.close();
    }

    private void vertices(Object... ids) {
        world.run(0, t -> {
            for (Object id : ids) {
                t.addVertex("v", id);
            }
        });
    }

    private static EdgeRef join(GraphTransaction transaction, long out, long in) {
        return transaction.addEdge(out, "e", in, null);
    }

    private List<EdgeRef> stored(int node) {
        List<EdgeRef> stored = new ArrayList<>();
        world.see(node, t -> stored.addAll(EdgeEntries.checked(world.graph(node), t)));
        return stored;
    }

    private List<EdgeRef> entries(int node) {
        List<EdgeRef> entries = new ArrayList<>();
        world.see(node, t -> entries.addAll(EdgeEntries.atBothEnds(world.graph(node), t)));
        return entries;
    }

    private void expect(int edges, int unnumbered) {
        for (int node = 0; node < GraphFixture.NODES; node++) {
            List<EdgeRef> stored = stored(node);
            assertEquals(edges, stored.size());
            assertEquals(unnumbered, EdgeEntries.unnumbered(stored), stored::toString);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "3, 3"})
    void anEdgeThatIsAloneHasNoNumber(long out, long in) {
        vertices(1, 2, 3);
        NewEdges[] new1 = new NewEdges[1];
        EdgeRef edge = world.commit(1, t -> {
            new1[0] = t.newEdges();
            EdgeRef added = join(t, out, in);
            assertTrue(added.isPending());
            assertEquals(added, new1[0].now(added));
            return added;
        });
        expect(1, 1);
        assertEquals(0, new1[0].now(edge).eid());
        assertEquals(0, new1[0].settle(edge).eid(), "who asks later hears what it has become");
        world.see(2, t -> {
            assertNotNull(t.edgeOf(t.idOf(new1[0].now(edge))));
            assertNull(t.findAgain(List.of(edge))[0], "nobody else knows an edge that is pending");
        });
    }

    @Test
    void neitherHasOneBetweenVerticesOfTheSameTransaction() {
        world.run(0, t -> {
            VertexRecord one = t.addVertex("v", 1);
            VertexRecord other = t.addVertex("v", null);
            t.addEdge(one, "e", other, null);
            t.addEdge(other, "e", one, null);
            t.addEdge(one, "f", other, null);
            t.addEdge(one, "e", one, null);
        });
        expect(4, 4);
    }

    @Test
    void whoAsksBeforeTheCommitHearsWhatItIsCalledAfterIt() {
        vertices(1, 2);
        Object id = world.commit(1, t -> {
            EdgeRef edge = join(t, 1, 2);
            Object asked = t.idOf(edge);
            assertEquals(edge, t.edgeOf(asked));
            assertEquals(asked, t.idOf(Objects.requireNonNull(t.edgeOf(asked))));
            return asked;
        });
        expect(1, 0);
        world.see(2, t -> assertEquals(id, t.idOf(Objects.requireNonNull(t.edgeOf(id)))));
    }

    @Test
    void whatARecordSaysStaysSo() {
        vertices(1, 2, 3);
        Object[] ids = new Object[2];
        world.run(1, t -> {
            EdgeRecord edge = t.record(join(t, 1, 2));
            edge.properties().put("k", 5);
            t.change(edge);
            ids[0] = edge.id();
            ids[1] = t.record(join(t, 1, 3)).id();
            t.addEdge(2, "e", 3, "named");
        });
        expect(3, 0);
        world.see(2, t -> {
            EdgeRecord edge = t.record(Objects.requireNonNull(t.edgeOf(ids[0])));
            assertEquals(Map.of("k", 5), edge.properties());
            assertEquals(ids[0], edge.id());
            assertNotNull(t.edgeOf(ids[1]));
            assertNotNull(t.edgeOf("named"));
        });
    }

    @Test
    void ofParallelEdgesOneHasNoNumber() {
        vertices(1, 2);
        world.run(0, t -> {
            for (int i = 0; i < 20; i++) {
                join(t, 1, 2);
                join(t, 2, 2);
            }
        });
        expect(40, 2);
        world.run(1, t -> {
            join(t, 1, 2);
            join(t, 2, 1);
        });
        world.run(2, t -> join(t, 2, 2));
        expect(43, 3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenOneOfTwoParallelsGoesTheOtherIsCalledAsBefore(boolean firstGoes) {
        vertices(1, 2);
        world.run(0, t -> join(t, 1, 2));
        world.run(1, t -> join(t, 1, 2));
        List<EdgeRef> both = stored(0);
        EdgeRef goes =
                both.stream().filter(e -> e.eid() == 0 == firstGoes).findFirst().orElseThrow();
        EdgeRef stays =
                both.stream().filter(e -> e.eid() == 0 != firstGoes).findFirst().orElseThrow();
        world.run(2, t -> t.removeEdge(goes));
        assertEquals(List.of(stays), stored(1));
        assertEquals(stays.eid(), stored(1).get(0).eid());
        assertEquals(!firstGoes, EdgeEntries.isCalledWithoutNumber(stays));
        world.run(0, t -> join(t, 1, 2));
        expect(2, firstGoes ? 0 : 1);
    }

    @Test
    void anEdgeThatTakesThePlaceOfAnotherInOneTransactionIsCalledOtherwise() {
        vertices(1, 2);
        EdgeRef before = world.commit(0, t -> {
            join(t, 1, 2);
            return new EdgeRef(1, 1, 2, 0);
        });
        world.run(1, t -> {
            t.removeEdge(before);
            join(t, 1, 2);
        });
        expect(1, 0);
        world.see(0, t -> assertNull(t.edgeOf(t.idOf(before))));
    }

    @Test
    void aVertexThatTakesThePlaceOfAnotherHasEdgesOfItsOwn() {
        vertices(1, 2, 3);
        world.run(0, t -> {
            join(t, 1, 2);
            join(t, 2, 1);
        });
        world.run(1, t -> {
            t.removeVertex(GraphFixture.vertex(t, 1));
            t.addVertex("v", 1);
            join(t, 1, 2);
            join(t, 1, 3);
            join(t, 2, 1);
            join(t, 3, 1);
        });
        expect(4, 0);
    }

    @Test
    void anEdgeThatGetsItsNumberWithAPropertyIsNotAlone() {
        vertices(1, 2);
        world.run(0, t -> join(t, 1, 2));
        EdgeRef edge = stored(0).get(0);
        world.run(1, t -> {
            EdgeRecord record = t.record(edge);
            record.properties().put("k", 1);
            t.change(record);
            join(t, 1, 2);
        });
        expect(2, 0);
        world.run(2, t -> join(t, 1, 2));
        expect(3, 0);
        assertEquals(
                1, stored(0).stream().filter(EdgeEntries::isCalledWithoutNumber).count());
    }

    /** The short list is that of the outgoing edges in one case, that of the incoming edges in the other. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ofTwoTransactionsThatAddTheSameEdgeOneGivesItANumber(boolean hubsLeave) {
        int hub = 900;
        vertices(1, 2);
        world.run(0, t -> {
            long[] others = new long[hub];
            for (int i = 0; i < hub; i++) {
                others[i] = t.addVertex("v", 100 + i).vid();
            }
            for (long other : others) {
                join(t, hubsLeave ? 1 : other, hubsLeave ? other : 1);
            }
        });
        long out = hubsLeave ? 1 : 2;
        long in = hubsLeave ? 2 : 1;
        GraphTransaction first = world.begin(1);
        GraphTransaction second = world.begin(2);
        EdgeRef firstEdge = join(first, out, in);
        EdgeRef secondEdge = join(second, out, in);
        EdgeRef further = join(second, 2, 2);
        first.commit();
        second.commit();
        assertEquals(0, first.newEdges().now(firstEdge).eid());
        EdgeRef numbered = second.newEdges().now(secondEdge);
        assertEquals(secondEdge.withNumber().eid(), numbered.eid());
        List<EdgeRef> stored = entries(0);
        assertTrue(stored.contains(numbered));
        assertTrue(stored.contains(second.newEdges().now(further)));
        assertEquals(hub + 3, stored.size());
        assertEquals(
                1,
                EdgeEntries.unnumbered(stored.stream()
                        .filter(e -> e.out() == out && e.in() == in)
                        .toList()));
    }

    @Test
    void othersThatAppendToTheSameListsAreNotInTheWay() {
        vertices(1, 2, 3, 4);
        try (GraphTransaction late = world.begin(1)) {
            join(late, 1, 2);
            world.run(0, t -> {
                join(t, 1, 3);
                join(t, 4, 2);
                join(t, 1, 4);
            });
            late.commit();
        }
        expect(4, 4);
    }

    @Test
    void anEarlierMomentDoesNotHaveTheEdge() {
        vertices(1, 2);
        try (GraphTransaction before = world.begin(0)) {
            EdgeRef edge = world.commit(1, t -> join(t, 1, 2)).withoutNumber();
            assertNull(before.edgeOf(before.idOf(edge)));
            assertEquals(List.of(), EdgeEntries.checked(world.graph(0), before));
        }
        expect(1, 1);
    }

    @Test
    void whatIsRolledBackWasNever() {
        vertices(1, 2);
        GraphTransaction given = world.begin(0);
        EdgeRef edge = join(given, 1, 2);
        given.rollback();
        assertTrue(given.newEdges().now(edge).isPending());
        world.run(0, t -> join(t, 1, 2));
        world.see(1, t -> assertNull(t.findAgain(List.of(given.newEdges().now(edge)))[0]));
        expect(1, 1);
    }

    @Test
    void whatIsAddedAndRemovedLeavesNoTrace() {
        vertices(1, 2);
        world.run(0, t -> {
            EdgeRef edge = join(t, 1, 2);
            EdgeRef parallel = join(t, 1, 2);
            t.removeEdge(edge);
            assertTrue(t.isRemoved(edge));
            assertFalse(t.isRemoved(parallel));
            assertNotEquals(edge, parallel);
        });
        expect(1, 1);
    }

    @Test
    void betweenTwoVerticesWithListsInChunksEveryEdgeHasANumber() {
        vertices(1, 2, 3);
        world.run(0, t -> {
            long[] others = new long[LONG];
            for (int i = 0; i < LONG; i++) {
                others[i] = t.addVertex("v", null).vid();
            }
            for (long other : others) {
                join(t, 1, other);
                join(t, other, 2);
            }
        });
        world.run(1, t -> {
            join(t, 1, 2);
            join(t, 3, 2);
            join(t, 1, 3);
        });
        List<EdgeRef> stored = entries(2);
        assertEquals(2 * LONG + 2, EdgeEntries.unnumbered(stored));
        assertEquals(2 * LONG + 3, stored.size());
    }
}
