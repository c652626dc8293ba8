package io.pragh.tinkerpop.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a snapshot finds in random graphs what Gremlin finds in TinkerGraph, with one node and with several
 * between which values move. {@code -Dpragh.snapshots.seed=N} repeats a failure that printed N.
 */
class SnapshotModelTest {
    private static final String SEED = "pragh.snapshots.seed";
    private static final int GRAPHS = 12;
    private static final int QUERIES = 25;
    private static final List<String> FEW = List.of("a", "b");
    /** So many labels that the vertex is asked which of them its edges have. */
    private static final List<String> MANY = List.of("a", "b", "c", "d", "e", "f");

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void whatASnapshotFindsIsWhatGremlinFinds(int nodes) {
        SplittableRandom seeds = new SplittableRandom(Seeds.of(SEED));
        int found = 0;
        for (int i = 0; i < GRAPHS; i++) {
            long seed = i == 0 ? Seeds.of(SEED) : seeds.nextLong();
            try (TwinGraphs graphs = new TwinGraphs(nodes, seed, i % 2 == 0 ? FEW : MANY);
                    GraphSnapshot now = graphs.pragh.snapshot()) {
                for (int query = 0; query < QUERIES; query++) {
                    found += compare(graphs, now);
                }
            } catch (AssertionError | RuntimeException failed) {
                throw new AssertionError("repeat with -D" + SEED + "=" + seed, failed);
            }
        }
        assertTrue(found > GRAPHS * QUERIES, "edges were found: " + found);
    }

    private static int compare(TwinGraphs graphs, GraphSnapshot now) {
        Object id = graphs.anyId();
        Hop hop = graphs.anyHop();
        Hop second = graphs.anyHop();
        List<Object> neighbours = now.neighbours(id, hop);
        List<Object> expected = step(graphs, List.of(id), hop);
        assertEquals(bag(expected), bag(neighbours), () -> id + " " + hop);
        assertEquals(expected.size(), now.degree(id, hop));
        int limit = graphs.below(5);
        Hop few = hop.limit(limit);
        List<Object> first = neighbours.subList(0, Math.min(limit, neighbours.size()));
        assertEquals(first, now.neighbours(id, few));
        assertEquals(first.size(), now.degree(id, few));

        List<Object> ends = step(graphs, expected, second);
        assertEquals(bag(ends), bag(now.twoHops(id, hop, second)), () -> id + " " + hop + second);
        assertEquals(ends.size(), now.countTwoHops(id, hop, second));
        Hop fewer = second.limit(1 + graphs.below(3));
        List<Object> fewEnds = first.stream()
                .flatMap(middle -> now.neighbours(middle, fewer).stream())
                .toList();
        assertEquals(fewEnds, now.twoHops(id, few, fewer));
        assertEquals(fewEnds.size(), now.countTwoHops(id, few, fewer));
        assertEquals(fewEnds.stream().distinct().toList(), now.distinctTwoHops(id, few, fewer));
        long sum = Arrays.stream(now.numbers(fewEnds)).sum();
        assertEquals(sum, now.byNumber().sumTwoHops(now.number(id), few, fewer));
        compareLevels(graphs, now, id, hop);
        compareWalks(graphs, now, hop);
        return expected.size();
    }

    /** The ends of the hop in TinkerGraph, once for each edge. */
    private static List<Object> step(TwinGraphs graphs, Collection<Object> from, Hop hop) {
        List<Object> found = new ArrayList<>();
        for (Object id : from) {
            found.addAll(graphs.model()
                    .V(id)
                    .to(hop.direction(), hop.labels().toArray(new String[0]))
                    .id()
                    .toList());
        }
        return found;
    }

    private static Map<Object, Long> bag(List<Object> all) {
        return all.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private static void compareLevels(TwinGraphs graphs, GraphSnapshot now, Object id, Hop hop) {
        int count = graphs.below(5);
        List<List<Object>> levels = now.levels(id, hop, count);
        Set<Object> seen = new HashSet<>();
        Set<Object> level = Set.of(id);
        int depth = 0;
        while (!level.isEmpty() && depth <= count) {
            assertEquals(level, new HashSet<>(levels.get(depth)), () -> id + " " + hop);
            assertEquals(level.size(), levels.get(depth).size());
            seen.addAll(level);
            level = new HashSet<>(step(graphs, level, hop));
            level.removeAll(seen);
            depth++;
        }
        assertEquals(depth, levels.size());
    }

    /**
     * Checks that walks follow edges, end where there is none, and are the same when they are repeated or taken
     * alone.
     */
    private static void compareWalks(TwinGraphs graphs, GraphSnapshot now, Hop hop) {
        List<Object> starts = List.of(graphs.anyId(), graphs.anyId(), graphs.anyId());
        int length = graphs.below(6);
        long seed = graphs.below(1 << 20);
        List<List<Object>> walks = now.randomWalks(starts, hop, length, seed);
        for (int walk = 0; walk < starts.size(); walk++) {
            List<Object> path = walks.get(walk);
            assertEquals(starts.get(walk), path.get(0));
            for (int i = 1; i < path.size(); i++) {
                Object to = path.get(i);
                assertTrue(step(graphs, List.of(path.get(i - 1)), hop).contains(to), () -> "edge to " + to);
            }
            Object last = path.get(path.size() - 1);
            boolean isWhole = path.size() == length + 1;
            assertTrue(isWhole || step(graphs, List.of(last), hop).isEmpty(), () -> "ended at " + last);
        }
        assertEquals(walks, now.randomWalks(starts, hop, length, seed));
        assertEquals(walks.get(0), now.randomWalk(starts.get(0), hop, length, seed));
    }
}
