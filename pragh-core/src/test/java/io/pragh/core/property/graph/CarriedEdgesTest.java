package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ConflictException;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks edges whose entries carry their only property: which edges do, that every node sees the property at both
 * ends, and that no concurrent change of it is lost.
 */
class CarriedEdgesTest {
    /** More entries than fit a block with edge ids of 8 bytes. */
    private static final int MANY = 1_500;

    private final GraphFixture world = new GraphFixture();
    private final Workers workers = new Workers();

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    private void vertices(int count) {
        world.run(0, t -> {
            for (int i = 1; i <= count; i++) {
                t.addVertex("v", i);
            }
        });
    }

    private static EdgeRecord join(GraphTransaction transaction, long out, long in, Map<String, Object> properties) {
        EdgeRecord edge = transaction.record(transaction.addEdge(out, "e", in, null));
        set(transaction, edge, properties);
        return edge;
    }

    private static void set(GraphTransaction transaction, EdgeRecord edge, Map<String, Object> properties) {
        edge.properties().clear();
        edge.properties().putAll(properties);
        transaction.change(edge);
    }

    private static EdgeRecord theEdge(GraphTransaction transaction, long out) {
        List<EdgeRef> found = new ArrayList<>();
        transaction.edges(
                new long[] {out},
                true,
                false,
                null,
                Long.MAX_VALUE,
                (i, neighbour, label, eid, leaves) -> found.add(new EdgeRef(out, label, neighbour, eid)));
        assertEquals(1, found.size());
        return transaction.record(found.get(0));
    }

    /** All edges as every node sees them, each at both ends and found by its identifier. */
    private List<EdgeRef> stored() {
        List<EdgeRef> edges = new ArrayList<>();
        for (int node = 0; node < GraphFixture.NODES; node++) {
            int seer = node;
            edges.clear();
            world.see(node, t -> edges.addAll(EdgeEntries.checked(world.graph(seer), t)));
        }
        return edges;
    }

    private void expect(int carrying, int others) {
        List<EdgeRef> stored = stored();
        assertEquals(carrying, stored.stream().filter(EdgeRef::carries).count(), () -> shown(stored));
        assertEquals(carrying + others, stored.size(), () -> shown(stored));
        for (EdgeRef edge : stored) {
            boolean hasNumber = ElementKeys.number(edge.eid()) != 0;
            assertTrue(!edge.carries() || !hasNumber, edge::toString);
        }
    }

    private static String shown(List<EdgeRef> edges) {
        return edges.subList(0, Math.min(10, edges.size())).toString();
    }

    private void expectProperties(Map<String, Object> properties) {
        for (int node = 0; node < GraphFixture.NODES; node++) {
            world.see(node, t -> assertEquals(properties, theEdge(t, 1).properties()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"new vertices", "old vertices"})
    void anEdgeThatIsAloneCarriesItsProperty(String which) {
        if (which.startsWith("old")) {
            vertices(2);
            world.run(1, t -> join(t, 1, 2, Map.of("w", 0.1)));
        } else {
            world.run(1, t -> {
                VertexRecord one = t.addVertex("v", 1);
                join(t, one.vid(), t.addVertex("v", 2).vid(), Map.of("w", 0.1));
            });
        }
        expect(1, 0);
        expectProperties(Map.of("w", 0.1));
    }

    @Test
    void itKeepsItsNameWhateverBecomesOfItsProperties() {
        vertices(2);
        world.run(1, t -> join(t, 1, 2, Map.of()));
        Object[] id = new Object[1];
        world.see(0, t -> id[0] = theEdge(t, 1).id());
        List<Map<String, Object>> inTurn = List.of(
                Map.of("w", 1),
                Map.of("w", -2),
                Map.of(),
                Map.of("w", Integer.MIN_VALUE),
                Map.of("w", "a text"),
                Map.of("w", 3, "v", 4),
                Map.of());
        for (Map<String, Object> properties : inTurn) {
            world.run(2, t -> set(t, theEdge(t, 1), properties));
            expectProperties(properties);
            world.see(1, t -> {
                assertEquals(id[0], theEdge(t, 1).id());
                assertEquals(
                        properties,
                        t.record(Objects.requireNonNull(t.edgeOf(id[0]))).properties());
            });
        }
        world.run(0, t -> t.removeEdge(theEdge(t, 1).ref()));
        world.see(2, t -> assertNull(t.edgeOf(id[0])));
        expect(0, 0);
    }

    @Test
    void othersHaveValuesOfTheirOwn() {
        vertices(9);
        Object[] told = new Object[1];
        world.run(0, t -> {
            join(t, 1, 2, Map.of("w", 1.5));
            join(t, 1, 2, Map.of("w", 2.5)); // parallel to the first
            join(t, 1, 3, Map.of("other key", 1.5));
            join(t, 1, 4, Map.of("w", 1.5f)); // of another type
            join(t, 1, 5, Map.of("w", Double.NaN)); // does not fit
            join(t, 1, 6, Map.of("w", "text"));
            join(t, 1, 7, new TreeMap<>(Map.of("w", 1.5, "z", 1.5)));
            told[0] = join(t, 1, 8, Map.of("w", 3.5)).id();
            t.change(t.record(t.addEdge(1, "e", 9, "supplied")));
        });
        expect(1, 8);
        world.see(
                1,
                t -> assertEquals(
                        Map.of("w", 3.5),
                        t.record(Objects.requireNonNull(t.edgeOf(told[0]))).properties()));
    }

    @Test
    void whatTheTransactionSeesIsWhatItHasChanged() {
        vertices(3);
        world.run(0, t -> {
            join(t, 1, 2, Map.of("w", 1));
            assertEquals(Map.of("w", 1), theEdge(t, 1).properties());
        });
        world.run(1, t -> {
            set(t, theEdge(t, 1), Map.of("w", 2));
            assertEquals(Map.of("w", 2), theEdge(t, 1).properties());
            set(t, theEdge(t, 1), Map.of("w", 1)); // unchanged: nothing is to be stored
        });
        expect(1, 0);
        world.run(1, t -> {
            EdgeRecord edge = theEdge(t, 1);
            set(t, edge, Map.of("w", 3));
            t.removeEdge(edge.ref());
            join(t, 1, 2, Map.of("w", 4));
        });
        expectProperties(Map.of("w", 4));
    }

    @Test
    void ofTwoWhoChangeItOneConflicts() {
        vertices(2);
        world.run(0, t -> join(t, 1, 2, Map.of("w", 1)));
        try (GraphTransaction first = world.begin(0);
                GraphTransaction second = world.begin(1);
                GraphTransaction third = world.begin(2)) {
            set(first, theEdge(first, 1), Map.of("w", 2));
            set(second, theEdge(second, 1), Map.of("w", 3));
            third.removeEdge(theEdge(third, 1).ref());
            first.commit();
            assertThrows(ConflictException.class, second::commit);
            assertThrows(ConflictException.class, third::commit);
        }
        expectProperties(Map.of("w", 2));
    }

    @Test
    void ofTwoWhoJoinTheSameVerticesOneConflictsAndFindsTheOther() {
        vertices(2);
        world.run(0, t -> join(t, 2, 1, Map.of("w", 1)));
        try (GraphTransaction first = world.begin(0);
                GraphTransaction second = world.begin(1)) {
            join(first, 1, 2, Map.of("w", 1));
            join(second, 1, 2, Map.of("w", 2));
            first.commit();
            assertThrows(ConflictException.class, second::commit);
        }
        world.run(1, t -> join(t, 1, 2, Map.of("w", 2)));
        expect(2, 1);
    }

    @Test
    void whereAnotherEdgeOfTheTransactionGetsItsNumberItCarriesStill() {
        vertices(4);
        try (GraphTransaction first = world.begin(0)) {
            EdgeRef carried = join(first, 1, 2, Map.of("w", 1)).ref();
            EdgeRef plain = first.addEdge(3, "e", 4, null);
            world.run(1, t -> t.addEdge(3, "e", 4, null)); // so the first attempt to commit is refused
            first.commit();
            assertEquals(0, first.newEdges().now(carried).eid());
            assertTrue(ElementKeys.number(first.newEdges().now(plain).eid()) != 0);
            world.see(
                    2,
                    t -> assertEquals(
                            Map.of("w", 1),
                            t.record(Objects.requireNonNull(
                                            t.edgeOf(t.idOf(first.newEdges().now(carried)))))
                                    .properties()));
        }
        expect(1, 2);
    }

    @Test
    void whereTheListMayTurnOutToBeFullItDoesNotCarry() {
        vertices(3);
        world.run(0, t -> {
            for (int i = 0; i < 1_023; i++) {
                long vid = t.addVertex("v", null).vid();
                t.addEdge(1, "e", vid, null);
                t.addEdge(2, "e", vid, null);
                t.addEdge(vid, "e", 2, null);
            }
        });
        world.run(0, t -> join(t, 1, 2, Map.of("w", 1)));
        expect(0, 3 * 1_023 + 1);
        world.run(0, t -> join(t, 1, 3, Map.of("w", 1)));
        expect(1, 3 * 1_023 + 1);
    }

    @Test
    void noIncrementIsLost() {
        vertices(2);
        world.run(0, t -> join(t, 1, 2, Map.of("w", 0)));
        int each = 60;
        AtomicInteger done = new AtomicInteger();
        for (int node = 0; node < GraphFixture.NODES; node++) {
            int mine = node;
            workers.start(() -> {
                for (int i = 0; i < each; i++) {
                    world.run(mine, t -> {
                        EdgeRecord edge = theEdge(t, 1);
                        set(t, edge, Map.of("w", (int) edge.properties().get("w") + 1));
                    });
                    done.incrementAndGet();
                }
            });
        }
        workers.join();
        assertEquals(each * GraphFixture.NODES, done.get());
        expectProperties(Map.of("w", each * GraphFixture.NODES));
    }

    @Test
    void nodesThatBeginALabelAtTheSameTimeUnderstandEachOther() {
        vertices(GraphFixture.NODES + 1);
        for (int node = 0; node < GraphFixture.NODES; node++) {
            long in = node + 2L;
            int mine = node;
            workers.start(() -> world.run(mine, t -> join(t, 1, in, Map.of("key" + mine, mine))));
        }
        workers.join();
        expect(1, GraphFixture.NODES - 1);
        for (int node = 0; node < GraphFixture.NODES; node++) {
            world.see(node, t -> {
                for (int i = 0; i < GraphFixture.NODES; i++) {
                    long in = i + 2L;
                    EdgeRef edge = stored().stream()
                            .filter(e -> e.in() == in)
                            .findAny()
                            .orElseThrow();
                    assertEquals(Map.of("key" + i, i), t.record(edge).properties());
                }
            });
        }
    }

    @Test
    void listsOfAnyLengthCarry() {
        vertices(2);
        world.run(0, t -> {
            for (int i = 0; i < MANY; i++) {
                VertexRecord vertex = t.addVertex("v", "new " + i);
                join(t, 1, vertex.vid(), Map.of("w", (long) i));
            }
        });
        expect(MANY, 0);
        world.run(1, t -> {
            for (int i = 0; i < MANY; i++) {
                long vid = GraphFixture.vertex(t, "new " + i).vid();
                join(t, 2, vid, Map.of("w", (long) i));
            }
        });
        expect(2 * MANY, 0);
        world.run(2, t -> join(t, 2, 1, Map.of("w", 9L))); // the list of incoming edges is short
        expect(2 * MANY + 1, 0);
    }

    @Test
    void anIndexGivesThemValuesAndNoneIsCarriedAfterwards() {
        vertices(2);
        world.run(0, t -> {
            for (int i = 0; i < MANY; i++) {
                join(t, 1, t.addVertex("v", null).vid(), Map.of("w", i % 3));
            }
        });
        expect(MANY, 0);
        world.graph(1).createIndex(ElementKind.EDGE, "unrelated");
        expect(MANY, 0);
        world.graph(1).createIndex(ElementKind.EDGE, "w");
        expect(0, MANY);
        world.run(2, t -> join(t, 1, 2, Map.of("w", 1)));
        expect(0, MANY + 1);
        world.see(0, t -> assertEquals(MANY / 3 + 1, t.edgesByIndex("w", 1).size()));
        world.graph(0).dropIndex(ElementKind.EDGE, "w");
        world.run(2, t -> join(t, 2, 1, Map.of("w", 1)));
        expect(1, MANY + 1);
    }

    @Test
    void whileAnIndexIsMadeNoEdgeIsMissed() {
        vertices(2);
        AtomicInteger made = new AtomicInteger();
        for (int node = 0; node < GraphFixture.NODES; node++) {
            int mine = node;
            workers.start(() -> {
                for (int i = 0; i < 150; i++) {
                    world.run(mine, t -> join(t, 1, t.addVertex("v", null).vid(), Map.of("w", 7)));
                    made.incrementAndGet();
                }
            });
        }
        workers.await("some edges", () -> made.get() >= 100);
        world.graph(1).createIndex(ElementKind.EDGE, "w");
        workers.join();
        expect(0, made.get());
        world.see(0, t -> assertEquals(made.get(), t.edgesByIndex("w", 7).size()));
    }

    @Test
    void anIndexIsMadeWhileOthersAddEdgesAllTheTime() {
        vertices(2);
        world.run(0, t -> {
            for (int i = 0; i < MANY; i++) {
                join(t, 1, t.addVertex("v", null).vid(), Map.of("w", 7));
            }
        });
        AtomicInteger made = new AtomicInteger(MANY);
        AtomicBoolean done = new AtomicBoolean();
        for (int node = 0; node < GraphFixture.NODES; node++) {
            int mine = node;
            workers.start(() -> {
                while (!done.get()) {
                    world.run(mine, t -> join(t, 1, t.addVertex("v", null).vid(), Map.of("w", 7)));
                    made.incrementAndGet();
                }
            });
        }
        workers.await("some edges", () -> made.get() >= MANY + 10);
        world.graph(1).createIndex(ElementKind.EDGE, "w");
        done.set(true);
        workers.join();
        expect(0, made.get());
        world.see(0, t -> assertEquals(made.get(), t.edgesByIndex("w", 7).size()));
    }

    @Test
    void whoFoundItBeforeItWasChangedFindsItAgain() {
        vertices(2);
        world.run(0, t -> join(t, 1, 2, Map.of("w", 1)));
        EdgeRef[] before = new EdgeRef[1];
        world.see(1, t -> before[0] = theEdge(t, 1).ref());
        world.run(2, t -> set(t, theEdge(t, 1), Map.of("w", 2)));
        world.run(1, t -> {
            EdgeRef now = Objects.requireNonNull(t.findAgain(List.of(before[0]))[0]);
            assertEquals(before[0], now);
            assertEquals(Map.of("w", 2), t.record(now).properties());
            t.removeEdge(now);
        });
        expect(0, 0);
    }
}
