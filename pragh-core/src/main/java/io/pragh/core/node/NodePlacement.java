package io.pragh.core.node;

import io.pragh.core.access.AccessRecorder;
import io.pragh.core.access.LocalShare;
import io.pragh.core.access.RemoteTables;
import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.LongQueue;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.handover.HandoverContext;
import io.pragh.core.placement.AccessReport;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.Move;
import io.pragh.core.placement.PlacementExchange;
import io.pragh.core.placement.PlacementMode;
import io.pragh.core.placement.migrate.MigrationContext;
import io.pragh.core.placement.migrate.MigrationCounters;
import io.pragh.core.placement.migrate.MigrationTarget;
import io.pragh.core.placement.migrate.MigrationThrottle;
import io.pragh.core.placement.migrate.Migrator;
import io.pragh.core.placement.monitor.AccessMonitor;
import io.pragh.core.standing.NodeBasis;
import io.pragh.core.standing.NodeShare;
import io.pragh.core.store.reclaim.RetireWriter;
import io.pragh.core.store.table.KeyTable;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in placement: counts its reads, reports them, receives plans, and pulls values into its memory. Plans
 * and requests to pull may come from any thread; everything else runs on the upkeep's thread.
 */
final class NodePlacement implements HandoverContext.Pulling, AutoCloseable {
    private static final long PAUSE_NANOS = 2_000_000;
    /**
     * The limit of values that wait to be pulled; further ones are dropped, and reported again while they are hot.
     */
    private static final int WANTED_MAX = 1 << 20;

    private final NodeBasis basis;
    private final NodeShare share;
    private final NodeConfig config;
    private final @Nullable PlacementExchange exchange;
    private final AccessMonitor monitor;
    private final Endpoint endpoint;
    private final RetireWriter retire;
    private final Migrator migrator;
    private final MigrationThrottle throttle;
    private final LongQueue wanted = new LongQueue(); // guarded by its own monitor
    private final long[] keys = new long[4096];
    private volatile @Nullable Release wish;
    private @Nullable Release applied;
    private long lastReportNanos;

    /** A request to stop pulling into a partition. */
    private static final class Release {
        private final int partition;
        private volatile boolean done;

        private Release(int partition) {
            this.partition = partition;
        }
    }

    /**
     * A node's part in placement; {@code exchange} is the connection to the coordinator, or null when there is none.
     */
    NodePlacement(NodeBasis basis, NodeShare share, NodeConfig config, @Nullable PlacementExchange exchange) {
        long nowNanos = basis.clock().nanos();
        this.basis = basis;
        this.share = share;
        this.config = config;
        this.exchange = exchange;
        this.lastReportNanos = nowNanos;
        this.monitor = new AccessMonitor(
                basis.self(), basis.cache(), config.monitor(), basis.clock(), this::localAddress, this::hot);
        this.endpoint = basis.fabric().open();
        List<MigrationTarget> targets = targets();
        int writer = targets.isEmpty() ? RetireWriter.NOBODY : targets.get(0).partition();
        int partitions = basis.homes().partitions();
        this.retire = new RetireWriter(writer, partitions, endpoint);
        this.migrator = migrator(targets);
        NodeConfig.PullLimits pulls = config.pulls();
        this.throttle = new MigrationThrottle(pulls.valuesPerSecond(), pulls.bytesPerSecond(), nowNanos);
    }

    /** The partitions into which values may migrate. */
    private List<MigrationTarget> targets() {
        return share.store().served().stream()
                .map(p -> new MigrationTarget(p.id(), p.region(), p.blocks()))
                .toList();
    }

    private Migrator migrator(List<MigrationTarget> targets) {
        long leaseNanos = basis.lease().cacheNanos();
        MigrationContext migrations = new MigrationContext(
                new RemoteTables(endpoint, leaseNanos, basis.homes().partitions()),
                share::readers,
                basis.cache(),
                retire,
                endpoint,
                leaseNanos);
        return new Migrator(migrations, basis.homes(), basis.clock(), targets);
    }

    /** The recorder of every read of the node. */
    AccessRecorder recorder() {
        return monitor;
    }

    /** Begins to receive plans. */
    void open() {
        if (exchange != null) {
            exchange.onPlan(this::take);
        }
    }

    /** Follows a plan: queues the moves to this node and watches keys. Any thread. */
    void take(MigrationPlan plan) {
        int self = basis.self();
        for (MigrationPlan.Watch watch : plan.watches()) {
            if (watch.node() == self) {
                monitor.watch(watch.key(), watch.on());
            }
        }
        for (Move move : plan.moves()) {
            if (move.toNode() == self) {
                pull(move.key());
            }
        }
    }

    /** Queues a value that this node reads so often that waiting for a plan would cost more than a wrong move. */
    private void hot(long key, long address) {
        if (config.placement() == PlacementMode.INSTANT) {
            pull(key);
        }
    }

    /** Pulls a value when the throttle allows it, unless it must stay at its home. Any thread. */
    void pull(long key) {
        if (stays(key)) {
            return;
        }
        synchronized (wanted) {
            if (wanted.size() < WANTED_MAX) {
                wanted.add(key);
            }
        }
    }

    /**
     * Whether a value must stay at its home, because other values there cannot be read or extended without it if
     * another node dies.
     */
    private static boolean stays(long key) {
        int kind = GraphKey.kind(key);
        return kind == GraphKey.KIND_CATALOGUE || kind == GraphKey.KIND_COUNTER;
    }

    /** Whether no value waits to be pulled. */
    boolean idle() {
        synchronized (wanted) {
            return wanted.size() == 0;
        }
    }

    /** The address of a key whose value lies in this node's memory, as far as the node knows; 0 for any other. */
    private long localAddress(long key) {
        LocalShare now = share.readers();
        KeyTable table = now.table(basis.homes().home(key));
        CachedLocation location = new CachedLocation();
        long address = table != null ? table.addressOf(key) : basis.cache().find(key, location) ? location.address : 0;
        boolean here = ValueAddress.isBlock(address) && now.region(ValueAddress.partition(address)) != null;
        return here ? ValueAddress.block(address) : ValueAddress.ABSENT;
    }

    /** Continues migrations whose source was out of reach, and releases a partition that is to leave. */
    void upkeep() {
        migrator.upkeep();
        release();
    }

    /** Pulls waiting values, as far as the throttle allows. */
    void migrateSome(long nowNanos) {
        int count = Math.min(throttle.allowance(nowNanos), keys.length);
        int taken;
        synchronized (wanted) {
            taken = wanted.poll(keys, count);
        }
        if (taken > 0) {
            long before = migrator.counters().bytesMoved();
            migrator.migrate(keys, taken);
            throttle.spend(taken, migrator.counters().bytesMoved() - before);
        } else if (count == 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Reports the node's reads, when it is time. */
    void report(long nowNanos) {
        boolean due = nowNanos - lastReportNanos >= config.monitor().reportIntervalNanos();
        if (due || monitor.urgent()) {
            AccessReport report = monitor.collect(nowNanos); // ends the interval, with or without a coordinator
            lastReportNanos = nowNanos;
            if (exchange != null) {
                exchange.report(report);
            }
        }
    }

    /** Forgets the state of a partition whose node died. */
    void forget(int partition) {
        migrator.forget(partition);
    }

    /** Whether a migration into this node works on the block at an address. */
    boolean isUnderWay(long address) {
        return migrator.isUnderWay(address);
    }

    /** Pulls into the partitions that are the node's now, and retires blocks on behalf of one of them. */
    void retarget() {
        Release leaving = applied;
        List<MigrationTarget> targets = targets().stream()
                .filter(target -> leaving == null || target.partition() != leaving.partition)
                .toList();
        boolean renamed = targets.stream().noneMatch(target -> target.partition() == retire.writer());
        if (leaving != null && renamed && targets.isEmpty() && !retire.flush()) {
            return; // without a partition on whose behalf it writes, it cannot retire
        }
        migrator.retarget(targets);
        if (renamed) {
            retire.writeAs(
                    targets.isEmpty() ? RetireWriter.NOBODY : targets.get(0).partition());
        }
    }

    @Override
    public BooleanSupplier release(int partition) {
        Release release = new Release(partition);
        wish = release;
        return () -> release.done;
    }

    @Override
    public void keepAll() {
        wish = null;
    }

    @SuppressWarnings("ReferenceEquality") // each request is distinct: the former may have been for the same partition
    private void release() {
        Release wanted = wish;
        if (wanted == applied && (wanted == null || wanted.done)) {
            return;
        }
        applied = wanted;
        retarget();
        if (wanted != null) {
            wanted.done = retire.writer() != wanted.partition && !migrator.worksIn(wanted.partition);
        }
    }

    /** The recent number of migrations in progress. Any thread. */
    int underWay() {
        return migrator.underWay();
    }

    /** The number of values that wait to be pulled. Any thread. */
    int waiting() {
        synchronized (wanted) {
            return wanted.size();
        }
    }

    /** Counters of how the node's migrations ended. Any thread. */
    MigrationCounters counters() {
        return migrator.counters();
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
