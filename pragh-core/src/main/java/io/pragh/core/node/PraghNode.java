package io.pragh.core.node;

import io.pragh.core.access.LocalShare;
import io.pragh.core.access.ReadCounters;
import io.pragh.core.access.ReaderContext;
import io.pragh.core.access.RemoteTables;
import io.pragh.core.access.SlotLookup;
import io.pragh.core.access.StoreReader;
import io.pragh.core.access.UpdateClient;
import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Safeguard;
import io.pragh.core.base.Safeguards;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
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
import io.pragh.core.protocol.MessageType;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.ValueInstaller;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.reclaim.RetireWriter;
import io.pragh.core.store.table.KeyTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One node: its partitions, readers, updates, monitor and migrator, over a fabric. Started by its constructor, ended by
 * {@link #close}. Any thread.
 */
public final class PraghNode implements AutoCloseable {
    private static final int DELIVER_MAX = 64;

    private final Fabric fabric;
    private final Membership membership;
    private final @Nullable PlacementExchange exchange;
    private final NodeConfig config;
    private final Clock clock;
    private final Safeguards safeguards;
    private final HomeMap homes;
    private final ReaderPins pins = new ReaderPins();
    private final LocationCache cache;
    private final AccessMonitor monitor;
    private final StoreNode store;
    private final ReaderContext readers;
    private final Migrator migrator;
    private final Endpoint migrationEndpoint;
    private final Upkeep upkeep;
    private final Recovery recovery;
    private final Endpoint recoveryEndpoint;
    private final AtomicLong nextClient;
    private final ConcurrentHashMap<Long, NodeSession> sessions = new ConcurrentHashMap<>();
    private final ReadCounters closedSessions = new ReadCounters();
    private volatile StoreShare share;
    private volatile LocalShare localShare;
    private volatile boolean closed;
    private final BitSet unmarked = new BitSet();
    private ClusterView applied;

    /**
     * Starts a node that serves the partitions its membership's view gives it.
     *
     * @param exchange the way to the coordinator, or null when nobody plans
     * @param operations what updates can do
     */
    public PraghNode(
            Fabric fabric,
            Membership membership,
            @Nullable PlacementExchange exchange,
            NodeConfig config,
            List<ValueOperation> operations,
            Clock clock,
            Safeguards safeguards) {
        this.fabric = fabric;
        this.membership = membership;
        this.exchange = exchange;
        this.config = config;
        this.clock = clock;
        this.safeguards = safeguards;
        ClusterView view = membership.view();
        this.applied = view;
        this.homes = new HomeMap(view.partitions());
        this.cache = new LocationCache(config.cacheBytes(), config.lease());
        OwnWords words = OwnWords.of(fabric);
        ValueOperations registry = new ValueOperations(operations);
        @Nullable Partition[] partitions = new Partition[view.partitions()];
        for (int id : view.partitionsOf(fabric.self())) {
            partitions[id] = Partition.create(id, homes, config.memory(), pins, config.lease());
        }
        this.share =
                new StoreShare(partitions, registry, new ValueInstaller(registry, words, clock, safeguards), words);
        this.localShare = ShareViews.forReaders(share);
        this.nextClient = new AtomicLong(((long) fabric.self() + 1) << 32);
        this.monitor = new AccessMonitor(fabric.self(), cache, config.monitor(), clock, this::localAddress, this::hot);
        this.store = new StoreNode(
                fabric, homes, clock, nextClient.getAndIncrement(), membership::view, () -> share, safeguards);
        this.readers = new ReaderContext(
                homes, () -> localShare, cache, config.lease(), clock, monitor, config.read(), safeguards);
        this.migrationEndpoint = fabric.open();
        this.migrator = migrator(view);
        this.recoveryEndpoint = fabric.open();
        this.recovery = new Recovery(
                this,
                new SlotLookup(
                        homes,
                        () -> localShare,
                        recoveryEndpoint,
                        clock,
                        config.lease().cacheNanos()),
                config.lease().reclaimNanos(),
                safeguards.has(Safeguard.SWEEP_AFTER_CRASH));
        fabric.receiveWith(this::receive);
        for (Partition partition : partitions) {
            if (partition != null) {
                fabric.expose(partition.id(), partition.region());
            }
        }
        this.upkeep = new Upkeep(
                this,
                new MigrationThrottle(
                        config.migrationValuesPerSecond(), config.migrationBytesPerSecond(), clock.nanos()));
        if (exchange != null) {
            exchange.onPlan(this::take);
        }
        upkeep.start();
        membership.onChange(this::changed);
        changed(membership.view());
    }

    /**
     * Takes a later view in: fences the members that are gone, forgets what was known of them, and serves the partitions that are this
     * node's now. What needs a lease to pass is done by the upkeep.
     */
    private synchronized void changed(ClusterView later) {
        if (closed || later.epoch() <= applied.epoch()) {
            return;
        }
        ClusterView former = applied;
        applied = later;
        if (!later.has(self())) {
            withdraw(former);
            return;
        }
        BitSet died = new BitSet();
        boolean gone = false;
        for (ClusterView.Member member : former.members()) {
            if (!later.has(member.node())) {
                gone = true;
                if (safeguards.has(Safeguard.FENCE_EXPELLED)) {
                    fabric.fence(member.node());
                }
                for (int id : former.partitionsOf(member.node())) {
                    died.set(id);
                }
            }
        }
        serve(later, died);
        if (gone) {
            // Not only what lay on the dead node: a block that it had pulled away from here still looks LIVE, and
            // readers of this
            // memory follow a cached address without looking at its lease.
            cache.clear();
            recovery.lost(died, clock.nanos());
        }
    }

    /** Creates the partitions that are this node's now and were not before. */
    private void serve(ClusterView later, BitSet died) {
        @Nullable Partition[] partitions = new Partition[later.partitions()];
        List<Partition> fresh = new ArrayList<>();
        for (int id = 0; id < partitions.length; id++) {
            partitions[id] = share.partition(id);
            if (later.nodeOf(id) == self() && partitions[id] == null) {
                Partition partition =
                        Partition.substitute(id, homes, config.memory(), pins, config.lease(), later.epoch());
                partitions[id] = partition;
                fresh.add(partition);
            }
        }
        unmarked.or(died);
        share = share.with(partitions).withUnmarked(unmarked);
        localShare = ShareViews.forReaders(share);
        fresh.forEach(p -> fabric.expose(p.id(), p.region()));
    }

    /** This node was expelled: it serves nothing any more, and nobody listens to it. */
    private void withdraw(ClusterView former) {
        share = share.with(new Partition[former.partitions()]);
        localShare = ShareViews.forReaders(share);
        closed = true;
        for (int id : former.partitionsOf(self())) {
            fabric.withdraw(id);
        }
    }

    /** All keys that had died are marked. */
    synchronized void marked() {
        if (recovery.losesNothing()) {
            unmarked.clear();
            share = share.withUnmarked(unmarked);
            localShare = ShareViews.forReaders(share);
        }
    }

    /**
     * Declares that everything a partition had lost with its former node has been written again: keys that it does not know are absent
     * from now on.
     */
    public synchronized void restored(int partition) {
        Partition own = share.partition(partition);
        if (own == null) {
            throw new PraghException("only the node that serves a partition declares it restored: partition="
                    + partition + " node=" + self());
        }
        own.restored();
        localShare = ShareViews.forReaders(share);
    }

    /** Whether nothing is left to be recovered here after the loss of a member. */
    public boolean recovered() {
        return recovery.idle();
    }

    /** Blocks that crashed nodes left behind in this node's memory, and that were retired. */
    public long orphansRetired() {
        return recovery.retired();
    }

    /** Keys of this node whose values died with other nodes. */
    public long valuesLost() {
        return recovery.marked();
    }

    private Migrator migrator(ClusterView view) {
        long leaseNanos = config.lease().cacheNanos();
        List<MigrationTarget> targets = ShareViews.forMigrator(share);
        int writer = targets.get(0).partition();
        MigrationContext context = new MigrationContext(
                new RemoteTables(migrationEndpoint, leaseNanos, view.partitions()),
                () -> localShare,
                cache,
                new RetireWriter(writer, view.partitions(), migrationEndpoint, safeguards),
                migrationEndpoint,
                !fabric.capabilities().atomicWithCpu(),
                leaseNanos);
        return new Migrator(context, homes, clock, targets, safeguards);
    }

    /** Number of this node. */
    public int self() {
        return fabric.self();
    }

    /** Which partition is the home of a key. */
    public HomeMap homes() {
        return homes;
    }

    /** The latest picture of the cluster. */
    public ClusterView view() {
        return membership.view();
    }

    /** Whether this node is the home of a key. */
    public boolean isHome(long key) {
        return store.isHome(key);
    }

    /**
     * A door for one thread. {@code whileWaiting} runs while a call waits for others: the services of the worker that the thread is,
     * or {@link #poll} of this node.
     */
    public NodeSession openSession(Runnable whileWaiting) {
        return openSessionWith(() -> {
            if (closed) {
                throw new PraghException("this node has left the cluster; use another one: node=" + self());
            }
            whileWaiting.run();
        });
    }

    private NodeSession openSessionWith(Runnable whileWaiting) {
        StoreReader reader = new StoreReader(readers, fabric.open(), pins, whileWaiting);
        long timeoutNanos = config.read().timeoutNanos();
        UpdateClient client = new UpdateClient(
                nextClient.getAndIncrement(), fabric, membership::view, homes, clock, timeoutNanos, whileWaiting);
        NodeSession session = new NodeSession(reader, store, client, clock, timeoutNanos, whileWaiting, this::closed);
        sessions.put(client.clientId(), session);
        return session;
    }

    /** A door for one thread of the application's own. */
    public NodeSession openSession() {
        return openSession(this::poll);
    }

    private void closed(NodeSession session) {
        synchronized (closedSessions) {
            if (sessions.remove(session.client().clientId()) != null) {
                closedSessions.add(session.counters());
            }
        }
    }

    /** Delivers messages and goes on with updates that had to wait; workers call it between tasks. */
    public void poll() {
        fabric.deliver(DELIVER_MAX);
        store.poll();
    }

    /** {@link #poll} by the node's own threads, which may come a moment after its end. */
    void serve() {
        if (!closed) {
            poll();
        }
    }

    private void receive(Message message) {
        if (store.handle(message)) {
            return;
        }
        if (message.type() == MessageType.UPDATE_REPLY) {
            NodeSession session = sessions.get(message.client());
            if (session != null) {
                session.client().replied(message);
            }
        }
    }

    /** Takes a plan in: moves to this node and watches for it. */
    public void take(MigrationPlan plan) {
        for (MigrationPlan.Watch watch : plan.watches()) {
            if (watch.node() == self()) {
                monitor.watch(watch.key(), watch.on());
            }
        }
        for (Move move : plan.moves()) {
            if (move.toNode() == self()) {
                upkeep.wanted(move.key());
            }
        }
    }

    /** A value is read so often from here that waiting for a plan would cost more than a wrong move. */
    private void hot(long key, long address) {
        if (config.placement() == PlacementMode.INSTANT) {
            pull(key);
        }
    }

    /** The address of a key whose value lies in this node's memory, as far as is known here; 0 for any other. */
    private long localAddress(long key) {
        LocalShare now = localShare;
        KeyTable table = now.table(homes.home(key));
        CachedLocation location = new CachedLocation();
        long address = table != null ? table.addressOf(key) : cache.find(key, location) ? location.address : 0;
        boolean here = ValueAddress.isBlock(address) && now.region(ValueAddress.partition(address)) != null;
        return here ? ValueAddress.withoutBusy(address) : ValueAddress.ABSENT;
    }

    /** Pulls a value into this node as soon as the throttle allows it. */
    public void pull(long key) {
        upkeep.wanted(key);
    }

    /** All reads of this node's sessions so far. */
    public ReadCounters readCounters() {
        ReadCounters sum = new ReadCounters();
        synchronized (closedSessions) {
            sum.add(closedSessions);
            sessions.values().forEach(s -> sum.add(s.counters()));
        }
        return sum;
    }

    /** Values of this node that were written again to keep its memory dense. */
    public long valuesCompacted() {
        return upkeep.compacted();
    }

    /** How this node's migrations ended. */
    public MigrationCounters migrationCounters() {
        return migrator.counters();
    }

    /** This node's fabric. */
    public Fabric fabric() {
        return fabric;
    }

    /** The partitions of this node now. */
    public List<Partition> partitions() {
        List<Partition> own = new ArrayList<>();
        StoreShare now = share;
        for (int id = 0; id < now.partitions(); id++) {
            Partition partition = now.partition(id);
            if (partition != null) {
                own.add(partition);
            }
        }
        return own;
    }

    Clock clock() {
        return clock;
    }

    NodeConfig config() {
        return config;
    }

    AccessMonitor monitor() {
        return monitor;
    }

    Recovery recovery() {
        return recovery;
    }

    OwnWords words() {
        return share.words();
    }

    /** The migrator pulls into the partitions that are this node's now. On the upkeep's thread. */
    void retarget() {
        migrator.retarget(ShareViews.forMigrator(share));
    }

    Migrator migrator() {
        return migrator;
    }

    @Nullable
    PlacementExchange exchange() {
        return exchange;
    }

    /** Ends the node: its upkeep stops, its memory is withdrawn. Sessions must be closed before. */
    @Override
    public void close() {
        closed = true;
        upkeep.close();
        recoveryEndpoint.close();
        migrationEndpoint.close();
        fabric.close();
    }
}
