package io.pragh.tinkerpop.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.TooManyResultsException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks which moment a snapshot sees, which threads may use it, how many results it holds, and the distribution of
 * its walks.
 */
class GraphSnapshotTest {
    private static final int HUB = 100;
    /** So many that the hub's list has chunks. */
    private static final int LEAVES = 9_000;

    /** So often that the hub's edges are too many to be read together. */
    private static final int HOPS_AT_HUB = 20;

    private static final int WALKS = 40_000;

    private final PraghGraph graph = PraghGraph.build().open();

    @BeforeEach
    void build() {
        Vertex ada = graph.addVertex(T.id, 1);
        Vertex bob = graph.addVertex(T.id, "bob");
        Vertex cy = graph.addVertex(T.id, 3);
        ada.addEdge("knows", bob);
        ada.addEdge("knows", bob);
        ada.addEdge("knows", bob);
        ada.addEdge("knows", cy);
        bob.addEdge("likes", bob);
        cy.addEdge("knows", ada);
        graph.tx().commit();
    }

    @AfterEach
    void end() {
        graph.close();
    }

    private void addHub() {
        Vertex hub = graph.addVertex(T.id, HUB);
        for (int i = 0; i < LEAVES; i++) {
            hub.addEdge("has", graph.addVertex(T.id, 1_000 + i));
        }
        graph.tx().commit();
    }

    // ---- the moment

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void whatIsCommittedLaterIsNotSeen(int nodes) {
        try (PraghGraph other = PraghGraph.build().nodes(nodes).open()) {
            Vertex ada = other.addVertex(T.id, 1);
            ada.addEdge("knows", other.addVertex(T.id, 2));
            other.tx().commit();
            ada.addEdge("knows", other.addVertex(T.id, 3));
            try (GraphSnapshot before = other.snapshot();
                    GraphSnapshot same = before.sameMoment()) {
                assertEquals(1, before.degree(1, Hop.out()), "what the thread has changed is not seen");
                other.tx().commit();
                ada.addEdge("new", ada);
                other.vertices(2).next().remove();
                other.tx().commit();
                for (GraphSnapshot each : List.of(before, same)) {
                    assertArrayEquals(new long[] {2}, each.byNumber().neighbours(1, Hop.out()));
                    assertEquals(0, each.degree(1, Hop.out("new")));
                    assertTrue(each.hasVertex(2));
                    assertFalse(each.hasVertex(3));
                }
            }
            checkWhatIsCommitted(other);
        }
    }

    private static void checkWhatIsCommitted(PraghGraph other) {
        try (GraphSnapshot after = other.snapshot()) {
            assertArrayEquals(new long[] {1, 3}, sorted(after.byNumber().neighbours(1, Hop.out())));
            assertFalse(after.hasVertex(2));
        }
    }

    private static long[] sorted(long[] numbers) {
        Arrays.sort(numbers);
        return numbers;
    }

    @Test
    @Timeout(120)
    void oneThatIsOpenForTooLongSaysSo() {
        try (PraghGraph hasty =
                PraghGraph.build().set(PraghGraphConfig.SNAPSHOT_SECONDS, 1).open()) {
            hasty.addVertex(T.id, 1);
            hasty.tx().commit();
            try (GraphSnapshot now = hasty.snapshot()) {
                SnapshotTooOldException told = assertThrows(SnapshotTooOldException.class, () -> {
                    while (true) {
                        assertEquals(0, now.degree(1, Hop.out()));
                    }
                });
                assertTrue(told.getMessage().contains("limit=snapshotSeconds"), told::toString);
                assertTrue(now.isExpired());
                assertThrows(SnapshotTooOldException.class, now::sameMoment);
            }
            try (GraphSnapshot again = hasty.snapshot()) {
                assertEquals(0, again.degree(1, Hop.out()));
            }
        }
    }

    // ---- identifiers

    @Test
    void identifiersAreWhatGremlinTakes() {
        try (GraphSnapshot now = graph.snapshot()) {
            assertEquals(List.of("bob", "bob", "bob", 3), now.neighbours("1", Hop.out("knows")));
            assertEquals(now.number(1), now.number(1L));
            assertEquals(now.number("bob"), now.number(graph.vertices("bob").next()));
            long[] numbers = now.numbers(List.of(3, "bob", 3));
            assertEquals(List.of(3, "bob", 3), now.ids(numbers));
            assertEquals(0, now.numbers(List.of()).length);
        }
    }

    @Test
    void aVertexThatIsNotThereIsAnError() {
        try (GraphSnapshot now = graph.snapshot()) {
            NoSuchElementException told =
                    assertThrows(NoSuchElementException.class, () -> now.neighbours("nobody", Hop.out()));
            assertTrue(told.getMessage().contains("id=nobody"), told::toString);
            assertThrows(NoSuchElementException.class, () -> now.randomWalks(List.of(1, 99), Hop.out(), 3, 1));
            assertEquals(0, now.byNumber().degree(99, Hop.both()), "a number that no vertex has");
            assertThrows(IllegalArgumentException.class, () -> now.byNumber().neighbours(-1, Hop.out()));
            assertThrows(
                    IllegalArgumentException.class, () -> now.byNumber().degrees(new long[] {1, 1L << 43}, Hop.in()));
            assertThrows(IllegalArgumentException.class, () -> Hop.out().limit(-1));
            assertThrows(IllegalArgumentException.class, () -> now.levels(1, Hop.out(), -1));
            assertThrows(IllegalArgumentException.class, () -> now.randomWalk(1, Hop.out(), -1, 1));
            assertThrows(IllegalArgumentException.class, () -> graph.snapshot(0));
        }
    }

    // ---- which threads may use it

    @Test
    void aSnapshotThatIsClosedSaysSo() {
        GraphSnapshot closed = graph.snapshot();
        VertexHops hops = closed.byNumber();
        closed.close();
        closed.close();
        IllegalStateException told = assertThrows(IllegalStateException.class, () -> closed.neighbours(1, Hop.out()));
        assertTrue(told.getMessage().contains("The snapshot is closed"), told::toString);
        assertThrows(IllegalStateException.class, () -> hops.degree(1, Hop.out()));
        assertThrows(IllegalStateException.class, closed::sameMoment);
        GraphSnapshot left = graph.snapshot();
        graph.close();
        assertThrows(IllegalStateException.class, () -> left.neighbours(1, Hop.out()));
        left.close();
        assertThrows(IllegalStateException.class, graph::snapshot);
    }

    @Test
    void twoThreadsAtOnceAreRefusedAndTheFirstOneGoesOn() {
        try (GraphSnapshot now = graph.snapshot()) {
            long ada = now.number(1);
            int[] seen = {0};
            now.byNumber().forEachNeighbour(new long[] {ada}, Hop.out(), (vertex, neighbours, from, to) -> {
                assertEquals(ada, vertex);
                seen[0] += to - from;
                CompletionException refused = assertThrows(
                        CompletionException.class,
                        () -> CompletableFuture.supplyAsync(() -> now.degree(1, Hop.out()))
                                .orTimeout(1, TimeUnit.MINUTES)
                                .join());
                assertSame(IllegalStateException.class, refused.getCause().getClass());
                assertTrue(refused.getMessage().contains("Two threads"), refused::toString);
                assertThrows(IllegalStateException.class, () -> now.degree(1, Hop.out()), "from within");
                assertThrows(IllegalStateException.class, now::close, "from within");
            });
            assertEquals(4, seen[0]);
            assertEquals(
                    4,
                    CompletableFuture.supplyAsync(() -> now.degree(1, Hop.out()))
                            .join(),
                    "one after the other");
        }
    }

    @Test
    void anInterruptedThreadIsToldAndStaysInterrupted() {
        try (GraphSnapshot now = graph.snapshot()) {
            long ada = now.number(1);
            Thread.currentThread().interrupt();
            try {
                assertThrows(PraghException.class, () -> now.byNumber().neighbours(ada, Hop.out()));
                assertTrue(Thread.currentThread().isInterrupted());
            } finally {
                assertTrue(Thread.interrupted());
            }
            assertEquals(4, now.degree(1, Hop.out()));
        }
    }

    // ---- how much it holds

    @Test
    void asManyResultsAsMayBeHeldAreFoundAndOneMoreIsAnError() {
        addHub();
        try (GraphSnapshot exact = graph.snapshot(LEAVES + 1);
                GraphSnapshot few = graph.snapshot(LEAVES - 1)) {
            assertEquals(LEAVES, exact.neighbours(HUB, Hop.out()).size());
            assertEquals(LEAVES, exact.levels(HUB, Hop.out(), 5).get(1).size());
            TooManyResultsException told =
                    assertThrows(TooManyResultsException.class, () -> few.neighbours(HUB, Hop.out()));
            assertTrue(told.getMessage().endsWith("resultsMax=" + (LEAVES - 1)), told::toString);
            assertThrows(TooManyResultsException.class, () -> few.levels(1_000, Hop.both(), 2));
            assertEquals(LEAVES, few.degree(HUB, Hop.out()), "a count holds nothing");
            assertEquals(
                    LEAVES - 1, few.neighbours(HUB, Hop.out().limit(LEAVES - 1)).size());
            assertThrows(TooManyResultsException.class, () -> few.randomWalk(HUB, Hop.out(), LEAVES, 1));
            assertEquals(LEAVES, few.countTwoHops(1_000, Hop.in(), Hop.out()));
        }
    }

    /**
     * The limit counts results, not edges read: vertices whose edges cannot be held together are read a few at a
     * time.
     */
    @Test
    void theMaximumIsOfResultsAndNotOfWhatIsReadForThem() {
        addHub();
        try (GraphSnapshot now = graph.snapshot(LEAVES)) {
            long[] often = new long[HOPS_AT_HUB];
            Arrays.fill(often, now.number(HUB));
            often[3] = now.number(1_000);
            long[] sum = {0};
            now.byNumber().forEachNeighbour(often, Hop.both(), (vertex, neighbours, from, to) -> sum[0] += to - from);
            assertEquals((HOPS_AT_HUB - 1L) * LEAVES + 1, sum[0]);
        }
        try (GraphSnapshot now = graph.snapshot(3)) {
            assertEquals(
                    2,
                    now.distinctTwoHops(1, Hop.out("knows").limit(3), Hop.both().limit(2))
                            .size());
        }
    }

    // ---- walks

    private static long[] arrivals(GraphSnapshot now, long[] starts, Hop hop, long number) {
        long[][] walks = now.byNumber().randomWalks(starts, hop, 1, number);
        return Arrays.stream(walks).mapToLong(walk -> walk[1]).toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"knows", ""})
    void everyEdgeIsAsLikelyAsAnyOther(String label) {
        try (GraphSnapshot now = graph.snapshot()) {
            long[] starts = new long[WALKS];
            Arrays.fill(starts, now.number(1));
            long bob = now.number("bob");
            Hop hop = label.isEmpty() ? Hop.both() : Hop.out(label);
            double wanted = label.isEmpty() ? 3 / 5.0 : 3 / 4.0;
            long there = Arrays.stream(arrivals(now, starts, hop, 5))
                    .filter(arrived -> arrived == bob)
                    .count();
            double deviation = Math.sqrt(WALKS * wanted * (1 - wanted));
            assertTrue(Math.abs(there - WALKS * wanted) < 4 * deviation, "walks to bob: " + there);
            assertFalse(
                    Arrays.equals(arrivals(now, starts, hop, 5), arrivals(now, starts, hop, 6)),
                    "another seed draws others");
        }
    }

    /** When 4n times one of n leaves is drawn, the share of leaves that are never met is one in e^4. */
    @Test
    void walksFromAHubMeetAllPartsOfItsList() {
        addHub();
        try (GraphSnapshot now = graph.snapshot()) {
            long[] starts = new long[4 * LEAVES];
            Arrays.fill(starts, now.number(HUB));
            long[] met = Arrays.stream(arrivals(now, starts, Hop.out("has"), 7))
                    .map(leaf -> leaf - 1_000)
                    .toArray();
            long different = Arrays.stream(met).distinct().count();
            assertEquals(LEAVES * (1 - Math.exp(-4)), (double) different, LEAVES / 100.0);
            double mean = Arrays.stream(met).average().orElseThrow();
            double deviation = LEAVES / Math.sqrt(12.0 * starts.length);
            assertEquals((LEAVES - 1) / 2.0, mean, 4 * deviation);
        }
    }
}
