package io.pragh.core.store.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks the key table with threads that swap and read the addresses of a fixed set of keys while others make the
 * table grow.
 */
class KeyTableConcurrencyTest {
    private static final int KEYS = 500;
    private static final int MORE_KEYS = 60_000;

    private final Region region = Region.direct(1 << 20, 64);
    private final PageRuns pages = new PageRuns(region);
    // released memory is not reused: no lease ends in this test
    private final KeyTable table =
            new KeyTable(region, pages, new HomeMap(1), 0, 0, (offset, count) -> {}, region::compareAndExchange);
    private final AtomicIntegerArray swaps = new AtomicIntegerArray(KEYS);
    private final AtomicBoolean grown = new AtomicBoolean();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void noKeyAndNoSwapIsLostWhileTheTableGrows() throws Exception {
        for (int i = 0; i < KEYS; i++) {
            assertTrue(table.findOrInsert(key(i)) > 0);
        }
        List<Future<?>> work = new ArrayList<>();
        work.add(threads.submit(() -> swap(1)));
        work.add(threads.submit(() -> swap(2)));
        work.add(threads.submit(() -> lockAndRelease(3)));
        work.add(threads.submit(this::readHere));
        work.add(threads.submit(this::readRemotely));
        work.add(threads.submit(this::scan));
        for (int i = KEYS; i < MORE_KEYS; i++) {
            assertTrue(table.findOrInsert(key(i)) > 0);
        }
        grown.set(true);
        for (Future<?> each : work) {
            each.get();
        }
        while (table.growStep(1000)) {}
        assertTrue(
                table.geometry().version() > 10, "version " + table.geometry().version());
        for (int i = 0; i < KEYS; i++) {
            assertEquals(swaps.get(i), count(table.addressOf(key(i))), "key " + i);
        }
        for (int i = KEYS; i < MORE_KEYS; i++) {
            assertTrue(table.find(key(i)) > 0, "key " + i);
        }
        assertEquals(MORE_KEYS, table.size());
    }

    /** Adds one to the count in a key's address, as a migrator publishes: a swap that fails is not repeated. */
    private void swap(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        while (!grown.get()) {
            int i = random.nextInt(KEYS);
            long slot = table.find(key(i));
            long word = region.getLongAcquire(slot);
            if (word != ValueAddress.FORWARDED
                    && !ValueAddress.isBusy(word)
                    && region.compareAndExchange(slot, word, address(count(word) + 1)) == word) {
                swaps.incrementAndGet(i);
            }
        }
    }

    /** Updates a key as its home does: sets the busy bit, then writes the new address at the same offset. */
    private void lockAndRelease(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        while (!grown.get()) {
            int i = random.nextInt(KEYS);
            long slot = table.find(key(i));
            long word = region.getLongAcquire(slot);
            if (word != ValueAddress.FORWARDED
                    && !ValueAddress.isBusy(word)
                    && region.compareAndExchange(slot, word, word | ValueAddress.BUSY) == word) {
                Thread.onSpinWait();
                assertEquals(slot, table.find(key(i)), "a busy slot moved");
                long released = address(count(word) + 1);
                assertEquals(
                        word | ValueAddress.BUSY, region.compareAndExchange(slot, word | ValueAddress.BUSY, released));
                swaps.incrementAndGet(i);
            }
        }
    }

    private void readHere() {
        long[] seen = new long[KEYS];
        while (!grown.get()) {
            for (int i = 0; i < KEYS; i++) {
                long address = table.addressOf(key(i));
                assertTrue(address != ValueAddress.FORWARDED && count(address) >= seen[i], "key " + i + " went back");
                seen[i] = count(address);
            }
        }
    }

    private void readRemotely() {
        RemoteReader reader = new RemoteReader(region);
        long[] seen = new long[KEYS];
        while (!grown.get()) {
            for (int i = 0; i < KEYS; i++) {
                long address = reader.addressOf(key(i));
                assertTrue(address >= 0 && count(address) >= seen[i], "key " + i + " went back");
                seen[i] = count(address);
            }
        }
    }

    private void scan() {
        while (!grown.get()) {
            Set<Long> visited = new HashSet<>();
            long cursor = 0;
            while (cursor < KeyTable.SCAN_END) {
                cursor = table.scan(
                        GraphKey.KIND_VERTEX,
                        cursor,
                        100,
                        (key, address) -> assertTrue(visited.add(key), "visited twice: " + GraphKey.show(key)));
            }
            for (int i = 0; i < KEYS; i++) {
                assertTrue(visited.contains(key(i)), "missed key " + i);
            }
        }
    }

    private static long count(long address) {
        return ValueAddress.offset(ValueAddress.withoutBusy(address)) / ValueAddress.GRAIN_BYTES;
    }

    private static long address(long count) {
        return ValueAddress.of(0, 1, 0, count * ValueAddress.GRAIN_BYTES);
    }

    private static long key(int i) {
        return GraphKey.of(i < KEYS ? GraphKey.KIND_VERTEX : GraphKey.KIND_PLAIN, 0, 0, i);
    }
}
