package io.pragh.core.node;

import io.pragh.core.access.LocalShare;
import io.pragh.core.access.ReadCounters;
import io.pragh.core.access.ReaderContext;
import io.pragh.core.access.SlotLookup;
import io.pragh.core.access.StoreReader;
import io.pragh.core.access.UpdateClient;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.NodeClosedException;
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
import io.pragh.core.placement.PlacementExchange;
import io.pragh.core.placement.migrate.MigrationCounters;
import io.pragh.core.protocol.MalformedMessageException;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.ValueInstaller;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.store.reclaim.ReaderPins;
import java.util.ArrayList;
import java.util.Arrays;
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
    final NodeConfig config;
    private final Clock clock;
    private final Safeguards safeguards;
    private final HomeMap homes;
    private final ReaderPins pins = new ReaderPins();
    private final NodeTimestamps timestamps;
    private final Partition.Surroundings surroundings;
    private final LocationCache cache;
    private final NodePlacement placement;
    private final StoreNode store;
    private final NodeTransactions transactions;
    private final NodeScans scans;
    private final ReaderContext readers;
    private final Upkeep upkeep;
    private final Recovery recovery;
    private final Endpoint recoveryEndpoint;
    private final FenceWatch fence;
    private final AtomicLong nextClient;
    private final ConcurrentHashMap<Long, NodeSession> sessions = new ConcurrentHashMap<>();
    private final ReadCounters closedSessions = new ReadCounters();
    private volatile StoreShare share;
    private volatile LocalShare localShare;
    private volatile boolean closed;
    private final RefusedMessages refused;
    private final BitSet unmarked = new BitSet();
    private ClusterView applied;
    /** Cut off, and perhaps expelled: its partitions are withdrawn until it is back. */
    private volatile boolean silent;
    /** One of its own threads has failed. */
    private volatile boolean broken;

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
        this.safeguards = safeguards;
        this.refused = new RefusedMessages(fabric, clock);
        ClusterView view = membership.view();
        this.applied = view;
        this.homes = new HomeMap(view.partitions());
        this.cache = new LocationCache(config.cacheBytes(), config.lease());
        OwnWords words = OwnWords.of(fabric);
        ValueOperations registry = new ValueOperations(operations);
        this.timestamps = new NodeTimestamps(fabric, view, config.snapshots(), () -> !isWithdrawn(), safeguards);
        this.surroundings =
                new Partition.Surroundings(pins, config.lease(), words, timestamps::horizon, fabric::region);
        @Nullable Partition[] partitions = new Partition[view.partitions()];
        for (int id : view.partitionsOf(fabric.self())) {
            partitions[id] = Partition.create(id, homes, config.memory(), surroundings);
            timestamps.registerIn(partitions[id]);
        }
        this.share =
                new StoreShare(partitions, registry, new ValueInstaller(registry, words, clock, safeguards), words);
        this.fence = new FenceWatch(
                self(), membership, fabric.open(), config.lease(), clock, this::standingChanged, this::stopServing);
        this.localShare = ShareViews.forReaders(share, SelfFence.Standing.MEMBER);
        this.nextClient = new AtomicLong(((long) fabric.self() + 1) << 32);
        this.placement = new NodePlacement(new PlacementContext(
                fabric, exchange, config, clock, safeguards, homes, cache, () -> share, () -> localShare));
        this.store = new StoreNode(
                fabric,
                homes,
                new StoreNode.Clocks(clock, timestamps.on() ? timestamps : null),
                nextClient.getAndIncrement(),
                membership::view,
                () -> share,
                safeguards);
        this.readers = new ReaderContext(
                homes, () -> localShare, cache, config.lease(), clock, placement.recorder(), config.read(), safeguards);
        this.transactions =
                new NodeTransactions(fabric, store, readers, timestamps, registry, membership::view, () -> share);
        this.scans =
                new NodeScans(fabric, homes, pins, id -> isWithdrawn() ? null : share.partition(id), membership::view);
        this.recoveryEndpoint = fabric.open();
        SlotLookup lookup = new SlotLookup(
                homes, () -> localShare, recoveryEndpoint, clock, config.lease().cacheNanos());
        this.recovery = new Recovery(
                recoveryContext(words),
                lookup,
                config.lease().reclaimNanos(),
                safeguards.has(Safeguard.SWEEP_AFTER_CRASH));
        PeerAddresses.follow(fabric, membership);
        fabric.receiveWith(this::receive);
        share.served().forEach(p -> fabric.expose(p.id(), p.region()));
        this.upkeep = new Upkeep(this);
        placement.open();
        upkeep.start();
        fence.start();
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
                transactions.fenced(member.node());
                Arrays.stream(former.partitionsOf(member.node())).forEach(died::set);
            }
        }
        serve(later, died);
        if (gone) {
            // Not only what lay on the dead node: a block that it had pulled away from here still looks LIVE, and who
            // reads this memory follows a cached address without looking at its lease.
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
                Partition partition = Partition.substitute(id, homes, config.memory(), surroundings, later.epoch());
                partitions[id] = partition;
                fresh.add(partition);
            }
        }
        unmarked.or(died);
        share(share.with(partitions).withUnmarked(unmarked));
        fresh.forEach(p -> fabric.expose(p.id(), p.region()));
    }

    /** This node was expelled: it serves nothing any more, and nobody listens to it. */
    private void withdraw(ClusterView former) {
        share(share.with(new Partition[former.partitions()]));
        closed = true;
        Arrays.stream(former.partitionsOf(self())).forEach(fabric::withdraw);
    }

    private void share(StoreShare now) {
        share = now;
        localShare = ShareViews.forReaders(now, fence.standing());
    }

    /** Puts into force how far this node may act as a member. On the fence's thread. */
    private synchronized void standingChanged(SelfFence.Standing standing) {
        if (closed || broken) {
            return;
        }
        boolean wasSilent = silent;
        silent = standing == SelfFence.Standing.SILENT;
        boolean takesUpdates = standing == SelfFence.Standing.MEMBER || standing == SelfFence.Standing.DOUBTED;
        share(share.takingUpdates(takesUpdates));
        if (standing != SelfFence.Standing.DOUBTED) {
            cache.clear(); // of what was cached before a view that this node may have missed
        }
        if (silent) {
            partitions().forEach(p -> fabric.withdraw(p.id()));
        } else if (wasSilent) {
            partitions().forEach(p -> fabric.expose(p.id(), p.region()));
        }
    }

    /** As when it is cut off from all others, and for good. Any thread. */
    synchronized void stopServing() {
        standingChanged(SelfFence.Standing.SILENT);
        broken = true;
    }

    /** Whether this node may migrate values to itself: not while the membership's keeper is out of reach. */
    boolean mayMigrate() {
        return fence.standing() == SelfFence.Standing.MEMBER;
    }

    /** Whether this node's partitions are withdrawn, for now or for good: their words cannot be swapped. */
    boolean isWithdrawn() {
        return silent || closed;
    }

    /** All keys that had died are marked. */
    private synchronized void marked() {
        if (recovery.losesNothing()) {
            unmarked.clear();
            share(share.withUnmarked(unmarked));
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
        share(share);
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
            if (closed) {
                throw new NodeClosedException(self());
            }
            upkeep.check();
            if (silent) {
                throw new PraghException(
                        "this node may be no member any more; try again, or use another one: node=" + self(),
                        null,
                        true);
            }
            whileWaiting.run();
        });
    }

    private NodeSession openSessionWith(Runnable whileWaiting) {
        StoreReader reader = new StoreReader(readers, fabric.open(), pins, whileWaiting);
        long timeoutNanos = config.read().timeoutNanos();
        NodeSession.Patience patience = new NodeSession.Patience(clock, timeoutNanos, whileWaiting);
        UpdateClient client = new UpdateClient(
                nextClient.getAndIncrement(), fabric, membership::view, homes, clock, timeoutNanos, whileWaiting);
        NodeSession session = new NodeSession(
                reader,
                store,
                client,
                () -> transactions.open(nextClient.getAndIncrement(), pins, whileWaiting),
                scans.open(nextClient.getAndIncrement(), patience),
                patience,
                this::closed);
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
        transactions.poll();
    }

    /** {@link #poll} by the node's own threads, which may come a moment after its end. */
    void serve() {
        if (!closed) {
            poll();
        }
    }

    /** Nothing that another node can send comes out of here as an exception: delivery is also the upkeep's. */
    private void receive(Message message) {
        try {
            if (!store.handle(message) && !transactions.handle(message) && !scans.handle(message)) {
                receiveReply(message);
            }
        } catch (MalformedMessageException malformed) {
            refused.malformed(message, malformed);
        }
    }

    private void receiveReply(Message message) {
        if (message.type() != MessageType.UPDATE_REPLY && message.type() != MessageType.REFUSAL) {
            refused.unknown(message);
            return;
        }
        NodeSession session = sessions.get(message.client());
        if (session != null) {
            session.client().replied(message);
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
        return share.served();
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
        closed = true;
        upkeep.close();
        fence.close();
        recoveryEndpoint.close();
        placement.close();
        transactions.close();
        store.close();
        fabric.close();
        upkeep.check();
        fence.check();
    }
}
