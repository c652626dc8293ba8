package io.pragh.coordinator.failover;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Checks which node gets which partition: a new graph's are dealt out in turn, those of dead nodes go to the nodes
 * with the fewest, and living nodes keep theirs.
 */
class HomeReassignmentTest {
    @Test
    void newGraphIsDealtOutInTurn() {
        assertArrayEquals(new int[] {2, 5, 9, 2, 5}, HomeReassignment.deal(5, nodes(9, 2, 5)));
        assertArrayEquals(new int[] {-1, -1}, HomeReassignment.deal(2, nodes()));
    }

    @Test
    void partitionsOfTheDeadGoToWhoeverHasTheFewest() {
        assertArrayEquals(
                new int[] {0, 0, 0, 2, 3, 2, 2, 3},
                HomeReassignment.reassign(new int[] {0, 0, 0, 1, 1, 1, 2, 3}, nodes(0, 2, 3)));
    }

    @Test
    void newcomerTakesWhatNobodyServesAndNothingElse() {
        assertArrayEquals(new int[] {0, 0, 4, 4}, HomeReassignment.reassign(new int[] {0, 0, -1, -1}, nodes(0, 4)));
        assertArrayEquals(new int[] {0, 0}, HomeReassignment.reassign(new int[] {0, 0}, nodes(0, 4)));
    }

    @Test
    void nobodyIsLeft() {
        assertArrayEquals(new int[] {-1, -1}, HomeReassignment.reassign(new int[] {0, 1}, nodes()));
    }

    @Property(tries = 300)
    void livingNodesKeepTheirsAndTheRestIsSpreadEvenly(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 128) int partitions) {
        Random random = new Random(seed);
        int[] before = random.ints(partitions, -1, 8).toArray();
        SortedSet<Integer> living =
                nodes(random.ints(1 + random.nextInt(8), 0, 10).toArray());
        int[] after = HomeReassignment.reassign(before, living);
        for (int p = 0; p < partitions; p++) {
            assertTrue(living.contains(after[p]));
            if (living.contains(before[p])) {
                assertEquals(before[p], after[p], "a living node keeps its partitions");
            }
        }
        int fewest = living.stream().mapToInt(n -> countOf(after, n)).min().orElseThrow();
        for (int node : living) {
            assertTrue(
                    countOf(after, node) == countOf(before, node) || countOf(after, node) <= fewest + 1,
                    "took over more than its share: " + Arrays.toString(before) + " -> " + Arrays.toString(after));
        }
    }

    private static int countOf(int[] nodeOfPartition, int node) {
        return (int) Arrays.stream(nodeOfPartition).filter(n -> n == node).count();
    }

    private static SortedSet<Integer> nodes(int... nodes) {
        return new TreeSet<>(List.of(Arrays.stream(nodes).boxed().toArray(Integer[]::new)));
    }
}
