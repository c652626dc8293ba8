package io.pragh.core.node;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.access.ReaderContext;
import io.pragh.core.access.SlotLookup;
import io.pragh.core.access.VersionReader;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.NodeClosedException;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.RunningClock;
import io.pragh.core.base.Safeguard;
import io.pragh.core.base.Safeguards;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.placement.MigrationPlan;
import io.pragh.core.placement.PlacementExchange;
import io.pragh.core.placement.migrate.MigrationCounters;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.ValueInstaller;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.store.reclaim.ReaderPins;
import java.util.BitSet;
import java.util.List;
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
    final NodeConfig config;
    private final Clock clock;
    private final RunningClock running;
    private final HomeMap homes;
    private final ReaderPins pins = new ReaderPins();
    private final NodeTimestamps timestamps;
    private final Partition.Surroundings surroundings;
    final LocationCache cache;
    private final NodePlacement placement;
    private final StoreNode store;
    private final NodeTransactions transactions;
    private final NodeScans scans;
    private final ReaderContext readers;
    final Upkeep upkeep;
    private final Recovery recovery;
    private final Endpoint recoveryEndpoint;
    final FenceWatch fence;
    final NodeFailure failure;
    private final AtomicLong nextClient;
    final OpenSessions sessions = new OpenSessions();
    final TrafficBook traffic;
    private final NodeShare share;
    private final Handovers handovers;
    private final RefusedMessages refused;
    private volatile boolean retarget;

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
        this.config = config;
        this.clock = clock;
        this.running = new RunningClock(clock);
        this.refused = new RefusedMessages(fabric, clock);
        ClusterView view = membership.view();
        this.homes = new HomeMap(view.partitions());
        this.cache = new LocationCache(config.cacheBytes(), config.lease());
        OwnWords words = OwnWords.of(fabric);
        ValueOperations registry = new ValueOperations(operations);
        this.failure = new NodeFailure(self(), this::stopServing);
        this.fence = new FenceWatch(
                self(), membership, fabric.open(), config.lease(), running, this::standingChanged, failure);
        this.timestamps = new NodeTimestamps(fabric, view, config.snapshots(), clock, () -> !isWithdrawn(), safeguards);
        this.surroundings =
                new Partition.Surroundings(pins, config.lease(), words, timestamps::horizon, fabric::region);
        this.share = new NodeShare(sharing(safeguards), noShare(view, registry, words, safeguards), view);
        this.nextClient = new AtomicLong(((long) fabric.self() + 1) << 32);
        this.placement = new NodePlacement(new PlacementContext(
                fabric, exchange, config, clock, safeguards, homes, cache, share::store, share::readers));
        this.store = new StoreNode(
                fabric,
                homes,
                clock,
                timestamps,
                nextClient.getAndIncrement(),
                membership::view,
                share::store,
                safeguards);
        this.readers = reading(safeguards);
        this.transactions =
                new NodeTransactions(fabric, store, readers, timestamps, registry, membership::view, share::store);
        this.scans = new NodeScans(
                fabric, homes, pins, id -> isWithdrawn() ? null : share.store().partition(id), membership::view);
        this.recoveryEndpoint = fabric.open();
        this.recovery = new Recovery(
                recoveryContext(words),
                recoveryLookup(),
                config.lease().reclaimNanos(),
                safeguards.has(Safeguard.SWEEP_AFTER_CRASH));
        NodeShare.Follower follower = new Following();
        this.handovers = new Handovers(handingOver(follower));
        PeerAddresses.follow(fabric, membership);
        this.traffic = TrafficBook.follow(fabric, membership);
        fabric.receiveWith(messages());
        share.expose();
        this.upkeep = new Upkeep(this, store, new Restoration(this, share, words), failure);
        placement.open();
        upkeep.start();
        fence.start();
        membership.onChange(later -> share.changed(later, follower));
        share.changed(membership.view(), follower);
    }

    private ReaderContext reading(Safeguards safeguards) {
        return new ReaderContext(
                homes,
                share::readers,
                cache,
                config.lease(),
                clock,
                running,
                placement.recorder(),
                config.read(),
                safeguards);
    }

    private NodeMessages messages() {
        return new NodeMessages(
                List.of(store::handle, transactions::handle, scans::handle, handovers::handle),
                refused,
                sender -> view().has(sender));
    }

    private NodeShare.Setting sharing(Safeguards safeguards) {
        return new NodeShare.Setting(
                fabric, homes, config.memory(), surroundings, timestamps, cache, fence::standing, safeguards);
    }

    private StoreShare noShare(ClusterView view, ValueOperations registry, OwnWords words, Safeguards safeguards) {
        ValueInstaller installer = new ValueInstaller(registry, words, clock, safeguards);
        return new StoreShare(new Partition[view.partitions()], registry, installer, words);
    }

    private HandoverContext handingOver(NodeShare.Follower follower) {
        return new HandoverContext(
                fabric,
                membership,
                homes,
                config,
                clock,
                surroundings,
                share,
                follower,
                store,
                transactions,
                placement,
                recovery::idle,
                this::serve);
    }

    /** What this node does about a later view, beside serving what is its own. */
    private final class Following implements NodeShare.Follower {
        @Override
        public void applied(ClusterView later) {
            transactions.applied(later);
        }

        @Override
        public void lost(BitSet partitions) {
            recovery.lost(partitions, clock.nanos());
        }

        @Override
        public void arrived(PartitionCopy copy) {
            store.add(copy.answers());
            transactions.add(copy.partition().id(), copy.answers());
        }

        @Override
        public void changed() {
            retarget = true;
        }
    }

    /** Puts into force how far this node may act as a member. On the fence's thread. */
    private void standingChanged(SelfFence.Standing standing) {
        share.standingChanged(standing);
    }

    /** As when it is cut off from all others, and for good. Any thread. */
    void stopServing() {
        share.stopServing();
    }

    /** Why this node serves nothing any more, and what to do; empty when none of its own threads has failed. */
    public String failure() {
        return failure.text();
    }

    /** Whether there is no other member. */
    boolean isAlone() {
        return view().members().size() == 1;
    }

    /** Whether this node may migrate values to itself: not while the membership's keeper is out of reach. */
    boolean mayMigrate() {
        return fence.standing() == SelfFence.Standing.MEMBER;
    }

    /** Whether this node's partitions are withdrawn, for now or for good: their words cannot be swapped. */
    boolean isWithdrawn() {
        return share.isWithdrawn();
    }

    /** Takes in what handovers have changed. On the upkeep's thread. */
    void followHandovers() {
        if (retarget) {
            retarget = false; // before: what changes meanwhile is looked at again
            placement.retarget();
        }
        handovers.check();
    }

    /** Whether a partition is on its way to another node: updates of the upkeep's own would wait for the upkeep. */
    boolean isHandingOver() {
        return handovers.isGiving();
    }

    /**
     * Takes a partition over from the node that serves it, live: what others ask of it waits meanwhile. Returns when this node serves
     * it; false when that did not come about in time, or another call is at it. Any thread but one that must not wait.
     */
    public boolean takeOver(int partition, long patienceNanos) {
        return handovers.take(partition, patienceNanos);
    }

    /**
     * Has other nodes take all partitions over, for a node that is to leave, and returns when they have; false when that did not come
     * about in time. The last one goes when no snapshot is open on this node any more; it can open none afterwards.
     */
    public boolean handOverAll(long patienceNanos) {
        return handovers.giveAll(patienceNanos);
    }

    /** All keys that had died are marked. */
    private void marked() {
        if (recovery.losesNothing()) {
            share.marked();
        }
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

    private SlotLookup recoveryLookup() {
        return new SlotLookup(
                homes, share::readers, recoveryEndpoint, clock, config.lease().cacheNanos());
    }

    private RecoveryContext recoveryContext(OwnWords words) {
        return new RecoveryContext(
                this::partitions,
                words,
                this::view,
                placement::forget,
                placement::isUnderWay,
                placement::retarget,
                this::marked);
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
            checkServing();
            whileWaiting.run();
        });
    }

    private void checkServing() {
        if (share.isOver()) {
            throw new NodeClosedException(self());
        }
        failure.check();
        if (share.isSilent()) {
            throw new PraghException(
                    "this node may be no member any more; try again, or use another one: node=" + self(), null, true);
        }
    }

    private NodeSession openSessionWith(Runnable whileWaiting) {
        VersionReader reader = new VersionReader(readers, fabric.open(), pins, whileWaiting);
        NodeSession session = new NodeSession(
                nextClient.getAndIncrement(),
                store,
                reader,
                () -> transactions.open(nextClient.getAndIncrement(), reader, whileWaiting),
                scans.open(
                        nextClient.getAndIncrement(),
                        new SessionScan.Patience(running, config.read().timeoutNanos(), whileWaiting)),
                sessions::closed);
        return sessions.add(session);
    }

    void pollIfServing() {
        checkServing();
        poll();
    }

    /** A door for one thread of the application's own. */
    public NodeSession openSession() {
        return openSession(this::poll);
    }

    /** Delivers messages and goes on with updates that had to wait; workers call it between tasks. */
    public void poll() {
        fabric.deliver(DELIVER_MAX);
        store.poll();
        transactions.poll();
    }

    /** {@link #poll} by the node's own threads, which may come a moment after its end. */
    void serve() {
        if (!share.isOver()) {
            poll();
        }
    }

    /** Messages of others that this node has refused because it did not understand them. */
    public long messagesRefused() {
        return refused.count();
    }

    /** Takes a plan in: moves to this node and watches for it. */
    public void take(MigrationPlan plan) {
        placement.take(plan);
    }

    /** Pulls a value into this node as soon as the throttle allows it. */
    public void pull(long key) {
        placement.pull(key);
    }

    /** All reads of this node's sessions so far, in transactions and without. */
    public ReadCounters readCounters() {
        return sessions.reads();
    }

    /** Values of this node that were written again to keep its memory dense. */
    public long valuesCompacted() {
        return upkeep.compacted();
    }

    /** Keys whose tombstones lay here, and of which nothing is left. */
    public long keysForgotten() {
        return upkeep.forgotten();
    }

    /** How this node's migrations ended. */
    public MigrationCounters migrationCounters() {
        return placement.counters();
    }

    /** This node's fabric. */
    public Fabric fabric() {
        return fabric;
    }

    /** The partitions of this node now. */
    public List<Partition> partitions() {
        return share.store().served();
    }

    Clock clock() {
        return clock;
    }

    NodeConfig config() {
        return config;
    }

    NodePlacement placement() {
        return placement;
    }

    Recovery recovery() {
        return recovery;
    }

    NodeTransactions transactions() {
        return transactions;
    }

    /** Ends the node: its upkeep stops, its memory is withdrawn. Sessions must be closed before. */
    @Override
    public void close() {
        share.end();
        upkeep.close();
        fence.close();
        recoveryEndpoint.close();
        placement.close();
        transactions.close();
        store.close();
        fabric.close();
        failure.check();
    }
}
