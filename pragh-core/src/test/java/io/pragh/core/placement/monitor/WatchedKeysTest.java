package io.pragh.core.placement.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WatchedKeysTest {
    private static long key(long vid) {
        return GraphKey.of(GraphKey.KIND_PLAIN, GraphKey.OUT, 1, vid);
    }

    private static Map<Long, Integer> drain(WatchedKeys watched) {
        Map<Long, Integer> reads = new LinkedHashMap<>();
        watched.drain(reads::put);
        return reads;
    }

    @Test
    void onlyWatchedKeysAreCountedAndEveryOneIsTold() {
        WatchedKeys watched = new WatchedKeys(8);
        watched.add(key(1));
        watched.add(key(2));
        watched.count(key(1));
        watched.count(key(1));
        watched.count(key(3));
        assertEquals(Map.of(key(1), 2, key(2), 0), drain(watched));
        watched.count(key(1));
        assertEquals(Map.of(key(1), 1, key(2), 0), drain(watched), "every drain begins to count anew");
        watched.remove(key(1));
        watched.count(key(1));
        assertEquals(Map.of(key(2), 0), drain(watched));
        watched.add(key(1));
        assertEquals(Map.of(key(2), 0, key(1), 0), drain(watched), "what was counted before is forgotten");
    }

    @Test
    void oldestIsDroppedWhenThereAreTooMany() {
        WatchedKeys watched = new WatchedKeys(3);
        watched.add(key(1));
        watched.add(key(2));
        watched.add(key(3));
        watched.add(key(1));
        watched.add(key(4));
        assertEquals(List.of(key(3), key(1), key(4)), List.copyOf(drain(watched).keySet()));
        assertEquals(3, watched.size());
    }

    @Test
    void fullSetCountsEveryKey() {
        WatchedKeys watched = new WatchedKeys(WatchedKeys.KEYS_MAX);
        for (int vid = 1; vid <= WatchedKeys.KEYS_MAX + 1000; vid++) {
            watched.add(key(vid));
            watched.count(key(vid));
        }
        Map<Long, Integer> reads = drain(watched);
        assertEquals(WatchedKeys.KEYS_MAX, reads.size());
        assertFalse(reads.containsKey(key(1000)));
        assertTrue(reads.containsKey(key(1001)));
        assertEquals(List.of(1), reads.values().stream().distinct().toList());
    }

    /** A step is a key's number: positive to watch, negative to stop; every key is read once after each step. */
    @Property(tries = 300)
    void itIsAMapOfItsKeys(
            @ForAll @Size(max = 800) List<@IntRange(min = -40, max = 40) Integer> steps,
            @ForAll @IntRange(min = 1, max = 50) int keysMax) {
        WatchedKeys watched = new WatchedKeys(keysMax);
        LinkedHashMap<Long, Integer> model = new LinkedHashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            int step = steps.get(i);
            long key = key(Math.abs(step) + 1L + 41L * (i / 80)); // keys change slowly, so that the table is replaced
            Integer reads = model.remove(key);
            if (step > 0) {
                watched.add(key);
                model.put(key, reads == null ? 0 : reads);
                if (model.size() > keysMax) {
                    model.remove(model.keySet().iterator().next());
                }
            } else {
                watched.remove(key);
            }
            watched.count(key);
            model.computeIfPresent(key, (k, count) -> count + 1);
            assertEquals(model.containsKey(key), watched.contains(key));
            if (i % 50 == 49) {
                assertEquals(
                        List.copyOf(model.entrySet()),
                        List.copyOf(drain(watched).entrySet()));
                model.replaceAll((k, count) -> 0);
            }
        }
        assertEquals(model, drain(watched));
    }
}
