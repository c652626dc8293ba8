package io.pragh.core.access.location;

import static io.pragh.core.access.location.CacheFixture.address;
import static io.pragh.core.access.location.CacheFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Compares the cache with a map. */
class LocationCacheModelTest {
    private enum Kind {
        PUT,
        FIND,
        COUNT,
        DROP,
        DRAIN,
        CLEAR
    }

    private record Step(Kind kind, int key, int partition, int stamp) {
        long addressWord() {
            return address(partition, stamp % 4);
        }
    }

    private record Known(long address, long stamp, int reads) {}

    @Property(tries = 500)
    void withoutPressureItIsAMap(@ForAll("steps") List<Step> steps) {
        CacheFixture fixture = new CacheFixture();
        long[] keys = new long[8];
        System.arraycopy(fixture.keysOfOneSet(4), 0, keys, 0, 4);
        for (int i = 4; i < 8; i++) {
            keys[i] = key(1000 + i);
        }
        Map<Long, Known> model = new HashMap<>();
        long[] cleared = {Long.MIN_VALUE / 2};
        for (Step step : steps) {
            apply(step, keys[step.key % keys.length], fixture, model, cleared);
            for (long key : keys) {
                Known known = model.get(key);
                assertEquals(known == null ? "miss" : known.address + "@" + known.stamp, fixture.show(key));
            }
            assertEquals(model.size(), fixture.cache.entries());
        }
    }

    private static void apply(Step step, long key, CacheFixture fixture, Map<Long, Known> model, long[] cleared) {
        LocationCache cache = fixture.cache;
        Known known = model.get(key);
        switch (step.kind) {
            case PUT -> {
                cache.put(key, step.addressWord(), step.stamp);
                if (step.stamp >= cleared[0] && (known == null || known.stamp <= step.stamp)) {
                    model.put(key, new Known(step.addressWord(), step.stamp, known == null ? 0 : known.reads));
                }
            }
            case FIND -> assertEquals(known != null, cache.find(key, fixture.found));
            case COUNT -> {
                if (cache.find(key, fixture.found)) {
                    assertEquals(known.reads + 1, cache.count(fixture.found.entry, key));
                    model.put(key, new Known(known.address, known.stamp, known.reads + 1));
                }
            }
            case DROP -> {
                cache.drop(key, step.addressWord());
                if (known != null && known.address == step.addressWord()) {
                    model.remove(key);
                }
            }
            case DRAIN -> {
                Map<Long, Integer> expected = new HashMap<>();
                model.forEach((k, value) -> expected.merge(k, value.reads, Integer::sum));
                expected.values().removeIf(reads -> reads < 1 + step.partition);
                assertEquals(expected, fixture.drain(1 + step.partition));
                model.replaceAll((k, value) -> new Known(value.address, value.stamp, 0));
            }
            case CLEAR -> {
                cache.clear(step.stamp);
                cleared[0] = step.stamp;
                model.clear();
            }
        }
    }

    @Property(tries = 500)
    void underPressureItForgetsButNeverInvents(@ForAll("steps") List<Step> steps) {
        CacheFixture fixture = new CacheFixture();
        long[] keys = fixture.keysOfOneSet(16);
        Map<Long, Known> model = new HashMap<>();
        for (Step step : steps) {
            long key = keys[step.key];
            Known known = model.get(key);
            boolean held = fixture.cache.find(key, fixture.found);
            switch (step.kind) {
                case PUT, FIND, DRAIN -> {
                    fixture.cache.put(key, step.addressWord(), step.stamp);
                    if (known == null || !held || known.stamp <= step.stamp) {
                        model.put(key, new Known(step.addressWord(), step.stamp, 0));
                    }
                    assertTrue(fixture.cache.find(key, fixture.found), "what was just put is there");
                }
                case COUNT -> fixture.cache.count(fixture.found.entry, key);
                case DROP, CLEAR -> {
                    fixture.cache.drop(key, step.addressWord());
                    if (known != null && known.address == step.addressWord()) {
                        model.remove(key);
                    }
                }
            }
            int there = 0;
            for (long other : keys) {
                String shown = fixture.show(other);
                if (!"miss".equals(shown)) {
                    there++;
                    assertEquals(model.get(other).address + "@" + model.get(other).stamp, shown);
                }
            }
            assertEquals(there, fixture.cache.entries());
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kinds = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(8, Arbitraries.just(Kind.PUT)),
                net.jqwik.api.Tuple.of(2, Arbitraries.just(Kind.FIND)),
                net.jqwik.api.Tuple.of(8, Arbitraries.just(Kind.COUNT)),
                net.jqwik.api.Tuple.of(4, Arbitraries.just(Kind.DROP)),
                net.jqwik.api.Tuple.of(2, Arbitraries.just(Kind.DRAIN)),
                net.jqwik.api.Tuple.of(1, Arbitraries.just(Kind.CLEAR)));
        return Combinators.combine(
                        kinds,
                        Arbitraries.integers().between(0, 15),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 12))
                .as(Step::new)
                .list()
                .ofMaxSize(120);
    }
}
