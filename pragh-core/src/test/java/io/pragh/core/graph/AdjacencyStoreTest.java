package io.pragh.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AdjacencyStoreTest {
    private static final long KEY = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, 7);
    private static final int BLOCK = ListBodies.NARROW_MAX;

    private final HeapSession session = new HeapSession();
    private final HomeMap homes = new HomeMap(16);
    private final AdjacencyStore store = new AdjacencyStore(session, homes, 1);
    private final AdjacencyStore other = new AdjacencyStore(session, homes, 2);

    private static long[] numbers(int count) {
        long[] numbers = new long[count];
        Arrays.setAll(numbers, i -> i * 3L);
        return numbers;
    }

    private List<Long> list() {
        List<Long> seen = new ArrayList<>();
        assertEquals(session.values.containsKey(KEY), store.forEach(KEY, seen::add));
        return seen;
    }

    private static List<Long> boxed(long[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    private long chunkValues() {
        return session.values.keySet().stream()
                .filter(key -> GraphKey.kind(key) == GraphKey.KIND_CHUNK)
                .count();
    }

    @Test
    void appendsGoOnInChunksOfTheSameHome() {
        long[] numbers = numbers(3 * BLOCK + 5);
        for (long number : numbers) {
            store.append(KEY, number, 0);
        }
        assertEquals(boxed(numbers), list());
        assertEquals(3, chunkValues());
        for (long key : session.values.keySet()) {
            assertEquals(homes.home(KEY), homes.home(key), GraphKey.show(key));
        }
    }

    @Test
    void anAppendCostsWhatItSays() {
        store.write(KEY, numbers(BLOCK - 1), 0, BLOCK - 1);
        assertEquals(List.of(0, 1), cost(() -> store.append(KEY, 1, 0)), "one update");
        cost(() -> store.append(KEY, 1, 0));
        assertEquals(List.of(1, 2), cost(() -> store.append(KEY, 1, 0)), "and one read and update when it has chunks");
    }

    private List<Integer> cost(Runnable call) {
        int reads = session.readsSoFar();
        int updates = session.updatesSoFar();
        call.run();
        return List.of(session.readsSoFar() - reads, session.updatesSoFar() - updates);
    }

    @Test
    void entriesAreRemovedFromHeadAndChunks() {
        long[] numbers = numbers(2 * BLOCK + 100);
        store.write(KEY, numbers, 0, numbers.length);
        List<Long> model = new ArrayList<>(boxed(numbers));
        for (int at : new int[] {2 * BLOCK + 50, BLOCK + 1, 3, 0}) {
            assertTrue(store.remove(KEY, numbers[at], 0));
            model.remove(numbers[at]);
        }
        assertFalse(store.remove(KEY, 1, 0));
        assertEquals(model, list());
        store.append(KEY, 8, 0);
        model.add(8L);
        assertEquals(model, list());
    }

    @Test
    void aListWrittenAgainLeavesNoChunkBehind() {
        store.write(KEY, numbers(3 * BLOCK), 0, 3 * BLOCK);
        assertEquals(2, chunkValues());
        long[] wide = {1L << 32, 4, 5};
        store.write(KEY, wide, 1, 3);
        assertEquals(List.of(4L, 5L), list());
        assertEquals(0, chunkValues());
        store.write(KEY, wide, 0, 0);
        assertEquals(List.of(), list());
        assertTrue(session.values.containsKey(KEY), "an empty list is a list");
    }

    @Test
    void aWideListHasBlocksOfHalfAsManyEntries() {
        long[] wide = numbers(2 * ListBodies.WIDE_MAX + 1);
        wide[0] = 1L << 40;
        store.create(KEY, wide, 0, wide.length);
        assertEquals(boxed(wide), list());
        assertEquals(2, chunkValues());
    }

    @Test
    void aListIsCreatedOnce() {
        store.create(KEY, numbers(3), 0, 3);
        assertThrows(PraghException.class, () -> store.create(KEY, numbers(2), 0, 2));
        assertEquals(boxed(numbers(3)), list());
    }

    @Test
    void twoWhoAddAChunkAtOnceBothGetTheirEntryIn() {
        long[] numbers = numbers(BLOCK);
        store.write(KEY, numbers, 0, BLOCK);
        session.before(ListOperations.ADD_CHUNK, () -> other.append(KEY, 1, 0));
        store.append(KEY, 2, 0);
        List<Long> model = new ArrayList<>(boxed(numbers));
        model.addAll(List.of(1L, 2L));
        assertEquals(model, list());
        assertEquals(1, chunkValues(), "the loser's chunk is removed");
    }

    @Test
    void anAppendToAChunkOfAListThatWasWrittenAnewStartsOver() {
        long[] numbers = numbers(BLOCK + 1);
        store.write(KEY, numbers, 0, numbers.length);
        session.before(
                ListOperations.APPEND,
                () -> session.before(ListOperations.APPEND, () -> other.write(KEY, new long[] {5}, 0, 1)));
        store.append(KEY, 2, 0);
        assertEquals(List.of(5L, 2L), list());
        assertEquals(0, chunkValues());
    }

    @Test
    void aChunkIdThatIsTakenIsNotUsedTwice() {
        SplittableRandom same = new SplittableRandom(1);
        long taken = homes.mint(homes.home(KEY), same.nextLong(homes.mintable()));
        byte[] occupied = ListImage.of(99).image();
        session.values.put(AdjacencyStore.chunkKey(taken), occupied);
        long[] numbers = numbers(BLOCK + 1);
        store.write(KEY, numbers, 0, numbers.length);
        assertEquals(boxed(numbers), list());
        assertEquals(occupied, session.values.get(AdjacencyStore.chunkKey(taken)));
    }

    @Test
    void edgeIdsTellParallelEdgesApart() {
        store.append(KEY, 5, 100);
        store.append(KEY, 5, 200);
        store.append(KEY, 5, 300);
        assertTrue(store.remove(KEY, 5, 200));
        assertFalse(store.remove(KEY, 5, 200));
        assertTrue(store.remove(KEY, 5, 300));
        assertEquals(List.of(5L), list());
        assertTrue(store.remove(KEY, 5, 0));
        assertEquals(List.of(), list());
    }

    @Test
    void thereIsNothingInAnAbsentList() {
        assertFalse(store.forEach(KEY, neighbour -> assertEquals(0, 1, "never called")));
        assertFalse(store.remove(KEY, 1, 0));
    }
}
