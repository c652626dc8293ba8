package io.pragh.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks how the cost of queries to the calling thread is measured and compared. */
class ThreadCostTest {
    private static final int BYTES = 100_000;

    @Test
    void everyQuestionIsAskedOnceAndOneIsTold() {
        List<Integer> asked = new ArrayList<>();
        List<byte[]> kept = new ArrayList<>();
        ThreadCost cost = ThreadCost.of(4, i -> {
            asked.add(i);
            kept.add(new byte[BYTES]);
        });
        assertEquals(List.of(0, 1, 2, 3), asked);
        assertTrue(cost.bytes() >= BYTES && cost.bytes() < 2 * BYTES, cost::toString);
        assertTrue(cost.micros() > 0, cost::toString);
        assertEquals(4, kept.size());
    }

    @Test
    void questionsAreCountedUntilTheTimeIsOverOrThereAreNoMore() {
        assertEquals(1, ThreadCost.countWithin(0, 5, i -> {}));
        assertEquals(5, ThreadCost.countWithin(Long.MAX_VALUE, 5, i -> {}));
    }

    @Test
    void theMedianIsOfTheLaterHalfAndOfEachNumberByItself() {
        List<ThreadCost> rounds = List.of(
                new ThreadCost(90, 90),
                new ThreadCost(80, 80),
                new ThreadCost(70, 70),
                new ThreadCost(60, 60),
                new ThreadCost(1, 30),
                new ThreadCost(2, 20),
                new ThreadCost(3, 10),
                new ThreadCost(10, 11));
        assertEquals(new ThreadCost(2.5, 15.5), ThreadCost.medianOfLater(rounds));
        assertEquals(new ThreadCost(1, 30), ThreadCost.medianOfLater(rounds.subList(3, 5)));
        assertEquals(new ThreadCost(2, 20), ThreadCost.medianOfLater(rounds.subList(2, 7)));
    }

    @Test
    void aDoubledAndAHalvedRatioAreNone() {
        assertEquals(1, ThreadCost.geometricMean(2, 0.5), 1e-9);
    }
}
