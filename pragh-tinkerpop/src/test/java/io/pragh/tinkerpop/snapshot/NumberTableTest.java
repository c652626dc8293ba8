package io.pragh.tinkerpop.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.property.TooManyResultsException;
import io.pragh.testkit.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Checks a table that keeps each number once, in the order of arrival. {@code -Dpragh.numbers.seed} repeats a
 * failure.
 */
class NumberTableTest {
    private static final int MANY = 5_000;

    @Test
    void eachNumberIsKeptOnceInTheOrderInWhichItCame() {
        long seed = Seeds.of("pragh.numbers.seed");
        SplittableRandom random = new SplittableRandom(seed);
        NumberTable table = new NumberTable(MANY);
        for (int round = 0; round < 4; round++) {
            long bound = round % 2 == 0 ? MANY / 2 : 1L << 43;
            long[] drawn = random.longs(MANY, 0, bound).toArray();
            drawn[1] = 0;
            table.clear();
            table.add(drawn, 0, MANY / 3);
            int before = table.size();
            table.add(drawn, MANY / 3, MANY);
            long[] expected = Arrays.stream(drawn).distinct().toArray();
            assertArrayEquals(expected, table.from(0), "seed=" + seed);
            assertArrayEquals(Arrays.copyOfRange(expected, before, expected.length), table.from(before));
        }
    }

    @Test
    void oneNumberTooManyIsRefused() {
        NumberTable table = new NumberTable(3);
        table.add(new long[] {7, 8, 7, 9, 8}, 0, 5);
        assertEquals(3, table.size());
        assertThrows(TooManyResultsException.class, () -> table.add(new long[] {10}, 0, 1));
    }
}
