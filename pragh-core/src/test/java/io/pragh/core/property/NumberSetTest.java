package io.pragh.core.property;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Compares the set with one of the JDK. */
class NumberSetTest {
    /**
     * The absolute value of a drawn number is added; if the number is negative and the value is in the set, it is
     * removed instead.
     */
    @Property(tries = 300)
    void itIsASet(@ForAll @Size(max = 400) List<@LongRange(min = -400, max = 600) Long> drawn, @ForAll boolean far) {
        NumberSet set = new NumberSet();
        Set<Long> model = new HashSet<>();
        for (long each : drawn) {
            long number = Math.abs(each) * (far ? 0x0001_0001_0000_0000L : 1);
            if (each < 0 && model.remove(number)) {
                set.remove(number);
            } else {
                assertEquals(model.add(number), set.add(number), () -> "number=" + number);
            }
            assertEquals(model.size(), set.size());
            assertEquals(model.contains(number), set.contains(number), () -> "number=" + number);
            assertEquals(model.contains(0L), set.contains(0));
        }
        long[] all = model.stream().mapToLong(Long::longValue).toArray();
        set.addAll(all, 0, all.length);
        assertEquals(model.size(), set.size(), "all were there");
        set.clear();
        assertEquals(0, set.size());
        set.addAll(all, all.length / 2, all.length);
        assertEquals(all.length - all.length / 2, set.size(), "after all were taken out");
        long[] added = new long[all.length + 1];
        int count = set.addAll(all, 0, all.length, added, 1);
        assertEquals(all.length, set.size());
        assertArrayEquals(
                Arrays.copyOf(all, all.length / 2), Arrays.copyOfRange(added, 1, count), "those that were new");
    }

    @Test
    void itGrowsAndShrinksWithoutLosingAny() {
        NumberSet set = new NumberSet();
        for (long number = 0; number < 100_000; number++) {
            assertTrue(set.add(number * number));
        }
        for (long number = 99_999; number >= 50_000; number--) {
            set.remove(number * number);
        }
        assertEquals(50_000, set.size());
        for (long number = 0; number < 100_000; number++) {
            assertEquals(number >= 50_000, set.add(number * number), "number " + number);
        }
        assertTrue(set.bytes() <= 64 * 100_000, "they are far from each other: bytes=" + set.bytes());
    }

    @Test
    void neighboursTakeTheirBits() {
        NumberSet set = new NumberSet();
        for (long number = -50_000; number < 50_000; number++) {
            assertTrue(set.add(number));
        }
        assertEquals(100_000, set.size());
        assertTrue(set.bytes() < 25_000, "bytes=" + set.bytes());
        assertTrue(set.contains(-1) && set.contains(0) && !set.contains(50_000) && !set.contains(-50_001));
    }

    @Test
    void whatWasLargeOnceIsEmptyAfterClearing() {
        NumberSet set = new NumberSet();
        for (long number = 0; number < 10_000; number++) {
            assertTrue(set.add(number << 20));
            assertTrue(set.contains(number << 20) && !set.contains(number << 20 | 1));
        }
        set.clear();
        for (int round = 0; round < 3; round++) {
            assertEquals(0, set.size());
            for (long number = 0; number < 100; number++) {
                assertTrue(set.add(number << 20 | round), "number=" + number + " round=" + round);
            }
            set.clear();
        }
    }

    /** Pages become words while numbers are added, one by one or together, and some were removed. */
    @Property(tries = 100)
    void farNumbersAreKept(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
        Random random = new Random(seed);
        NumberSet set = new NumberSet();
        Set<Long> model = new HashSet<>();
        int spread = 6 + random.nextInt(50);
        for (int round = 0; round < 8; round++) {
            long[] some =
                    random.longs(random.nextInt(900)).map(n -> n >>> spread).toArray();
            int from = some.length / 8;
            for (int i = 0; i < from; i++) {
                assertEquals(model.add(some[i]), set.add(some[i]));
            }
            int before = model.size();
            Arrays.stream(some, from, some.length).forEach(model::add);
            long[] added = new long[some.length + 1];
            boolean toldWhich = random.nextBoolean();
            int count = toldWhich ? set.addAll(some, from, some.length, added, 0) : 0;
            if (toldWhich) {
                assertEquals(model.size() - before, count);
            } else {
                set.addAll(some, from, some.length);
            }
            for (int i = 0; i < count / 4; i++) {
                set.remove(added[i]);
                model.remove(added[i]);
            }
            assertEquals(model.size(), set.size());
        }
        assertTrue(model.stream().allMatch(set::contains));
        assertTrue(random.longs(1_000).map(n -> n >>> spread).allMatch(n -> set.contains(n) == model.contains(n)));
    }
}
