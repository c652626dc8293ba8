package io.pragh.core.access.location;

import static io.pragh.core.access.location.CacheFixture.LEASE_NANOS;
import static io.pragh.core.access.location.CacheFixture.address;
import static io.pragh.core.access.location.CacheFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.LeasePolicy;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocationCacheTest {
    private final CacheFixture fixture = new CacheFixture();
    private final LocationCache cache = fixture.cache;

    @Test
    void whatWasPutIsFoundWithItsStamp() {
        int entry = cache.put(key(5), address(3, 9), 77);
        assertEquals(address(3, 9) + "@77", fixture.show(key(5)));
        assertEquals(entry, fixture.found.entry);
        assertEquals("miss", fixture.show(key(6)));
        assertEquals(1, cache.entries());
    }

    @Test
    void theWordZeroIsNeverFound() {
        assertFalse(cache.find(0, fixture.found));
        cache.drop(0, 0);
        assertEquals(0, cache.entries());
    }

    @Test
    void olderStampIsIgnoredAndNewerOneReplaces() {
        cache.put(key(5), address(3, 9), Long.MAX_VALUE);
        cache.put(key(5), address(1, 1), Long.MAX_VALUE - 1);
        assertEquals(address(3, 9) + "@" + Long.MAX_VALUE, fixture.show(key(5)));
        cache.put(key(5), address(2, 2), Long.MIN_VALUE + 1);
        assertEquals(
                address(2, 2) + "@" + (Long.MIN_VALUE + 1),
                fixture.show(key(5)),
                "the clock has passed its largest value");
        assertEquals(1, cache.entries());
    }

    @Test
    void dropForgetsOnlyTheAddressItNames() {
        cache.put(key(5), address(3, 9), 1);
        cache.drop(key(5), address(3, 8));
        assertEquals(1, cache.entries());
        cache.drop(key(5), address(3, 9));
        assertEquals("miss", fixture.show(key(5)));
        assertEquals(0, cache.entries());
    }

    @Test
    void everythingIsForgottenAtOnce() {
        for (int i = 1; i <= 300; i++) {
            cache.put(key(i), address(i % 3, i), 1);
        }
        assertTrue(cache.entries() > 150, () -> "entries=" + cache.entries());
        cache.clear(1);
        assertEquals(0, cache.entries());
        assertEquals("miss", fixture.show(key(1)));
    }

    @Test
    void whatWasReadBeforeAllWasForgottenIsNotTakenIn() {
        cache.clear(20);
        assertEquals(LocationCache.NO_ENTRY, cache.put(key(1), address(1, 1), 0, 19));
        assertEquals("miss", fixture.show(key(1)));
        assertNotEquals(LocationCache.NO_ENTRY, cache.put(key(1), address(1, 2), 0, 20));
        assertEquals(address(1, 2) + "@20", fixture.show(key(1)));
    }

    @Test
    void fullSetKeepsTheKeysThatAreRead() {
        long[] keys = fixture.keysOfOneSet(20);
        for (int i = 0; i < 4; i++) {
            cache.put(keys[i], address(1, i), 10 + i);
        }
        fixture.count(keys[0], 5);
        fixture.count(keys[1], 6);
        fixture.count(keys[3], 7);
        for (int i = 4; i < keys.length; i++) {
            cache.put(keys[i], address(1, i), 20 + i);
            assertEquals(address(1, i) + "@" + (20 + i), fixture.show(keys[i]), "a new key is always taken in");
        }
        assertEquals(4, cache.entries());
        assertEquals(Map.of(keys[0], 5, keys[1], 6, keys[3], 7), fixture.drain(1));
        assertEquals(address(1, 0) + "@10", fixture.show(keys[0]));
    }

    @Test
    void readsOfEarlierIntervalsStillProtectAKey() {
        long[] keys = fixture.keysOfOneSet(8);
        for (int i = 0; i < 4; i++) {
            cache.put(keys[i], address(1, i), 10 + i);
        }
        fixture.count(keys[0], 40);
        fixture.drain(1);
        for (int i = 4; i < keys.length; i++) {
            cache.put(keys[i], address(1, i), 20 + i);
            fixture.count(keys[i], 1);
        }
        assertEquals(address(1, 0) + "@10", fixture.show(keys[0]));
        assertEquals("miss", fixture.show(keys[1]));
    }

    @Test
    void amongUnreadKeysTheOldestGoes() {
        long[] keys = fixture.keysOfOneSet(5);
        cache.put(keys[0], address(1, 0), 13);
        cache.put(keys[1], address(1, 1), 11);
        cache.put(keys[2], address(1, 2), 12);
        cache.put(keys[3], address(1, 3), 14);
        cache.put(keys[4], address(1, 4), 15);
        assertEquals("miss", fixture.show(keys[1]));
        assertEquals(4, cache.entries());
    }

    @Test
    void expiredKeyGoesBeforeAnUnreadOne() {
        long[] keys = fixture.keysOfOneSet(5);
        for (int i = 0; i < 4; i++) {
            cache.put(keys[i], address(1, i), i == 2 ? 0 : LEASE_NANOS);
        }
        fixture.count(keys[2], 50);
        cache.put(keys[4], address(1, 4), LEASE_NANOS + 1);
        assertEquals("miss", fixture.show(keys[2]));
    }

    @Test
    void countsBelongToTheKeyAndToTheInterval() {
        int entry = cache.put(key(5), address(3, 9), 1);
        assertEquals(1, cache.count(entry, key(5)));
        assertEquals(2, cache.count(entry, key(5)));
        assertEquals(0, cache.count(entry, key(6)));
        assertEquals(0, cache.count(LocationCache.NO_ENTRY, key(5)));
        cache.put(key(5), address(2, 2), 2);
        assertEquals(3, cache.count(entry, key(5)), "a new address of the same key keeps its count");
        assertEquals(Map.of(), fixture.drain(4));
        assertEquals(1, cache.count(entry, key(5)), "every drain begins a new interval");
        assertEquals(Map.of(key(5), 1), fixture.drain(1));
        assertEquals(Map.of(), fixture.drain(1));
    }

    @Test
    void nothingIsCountedWhileAKeyIsDrained() {
        int entry = cache.put(key(5), address(3, 9), 1);
        fixture.count(key(5), 3);
        cache.drainCounts(
                1, (key, address, reads) -> assertEquals(0, cache.count(entry, key), "would bring 3 reads back"));
        assertEquals(1, cache.count(entry, key(5)));
    }

    @Test
    void replacedKeyLeavesItsCountBehind() {
        int entry = cache.put(key(5), address(3, 9), 1);
        fixture.count(key(5), 9);
        cache.drop(key(5), address(3, 9));
        assertEquals(entry, cache.put(key(5), address(3, 9), 2));
        assertEquals(1, cache.count(entry, key(5)));
    }

    @Test
    void stalledWriterBlocksItsEntryAlone() {
        long[] keys = fixture.keysOfOneSet(9);
        for (int i = 0; i < 4; i++) {
            cache.put(keys[i], address(1, i), 10 + i);
        }
        int at = fixture.at(keys[0]);
        int sequence = fixture.stallWriterOf(keys[0]);

        assertEquals("miss", fixture.show(keys[0]));
        assertEquals(LocationCache.NO_ENTRY, cache.put(keys[0], address(2, 2), 99));
        cache.drop(keys[0], address(1, 0));
        for (int i = 4; i < keys.length; i++) {
            assertNotEquals(LocationCache.NO_ENTRY, cache.put(keys[i], address(1, i), 20 + i));
            assertEquals(address(1, i) + "@" + (20 + i), fixture.show(keys[i]));
        }
        cache.clear(11);
        assertEquals(1, cache.entries(), "all but the entry being written");

        CacheEntry.release(fixture.region.segment(at), at, sequence);
        assertEquals("miss", fixture.show(keys[0]), "it was read before");
    }

    @Test
    void nothingIsTakenInWhileAllEntriesOfASetAreBeingWritten() {
        long[] keys = fixture.keysOfOneSet(5);
        for (int i = 0; i < 4; i++) {
            cache.put(keys[i], address(1, i), 10);
        }
        for (int i = 0; i < 4; i++) {
            fixture.stallWriterOf(keys[i]);
        }
        assertEquals(LocationCache.NO_ENTRY, cache.put(keys[4], address(1, 4), 11));
        assertEquals("miss", fixture.show(keys[4]));
    }

    @Test
    void keyThatAnotherWriterIsBringingInIsNotTakenInTwice() {
        long[] keys = fixture.keysOfOneSet(2);
        cache.put(keys[0], address(1, 0), 10);
        int at = fixture.at(keys[0]);
        int sequence = fixture.stallWriterOf(keys[0]);
        CacheEntry.claim(fixture.region.segment(at), at, keys[1]);
        assertEquals(LocationCache.NO_ENTRY, cache.put(keys[1], address(1, 1), 11));
        CacheEntry.write(fixture.region.segment(at), at, keys[1], address(1, 2), 12);
        CacheEntry.release(fixture.region.segment(at), at, sequence);
        assertEquals(address(1, 2) + "@12", fixture.show(keys[1]));
        assertEquals(1, cache.entries());
    }

    @ParameterizedTest
    @ValueSource(longs = {64 << 10, (64 << 10) + 1, 100_000, 1 << 20, 3_000_000, 100 << 20})
    void anySizeIsUsedUpToASixteenth(long bytes) {
        LocationCache sized = new LocationCache(bytes, LeasePolicy.DEFAULT);
        assertTrue(sized.bytes() <= bytes && sized.bytes() > bytes - bytes / 16 - 1, () -> "uses " + sized.bytes());
        assertEquals(sized.bytes() / CacheEntry.LENGTH, sized.capacity());
        long keys = Math.min(50_000, sized.capacity() / 4);
        for (long vid = 1; vid <= keys; vid++) {
            sized.put(key(vid), address(1, vid), vid);
        }
        long found = 0;
        for (long vid = 1; vid <= keys; vid++) {
            if (sized.find(key(vid), fixture.found)) {
                assertEquals(address(1, vid), fixture.found.address);
                found++;
            }
        }
        assertEquals(sized.entries(), found);
        assertTrue(
                found > keys * 0.98,
                "a quarter of the capacity fits into sets of four but for a few: found=" + found + " of=" + keys);
    }

    @Test
    void sizesOutOfRangeAreRefused() {
        assertThrows(PraghException.class, () -> new LocationCache(LocationCache.BYTES_MIN - 1, LeasePolicy.DEFAULT));
        assertThrows(PraghException.class, () -> new LocationCache(LocationCache.BYTES_MAX + 1, LeasePolicy.DEFAULT));
    }
}
