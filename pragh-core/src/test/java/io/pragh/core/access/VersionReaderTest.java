package io.pragh.core.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.FabricCounters;
import io.pragh.core.store.table.Bucket;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.testkit.ManualClock;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks every path of a read, and what each path counts. */
class VersionReaderTest {
    private static final int OWN = ReaderFixture.OWN;
    private static final int REMOTE = ReaderFixture.REMOTE;

    private final ReaderFixture world = new ReaderFixture();

    private static ReaderFixture with(boolean batch, boolean cacheLocations) {
        return new ReaderFixture(new ReadOptions(batch, cacheLocations, 5_000), new ManualClock());
    }

    @Test
    void aValueHereIsReadInPlaceWithoutTheFabric() {
        long key = world.key(OWN, 1);
        world.place(key, OWN, 100, 7);
        FabricCounters before = world.fabric.tally().counters();
        assertEquals(Map.of(0, "100x7"), world.read(key));
        assertEquals(before, world.fabric.tally().counters());
        assertEquals("keys 1+0 cache 0+0 values 1+0 retries 0", world.counters());
    }

    @Test
    void aValueElsewhereTakesTwoReadsAndThenOne() {
        long key = world.key(REMOTE, 1);
        world.place(key, REMOTE, 100, 7);
        assertEquals(Map.of(0, "100x7"), world.read(key));
        assertEquals("keys 0+1 cache 0+1 values 0+1 retries 0", world.counters());
        assertEquals(Map.of(0, "100x7"), world.read(key));
        assertEquals("keys 0+1 cache 1+1 values 0+2 retries 0", world.counters());
    }

    /**
     * With the place cached, a migrator need not search for the slot; a key in a chained bucket must be searched for.
     */
    @Test
    void whereTheSlotIsIsCachedWithTheAddress() {
        KeyTable table = world.partitions[REMOTE].table();
        long bucket = table.geometry().bucketOffset(world.key(REMOTE, 0));
        CachedLocation cached = new CachedLocation();
        int neighbours = 0;
        for (int i = 0; neighbours < Bucket.SLOTS + 3; i++) {
            long key = world.key(REMOTE, i);
            if (table.geometry().bucketOffset(key) == bucket) {
                world.place(key, REMOTE, 8, 7);
                assertEquals(Map.of(0, "8x7"), world.read(key));
                assertTrue(world.cache.find(key, cached));
                long expected = neighbours < Bucket.SLOTS ? table.find(key) : 0;
                assertEquals(expected, table.geometry().slotOffset(key, cached.place), "neighbour " + neighbours);
                assertEquals(expected == 0, cached.place == 0);
                neighbours++;
            }
        }
    }

    @Test
    void aLocationIsUsedForALeaseAndNoLonger() {
        long key = world.key(REMOTE, 1);
        world.place(key, REMOTE, 100, 7);
        world.read(key);
        world.clock.advance(ReaderFixture.LEASE.cacheNanos() - 1);
        world.read(key);
        assertEquals("keys 0+1 cache 1+1 values 0+2 retries 0", world.counters());
        world.clock.advance(1);
        assertEquals(Map.of(0, "100x7"), world.read(key));
        assertEquals("keys 0+2 cache 1+2 values 0+3 retries 0", world.counters());
    }

    @Test
    void anOwnKeyMayHaveItsValueElsewhere() {
        long key = world.key(OWN, 1);
        world.place(key, REMOTE, 100, 7);
        assertEquals(Map.of(0, "100x7"), world.read(key));
        assertEquals("keys 1+0 cache 0+0 values 0+1 retries 0", world.counters());
    }

    @Test
    void aValueThatHasMigratedHereIsFoundThroughTheCacheHoweverOldItIs() {
        long key = world.key(REMOTE, 1);
        world.place(key, OWN, 100, 7);
        assertEquals(Map.of(0, "100x7"), world.read(key));
        assertEquals("keys 0+1 cache 0+1 values 1+0 retries 0", world.counters());
        world.clock.advance(10 * ReaderFixture.LEASE.cacheNanos());
        FabricCounters before = world.fabric.tally().counters();
        assertEquals(Map.of(0, "100x7"), world.read(key));
        assertEquals(before, world.fabric.tally().counters());
        assertEquals("keys 0+1 cache 1+1 values 2+0 retries 0", world.counters());
    }

    @Test
    void aCachedLocationOfABlockThatWasReplacedIsLookedUpAgain() {
        long key = world.key(REMOTE, 1);
        long old = world.place(key, REMOTE, 100, 7);
        world.read(key);
        world.setState(old, StateWord.moved(key, old));
        world.place(key, REMOTE, 50, 8);
        assertEquals(Map.of(0, "50x8"), world.read(key));
        assertEquals("keys 0+2 cache 1+1 values 0+2 retries 1", world.counters());
        assertEquals(Map.of(0, "50x8"), world.read(key));
        assertEquals("keys 0+2 cache 2+1 values 0+3 retries 1", world.counters());
    }

    @Test
    void aCopyHereThatHasMovedOnIsNotReadAnyMore() {
        long key = world.key(REMOTE, 1);
        long old = world.place(key, OWN, 100, 7);
        world.read(key);
        world.setState(old, StateWord.moved(key, old));
        world.place(key, REMOTE, 50, 8);
        assertEquals(Map.of(0, "50x8"), world.read(key));
        assertEquals("keys 0+2 cache 0+2 values 1+1 retries 0", world.counters());
    }

    @Test
    void aPendingBlockIsReadAndALockedOneIsWaitedFor() {
        long key = world.key(REMOTE, 1);
        long first = world.place(key, REMOTE, 100, 7);
        world.setState(first, StateWord.pending(key, first));
        assertEquals(Map.of(0, "100x7"), world.read(key));
        world.setState(first, StateWord.locked(first, 0));
        world.whileWaiting = () -> world.place(key, REMOTE, 50, 8);
        assertEquals(Map.of(0, "50x8"), world.read(key));
        assertTrue(world.waited > 0);
        assertTrue(world.reader.counters().retries > 0);
    }

    @Test
    void whatIsNotThereIsAbsentHereAndElsewhere() {
        long[] keys = new long[8];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = world.key(i % 2, i);
        }
        for (int i = 0; i < 4; i++) {
            world.place(keys[i], i % 2, 20, i);
        }
        for (int i = 2; i < 4; i++) { // deleted: a tombstone
            long address = world.partitions[i % 2].table().addressOf(keys[i]);
            world.partitions[i % 2]
                    .region()
                    .setInt(ValueAddress.offset(address) + ValueHeader.BODY_BYTES_OFFSET, ValueHeader.TOMBSTONE);
        }
        for (int i = 4; i < 6; i++) { // a slot without a value
            world.setWord(keys[i], ValueAddress.ABSENT);
        }
        Map<Integer, String> expected = new TreeMap<>(Map.of(0, "20x0", 1, "20x1"));
        for (int i = 2; i < 8; i++) {
            expected.put(i, ReaderFixture.ABSENT);
        }
        assertEquals(expected, world.read(keys));
        assertEquals(expected, world.read(keys), "cached or not");
    }

    @Test
    void aLostValueIsAnErrorAndNotAbsent() {
        for (int home = 0; home < 2; home++) {
            long key = world.key(home, 1);
            world.setWord(key, ValueAddress.LOST);
            PraghException lost = assertThrows(PraghException.class, () -> world.read(key));
            assertFalse(lost.retryable());
            long other = world.key(home, 2);
            world.place(other, home, 20, 3);
            assertEquals(Map.of(0, "20x3"), world.read(other), "the reader goes on");
        }
    }

    @Test
    void aNodeOutOfReachIsWaitedForAndThenReported() {
        ManualClock ticking = new ManualClock(0, 100);
        ReaderFixture slow = new ReaderFixture(new ReadOptions(true, true, 5_000), ticking);
        long key = slow.key(REMOTE, 1);
        slow.place(key, REMOTE, 20, 3);
        slow.read(key);
        slow.network.cut(0, 1);
        PraghException late = assertThrows(PraghException.class, () -> slow.read(key));
        assertTrue(late.retryable());
        assertTrue(slow.waited > 0);
        slow.network.heal(0, 1);
        assertEquals(Map.of(0, "20x3"), slow.read(key));
    }

    @Test
    void aLockThatIsNeverGivenBackIsReported() {
        ManualClock ticking = new ManualClock(0, 100);
        ReaderFixture slow = new ReaderFixture(new ReadOptions(true, true, 5_000), ticking);
        for (int home = 0; home < 2; home++) {
            long key = slow.key(home, 1);
            slow.setWord(key, ValueAddress.BUSY); // an insert is under way
            assertThrows(PraghException.class, () -> slow.read(key));
        }
    }

    @Test
    void oneAtATimeBringsTheSameWithMoreRoundTrips() {
        ReaderFixture single = with(false, true);
        long[] keys = new long[20];
        Map<Integer, String> expected = new TreeMap<>();
        for (int i = 0; i < keys.length; i++) {
            keys[i] = single.key(i % 2, i);
            single.place(keys[i], i / 2 % 2, 20, i);
            expected.put(i, "20x" + i);
        }
        assertEquals(expected, single.read(keys));
        assertEquals("keys 10+10 cache 0+10 values 10+10 retries 0", single.counters());
    }

    @Test
    void withoutCacheEveryReadLooksTheSlotUp() {
        ReaderFixture forgetful = with(true, false);
        long key = forgetful.key(REMOTE, 1);
        forgetful.place(key, REMOTE, 20, 3);
        for (int i = 1; i <= 3; i++) {
            assertEquals(Map.of(0, "20x3"), forgetful.read(key));
            assertEquals("keys 0+" + i + " cache 0+0 values 0+" + i + " retries 0", forgetful.counters());
        }
    }

    @Test
    void valuesLargerThanTheLandingAreaArriveBesideSmallOnes() {
        long[] keys = new long[7];
        int[] sizes = {20, 1 << 20, 200_000, 200_000, 20, 0, 1_900_000};
        Map<Integer, String> expected = new TreeMap<>();
        for (int i = 0; i < keys.length; i++) {
            keys[i] = world.key(REMOTE, i);
            world.place(keys[i], REMOTE, sizes[i], i + 1);
            expected.put(i, sizes[i] + "x" + (sizes[i] == 0 ? "" : i + 1));
        }
        assertEquals(expected, world.read(keys));
        assertEquals(expected, world.read(keys));
    }

    @Test
    void onlyAsManyBytesTravelAsAreWanted() {
        long key = world.key(REMOTE, 1);
        world.place(key, REMOTE, 100_000, 7);
        world.read(key);
        long before = world.fabric.tally().counters().bytes();
        assertEquals(Map.of(0, "100000x7"), world.read(new long[] {key}, 0, 1, 50));
        assertEquals(96, world.fabric.tally().counters().bytes() - before, "header and 50 bytes, in whole words");
    }

    @Test
    void moreKeysThanOneSliceAreAnsweredOnceEachByTheirPlace() {
        int count = 1000;
        int from = 3;
        long[] keys = new long[count + 5];
        Map<Integer, String> expected = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            keys[from + i] = world.key(i % 2, i);
            if (i % 5 == 0) {
                expected.put(i, ReaderFixture.ABSENT);
            } else {
                world.place(keys[from + i], i / 2 % 2, i % 40, i % 100);
                expected.put(i, i % 40 + "x" + (i % 40 == 0 ? "" : i % 100));
            }
        }
        assertEquals(expected, world.read(keys, from, count, Integer.MAX_VALUE));
        assertEquals(expected, world.read(keys, from, count, Integer.MAX_VALUE));
        ReadCounters counters = world.reader.counters();
        assertEquals(2 * 800, counters.valuesLocal + counters.valuesRemote);
        assertEquals(2 * 500, counters.keysLocal);
        assertEquals(2 * 500, counters.cacheHits + counters.cacheMisses);
    }

    @Test
    void aReaderHoldsRetiredBlocksOnlyWhileItReads() {
        long key = world.key(OWN, 1);
        world.place(key, OWN, 20, 3);
        long[] held = new long[1];
        world.reader.read(new long[] {key}, 0, 1, 100, (index, region, body, bytes) -> {
            held[0] = world.pins.advance();
            assertTrue(world.pins.oldest() <= held[0], "pinned");
        });
        assertTrue(world.pins.oldest() > held[0], "not pinned any more");
    }
}
