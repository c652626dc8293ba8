package io.pragh.core.store.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.memory.PageRuns;
import io.pragh.core.memory.Region;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks what others may do to a slot between the steps in which growth moves it. */
class KeyTableGrowthTest {
    private static final int KEYS = 16 * 64 / 5;

    private final Region region = Region.direct(1 << 20, 8);
    private final PageRuns pages = new PageRuns(region);
    private final List<Long> retired = new ArrayList<>();
    private final Deque<Runnable> beforeSwap = new ArrayDeque<>();
    private final KeyTable table = new KeyTable(
            region, pages, new HomeMap(1), 0, 0, (offset, count) -> retired.add(offset), this::swapAfterwards);
    private final long[] lastSwapped = new long[KEYS];
    private final RemoteReader reader = new RemoteReader(region);

    private long swapAfterwards(long offset, long expected, long update) {
        if (!beforeSwap.isEmpty()) {
            beforeSwap.remove().run();
        }
        return region.compareAndExchange(offset, expected, update);
    }

    @Test
    void anAddressSwappedAfterItWasCopiedIsCopiedAgain() {
        fillUntilGrowthIsDue();
        beginGrowth();
        for (int i = 1; i <= KEYS; i++) {
            int newer = i;
            beforeSwap.add(() -> swapEveryUnmovedSlot(newer));
        }
        growToTheEnd();

        assertEquals(0, beforeSwap.size());
        for (int i = 0; i < KEYS; i++) {
            assertEquals(lastSwapped[i], table.addressOf(key(i)), "key " + i);
            assertEquals(lastSwapped[i], reader.addressOf(key(i)), "key " + i);
        }
    }

    private void swapEveryUnmovedSlot(int newer) {
        for (int i = 0; i < KEYS; i++) {
            long slot = table.find(key(i));
            long word = region.getLong(slot);
            long update = address(i * 1000L + newer);
            if (region.compareAndExchange(slot, word, update) == word) {
                lastSwapped[i] = update;
            }
        }
    }

    @Test
    void aBusySlotStaysWhereItsHolderFoundItUntilItIsReleased() {
        fillUntilGrowthIsDue();
        long held = table.find(key(7));
        long word = region.getLong(held);
        assertEquals(word, region.compareAndExchange(held, word, word | ValueAddress.BUSY));
        beginGrowth();
        for (int i = 0; i < 100; i++) {
            assertTrue(table.growStep(1000), "growth waits for the busy slot");
        }
        assertEquals(held, table.find(key(7)));
        assertEquals(word | ValueAddress.BUSY, reader.addressOf(key(7)));

        assertEquals(word | ValueAddress.BUSY, region.compareAndExchange(held, word | ValueAddress.BUSY, address(99)));
        assertFalse(table.growStep(1000));

        assertEquals(address(99), table.addressOf(key(7)));
        assertEquals(address(99), reader.addressOf(key(7)));
        assertEquals(ValueAddress.FORWARDED, region.getLong(held));
    }

    @Test
    void aSlotThatTurnsBusyAfterItWasCopiedStaysAndTheOutdatedCopyIsNeverSeen() {
        fillUntilGrowthIsDue();
        long[] held = new long[KEYS];
        for (int i = 0; i < KEYS; i++) {
            held[i] = table.find(key(i));
        }
        beginGrowth();
        beforeSwap.add(() -> lockAll(held));
        assertTrue(table.growStep(1000));
        for (int i = 0; i < KEYS; i++) {
            assertEquals(held[i], table.find(key(i)));
            assertEquals(address(i) | ValueAddress.BUSY, reader.addressOf(key(i)));
        }
        for (int i = 0; i < KEYS; i++) {
            region.compareAndExchange(held[i], address(i) | ValueAddress.BUSY, address(5000 + i));
            assertEquals(address(5000 + i), table.addressOf(key(i)));
        }
        assertFalse(table.growStep(1000));
        checkAll(5000);
    }

    private void lockAll(long[] slots) {
        for (long slot : slots) {
            long word = region.getLong(slot);
            region.compareAndExchange(slot, word, word | ValueAddress.BUSY);
        }
    }

    @Test
    void whoHoldsAnOffsetFromBeforeTheMoveFailsAndFindsTheNewOne() {
        fillUntilGrowthIsDue();
        long absent = table.findOrInsert(GraphKey.of(GraphKey.KIND_CHUNK, 0, 0, 1));
        long old = table.find(key(3));
        beginGrowth();
        growToTheEnd();

        assertEquals(ValueAddress.FORWARDED, region.compareAndExchange(old, address(3), address(4)));
        assertEquals(ValueAddress.FORWARDED, region.compareAndExchange(absent, 0, address(4)));
        long found = table.find(key(3));
        assertNotEquals(old, found);
        assertEquals(address(3), region.compareAndExchange(found, address(3), address(4)));
        assertEquals(0, table.addressOf(GraphKey.of(GraphKey.KIND_CHUNK, 0, 0, 1)));
        assertTrue(table.find(GraphKey.of(GraphKey.KIND_CHUNK, 0, 0, 1)) > 0);
    }

    @Test
    void newKeysAreFoundInEveryStateOfGrowth() {
        fillUntilGrowthIsDue();
        int next = KEYS;
        boolean growing = true;
        while (growing) {
            assertTrue(table.findOrInsert(key(next)) > 0);
            swap(next, 0, address(next));
            next++;
            growing = table.growStep(1);
            for (int i = 0; i < next; i++) {
                assertEquals(address(i), table.addressOf(key(i)), "key " + i + " of " + next);
                assertEquals(address(i), reader.addressOf(key(i)), "key " + i + " of " + next);
            }
            assertEquals(0, table.find(key(next)));
            assertEquals(-1, reader.addressOf(key(next)));
        }
        assertEquals(next, table.size());
    }

    @Test
    void anOldGeometryIsGoodUntilItsMemoryIsUsedAgain() {
        fillUntilGrowthIsDue();
        checkAll(0); // the reader has read the first geometry
        long before = table.geometry().version();
        long usedBefore = pages.usedBytes();
        assertEquals(0, retired.size());
        beginGrowth();
        growToTheEnd();

        checkAll(0);

        assertEquals(before + 2, table.geometry().version());
        assertFalse(retired.isEmpty());
        assertTrue(pages.usedBytes() > usedBefore, "retired runs are the retirer's to free");
    }

    @Test
    void withoutMemoryForALargerTableKeysStillComeIn() {
        fillUntilGrowthIsDue();
        while (pages.allocate(2) > 0) {}
        int next = KEYS;
        long slot = table.findOrInsert(key(next));
        while (slot > 0) {
            swap(next, 0, address(next));
            next++;
            slot = table.findOrInsert(key(next));
        }
        assertEquals(KeyTable.FULL, slot);
        assertTrue(next >= KEYS, "no room in the first table");
        assertFalse(table.growStep(1000), "growth never began");
        for (int i = 0; i < next; i++) {
            assertEquals(address(i), table.addressOf(key(i)));
        }
        assertEquals(next, table.size());
    }

    private void forget(int i) {
        swap(i, address(i), 0);
        table.vacated();
    }

    @Test
    void aRebuildDropsVacantSlotsAndTheTableStaysAsLarge() {
        fillUntilGrowthIsDue();
        long bytes = table.bytes();
        for (int i = 0; i < KEYS / 2; i++) {
            forget(i);
        }
        beginGrowth();
        growToTheEnd();
        assertTrue(table.bytes() <= bytes, "before " + bytes + ", after " + table.bytes());
        for (int i = 0; i < KEYS; i++) {
            assertEquals(i < KEYS / 2 ? 0 : address(i), table.addressOf(key(i)), "key " + i);
            assertEquals(i < KEYS / 2, table.find(key(i)) == 0, "key " + i);
            assertEquals(i < KEYS / 2 ? -1 : address(i), reader.addressOf(key(i)), "key " + i);
        }
        assertTrue(table.size() <= KEYS - KEYS / 2 + 1, "size=" + table.size());
    }

    @Test
    void aVacantSlotThatIsLockedWhileItIsDroppedStaysUntilItIsReleased() {
        fillUntilGrowthIsDue();
        for (int i = 0; i < KEYS / 2; i++) {
            forget(i);
        }
        beginGrowth();
        long[] locked = {0};
        beforeSwap.add(() -> {
            for (int i = 0; i < KEYS / 2; i++) {
                swap(i, 0, ValueAddress.BUSY);
                locked[0]++;
            }
        });
        assertTrue(table.growStep(1000), "growth waits for busy slots");
        assertEquals(KEYS / 2, locked[0]);
        for (int i = 0; i < KEYS / 2; i++) {
            swap(i, ValueAddress.BUSY, address(i));
        }
        growToTheEnd();
        checkAll(0);
    }

    @Test
    void aKeyThatWasDroppedComesBackWhileTheRebuildGoesOn() {
        fillUntilGrowthIsDue();
        for (int i = 0; i < KEYS / 2; i++) {
            forget(i);
        }
        long held = table.find(key(KEYS - 1));
        region.setLong(held, address(KEYS - 1) | ValueAddress.BUSY); // so that its bucket cannot be marked
        beginGrowth();
        assertTrue(table.growStep(1000));
        for (int i = 0; i < KEYS / 2; i++) {
            assertEquals(0, table.find(key(i)), "dropped: key " + i);
            long slot = table.findOrInsert(key(i));
            assertTrue(slot > 0);
            assertEquals(0, region.getLong(slot), "not the slot that was left: key " + i);
            swap(i, 0, address(i));
        }
        region.setLong(held, address(KEYS - 1));
        growToTheEnd();
        checkAll(0);
    }

    private void fillUntilGrowthIsDue() {
        for (int i = 0; i < KEYS; i++) {
            assertTrue(table.findOrInsert(key(i)) > 0);
            swap(i, 0, address(i));
        }
        assertFalse(table.growStep(1));
    }

    /** The next insertion starts growth, and moves nothing yet. */
    private void beginGrowth() {
        for (int label = 0; !table.growStep(0); label++) {
            assertTrue(table.findOrInsert(GraphKey.of(GraphKey.KIND_PLAIN, 0, label, 0)) > 0);
        }
    }

    private void growToTheEnd() {
        while (table.growStep(3)) {}
    }

    private void checkAll(int plus) {
        for (int i = 0; i < KEYS; i++) {
            assertEquals(address(plus + i), table.addressOf(key(i)), "key " + i);
            assertEquals(address(plus + i), reader.addressOf(key(i)), "key " + i);
        }
    }

    private void swap(int i, long from, long to) {
        assertEquals(from, region.compareAndExchange(table.find(key(i)), from, to));
    }

    private static long key(int i) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, i & 1, i % 7, i / 3);
    }

    private static long address(long i) {
        return ValueAddress.of(0, 5, 1, (i + 1) * ValueAddress.GRAIN_BYTES);
    }
}
