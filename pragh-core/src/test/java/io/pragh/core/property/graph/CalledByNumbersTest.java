package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ReadCounts;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.store.MemoryLimits;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the flag that all vertices are identified by their numbers: every node knows that it is false before there
 * is a vertex with another identifier.
 */
class CalledByNumbersTest {
    private final GraphFixture world = new GraphFixture();

    @AfterEach
    void end() {
        world.close();
    }

    /** Identifiers that are no vertex's own number: other types, and numbers that no vertex can have. */
    static List<Object> otherIdentifiers() {
        return List.of(7, (short) 7, BigInteger.valueOf(7), -7L, Long.MAX_VALUE, "text", new UUID(5, 7));
    }

    private void checkEverywhere(boolean byNumbers) {
        for (int node = 0; node < GraphFixture.NODES; node++) {
            world.see(node, t -> assertEquals(byNumbers, t.isCalledByNumbers()));
        }
    }

    @Test
    void numbersThatAreGivenOutOrSuppliedAsLongsAreWhatVerticesAreCalled() {
        checkEverywhere(true);
        world.run(0, t -> {
            t.addVertex("v", null);
            GraphFixture.set(t, t.addVertex("v", 5L), "k", "text");
            assertTrue(t.isCalledByNumbers());
        });
        world.run(1, t -> t.addEdge(GraphFixture.vertex(t, 5L), "e", t.addVertex("v", (1L << 43) - 1), "named"));
        world.run(2, t -> GraphFixture.set(t, GraphFixture.vertex(t, 5L), "k", 6));
        checkEverywhere(true);
        world.run(2, t -> t.removeVertex(GraphFixture.vertex(t, 5L)));
        checkEverywhere(true);
    }

    @ParameterizedTest
    @MethodSource("otherIdentifiers")
    void aVertexOfAnotherIdentifierIsKnownToItsTransactionAtOnceAndToAllWhenItCommits(Object id) {
        try (GraphTransaction rolledBack = world.begin(0)) {
            rolledBack.addVertex("v", id);
            assertFalse(rolledBack.isCalledByNumbers());
        }
        checkEverywhere(true);
        try (GraphTransaction before = world.begin(1)) {
            try (GraphTransaction mine = world.begin(0)) {
                assertTrue(mine.isCalledByNumbers());
                mine.addVertex("v", id);
                assertFalse(mine.isCalledByNumbers());
                checkEverywhere(true);
                mine.commit();
            }
            assertTrue(before.isCalledByNumbers(), "its moment was before");
            assertNull(before.vertexOf(id));
            assertEquals(0, before.countVertices());
        }
        checkEverywhere(false);
        world.see(2, t -> assertEquals(id, GraphFixture.vertex(t, id).id()));
    }

    /** A Long is not the vertex's own number if it is already the number of a vertex with another identifier. */
    @Test
    void aLongWhoseNumberIsTakenIsNoNumber() {
        long taken = world.commit(0, t -> t.addVertex("v", "text").vid());
        world.run(1, t -> {
            VertexRecord other = t.addVertex("v", taken);
            assertFalse(other.isCalledByNumber());
            assertFalse(t.isCalledByNumbers());
        });
    }

    /** The former identifier may be known to a transaction that began earlier, so the flag stays false. */
    @Test
    void itIsKnownAlsoWhenTheVertexIsGone() {
        world.run(0, t -> t.addVertex("v", "text"));
        world.run(1, t -> t.removeVertex(GraphFixture.vertex(t, "text")));
        checkEverywhere(false);
    }

    @Test
    void twoTransactionsThatAddTheFirstSuchVertexAtOnceBothCommit() {
        try (GraphTransaction one = world.begin(1);
                GraphTransaction two = world.begin(2)) {
            one.addVertex("v", "one");
            two.addVertex("v", 2);
            assertFalse(one.isCalledByNumbers());
            assertFalse(two.isCalledByNumbers());
            assertDoesNotThrow(one::commit);
            assertDoesNotThrow(two::commit);
        }
        checkEverywhere(false);
        world.see(0, t -> {
            assertNotNull(t.vertexOf("one"));
            assertNotNull(t.vertexOf(2));
        });
    }

    /**
     * A transaction that has read the flag need not conflict: the identifier of an existing vertex does not change.
     */
    @Test
    void whoHasAskedDoesNotConflictWithWhoAddsOne() {
        world.run(0, t -> t.addVertex("v", 5L));
        try (GraphTransaction mine = world.begin(1)) {
            assertTrue(mine.isCalledByNumbers());
            GraphFixture.set(mine, GraphFixture.vertex(mine, 5L), "k", 5);
            world.run(2, t -> t.addVertex("v", "text"));
            assertDoesNotThrow(mine::commit);
        }
    }

    @Test
    void itCostsOneReadAtMost() {
        try (GraphTransaction t = world.begin(1)) {
            ReadCounts before = t.readCounts();
            t.isCalledByNumbers();
            ReadCounts reads = t.readCounts().since(before);
            assertEquals(1, reads.batches());
            assertEquals(0, reads.roundTrips(), "there is a copy at every node");
        }
        world.run(1, t -> t.addVertex("v", "text"));
        try (GraphTransaction t = world.begin(1)) {
            ReadCounts before = t.readCounts();
            assertFalse(t.isCalledByNumbers());
            assertEquals(ReadCounts.NONE, t.readCounts().since(before), "it is known here");
        }
    }

    private void load(Consumer<BulkLoad> gather) {
        try (BulkLoad load = Objects.requireNonNull(world.graph(1).bulkLoad(world.graphs))) {
            gather.accept(load);
            load.write(more -> {});
        }
    }

    /**
     * Vertices created with their edges, as from a CSV file whose identifiers are numbers, or from a list of edges.
     */
    @Test
    void aLoadOfNumbersLeavesItTrue() {
        load(load -> {
            load.vertex(5, "v");
            load.property("k", "text");
            load.vertex((Object) 6L, "v");
            load.edge(5, "e", 6, null);
            load.edge(7, "e", 8, "v");
            load.edge(7L, "e", 9L, "named", "v");
            load.edgeProperty("since", 1815);
        });
        checkEverywhere(true);
        world.see(0, t -> {
            assertEquals(5, t.countVertices());
            for (long id = 5; id < 10; id++) {
                assertEquals(id, GraphFixture.vertex(t, id).id());
            }
        });
    }

    @ParameterizedTest
    @MethodSource("otherIdentifiers")
    void aLoadOfAVertexOfAnotherIdentifierIsKnownToAll(Object id) {
        load(load -> {
            load.vertex(5, "v");
            load.vertex(id, "v");
        });
        checkEverywhere(false);
        world.see(2, t -> assertEquals(id, GraphFixture.vertex(t, id).id()));
    }

    @ParameterizedTest
    @MethodSource("otherIdentifiers")
    void aLoadOfAnEdgeWhoseNewVertexHasAnotherIdentifierIsKnownToAll(Object id) {
        load(load -> load.edge(5L, "e", id, null, "v"));
        checkEverywhere(false);
        world.see(0, t -> assertEquals(id, GraphFixture.vertex(t, id).id()));
    }

    @Test
    void aLoadThatIsGivenUpOrRefusedSetsNothing() {
        try (BulkLoad givenUp = Objects.requireNonNull(world.graph(1).bulkLoad(world.graphs))) {
            givenUp.vertex("text", "v");
        }
        checkEverywhere(true);
        try (BulkLoad refused = Objects.requireNonNull(world.graph(1).bulkLoad(world.graphs))) {
            refused.vertex("text", "v");
            world.run(2, t -> t.addVertex("another label has taken its number", 99L));
            assertThrows(PraghException.class, () -> refused.write(more -> {}));
        }
        checkEverywhere(true);
    }

    @Test
    void aLoadThatIsTooLargeSetsNothing() {
        try (GraphFixture small = new GraphFixture(new MemoryLimits(1 << 20, 4L << 20, 64))) {
            try (BulkLoad refused = Objects.requireNonNull(small.graph(1).bulkLoad(small.graphs))) {
                byte[] text = new byte[1000];
                for (int i = 0; i < 40_000; i++) {
                    refused.vertex(i == 5 ? "text" : (Object) (long) i, "v");
                    refused.property("text", text, 0, text.length);
                }
                assertThrows(PraghException.class, () -> refused.write(more -> {}));
            }
            small.see(0, t -> {
                assertEquals(0, t.countVertices());
                assertTrue(t.isCalledByNumbers());
            });
        }
    }
}
