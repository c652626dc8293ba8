package io.pragh.core.property.change;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class EntrySetTest {
    private record Entry(long neighbour, long eid) {}

    /** A number below 40 is added, any other removes the number that is 40 less. */
    @Property(tries = 500)
    void isASetInTheOrderOfItsEntries(@ForAll @Size(max = 200) List<@IntRange(max = 79) Integer> steps) {
        EntrySet set = new EntrySet();
        Set<Entry> model = new LinkedHashSet<>();
        for (int step : steps) {
            int number = step % 40;
            Entry entry = new Entry(number / 3, number % 3);
            assertEquals(model.contains(entry), set.contains(entry.neighbour, entry.eid));
            if (step < 40) {
                model.add(entry);
                set.add(entry.neighbour, entry.eid);
            } else {
                assertEquals(model.remove(entry), set.remove(entry.neighbour, entry.eid));
            }
            assertEquals(model.size(), set.size());
        }
        long[] expected = model.stream()
                .flatMapToLong(e -> java.util.stream.LongStream.of(e.neighbour, e.eid))
                .toArray();
        assertArrayEquals(expected, set.toArray());
        int there = 0;
        for (int i = 0; i < set.end(); i++) {
            there += set.has(i) ? 1 : 0;
        }
        assertEquals(model.size(), there);
    }
}
