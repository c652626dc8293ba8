package io.pragh.benchmarks.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.base.PraghException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Checks that outcomes are picked with the probabilities of their weights. */
class AliasTableTest {

    @Property(tries = 500)
    void tableHasTheProbabilitiesOfTheWeights(
            @ForAll @Size(min = 1, max = 300) List<@DoubleRange(min = 0, max = 1000) Double> weights) {
        double[] given = weights.stream().mapToDouble(w -> w).toArray();
        given[0] += 0.5;
        double sum = Arrays.stream(given).sum();
        double[] actual = new AliasTable(given).probabilities();
        for (int i = 0; i < given.length; i++) {
            assertEquals(given[i] / sum, actual[i], 0x1p-31, "outcome " + i);
        }
    }

    @Test
    void everySlotIsReachedByItsShareOfTheBits() {
        AliasTable table = new AliasTable(new double[] {1, 1, 1});
        assertEquals(0, table.pick(0));
        assertEquals(2, table.pick(-1));
        assertEquals(1, table.pick(Long.MIN_VALUE));
        assertEquals(0, table.pick(Long.divideUnsigned(-1, 3) - 2));
        assertEquals(1, table.pick(Long.divideUnsigned(-1, 3) + 2));
    }

    @Test
    void outcomeWithoutWeightIsNeverPicked() {
        AliasTable table = new AliasTable(new double[] {0, 3, 0, 1, 0});
        SplitMix random = new SplitMix(7);
        long[] counts = new long[5];
        for (int i = 0; i < 100_000; i++) {
            counts[table.pick(random.next())]++;
        }
        assertEquals(0, counts[0] + counts[2] + counts[4]);
        ChiSquare.assertSampleOf(new double[] {0, 0.75, 0, 0.25, 0}, counts, "seed=7");
    }

    @Test
    void weightsThatAreNoDistributionAreRefused() {
        for (double[] weights : List.of(
                new double[] {}, new double[] {0, 0}, new double[] {1, -1}, new double[] {Double.NaN}, new double[] {
                    Double.POSITIVE_INFINITY
                })) {
            assertThrows(PraghException.class, () -> new AliasTable(weights), Arrays.toString(weights));
        }
    }
}
