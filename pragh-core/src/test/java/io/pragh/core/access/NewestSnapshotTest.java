package io.pragh.core.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.AppendedEntries;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.Region;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.Partition;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.testkit.LonePartition;
import io.pragh.testkit.ManualClock;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Checks which entries a snapshot sees of a local value with three appended entries, of commits 10, 20 and 30, and
 * whether the reader looks at the entries at all.
 */
class NewestSnapshotTest {
    private static final LeasePolicy LEASE = new LeasePolicy(1_000_000, 1_000);
    private static final int BODY_BYTES = 24;

    private final HomeMap homes = new HomeMap(2);
    private final ManualClock clock = new ManualClock();
    private final ReaderPins pins = new ReaderPins();
    private final Partition leading =
            LonePartition.create(0, homes, new MemoryLimits(4 << 20, 64 << 20, 16), pins, LEASE);
    private final long key = GraphKey.of(GraphKey.KIND_PLAIN, GraphKey.OUT, 1, homes.mint(0, 1));
    private final long address = place();

    private long place() {
        int sizeClass = SizeClass.of(Tail.blockBytes(BODY_BYTES, 3));
        long block = leading.blocks().allocate(sizeClass);
        long whole = ValueAddress.withEntries(ValueAddress.of(0, sizeClass, 7, block), 3);
        ValueHeader.write(leading.region(), whole, key, StateWord.live(key, whole), 3, 0, BODY_BYTES);
        Tail tail = Tail.empty(leading.region(), block, BODY_BYTES, false);
        tail.clearBehind(block + SizeClass.bytes(sizeClass));
        for (int i = 0; i < 3; i++) {
            tail.write(i, 10L * (i + 1), i, i);
        }
        leading.region().setLongRelease(leading.table().findOrInsert(key), whole);
        return whole;
    }

    private void setT(long timestamp) {
        leading.region().setLongRelease(PartitionHeader.TIMESTAMP_OFFSET, timestamp);
    }

    private LocalShare share() {
        @Nullable Region[] regions = {leading.region(), null};
        @Nullable KeyTable[] tables = {leading.table(), null};
        return new LocalShare(regions, tables, new boolean[2]);
    }

    /** An operation that is asked only whether a body has all that the reader wants; the answer is always no. */
    private static AppendOperation wantsEntries() {
        Class<?> type = AppendOperation.class;
        return (AppendOperation)
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (form, asked, of) -> {
                    assertEquals("covers", asked.getName());
                    return false;
                });
    }

    /** The number of entries that a snapshot sees. */
    private int seenAt(long timestamp, Supplier<LocalShare> shares) {
        var fabric = new LocalNetwork().join(0);
        ReaderContext context = new ReaderContext(
                homes,
                shares,
                new LocationCache(1 << 20, LEASE),
                LEASE,
                clock,
                clock,
                AccessRecorder.NONE,
                ReadOptions.DEFAULT,
                wantsEntries());
        int[] seen = {-1};
        try (VersionReader reader = new VersionReader(context, fabric.open(), pins, () -> {})) {
            long[] keys = {key};
            reader.read(keys, 0, 1, Integer.MAX_VALUE, timestamp, () -> false, new ValueVisitor() {
                @Override
                public void value(int index, Region region, long body, int bodyBytes) {
                    seen[0] = 0;
                }

                @Override
                public boolean value(int index, Region region, long body, int bodyBytes, AppendedEntries behind) {
                    seen[0] = behind.count();
                    return true;
                }
            });
        }
        return seen[0];
    }

    @Test
    void aSnapshotAsNewAsTSeesThemAllAndLooksAtNone() {
        setT(30);
        LocalShare share = share();
        assertEquals(3, seenAt(30, () -> share));
        long last = ValueAddress.offset(address) + ValueHeader.LENGTH + BODY_BYTES + 2 * 16;
        Tail unlikely = Tail.empty(leading.region(), last - ValueHeader.LENGTH - BODY_BYTES, BODY_BYTES, false);
        unlikely.write(0, 99, 2, 2); // as if the reader had looked at it
        assertEquals(3, seenAt(30, () -> share));
    }

    @Test
    void anOlderSnapshotSeesWhatWasThere() {
        setT(30);
        LocalShare share = share();
        assertEquals(2, seenAt(29, () -> share));
        assertEquals(1, seenAt(10, () -> share));
        assertEquals(0, seenAt(9, () -> share));
    }

    /**
     * T stands still in a sealed partition, and advances at the node that the partition is handed to, before this
     * node releases the memory.
     */
    @Test
    void whereTHasGoneElsewhereMeanwhileEntriesAreLookedAt() {
        setT(20);
        LocalShare before = share();
        LocalShare after = share();
        int[] asked = {0};
        assertEquals(2, seenAt(25, () -> asked[0]++ == 0 ? before : after));
    }

    @Test
    void whereTIsElsewhereNoSnapshotButOfNowIsAsNew() {
        setT(20);
        Partition other = LonePartition.create(1, homes, new MemoryLimits(4 << 20, 64 << 20, 16), pins, LEASE);
        @Nullable Region[] regions = {null, other.region()};
        LocalShare elsewhere = new LocalShare(regions, new @Nullable KeyTable[] {null, other.table()}, new boolean[2]);
        assertEquals(Long.MAX_VALUE, elsewhere.timestamp());
        LocalShare here = share();
        assertEquals(20, here.timestamp());
    }
}
