package io.pragh.core.access.location;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.ValueAddress;
import io.pragh.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Checks with many threads on one set of four entries that an entry is never a mixture of two writes: address and
 * place tell the key and stamp that they were put for. {@code -Dpragh.cache.seed=N} repeats a run's choices.
 */
class LocationCacheHammerTest {
    private static final int THREADS = 4;
    private static final int STEPS = 100_000;
    private static final int KEYS = 7;

    private final CacheFixture fixture = new CacheFixture();
    private final LocationCache cache = fixture.cache;
    private final AtomicLong clock = new AtomicLong();

    @Test
    void addressAndStampAlwaysBelongTogether() throws Exception {
        long seed = Seeds.of("pragh.cache.seed");
        long[] keys = fixture.keysOfOneSet(KEYS);
        List<Callable<Long>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            tasks.add(() -> hammer(keys, random));
        }
        long hits = run(tasks, seed);
        assertTrue(hits > STEPS / 10, () -> "too few hits to mean anything: " + hits + " -Dpragh.cache.seed=" + seed);

        long held = 0;
        for (long key : keys) {
            held += cache.find(key, fixture.found) ? 1 : 0;
        }
        assertEquals(
                held,
                cache.entries(),
                () -> "a key lies in two entries, or one was counted wrongly: -Dpragh.cache.seed=" + seed);
    }

    private long hammer(long[] keys, SplittableRandom random) {
        CachedLocation into = new CachedLocation();
        long hits = 0;
        long[] newest = new long[keys.length];
        for (int step = 0; step < STEPS; step++) {
            int which = random.nextInt(keys.length);
            long key = keys[which];
            if (cache.find(key, into)) {
                hits++;
                assertEquals(addressOf(key, into.stampNanos), into.address, "mixture");
                assertEquals(placeOf(key, into.stampNanos), into.place, "mixture");
                cache.count(into.entry, key);
            }
            switch (random.nextInt(8)) {
                case 0 -> cache.drop(key, into.address);
                case 1 -> {
                    if (step % 64 == 0) {
                        cache.clear(0);
                    }
                }
                case 2, 3, 4 -> {
                    long stamp = clock.incrementAndGet();
                    if (cache.put(key, addressOf(key, stamp), placeOf(key, stamp), stamp) != LocationCache.NO_ENTRY) {
                        newest[which] = stamp;
                    }
                }
                default -> cache.put(key, addressOf(key, newest[which]), placeOf(key, newest[which]), newest[which]);
            }
        }
        return hits;
    }

    private static long addressOf(long key, long stamp) {
        long mixed = (key * 31 + stamp) * 0x9E3779B97F4A7C15L;
        return ValueAddress.block((mixed ^ mixed >>> 29) & ValueAddress.BUSY - 1 | 1);
    }

    private static int placeOf(long key, long stamp) {
        return (int) (key + stamp) & 127;
    }

    @Test
    void keyThatTwoThreadsBringInLiesInOneEntry() throws Exception {
        long key = fixture.keysOfOneSet(1)[0];
        AtomicInteger arrived = new AtomicInteger();
        int rounds = 5_000;
        Callable<Long> writer = () -> {
            for (int round = 0; round < rounds; round++) {
                await(arrived, 4 * round + 2);
                cache.put(key, addressOf(key, 1), 1);
                await(arrived, 4 * round + 4);
                assertTrue(cache.entries() <= 1, "two entries");
                cache.drop(key, addressOf(key, 1));
            }
            return 0L;
        };
        run(List.of(writer, writer), 0);
    }

    @SuppressWarnings(
            "ThreadPriorityCheck") // both threads must start together, also where cores are fewer than threads
    private static void await(AtomicInteger arrived, int all) {
        arrived.incrementAndGet();
        for (int spins = 0; arrived.get() < all; spins++) {
            if (spins < 1000) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    @Test
    void readsAreToldWhileTheyAreCounted() throws Exception {
        long key = fixture.keysOfOneSet(1)[0];
        int entry = cache.put(key, addressOf(key, 1), 1);
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong counted = new AtomicLong();
        AtomicLong told = new AtomicLong();
        AtomicLong most = new AtomicLong(); // a counter that is not drained for long stops counting at some point
        Callable<Long> reader = () -> {
            while (!done.get()) {
                if (counted.get() < most.get()) {
                    counted.addAndGet(cache.count(entry, key) > 0 ? 1 : 0);
                } else {
                    Thread.onSpinWait();
                }
            }
            return 0L;
        };
        Callable<Long> drainer = () -> {
            for (int drains = 0; drains < 500; drains++) {
                long before = counted.get();
                most.set(before + 10_000);
                while (counted.get() < before + 500) {
                    Thread.onSpinWait();
                }
                cache.drainCounts(1, (k, address, reads) -> told.addAndGet(reads));
            }
            done.set(true);
            return 0L;
        };
        run(List.of(reader, drainer), 0);
        cache.drainCounts(1, (k, address, reads) -> told.addAndGet(reads));
        assertTrue(told.get() > counted.get() * 0.9, () -> "told " + told + " of " + counted + " reads");
    }

    private static long run(List<Callable<Long>> tasks, long seed) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            long sum = 0;
            for (Future<Long> result : threads.invokeAll(tasks)) {
                sum += result.get();
            }
            return sum;
        } catch (Exception e) {
            throw new AssertionError("failed with -Dpragh.cache.seed=" + seed, e);
        } finally {
            threads.shutdownNow();
        }
    }
}
