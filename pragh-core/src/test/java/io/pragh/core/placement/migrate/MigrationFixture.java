package io.pragh.core.placement.migrate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.LocalShare;
import io.pragh.core.access.RemoteTables;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.Region;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.Partition;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.reclaim.RetireWriter;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.Tail;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.testkit.LonePartition;
import io.pragh.testkit.ManualClock;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Three nodes with one partition each; node 1 has the migrator. */
final class MigrationFixture {
    static final LeasePolicy LEASE = new LeasePolicy(1_000_000, 1_000);
    static final int SOURCE = 0;
    static final int HERE = 1;
    static final int THIRD = 2;

    final ManualClock clock = new ManualClock();
    final LocalNetwork network = new LocalNetwork();
    final HomeMap homes = new HomeMap(3);
    final Partition[] partitions = new Partition[3];
    final Migrator migrator;
    final LocationCache cache = new LocationCache(1 << 20, LEASE);

    MigrationFixture(MemoryLimits limits) {
        this(limits, endpoint -> endpoint);
    }

    /** The migrator's operations go through the endpoint that {@code wrap} returns. */
    MigrationFixture(MemoryLimits limits, UnaryOperator<Endpoint> wrap) {
        @Nullable Region[] regions = new Region[3];
        @Nullable KeyTable[] tables = new KeyTable[3];
        Endpoint endpoint = null;
        for (int id = 0; id < 3; id++) {
            partitions[id] = LonePartition.create(id, homes, limits, new ReaderPins(), LEASE);
            var fabric = network.join(id);
            fabric.expose(id, partitions[id].region());
            endpoint = id == HERE ? wrap.apply(fabric.open()) : endpoint;
        }
        Partition here = partitions[HERE];
        regions[HERE] = here.region();
        tables[HERE] = here.table();
        LocalShare share = new LocalShare(regions, tables, new boolean[regions.length]);
        MigrationContext context = new MigrationContext(
                new RemoteTables(endpoint, LEASE.cacheNanos(), 3),
                () -> share,
                cache,
                new RetireWriter(HERE, 3, endpoint),
                endpoint,
                LEASE.cacheNanos());
        List<MigrationTarget> targets = List.of(new MigrationTarget(HERE, here.region(), here.blocks()));
        migrator = new Migrator(context, homes, clock, targets);
    }

    /** The n-th key of a home. */
    long key(int home, long number) {
        return GraphKey.of(GraphKey.KIND_PLAIN, GraphKey.OUT, 1, homes.mint(home, number));
    }

    private Partition homeOf(long key) {
        return partitions[homes.home(key)];
    }

    long slot(long key) {
        return homeOf(key).table().findOrInsert(key);
    }

    long word(long key) {
        return homeOf(key).table().addressOf(key);
    }

    void setWord(long key, long word) {
        homeOf(key).region().setLongRelease(slot(key), word);
    }

    long stateWord(long address) {
        return partitions[ValueAddress.partition(address)]
                .region()
                .getLongAcquire(ValueAddress.offset(address) + ValueHeader.STATE_OFFSET);
    }

    void setState(long address, long word) {
        partitions[ValueAddress.partition(address)]
                .region()
                .setLongRelease(ValueAddress.offset(address) + ValueHeader.STATE_OFFSET, word);
    }

    /** Places a live value of random bytes in a partition; returns its address. */
    long place(long key, int partition, int bodyBytes) {
        Partition at = partitions[partition];
        int sizeClass = SizeClass.of(ValueHeader.LENGTH + bodyBytes);
        long block = at.blocks().allocate(sizeClass);
        assertTrue(block > 0, "memory for the test's values");
        long address = ValueAddress.of(partition, sizeClass, 7, block);
        ValueHeader.write(at.region(), address, key, StateWord.live(key, address), 3, 0, bodyBytes);
        byte[] body = body(key, bodyBytes);
        at.region().put(block + ValueHeader.LENGTH, body, 0, bodyBytes);
        setWord(key, address);
        return address;
    }

    /** Places a value of 24 bytes with so many entries in its tail, in a block that has room for three. */
    long placeWithTail(long key, int partition, int entries) {
        Partition at = partitions[partition];
        int sizeClass = SizeClass.of(Tail.blockBytes(24, 3));
        long block = at.blocks().allocate(sizeClass);
        long address = ValueAddress.withEntries(ValueAddress.of(partition, sizeClass, 7, block), entries);
        ValueHeader.write(at.region(), address, key, StateWord.live(key, address), 3, 0, 24);
        at.region().put(block + ValueHeader.LENGTH, body(key, 24), 0, 24);
        Tail tail = Tail.of(at.region(), block, 24, 0);
        tail.clearBehind(block + SizeClass.bytes(sizeClass));
        for (int i = 0; i < entries; i++) {
            tail.write(i, 10 + i, 100 + i, 200 + i);
        }
        setWord(key, address);
        return address;
    }

    private static byte[] body(long key, int bytes) {
        byte[] body = new byte[bytes];
        new SplittableRandom(key).nextBytes(body);
        return body;
    }

    long counted(MigrationOutcome outcome) {
        return migrator.counters().of(outcome);
    }

    void migrate(long... keys) {
        migrator.migrate(keys, keys.length);
    }

    long blocksHere() {
        return partitions[HERE].blocks().stats().allocatedBlocks();
    }

    /** Fails unless the value lies here, whole and live, and its old block is marked as moved. */
    void assertMoved(long key, long from, int bodyBytes) {
        long address = word(key);
        assertEquals(HERE, ValueAddress.partition(address));
        assertEquals(ValueAddress.generation(from) + 1, ValueAddress.generation(address));
        assertEquals(StateWord.live(key, address), stateWord(address));
        assertEquals(StateWord.moved(key, from), stateWord(from));
        Region region = partitions[HERE].region();
        long block = ValueAddress.offset(address);
        assertEquals(key, region.getLong(block + ValueHeader.KEY_OFFSET));
        assertEquals(3, region.getLong(block + ValueHeader.VERSION_OFFSET));
        assertEquals(bodyBytes, region.getInt(block + ValueHeader.BODY_BYTES_OFFSET));
        assertEquals(ValueHeader.tag(address), region.getInt(block + ValueHeader.TAG_OFFSET));
        byte[] arrived = new byte[bodyBytes];
        region.get(block + ValueHeader.LENGTH, arrived, 0, bodyBytes);
        assertArrayEquals(body(key, bodyBytes), arrived);
    }
}
