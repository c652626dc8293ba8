package io.pragh.benchmarks.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that each seed gives a permutation of its own, with neighbours spread evenly. */
class SeededPermutationTest {

    @Test
    void everyNumberOfASmallRangeIsHitOnce() {
        for (int bits = 1; bits <= 18; bits++) {
            for (long seed = 0; seed < (bits > 14 ? 2 : 20); seed++) {
                SeededPermutation permutation = new SeededPermutation(bits, seed);
                BitSet hit = new BitSet();
                for (long i = 0; i < 1L << bits; i++) {
                    hit.set(Math.toIntExact(permutation.of(i)));
                }
                assertEquals(1 << bits, hit.cardinality(), "bits=" + bits + " seed=" + seed);
                assertEquals(1 << bits, hit.length(), "bits=" + bits + " seed=" + seed);
            }
        }
    }

    @Test
    void numbersOfALargeRangeStayDistinctAndInIt() {
        for (int bits = 19; bits <= SeededPermutation.BITS_MAX; bits++) {
            SeededPermutation permutation = new SeededPermutation(bits, bits);
            Set<Long> hit = new HashSet<>();
            for (long i = 0; i < 5000; i++) {
                hit.add(permutation.of(i));
                hit.add(permutation.of((1L << bits) - 1 - i));
            }
            assertEquals(10_000, hit.size(), "bits=" + bits);
            long out = bits;
            assertTrue(hit.stream().allMatch(number -> number >>> out == 0), "bits=" + bits);
        }
    }

    @Test
    void neighboursAreSpreadEvenly() {
        for (int bits : new int[] {16, 21, 24, 40}) {
            SeededPermutation permutation = new SeededPermutation(bits, 5);
            long[] high = new long[64];
            long[] low = new long[64];
            for (long i = 0; i < 1 << 14; i++) {
                long moved = permutation.of(i);
                high[(int) (moved >>> (bits - 6))]++;
                low[(int) (moved & 63)]++;
            }
            double[] even = new double[64];
            Arrays.fill(even, 1.0 / 64);
            ChiSquare.assertSampleOf(even, high, "upper bits of " + bits + ", seed=5");
            ChiSquare.assertSampleOf(even, low, "lower bits of " + bits + ", seed=5");
        }
    }

    @Test
    void seedsGiveDifferentOrders() {
        SeededPermutation one = new SeededPermutation(20, 1);
        SeededPermutation two = new SeededPermutation(20, 2);
        int same = 0;
        for (long i = 0; i < 1 << 16; i++) {
            same += one.of(i) == two.of(i) ? 1 : 0;
        }
        assertTrue(same < 10, "same=" + same);
    }

    @Test
    void rangesThatDoNotFitAreRefused() {
        assertThrows(PraghException.class, () -> new SeededPermutation(0, 1));
        assertThrows(PraghException.class, () -> new SeededPermutation(SeededPermutation.BITS_MAX + 1, 1));
    }
}
