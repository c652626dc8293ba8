package io.pragh.benchmarks.data;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;

/** Compares counts with probabilities. Stateless. */
final class ChiSquare {
    /** Outcomes expected less often than this are counted together. */
    private static final double EXPECTED_MIN = 10;

    /** The greatest distance from the mean, in standard deviations. Chance exceeds it less than once in a million. */
    private static final double DEVIATIONS_MAX = 6;

    private ChiSquare() {}

    /** Fails if the counts are no likely sample of the probabilities. */
    static void assertSampleOf(double[] probabilities, long[] counts, String what) {
        long total = Arrays.stream(counts).sum();
        double statistic = 0;
        double rareExpected = 0;
        double rareCount = 0;
        int cells = 0;
        for (int i = 0; i < counts.length; i++) {
            double expected = total * probabilities[i];
            if (expected < EXPECTED_MIN) {
                rareExpected += expected;
                rareCount += counts[i];
            } else {
                statistic += (counts[i] - expected) * (counts[i] - expected) / expected;
                cells++;
            }
        }
        if (rareExpected > EXPECTED_MIN) {
            statistic += (rareCount - rareExpected) * (rareCount - rareExpected) / rareExpected;
            cells++;
        } else {
            assertTrue(rareCount <= 4 * EXPECTED_MIN, what + ": rare outcomes=" + rareCount);
        }
        double degrees = Math.max(1, cells - 1);
        double limit = degrees + DEVIATIONS_MAX * Math.sqrt(2 * degrees) + DEVIATIONS_MAX * DEVIATIONS_MAX / 2;
        assertTrue(statistic < limit, what + ": chi-square=" + statistic + " limit=" + limit + " cells=" + cells);
    }
}
