package io.pragh.core.property.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Checks what a cache of names' numbers remembers. */
class NameNumbersTest {
    @Test
    void aNumberIsAskedForOnceAndNoNumberAgain() {
        Map<String, Integer> all = new HashMap<>(Map.of("a", 1));
        AtomicInteger asked = new AtomicInteger();
        NameNumbers numbers = new NameNumbers(name -> {
            asked.incrementAndGet();
            return all.getOrDefault(name, 0);
        });
        assertEquals(1, numbers.get("a"));
        assertEquals(1, numbers.get("a"));
        assertEquals(1, asked.get());
        assertEquals(0, numbers.get("b"));
        all.put("b", 2);
        assertEquals(2, numbers.get("b"));
        for (int i = 0; i < 1000; i++) { // more names than slots
            all.put("n" + i, 10 + i);
            assertEquals(10 + i, numbers.get("n" + i));
        }
        assertEquals(2, numbers.get("b"));
    }
}
