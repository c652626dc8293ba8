package io.pragh.benchmarks.fof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.benchmarks.data.SplitMix;
import org.junit.jupiter.api.Test;

/** Checks that the lists where queries start have ranks, and that earlier ranks are drawn more often. */
class StartsTest {
    @Test
    void everyListKnowsItsRank() {
        long[] keys = {70, -3, Long.MAX_VALUE, 12};
        Starts starts = new Starts(keys, 0.99);
        for (int rank = 0; rank < keys.length; rank++) {
            assertEquals(keys[rank], starts.key(rank));
            assertEquals(rank, starts.rankOf(keys[rank]));
        }
        assertTrue(starts.rankOf(13) < 0);
        assertTrue(starts.rankOf(Long.MIN_VALUE) < 0);
    }

    @Test
    void theFirstIsFavoured() {
        Starts starts = new Starts(new long[] {5, 4, 3}, 2);
        SplitMix random = new SplitMix(1);
        int[] drawn = new int[3];
        for (int i = 0; i < 1000; i++) {
            drawn[starts.nextRank(random)]++;
        }
        assertTrue(drawn[0] > drawn[1] && drawn[1] > drawn[2] && drawn[2] > 0);
    }
}
