package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The set beside one of the JDK. */
class LongSetTest {
    /** A number is added when it is drawn, and taken out when it is drawn negative and is there. */
    @Property(tries = 300)
    void itIsASet(@ForAll @Size(max = 400) List<@LongRange(min = -40, max = 60) Long> drawn, @ForAll boolean far) {
        LongSet set = new LongSet();
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
    }

    @Test
    void itGrowsAndShrinksWithoutLosingAny() {
        LongSet set = new LongSet();
        set.expect(100_000);
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
        assertTrue(set.bytes() >= 2L * Long.BYTES * 100_000 && set.bytes() <= 4L * Long.BYTES * 131_072);
    }
}
