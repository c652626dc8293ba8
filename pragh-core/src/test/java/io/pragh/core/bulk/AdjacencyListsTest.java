package io.pragh.core.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.AdjacencyLists.Totals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Compares lists with a {@code HashMap}: dense and scattered ids, small and large targets, one pass and many. */
class AdjacencyListsTest {
    private static final long MAX = EdgeSource.VERTEX_ID_MAX;

    @Property(tries = 500)
    void listsAreThoseOfAHashMap(@ForAll("graphs") RecordedEdges graph, @ForAll @IntRange(min = 1, max = 60) int pass) {
        Map<Long, List<Long>> expected = new HashMap<>();
        graph.edges()
                .forEach(edge -> expected.computeIfAbsent(edge.source(), s -> new ArrayList<>())
                        .add(edge.target()));

        Map<Long, List<Long>> actual = new HashMap<>();
        Totals totals = new AdjacencyLists(pass).forEachList(graph, into(actual));

        assertEquals(expected, actual);
        assertEquals(graph.edges().size(), totals.edges());
        assertEquals(expected.size(), totals.lists());
    }

    /**
     * Ids from a few wide bands, so that sources repeat, bands mix, and both kinds of index and of buffer are used.
     */
    @Provide
    Arbitrary<RecordedEdges> graphs() {
        Arbitrary<Long> dense = Arbitraries.longs().between(0, 30);
        Arbitrary<Long> free =
                Arbitraries.longs().between(DegreeSurvey.DENSE_IDS_FREE, DegreeSurvey.DENSE_IDS_FREE + 500);
        Arbitrary<Long> unsigned = Arbitraries.longs().between((1L << 32) - 3, (1L << 32) + 3);
        Arbitrary<Long> huge = Arbitraries.longs().between(MAX - 5, MAX);
        Arbitrary<Long> sources = Arbitraries.oneOf(List.of(dense, dense, free, unsigned, huge));
        Arbitrary<Long> denseSources = Arbitraries.oneOf(List.of(dense, free));
        Arbitrary<Long> smallTargets = Arbitraries.longs().between(0, (1L << 32) - 1);
        Arbitrary<Long> targets = Arbitraries.oneOf(List.of(dense, unsigned, huge));
        Arbitrary<Long> estimates = Arbitraries.of(EdgeSource.UNKNOWN, 0L, 100L, 1L << 40);
        return Arbitraries.oneOf(
                List.of(graphs(sources, targets, estimates), graphs(denseSources, smallTargets, estimates)));
    }

    private static Arbitrary<RecordedEdges> graphs(
            Arbitrary<Long> sources, Arbitrary<Long> targets, Arbitrary<Long> estimates) {
        Arbitrary<List<RecordedEdges.Edge>> edges = Combinators.combine(sources, targets)
                .as(RecordedEdges.Edge::new)
                .list()
                .ofMaxSize(300);
        // A huge estimate lets any id below 2^31 count as dense: such graphs would take too much memory.
        return Combinators.combine(edges, estimates).as((list, estimate) -> {
            boolean wide = list.stream().anyMatch(edge -> edge.source() > 1L << 22);
            RecordedEdges graph = new RecordedEdges(wide ? Math.min(estimate, 100) : estimate);
            list.forEach(edge -> graph.edge(edge.source(), edge.target()));
            return graph;
        });
    }

    @Test
    void parallelEdgesAndLoopsStayInTheirOrder() {
        RecordedEdges graph = RecordedEdges.of(5, 9, 1, 1, 5, 2, 5, 9, 1, 0, 5, 5);
        Map<Long, List<Long>> lists = new HashMap<>();
        new AdjacencyLists().forEachList(graph, into(lists));
        assertEquals(Map.of(5L, List.of(9L, 2L, 9L, 5L), 1L, List.of(1L, 0L)), lists);
    }

    @Test
    void passesHoldNoMoreEdgesThanAllowed() {
        RecordedEdges graph = RecordedEdges.of(0, 1, 0, 2, 1, 1, 2, 1, 2, 2, 2, 3, 3, 1);
        assertEquals(
                2,
                new AdjacencyLists(7).forEachList(graph, (v, n, from, to) -> {}).passes());
        assertEquals(
                4,
                new AdjacencyLists(3).forEachList(graph, (v, n, from, to) -> {}).passes());
        assertEquals(
                5,
                new AdjacencyLists(2).forEachList(graph, (v, n, from, to) -> {}).passes(),
                "one list exceeds");
        DegreeSurvey survey = new DegreeSurvey(EdgeSource.UNKNOWN);
        graph.forEach(survey, Progress.NONE);
        List<Integer> edges =
                SourceRange.cut(survey, 3).stream().map(SourceRange::edges).toList();
        assertEquals(List.of(3, 3, 1), edges);
    }

    @Test
    void countsThatOverflowedAreNoticed() {
        int longest = DegreeSurvey.ARRAY_LENGTH_MAX;
        assertEquals(
                List.of(new SourceRange(0, 1, 5), new SourceRange(1, 2, longest), new SourceRange(2, 3, 1)),
                SourceRange.cut(new int[] {5, longest, 1}, 3, longest + 6L, longest));
        assertThrows(PraghException.class, () -> SourceRange.cut(new int[] {longest + 1}, 1, longest + 1L, 9));
        assertThrows(PraghException.class, () -> SourceRange.cut(new int[] {1 << 31}, 1, 1L << 31, 9), "wrapped once");
        assertThrows(PraghException.class, () -> SourceRange.cut(new int[] {5}, 1, (1L << 32) + 5, 9), "and again");
    }

    @Test
    void sourceWithoutEdgesGivesNoLists() {
        Totals totals = new AdjacencyLists().forEachList(RecordedEdges.of(), (v, n, from, to) -> {
            throw new AssertionError("a list");
        });
        assertEquals(new Totals(0, 0, 1), totals);
    }

    @Test
    void scatteredIdsDoNotTakeMemoryForTheGaps() {
        RecordedEdges graph = RecordedEdges.of(3, 1, MAX, 2, 1L << 40, 3, 3, 4, MAX, 5);
        DegreeSurvey survey = new DegreeSurvey(graph.edgeCountEstimate());
        graph.forEach(survey, Progress.NONE);
        assertEquals(3, survey.sources().size());
        assertTrue(survey.degrees().length < 10_000);
    }

    @Test
    void tenThousandScatteredSourcesKeepTheirDegrees() {
        RecordedEdges graph = RecordedEdges.of();
        for (long i = 0; i < 30_000; i++) {
            graph.edge(i % 10_000 * 879_609_302L % MAX, i);
        }
        Map<Long, List<Long>> lists = new HashMap<>();
        new AdjacencyLists(999).forEachList(graph, into(lists));
        assertEquals(10_000, lists.size());
        assertEquals(List.of(7L, 10_007L, 20_007L), lists.get(7 * 879_609_302L % MAX));
    }

    @Test
    void progressAddsUpHoweverManyPasses() {
        RecordedEdges graph = RecordedEdges.of(0, 1, 0, 2, 1, 1, 2, 1, 2, 2, 2, 3, 3, 1);
        for (int pass = 1; pass < 9; pass++) {
            AtomicLong done = new AtomicLong();
            new AdjacencyLists(pass).forEachList(graph, (v, n, from, to) -> {}, done::addAndGet);
            assertEquals(AdjacencyLists.workTotal(graph), done.get());
        }
    }

    @Test
    void sourceThatDoesNotRepeatItselfIsNoticed() {
        List<RecordedEdges> second = List.of(
                RecordedEdges.of(0, 1, 0, 2), // one edge fewer
                RecordedEdges.of(0, 1, 0, 2, 1, 3, 1, 4), // one more
                RecordedEdges.of(0, 1, 0, 2, 1, 4), // another target
                RecordedEdges.of(0, 1, 1, 2, 1, 3), // another source
                RecordedEdges.of(0, 1, 0, 2, 7, 3)); // an unknown source
        for (RecordedEdges changed : second) {
            EdgeSource source = new Changing(RecordedEdges.of(0, 1, 0, 2, 1, 3), changed);
            PraghException fault = assertThrows(
                    PraghException.class,
                    () -> new AdjacencyLists().forEachList(source, (v, n, from, to) -> {
                        throw new AssertionError("a list of a stream that changed");
                    }));
            assertTrue(fault.getMessage().startsWith("edge source gave other edges"), fault.getMessage());
        }
    }

    @Test
    void idsOutOfRangeAreRefused() {
        for (RecordedEdges graph : List.of(
                RecordedEdges.of(-1, 0),
                RecordedEdges.of(0, -1),
                RecordedEdges.of(MAX + 1, 0),
                RecordedEdges.of(0, MAX + 1))) {
            assertThrows(PraghException.class, () -> new AdjacencyLists().forEachList(graph, (v, n, from, to) -> {}));
        }
    }

    @Test
    void passThatHoldsNothingIsRefused() {
        assertThrows(PraghException.class, () -> new AdjacencyLists(0));
    }

    private static ListConsumer into(Map<Long, List<Long>> lists) {
        return (source, neighbours, from, to) -> {
            assertTrue(from < to, "an empty list");
            List<Long> list = Arrays.stream(neighbours, from, to).boxed().toList();
            assertEquals(null, lists.put(source, list), "a second list for one vertex");
        };
    }

    /** Gives one stream of edges at the first pass and another one at later passes. */
    private static final class Changing implements EdgeSource {
        private final EdgeSource first;
        private final EdgeSource later;
        private boolean read;

        Changing(EdgeSource first, EdgeSource later) {
            this.first = first;
            this.later = later;
        }

        @Override
        public void forEach(EdgeConsumer consumer, Progress progress) {
            EdgeSource now = read ? later : first;
            read = true;
            now.forEach(consumer, progress);
        }

        @Override
        public long edgeCountEstimate() {
            return UNKNOWN;
        }

        @Override
        public long workTotal() {
            return first.workTotal();
        }
    }
}
