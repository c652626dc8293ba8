package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Seldom;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.KeptShare;
import io.pragh.core.cluster.Membership;
import io.pragh.core.placement.NodeIdentity;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Membership as a znode that lives as long as its member's session. Any thread. */
// A node is a member from the moment it is in the view until it leaves the view; the znode tells the others that it
// should be in it. When the session is suspended the node cannot know whether it is, and reports that at once
// (connected() is false), long before the others can expel it.
//
// A session that was lost for good need not be the end: while ZooKeeper itself was away, no member could expel
// another. On its return the node binds its znode to the new session, in a transaction that fails if the view has
// changed. A node that has been expelled meanwhile stays out; to come back it joins again and gets another number.
// Nor does a returning node expel others for a while: most likely the others were cut off as well, and are on their
// way back.
public final class ZooKeeperMembership implements Membership {
    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperMembership.class);

    /** How many session timeouts a member that was itself cut off waits before it expels others. */
    private static final int GRACE_SESSIONS = 3;

    private static final long RETRY_MILLIS = 500;
    /** Interval of the checks for refused members, and of reads of the view while a member is refused. */
    private static final long LOOK_MILLIS = 100;

    private static final int LOOKS_PER_REFRESH = 10;
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long JOIN_MILLIS_MAX = 15_000;

    private final Clock clock;
    private final CuratorFramework client;
    private final ZooKeeperPaths paths;
    private final ViewKeeper keeper;
    private final RefusedMembers refusals;
    private final MemberNode node;
    private final int self;
    private final ScheduledExecutorService executor;
    private final List<Consumer<ClusterView>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean refreshDue = new AtomicBoolean();
    private final CountDownLatch joined = new CountDownLatch(1);
    private final ConnectionStateListener connectionListener = (c, state) -> connectionChanged(state);
    private final CuratorCache members;
    private final CuratorCache picture;

    private final Seldom complaints;
    private final Heartbeat heartbeat;

    /** Guarded by this; a check during which it has grown proves nothing. */
    private int losses;

    /** Used by the executor alone. */
    private long graceEndNanos;

    private int looksWithRefused;

    private volatile ClusterView view;
    private volatile boolean connected;
    private volatile boolean expelled;

    private ZooKeeperMembership(
            Clock clock,
            CuratorFramework client,
            ZooKeeperPaths paths,
            GraphRecord graph,
            MemberNode node,
            RefusedMembers refusals) {
        this.clock = clock;
        this.graceEndNanos = clock.nanos();
        this.complaints = new Seldom(SILENCE_NANOS, clock.nanos());
        this.client = client;
        this.self = node.number();
        this.heartbeat = new Heartbeat(clock, client, paths.member(self));
        this.paths = paths;
        this.keeper = new ViewKeeper(clock, client, paths, graph, refusals);
        this.refusals = refusals;
        this.node = node;
        this.view = ZooKeeperFailure.orThrow(paths.view(), () -> keeper.read().view());
        this.executor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "pragh-membership-" + self);
            thread.setDaemon(true);
            return thread;
        });
        CuratorCacheListener changed = CuratorCacheListener.builder()
                .forAll((type, before, after) -> refreshSoon())
                .build();
        this.members = CuratorCache.build(client, paths.members());
        this.picture = CuratorCache.build(client, paths.view(), CuratorCache.Options.SINGLE_NODE_CACHE);
        members.listenable().addListener(changed);
        picture.listenable().addListener(changed);
    }

    /**
     * {@code expelRefused}: whether members that most members find refused are expelled before their sessions end.
     */
    static ZooKeeperMembership join(
            Clock clock,
            CuratorFramework client,
            ZooKeeperPaths paths,
            Guard guard,
            NodeIdentity identity,
            boolean expelRefused) {
        GraphRecord graph = GraphRecord.join(client, paths, guard, identity);
        int self = VersionCounter.next(client, paths.numbers()) - 1;
        MemberNode node = new MemberNode(
                client, paths, new ClusterView.Member(self, identity.name(), identity.address(), "", identity.keeps()));
        ZooKeeperMembership membership = new ZooKeeperMembership(
                clock, client, paths, graph, node, new RefusedMembers(client, paths, self, expelRefused));
        try {
            membership.start();
        } catch (PraghException e) {
            membership.close();
            throw e;
        }
        return membership;
    }

    private void start() {
        client.getConnectionStateListenable().addListener(connectionListener);
        int lossesBefore = losses();
        node.create();
        connectedSince(lossesBefore);
        members.start();
        picture.start();
        schedule(this::beat, heartbeat.pauseMillis());
        boolean inTime = false;
        try {
            inTime = joined.await(JOIN_MILLIS_MAX, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!inTime) {
            throw new PraghException("this node did not get into the picture in time: node=" + self, null, true);
        }
    }

    /** This node's number. */
    public int self() {
        return self;
    }

    /** Tells the others the address of this node's fabric. */
    public void announce(String address) {
        node.announce(address);
    }

    /** Tells the others the address of this node's server for clients; empty: it has none any more. */
    public void announceServer(String server) {
        node.announceServer(server);
    }

    /** Number of the graph, or {@link NodeIdentity#NOT_KEPT}. A round trip. */
    public long graph() {
        return GraphRecord.read(client, paths).graph();
    }

    /** Tells the others which partitions this node can serve from its data folder. */
    public void announceKept(KeptShare keeps) {
        node.announceKept(keeps);
    }

    @Override
    public ClusterView view() {
        return view;
    }

    @Override
    public void onChange(Consumer<ClusterView> listener) {
        listeners.add(listener);
    }

    @Override
    public boolean connected() {
        return connected && !expelled && heartbeat.isAnswered();
    }

    @Override
    public long confirmedNanosAgo() {
        return heartbeat.heardNanosAgo();
    }

    @Override
    public void attend(long silenceNanos, IntPredicate refused) {
        heartbeat.within(silenceNanos);
        schedule(this::ask, 0);
        schedule(() -> look(refused), 0);
    }

    @Override
    public boolean handOver(int partition, int from, int to, long epoch) {
        if (expelled) {
            return false;
        }
        boolean done = ZooKeeperFailure.orThrow("view", () -> keeper.handOver(partition, from, to, epoch));
        refreshSoon();
        return done;
    }

    private void connectionChanged(ConnectionState state) {
        switch (state) {
            case SUSPENDED, READ_ONLY -> disconnected();
            case LOST -> {
                disconnected();
                LOG.warn(
                        "node {} has not reached ZooKeeper for a session's time and goes on trying; until it does no node"
                                + " joins, and it refuses updates after a lease",
                        self);
            }
            case CONNECTED, RECONNECTED -> refreshSoon();
        }
    }

    private synchronized void disconnected() {
        losses++;
        connected = false;
    }

    private synchronized int losses() {
        return losses;
    }

    /** Marks the node as connected, unless the connection was lost while that was being verified. */
    private synchronized boolean connectedSince(int lossesBefore) {
        connected = losses == lossesBefore;
        return connected;
    }

    /** Schedules a reading of the view; several requests become one reading. */
    private void refreshSoon() {
        if (refreshDue.compareAndSet(false, true)) {
            schedule(this::refresh, 0);
        }
    }

    private void schedule(Runnable task, long delayMillis) {
        try {
            // nothing to wait for: each reports its own failures
            var unused = executor.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("a change came after this member had left", e);
        }
    }

    private void beat() {
        try {
            ask();
        } finally { // after an Error, too: the session lives on, and a member that asks no more falls silent for good
            schedule(this::beat, heartbeat.pauseMillis());
        }
    }

    private void ask() {
        try {
            heartbeat.ask();
        } catch (Exception e) {
            complain("could not ask ZooKeeper whether it is there and tries again", e);
        }
    }

    /**
     * States which members are refused; the last member to do so expels those that most members find refused, or the
     * next member that reads the view.
     */
    private void look(IntPredicate refused) {
        if (expelled) {
            return;
        }
        try {
            boolean any = connected && refusals.tell(view, refused);
            if (any && looksWithRefused % LOOKS_PER_REFRESH == 0) {
                refreshSoon();
            }
            looksWithRefused = any ? looksWithRefused + 1 : 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            complain("could not say who is refused and tries again", e);
        } finally {
            schedule(() -> look(refused), LOOK_MILLIS);
        }
    }

    private void refresh() {
        refreshDue.set(false);
        if (expelled) {
            return;
        }
        try {
            boolean back = !connected;
            int lossesBefore = losses();
            if (back && !isStillMember()) {
                return;
            }
            Optional<ClusterView> latest = keeper.update(self, clock.nanos() - graceEndNanos >= 0);
            if (latest.isPresent()) {
                adopt(latest.get());
                if (back && !expelled && !connectedSince(lossesBefore)) {
                    refreshSoon(); // lost once more meanwhile, and perhaps restored already
                }
            } else {
                disconnected(); // the session was replaced before this node was told of the loss
                refreshSoon();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (UnreadableViewException e) {
            restore(e);
        } catch (Exception e) {
            complain("could not look at the cluster and tries again", e);
            schedule(this::refreshSoon, RETRY_MILLIS);
        } catch (Error e) { // mostly for want of memory
            schedule(this::refreshSoon, RETRY_MILLIS);
            throw e;
        }
    }

    /**
     * Restores the view; until a member can, all nodes keep the view that they have: no node joins, and none is
     * expelled.
     */
    private void restore(UnreadableViewException broken) {
        try {
            if (broken.isNextTo(view)) {
                boolean written = keeper.restore(view, broken.version());
                LOG.warn(
                        "node {} had the picture of the cluster written again, which could not be read: written={} {}",
                        self,
                        written,
                        view);
            } else {
                complain(
                        "keeps the picture that it has, since it does not know what the last one was: nobody joins or is expelled"
                                + " until another node does; if none does, export the graph, end all nodes and start again",
                        broken);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            complain("could not write the picture of the cluster again and tries again", e);
        }
        schedule(this::refreshSoon, RETRY_MILLIS);
    }

    private void complain(String sentence, Exception cause) {
        if (complaints.isDue(clock.nanos())) {
            LOG.warn("node {} {}: {}", self, sentence, cause.toString());
        }
    }

    /** Whether the node is still a member, after a return to ZooKeeper. */
    private boolean isStillMember() throws Exception {
        if (!client.getZookeeperClient().isConnected()) {
            return false; // the state listener calls again
        }
        while (!node.isOurs()) {
            ViewKeeper.Seen seen = keeper.read();
            if (!seen.view().has(self)) {
                leave(seen.view());
                return false;
            }
            node.rebind(seen);
            beginGrace();
        }
        return true;
    }

    private void beginGrace() {
        long millis = (long) GRACE_SESSIONS * client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
        graceEndNanos = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(millis);
        schedule(this::refreshSoon, millis + 1);
    }

    private void adopt(ClusterView latest) {
        if (latest.epoch() <= view.epoch() && joined.getCount() == 0) {
            return;
        }
        if (!latest.has(self)) {
            leave(latest);
            return;
        }
        boolean later = latest.epoch() > view.epoch();
        view = latest;
        joined.countDown();
        if (later) {
            tell(latest);
        }
    }

    private void leave(ClusterView without) {
        expelled = true;
        connected = false;
        view = without;
        LOG.warn("node {} is no member any more and has to join again: {}", self, without);
        tell(without);
    }

    private void tell(ClusterView latest) {
        for (Consumer<ClusterView> listener : listeners) {
            try {
                listener.accept(latest);
            } catch (RuntimeException e) {
                LOG.error("a listener failed at {}", latest, e);
            }
        }
    }

    @Override
    public void close() {
        connected = false;
        client.getConnectionStateListenable().removeListener(connectionListener);
        members.close();
        picture.close();
        executor.shutdownNow();
        if (!client.getZookeeperClient().isConnected()) {
            LOG.info("node {} leaves while ZooKeeper is away; the others see it go when its session ends", self);
            return;
        }
        try {
            node.remove();
            ZooKeeperFailure.orThrow(paths.graph(), () -> UnfoundedGraph.remove(client, paths));
        } catch (PraghException e) {
            LOG.info("node {} leaves, and the others see it go when its session ends: {}", self, e.toString());
        }
    }
}
