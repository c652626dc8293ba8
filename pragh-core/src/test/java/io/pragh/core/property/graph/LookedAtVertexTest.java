package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ConflictException;
import io.pragh.core.property.GraphTransaction;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks which concurrent changes conflict with a transaction that has only looked at a vertex, and then adds an edge
 * to it or does not. The vertex looked at has had edges, the others have none; the changes come from another node.
 */
class LookedAtVertexTest {
    private static final long V = 1;
    private static final long W = 2;
    private static final long ELSEWHERE = 3;
    private static final long MISSING = 4711;
    private static final String TEXT = "text";

    private final GraphFixture world = new GraphFixture();

    @BeforeEach
    void build() {
        world.run(0, t -> {
            for (long id = V; id <= ELSEWHERE; id++) {
                t.addVertex("v", id);
            }
            t.addVertex("v", TEXT);
            t.addEdge(V, "old", W, null);
        });
    }

    @AfterEach
    void end() {
        world.close();
    }

    private static void change(GraphTransaction transaction, Object id) {
        GraphFixture.set(transaction, GraphFixture.vertex(transaction, id), "k", 5);
    }

    private static void look(GraphTransaction transaction, long vid) {
        assertNotNull(transaction.nameOf(vid));
    }

    /** Runs a transaction, and in the middle a second one, which commits; then commits the first one. */
    private void beside(boolean conflicts, Consumer<GraphTransaction> one, Consumer<GraphTransaction> other) {
        try (GraphTransaction transaction = world.begin(1)) {
            one.accept(transaction);
            world.run(2, other);
            if (conflicts) {
                assertThrows(ConflictException.class, transaction::commit);
            } else {
                assertDoesNotThrow(transaction::commit);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"old", "new"})
    void whoGivesItAnEdgeDoesNotConflictWithAChange(String label) {
        beside(
                false,
                t -> {
                    look(t, V);
                    look(t, ELSEWHERE);
                    t.addEdge(V, label, ELSEWHERE, null);
                },
                t -> {
                    change(t, V);
                    change(t, ELSEWHERE);
                    t.addEdge(ELSEWHERE, "other", V, null); // changes both too: their first edges with a label
                });
        world.see(0, t -> assertEquals(3, GraphFixture.edges(t, V).size()));
        world.see(0, t -> assertEquals(1, GraphFixture.vertex(t, V).properties().size()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"old", "new"})
    void whoGivesItAnEdgeConflictsWithWhoRemovesIt(String label) {
        beside(
                true,
                t -> {
                    look(t, V);
                    look(t, ELSEWHERE);
                    t.addEdge(V, label, ELSEWHERE, null);
                },
                t -> t.removeVertex(GraphFixture.vertex(t, V)));
        world.see(0, t -> assertEquals(List.of(), GraphFixture.edges(t, ELSEWHERE)));
    }

    @Test
    void whoWritesElsewhereConflictsWithAChange() {
        beside(
                true,
                t -> {
                    look(t, V);
                    change(t, ELSEWHERE);
                },
                t -> change(t, V));
    }

    @Test
    void whoTakesTheEdgeBackConflictsWithAChange() {
        beside(
                true,
                t -> {
                    look(t, V);
                    t.removeEdge(t.addEdge(V, "old", ELSEWHERE, null));
                    t.addEdge(W, "old", ELSEWHERE, null);
                },
                t -> change(t, V));
    }

    @Test
    void whoReadsItAfterwardsConflictsWithAChange() {
        beside(
                true,
                t -> {
                    look(t, V);
                    assertTrue(GraphFixture.vertex(t, V).properties().isEmpty());
                    t.addEdge(V, "old", ELSEWHERE, null);
                },
                t -> change(t, V));
    }

    @Test
    void whoReadsWhichListsItHasConflictsWithItsFirstEdgeOfALabel() {
        beside(
                true,
                t -> {
                    look(t, ELSEWHERE);
                    assertEquals(0, t.degrees(new long[] {ELSEWHERE}, true, true, null)[0]);
                    t.addEdge(ELSEWHERE, "old", V, null);
                },
                t -> t.addEdge(ELSEWHERE, "new", W, null));
    }

    /** Reads show the vertex as of the transaction's snapshot, whatever was changed since. */
    @Test
    void whatIsReadAfterwardsIsWhatWasLookedAt() {
        try (GraphTransaction transaction = world.begin(1)) {
            look(transaction, V);
            world.run(2, t -> change(t, V));
            assertTrue(GraphFixture.vertex(transaction, V).properties().isEmpty());
            assertTrue(transaction.numberOf(TEXT) >= 0);
        }
    }

    @Test
    void whoHasNotFoundItConflictsWithWhoAddsIt() {
        beside(
                true,
                t -> {
                    assertNull(t.nameOf(MISSING));
                    assertTrue(t.numberOf("missing") < 0);
                    change(t, ELSEWHERE);
                },
                t -> t.addVertex("v", MISSING));
    }

    @Test
    void itIsFoundByWhatTheApplicationCallsIt() {
        beside(
                false,
                t -> {
                    assertEquals(V, t.numberOf(V));
                    long vid = t.numberOf(TEXT);
                    assertEquals(TEXT, t.nameOf(vid));
                    assertTrue(t.numberOf(vid) < 0, "its number is not what it is called");
                    t.addEdge(vid, "new", V, null);
                },
                t -> {
                    change(t, V);
                    change(t, TEXT);
                });
    }

    @Test
    void ownVerticesAreSeenAsTheyAre() {
        try (GraphTransaction transaction = world.begin(1)) {
            transaction.addVertex("v", MISSING);
            assertEquals(MISSING, transaction.numberOf(MISSING));
            look(transaction, V);
            transaction.removeVertex(GraphFixture.vertex(transaction, V));
            assertNull(transaction.nameOf(V));
            assertTrue(transaction.numberOf(V) < 0);
        }
    }

    @Test
    void whoOnlyReadsSeesThemToo() {
        world.see(0, t -> {
            look(t, V);
            assertEquals(TEXT, t.nameOf(t.numberOf(TEXT)));
            assertNull(t.nameOf(MISSING));
        });
    }
}
