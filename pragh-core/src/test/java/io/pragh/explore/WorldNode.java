package io.pragh.explore;

import io.pragh.core.access.AccessRecorder;
import io.pragh.core.access.LocalShare;
import io.pragh.core.access.ReadOptions;
import io.pragh.core.access.ReaderContext;
import io.pragh.core.access.RemoteTables;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.base.Safeguards;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.memory.Region;
import io.pragh.core.placement.migrate.MigrationContext;
import io.pragh.core.placement.migrate.MigrationTarget;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.ValueInstaller;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.reclaim.RetireWriter;
import io.pragh.core.store.table.KeyTable;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What {@code PraghNode} puts together, without threads: node {@code n} serves partition {@code n} and nothing else. One thread.
 *
 * <p>Its readers believe that nothing lies in their own memory, so every word they look at is a one-sided READ of its own.
 */
final class WorldNode {
    private static final MemoryLimits MEMORY = new MemoryLimits(256 << 10, 1 << 20, 1);
    private static final ValueOperations OPERATIONS = new ValueOperations(List.of(new History(), new Blob()));

    final int id;
    final StepFabric fabric;
    final ReaderPins pins = new ReaderPins();
    final Partition partition;
    final LocationCache cache;
    final StoreNode store;
    final ReaderContext readers;
    final MigrationContext migrations;
    final MigrationTarget target;

    WorldNode(StepFabric fabric, HomeMap homes, ClusterView view, LeasePolicy lease, Clock clock, Safeguards guards) {
        this.id = fabric.self();
        this.fabric = fabric;
        int partitions = homes.partitions();
        this.partition = Partition.create(id, homes, MEMORY, pins, lease);
        this.cache = new LocationCache(LocationCache.BYTES_MIN, lease);
        OwnWords words = OwnWords.of(fabric);
        @Nullable Partition[] own = new Partition[partitions];
        own[id] = partition;
        StoreShare share = new StoreShare(own, OPERATIONS, new ValueInstaller(OPERATIONS, words, clock, guards), words);
        this.store = new StoreNode(fabric, homes, clock, id + 1, always(view), always(share), guards);
        this.readers = new ReaderContext(
                homes,
                always(new LocalShare(new Region[partitions], new KeyTable[partitions])),
                cache,
                lease,
                clock,
                AccessRecorder.NONE,
                ReadOptions.DEFAULT,
                guards);
        @Nullable Region[] regions = new Region[partitions];
        regions[id] = partition.region();
        this.migrations = new MigrationContext(
                new RemoteTables(fabric, lease.cacheNanos(), partitions),
                always(new LocalShare(regions, new KeyTable[partitions])),
                cache,
                new RetireWriter(id, partitions, fabric, guards),
                fabric,
                false,
                lease.cacheNanos());
        this.target = new MigrationTarget(id, partition.region(), partition.blocks());
        fabric.receiveWith(store::handle);
        fabric.expose(id, partition.region());
    }

    private static <T> Supplier<T> always(T value) {
        return () -> value;
    }
}
