package io.pragh.explore;

import io.pragh.core.access.AccessRecorder;
import io.pragh.core.access.LocalShare;
import io.pragh.core.access.ReadOptions;
import io.pragh.core.access.ReaderContext;
import io.pragh.core.access.RemoteTables;
import io.pragh.core.access.SlotLookup;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.MemoryDecisionLog;
import io.pragh.core.memory.Region;
import io.pragh.core.placement.migrate.MigrationContext;
import io.pragh.core.placement.migrate.MigrationTarget;
import io.pragh.core.standing.Recovery;
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
import io.pragh.core.timestamp.PendingCommits;
import io.pragh.core.txn.home.TransactionHome;
import io.pragh.testkit.LonePartition;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts that {@code PraghNode} combines, without threads: node {@code n} serves partition {@code n} alone. One
 * thread.
 *
 * <p>Unless they read in place, its readers assume that no value lies in their own memory, so that every word is READ
 * by a one-sided operation of its own.
 */
final class WorldNode implements Recovery.Survivor {
    private static final MemoryLimits MEMORY = new MemoryLimits(256 << 10, 1 << 20, 1);
    private static final ValueOperations REPLACING = new ValueOperations(List.of(new History(), new Blob()));
    private static final ValueOperations APPENDING = new ValueOperations(List.of(new TailHistory(), new Blob()));

    final int id;
    final StepFabric fabric;
    final ReaderPins pins = new ReaderPins();
    final Partition partition;
    final LocationCache cache;
    final StoreNode store;
    final TransactionHome transactions;
    final ReaderContext readers;
    final ReaderContext readersInPlace;
    final MigrationContext migrations;
    final MigrationTarget target;
    /** The partition that this node serves in place of a lost node's. */
    final Partition substitute;

    private final LeasePolicy lease;
    private final Clock clock;
    private final HomeMap homes;
    private final OwnWords words;
    private final SlotLookup slots;
    private final RemoteTables slotTables;
    private final Lens cleared;
    private final ClusterView firstView;
    private final StoreShare firstShare;
    private LongPredicate underWay = address -> false;
    private BooleanSupplier agreed = () -> false;
    private ClusterView view;
    private StoreShare share;
    private LocalShare here;
    private @Nullable Recovery recovery;

    WorldNode(
            StepFabric fabric,
            HomeMap homes,
            ClusterView view,
            LeasePolicy lease,
            Clock clock,
            LongSupplier commits,
            boolean appended) {
        ValueOperations operations = appended ? APPENDING : REPLACING;
        this.id = fabric.self();
        this.fabric = fabric;
        this.lease = lease;
        this.clock = clock;
        this.homes = homes;
        int partitions = homes.partitions();
        this.partition = LonePartition.create(id, homes, MEMORY, pins, lease);
        int neighbour = id == Crash.VICTIM ? 0 : Crash.VICTIM;
        this.cache = new LocationCache(LocationCache.BYTES_MIN, lease);
        this.cleared = new Lens(cache);
        this.words = OwnWords.of(fabric);
        this.substitute = Partition.substitute(
                neighbour,
                homes,
                MEMORY,
                new Partition.Surroundings(pins, lease.reclaimNanos(), words, () -> Long.MAX_VALUE, Region::direct),
                view.epoch() + 1);
        @Nullable Partition[] own = new Partition[partitions];
        own[id] = partition;
        this.firstView = view;
        this.view = view;
        this.firstShare = new StoreShare(own, operations, new ValueInstaller(operations, words, clock), words);
        this.share = firstShare;
        this.here = localShare(firstShare);
        this.store = new StoreNode(fabric, homes, commits, () -> share);
        this.transactions = homes(commits);
        LocalShare nothing = new LocalShare(new Region[partitions], new KeyTable[partitions], new boolean[partitions]);
        this.readers = readers(homes, () -> nothing, lease, clock, operations);
        this.readersInPlace = readers(homes, () -> here, lease, clock, operations);
        this.migrations = new MigrationContext(
                new RemoteTables(fabric, lease.cacheNanos(), partitions),
                () -> here,
                cache,
                new RetireWriter(id, partitions, fabric),
                fabric,
                lease.cacheNanos());
        this.target = new MigrationTarget(id, partition.region(), partition.blocks());
        this.slots = new SlotLookup(homes, () -> here, fabric, clock, lease.cacheNanos());
        this.slotTables = (RemoteTables) Lens.peek(slots, "tables");
        fabric.receiveWith(message -> {
            if (!transactions.handle(message)) {
                store.handle(message);
            }
        });
        fabric.expose(id, partition.region());
    }

    private static LocalShare localShare(StoreShare share) {
        @Nullable Region[] regions = new Region[share.partitions()];
        @Nullable KeyTable[] tables = new KeyTable[share.partitions()];
        boolean[] incomplete = new boolean[share.partitions()];
        for (int id = 0; id < regions.length; id++) {
            Partition own = share.partition(id);
            if (own != null) {
                regions[id] = own.region();
                tables[id] = own.table();
                incomplete[id] = own.isIncomplete();
            }
        }
        return new LocalShare(regions, tables, incomplete);
    }

    private ReaderContext readers(
            HomeMap homes, Supplier<LocalShare> shares, LeasePolicy lease, Clock clock, ValueOperations operations) {
        return new ReaderContext(
                homes,
                shares,
                cache,
                lease,
                clock,
                clock,
                AccessRecorder.NONE,
                ReadOptions.DEFAULT,
                operations.appends());
    }

    private TransactionHome homes(LongSupplier commits) {
        return new TransactionHome(
                store.passage(),
                new TransactionHome.Context(
                        fabric,
                        id + 1L,
                        homes,
                        () -> view,
                        () -> share,
                        clock,
                        commits,
                        new MemoryDecisionLog(),
                        CommitLog.NONE,
                        PendingCommits.none(),
                        (keys, versions, count) -> true,
                        fabric::send));
    }

    /** Sets the condition that all living nodes have learned of the latest loss. */
    void agreesWhen(BooleanSupplier allHeard) {
        agreed = allHeard;
    }

    /** Sets the predicate for blocks that the node's migrations work on. */
    void migratesWith(LongPredicate blocksUnderWay) {
        underWay = blocksUnderWay;
    }

    /**
     * Does what {@code PraghNode} does when it learns that a member is lost: fences the member, takes over its
     * partition if the view says so, clears the cache, and leaves the rest to a recovery.
     */
    void hear(int gone, ClusterView later) {
        fabric.fence(gone);
        BitSet died = new BitSet();
        died.set(gone);
        view = later;
        @Nullable Partition[] own = new Partition[later.partitions()];
        own[id] = partition;
        if (later.nodeOf(gone) == id) {
            own[gone] = substitute;
        }
        share = firstShare.with(own).withUnmarked(died);
        here = localShare(share);
        if (later.nodeOf(gone) == id) {
            fabric.expose(gone, substitute.region());
        }
        cache.clear(clock.nanos());
        Recovery fresh = new Recovery(this, slots, lease);
        fresh.lost(died, clock.nanos());
        recovery = fresh;
    }

    /** The recovery from the loss of a member; the node must have learned of the loss. */
    Recovery recovery() {
        return Objects.requireNonNull(recovery);
    }

    /** Restores the initial state. */
    void reset() {
        cleared.reset();
        recovery = null;
        view = firstView;
        share = firstShare;
        here = localShare(firstShare);
        fabric.expose(id, partition.region());
        World.forgetAll(migrations.tables());
        World.forgetAll(slotTables);
    }

    @Override
    public List<Partition> partitions() {
        Partition taken = share.partition(substitute.id());
        return taken == null ? List.of(partition) : List.of(partition, taken);
    }

    @Override
    public OwnWords words() {
        return words;
    }

    @Override
    public ClusterView view() {
        return view;
    }

    @Override
    public void forget(int gone) {
        migrations.tables().forget(gone);
        migrations.retire().forget(gone);
    }

    @Override
    public boolean isUnderWay(long address) {
        return underWay.test(address);
    }

    @Override
    public void retarget() {
        // its migrations always pull into the same partition
    }

    @Override
    public boolean isAgreed(long nowNanos) {
        return agreed.getAsBoolean();
    }

    @Override
    public void marked() {
        share = share.withUnmarked(new BitSet());
        here = localShare(share);
    }
}
