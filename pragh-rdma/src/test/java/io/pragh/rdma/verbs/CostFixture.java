package io.pragh.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.access.AccessRecorder;
import io.pragh.core.access.LocalShare;
import io.pragh.core.access.ReadOptions;
import io.pragh.core.access.ReaderContext;
import io.pragh.core.access.RemoteTables;
import io.pragh.core.access.VersionReader;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.memory.Region;
import io.pragh.core.placement.migrate.MigrationContext;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.placement.migrate.MigrationTarget;
import io.pragh.core.placement.migrate.Migrator;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.reclaim.RetireWriter;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.core.timestamp.Timestamps;
import io.pragh.testkit.ManualClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Three nodes with one partition each, of which node 1 reads and migrates as a node does. No background threads run,
 * so that the device does only the work of the test. One thread.
 */
final class CostFixture implements AutoCloseable {
    static final int HOME = 0;
    static final int HERE = 1;
    static final int THIRD = 2;
    static final int BODY_BYTES = 64;

    private static final int NODES = 3;
    private static final MemoryLimits LIMITS = new MemoryLimits(1 << 20, 16L << 20, 1 << 10);
    private static final LeasePolicy LEASE = new LeasePolicy(1_000_000, 1_000);

    private final VerbsNodes network = VerbsNodes.join(NODES);
    private final HomeMap homes = new HomeMap(NODES);
    private final ManualClock clock = new ManualClock(); // stands still, so that no lease ends
    private final Partition[] partitions = new Partition[NODES];
    private final VersionReader reader;
    private final Migrator migrator;
    private long number;

    CostFixture() {
        for (int id = 0; id < NODES; id++) {
            Fabric fabric = network.node(id);
            partitions[id] = Partition.create(
                    id,
                    homes,
                    LIMITS,
                    new Partition.Surroundings(
                            new ReaderPins(),
                            LEASE.reclaimNanos(),
                            OwnWords.of(fabric),
                            () -> Timestamps.NEVER,
                            fabric::region));
            fabric.expose(id, partitions[id].region());
        }
        Partition here = partitions[HERE];
        @Nullable Region[] regions = {null, here.region(), null};
        @Nullable KeyTable[] tables = {null, here.table(), null};
        LocalShare share = new LocalShare(regions, tables, new boolean[NODES]);
        LocationCache cache = new LocationCache(1 << 20, LEASE);
        Fabric fabric = network.node(HERE);
        reader = new VersionReader(
                new ReaderContext(
                        homes, () -> share, cache, LEASE, clock, clock, AccessRecorder.NONE, ReadOptions.DEFAULT, null),
                fabric.open(),
                new ReaderPins(),
                () -> {});
        Endpoint endpoint = fabric.open();
        migrator = new Migrator(
                new MigrationContext(
                        new RemoteTables(endpoint, LEASE.cacheNanos(), NODES),
                        () -> share,
                        cache,
                        new RetireWriter(HERE, NODES, endpoint),
                        endpoint,
                        LEASE.cacheNanos()),
                homes,
                clock,
                List.of(new MigrationTarget(HERE, here.region(), here.blocks())));
    }

    Fabric fabric() {
        return network.node(HERE);
    }

    /** Makes a new key with its home at one node and its value at another. */
    long place(int home, int owner) {
        long key = GraphKey.of(GraphKey.KIND_PLAIN, GraphKey.OUT, 1, homes.mint(home, ++number));
        Partition at = partitions[owner];
        int sizeClass = SizeClass.of(ValueHeader.LENGTH + BODY_BYTES);
        long address = ValueAddress.of(owner, sizeClass, 7, at.blocks().allocate(sizeClass));
        ValueHeader.write(at.region(), address, key, StateWord.live(key, address), 1, 0, BODY_BYTES);
        partitions[home].region().setLongRelease(partitions[home].table().findOrInsert(key), address);
        return key;
    }

    void get(long key) {
        int[] found = {0};
        reader.read(new long[] {key}, 0, 1, BODY_BYTES, (index, region, body, bytes) -> found[0] += bytes);
        assertEquals(BODY_BYTES, found[0]);
    }

    void migrate(long... keys) {
        long before = moved();
        migrator.migrate(keys, keys.length);
        assertEquals(before + keys.length, moved());
    }

    private long moved() {
        return migrator.counters().of(MigrationOutcome.MOVED);
    }

    @Override
    public void close() {
        reader.close();
        network.close();
    }
}
