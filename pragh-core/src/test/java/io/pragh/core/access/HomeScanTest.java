package io.pragh.core.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.ScanVisitor;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.Transaction;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.Edition;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * Checks scans of values whose home is this node: which versions are judged in place, and which keys are left to the
 * reader.
 */
class HomeScanTest {
    private static final int OWN = ReaderFixture.OWN;
    private static final long SNAPSHOT = 10;

    private final ReaderFixture world = new ReaderFixture();
    /** {@code "length x first byte"} by key, or {@code "absent"}. */
    private final Map<Long, String> seen = new TreeMap<>();

    private final Map<Long, Long> noted = new TreeMap<>();

    private final ScanVisitor visitor = new ScanVisitor() {
        @Override
        public boolean value(long key, int place, Region region, long body, int bodyBytes) {
            put(key, bodyBytes + "x" + (byte) region.getInt(body));
            return true;
        }

        @Override
        public boolean absent(long key) {
            put(key, "absent");
            return true;
        }

        private void put(long key, String what) {
            assertEquals(null, seen.put(key, what), "seen twice");
        }
    };

    private long scan(int partition, long cursor, BooleanSupplier expired) {
        HomeScan.Snapshot snapshot = new HomeScan.Snapshot(SNAPSHOT, expired, noted::put);
        return world.reader.scans().scan(partition, GraphKey.KIND_PLAIN, cursor, 4096, snapshot, visitor);
    }

    private void scanAll() {
        for (long cursor = 0; cursor != KeyScan.END; ) {
            cursor = scan(OWN, cursor, () -> false);
        }
    }

    private long key(int number) {
        return world.key(OWN, number);
    }

    @Test
    void valuesHereAreVisitedWithTheirVersions() {
        for (int i = 1; i <= 100; i++) {
            world.place(key(i), OWN, 8 * i, i);
        }
        world.place(GraphKey.of(GraphKey.KIND_CHUNK, 0, 0, GraphKey.vid(key(1))), OWN, 8, 1);
        scanAll();
        assertEquals(100, seen.size());
        for (int i = 1; i <= 100; i++) {
            assertEquals(8 * i + "x" + i, seen.get(key(i)));
            assertEquals(Edition.of(1, 0), noted.get(key(i)));
        }
        assertEquals("keys 100+0 cache 0+0 values 100+0 retries 0", world.counters());
    }

    @Test
    void aVersionThatIsNewerThanTheSnapshotMakesWayForTheOneBefore() {
        long old = world.place(key(1), OWN, 16, 3);
        long now = world.place(key(1), OWN, 24, 4);
        Region region = world.partitions[OWN].region();
        region.setLong(ValueAddress.offset(now) + ValueHeader.VERSION_OFFSET, SNAPSHOT + 1);
        region.setLong(ValueAddress.offset(now) + ValueHeader.PREVIOUS_OFFSET, old);
        world.setState(old, StateWord.superseded(old, SNAPSHOT + 1));
        world.place(key(2), OWN, 8, 5);
        scanAll();
        assertEquals(Map.of(key(1), "16x3", key(2), "8x5"), seen);
        assertEquals(Edition.of(1, 0), noted.get(key(1)));
    }

    @Test
    void aBlockThatACommitHoldsIsReadWhenItIsDone() {
        long address = world.place(key(1), OWN, 16, 3);
        world.setState(address, StateWord.locked(address, 5)); // before the snapshot, which must see the outcome
        world.whileWaiting = () -> world.place(key(1), OWN, 24, 4);
        scanAll();
        assertEquals(Map.of(key(1), "24x4"), seen);
    }

    @Test
    void aBlockWhoseMemoryHasAnotherValueIsNotTakenForTheKeys() {
        long address = world.place(key(1), OWN, 16, 3);
        world.setState(address, StateWord.live(key(2), address));
        world.whileWaiting = () -> world.place(key(1), OWN, 24, 4);
        scanAll();
        assertEquals(Map.of(key(1), "24x4"), seen);
    }

    @Test
    void aValueElsewhereIsFetched() {
        world.place(key(1), ReaderFixture.REMOTE, 16, 3);
        world.place(key(2), OWN, 16, 4);
        scanAll();
        assertEquals(Map.of(key(1), "16x3", key(2), "16x4"), seen);
        assertEquals(2, noted.size());
    }

    @Test
    void whatWasDeletedIsAbsent() {
        long address = world.place(key(1), OWN, 16, 3);
        Region region = world.partitions[OWN].region();
        region.setInt(ValueAddress.offset(address) + ValueHeader.BODY_BYTES_OFFSET, ValueHeader.TOMBSTONE);
        world.setWord(key(2), ValueAddress.ABSENT);
        scanAll();
        assertEquals(Map.of(key(1), "absent", key(2), "absent"), seen);
        assertEquals(Map.of(key(1), VersionVisitor.NO_VERSION, key(2), VersionVisitor.NO_VERSION), noted);
    }

    @Test
    void anotherNodesPartitionIsElsewhere() {
        world.place(world.key(ReaderFixture.REMOTE, 1), ReaderFixture.REMOTE, 16, 3);
        assertEquals(Transaction.ELSEWHERE, scan(ReaderFixture.REMOTE, 0, () -> false));
        assertEquals(Map.of(), seen);
    }

    @Test
    void aSnapshotThatExpiresWhileKeysAreCollectedMayHaveMissedSome() {
        world.place(key(1), OWN, 16, 3);
        AtomicInteger asked = new AtomicInteger();
        assertThrows(SnapshotTooOldException.class, () -> scan(OWN, 0, () -> asked.getAndIncrement() > 0));
        assertEquals(Map.of(), seen);
        assertThrows(SnapshotTooOldException.class, () -> scan(OWN, 0, () -> true));
    }

    @Test
    void manyAreVisitedOnceEachWhateverTheirOrder() {
        for (int i = 1; i <= 6000; i++) {
            world.place(key(i), OWN, 8, i & 127);
        }
        scanAll();
        assertEquals(6000, seen.size());
        for (int i = 1; i <= 6000; i++) {
            assertEquals("8x" + (i & 127), seen.get(key(i)));
        }
    }
}
