package io.pragh.core.access;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.ScanVisitor;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.Transaction;
import io.pragh.core.memory.Region;
import io.pragh.core.memory.Words;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.table.SlotBatch;
import io.pragh.core.store.value.Edition;
import io.pragh.core.store.value.ValueHeader;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Scans the values whose home is this node, at a snapshot, for {@link Transaction#scan}. One thread, that of its
 * {@link VersionReader}.
 */
// A scan walks the key table and keeps the words of the slots. A simple value on this node is visited without another
// look-up of its key, and judged by its state word as in any other read. The reader handles all others: values that a
// commit holds, that are newer than the snapshot or deleted, that lie on another node, or that have entries behind
// their bodies. The snapshot's age is checked when the keys of a group are there: an expired snapshot may miss values
// that were deleted since, and whose slots were forgotten.
public final class HomeScan {
    private static final int SLICE = 256;
    /** Limit on the pages of a key table that one call looks at. */
    private static final int GROUPS_MAX = 256;
    /** From this number of keys on, values are visited roughly in the order of their memory. */
    private static final int MANY = 2048;

    private final ReaderContext context;
    private final VersionReader reader;
    private final ReaderPins.Pin pin;
    private final ReadCounters counters;
    private final SlotBatch slots = new SlotBatch();
    private final LocalLookup lookup;
    private final Rest rest = new Rest();

    HomeScan(
            ReaderContext context,
            VersionReader reader,
            ReaderPins.Pin pin,
            ReadCounters counters,
            Lookaside lookaside) {
        this.context = context;
        this.reader = reader;
        this.pin = pin;
        this.counters = counters;
        this.lookup = new LocalLookup(context.homes(), lookaside, SLICE);
    }

    /** Receives the values that the transaction relies on. One thread. */
    @FunctionalInterface
    public interface Notes {
        /** Notes the {@link Edition} of a value, or {@link VersionVisitor#NO_VERSION} for a key without one. */
        void put(long key, long edition);
    }

    /**
     * The snapshot of a scan.
     *
     * @param timestamp R: versions at or below it are seen
     * @param expired whether the snapshot has lost its registration
     * @param notes receives the values that the transaction relies on
     */
    public record Snapshot(long timestamp, BooleanSupplier expired, Notes notes) {}

    /** As {@link Transaction#scan}, for a snapshot whose timestamp was taken before this call. */
    public long scan(int partition, int kind, long cursor, int limit, Snapshot snapshot, ScanVisitor visitor) {
        if (cursor == KeyScan.END) {
            return KeyScan.END;
        }
        if (!context.options().batch() || (cursor & (1L << GraphKey.LIST_BITS) - 1) != 0) {
            return Transaction.ELSEWHERE;
        }
        pin.enter();
        try {
            checkFresh(snapshot); // while pinned: the versions that the snapshot sees now stay until this call ends
            LocalShare share = context.share().get();
            KeyTable table = share.table(partition);
            if (table == null || share.isIncomplete(partition)) {
                return Transaction.ELSEWHERE;
            }
            slots.clear();
            long from = cursor >>> GraphKey.LIST_BITS;
            for (int groups = 0; groups < GROUPS_MAX && from < KeyTable.SCAN_END && slots.count() < limit; groups++) {
                from = table.collect(kind, from, slots);
            }
            Words.loadFence();
            checkFresh(snapshot);
            if (slots.count() >= MANY) {
                slots.sortByPlace();
            }
            visit(share, snapshot, visitor);
            return from << GraphKey.LIST_BITS;
        } finally {
            pin.exit();
        }
    }

    private static void checkFresh(Snapshot snapshot) {
        if (snapshot.expired.getAsBoolean()) {
            throw SnapshotTooOldException.expired();
        }
    }

    private void visit(LocalShare share, Snapshot snapshot, ScanVisitor visitor) {
        rest.begin(snapshot, visitor);
        counters.call(slots.count());
        for (int from = 0; from < slots.count(); from += SLICE) {
            int count = Math.min(SLICE, slots.count() - from);
            for (int i = 0; i < count; i++) {
                lookup.setWord(i, slots.word(from + i));
            }
            lookup.readHeaders(share, count);
            visitSlice(share, from, count, snapshot, visitor);
        }
        int here = slots.count() - rest.count;
        counters.valuesLocal += here;
        counters.keysLocal += here;
        if (rest.count > 0) {
            reader.read(rest.keys, 0, rest.count, Integer.MAX_VALUE, snapshot.timestamp, snapshot.expired, rest);
        }
    }

    private void visitSlice(LocalShare share, int from, int count, Snapshot snapshot, ScanVisitor visitor) {
        AccessRecorder recorder = context.recorder();
        Notes notes = snapshot.notes;
        for (int i = 0; i < count; i++) {
            long key = slots.key(from + i);
            if (!isSimple(i, key, snapshot.timestamp)) {
                rest.add(key, from + i);
                continue;
            }
            long word = lookup.word(i);
            Region region = Objects.requireNonNull(share.region(ValueAddress.partition(word)));
            int bodyBytes = lookup.bodyBytes(i);
            recorder.localRead(key);
            counters.bytesRead += bodyBytes;
            if (visitor.value(key, from + i, region, ValueAddress.offset(word) + ValueHeader.LENGTH, bodyBytes)) {
                notes.put(key, Edition.of(lookup.version(i), 0));
            }
        }
    }

    /** Whether the current version lies here in one piece, and the snapshot sees it. */
    private boolean isSimple(int i, long key, long timestamp) {
        return lookup.isHere(i, key)
                && lookup.version(i) <= timestamp
                && lookup.entries(i) == 0
                && lookup.bodyBytes(i) != ValueHeader.TOMBSTONE;
    }

    /** The keys that are left to the reader. One thread. */
    private static final class Rest extends VersionVisitor {
        private static final ScanVisitor NOBODY = (key, place, region, body, bodyBytes) -> false;
        private static final Snapshot NONE = new Snapshot(0, () -> true, (key, edition) -> {});

        private long[] keys = new long[SLICE];
        private int[] places = new int[SLICE];
        private int count;
        private long edition;
        private ScanVisitor visitor = NOBODY;
        private Snapshot snapshot = NONE;

        void begin(Snapshot seen, ScanVisitor to) {
            count = 0;
            snapshot = seen;
            visitor = to;
        }

        void add(long key, int place) {
            if (count == keys.length) {
                keys = Arrays.copyOf(keys, 2 * count);
                places = Arrays.copyOf(places, 2 * count);
            }
            keys[count] = key;
            places[count++] = place;
        }

        @Override
        public void version(int index, long version) {
            edition = version;
        }

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            if (visitor.value(keys[index], places[index], region, body, bodyBytes)) {
                snapshot.notes.put(keys[index], edition);
            }
        }

        @Override
        public void absent(int index) {
            if (visitor.absent(keys[index])) {
                snapshot.notes.put(keys[index], NO_VERSION);
            }
        }
    }
}
