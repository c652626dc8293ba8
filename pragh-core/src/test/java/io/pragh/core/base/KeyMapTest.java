package io.pragh.core.base;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class KeyMapTest {
    /** Keys whose signs and hashes differ, and which repeat. */
    private static long key(long number) {
        return number * 0x1234_5678_9ABC_DEF1L | 1;
    }

    @Property(tries = 200)
    void isAMapInTheOrderOfItsKeys(@ForAll @Size(max = 300) List<@LongRange(max = 99) Long> numbers) {
        KeyMap<Integer> map = new KeyMap<>();
        Map<Long, Integer> model = new LinkedHashMap<>();
        for (int i = 0; i < numbers.size(); i++) {
            long key = key(numbers.get(i));
            assertEquals(model.get(key), map.get(key));
            int made = i;
            if (i % 3 == 0) {
                assertEquals(model.computeIfAbsent(key, k -> made), map.computeIfAbsent(key, k -> made));
            } else {
                map.put(key, i);
                model.put(key, i);
            }
        }
        assertEquals(model.size(), map.size());
        assertEquals(model.isEmpty(), map.isEmpty());
        assertArrayEquals(model.keySet().stream().mapToLong(k -> k).toArray(), map.keys());
        for (int i = 0; i < map.size(); i++) {
            assertEquals(model.get(map.key(i)), map.value(i));
        }
    }

    @Test
    void whatWasNeverPutIsNotThere() {
        assertNull(new KeyMap<String>().get(1));
    }
}
