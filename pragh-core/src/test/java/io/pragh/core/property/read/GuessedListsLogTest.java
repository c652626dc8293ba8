package io.pragh.core.property.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Checks what a transaction keeps of vertices whose lists it has guessed: each vertex once, in bounded room. */
class GuessedListsLogTest {
    private static final int DISTINCT = 1_000;

    private final GuessedLists log = new GuessedLists(() -> false, true);

    @Test
    void verticesThatAreReadAgainAndAgainTakeNoMoreRoom() {
        long[] vids = LongStream.range(0, DISTINCT).map(i -> i * i).toArray();
        for (int i = 0; i < 10 * GuessedLists.CAPACITY_UNSORTED / DISTINCT; i++) {
            log.add(vids, 0, DISTINCT / 2);
            log.add(vids, DISTINCT / 2, DISTINCT);
        }
        assertTrue(log.room() <= 2 * GuessedLists.CAPACITY_UNSORTED, "room=" + log.room());
        assertArrayEquals(vids, log.settle());
    }

    @Test
    void oneVertexThatIsReadVeryOftenIsKeptOnce() {
        long[] vids = {7};
        for (int i = 0; i < 20 * GuessedLists.CAPACITY_UNSORTED; i++) {
            log.add(vids, 0, 1);
        }
        assertTrue(log.room() <= 2 * GuessedLists.CAPACITY_UNSORTED, "room=" + log.room());
        assertArrayEquals(vids, log.settle());
    }

    @Test
    void manyVerticesAreAllKept() {
        int count = 3 * GuessedLists.CAPACITY_UNSORTED + 17;
        long[] vids = LongStream.range(0, count).toArray();
        for (int again = 0; again < 5; again++) {
            for (int from = 0; from < count; from += DISTINCT) {
                log.add(vids, from, Math.min(count, from + DISTINCT));
            }
        }
        assertArrayEquals(vids, log.settle());
        assertTrue(log.room() <= 5 * count, "room=" + log.room());
    }

    /** A snapshot may be open for long, and read every vertex of a graph. */
    @Test
    void nothingIsKeptForWhoOnlyReads() {
        GuessedLists none = new GuessedLists(() -> false, false);
        none.add(new long[] {1, 2, 3}, 0, 3);
        assertEquals(0, none.room());
        assertEquals(0, none.settle().length);
    }

    @Test
    void nobodyIsAskedForNothing() {
        int[] asked = {0};
        GuessedLists none = new GuessedLists(() -> ++asked[0] > 0, true);
        assertEquals(0, none.settle().length);
        none.add(new long[] {1, 2}, 1, 1);
        assertEquals(0, none.settle().length);
        assertEquals(0, asked[0]);
        none.add(new long[] {1, 2}, 1, 2);
        assertEquals(0, none.settle().length, "no label is new, so no vertex has to be read");
        assertEquals(1, asked[0]);
    }
}
