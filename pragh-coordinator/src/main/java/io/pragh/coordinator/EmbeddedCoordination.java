package io.pragh.coordinator;

import io.pragh.coordinator.planner.PlannerConfig;
import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.coordinator.zookeeper.ZooKeeperCoordination;
import io.pragh.coordinator.zookeeper.ZooKeeperSession;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.NodeIdentity;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A whole cluster's coordination in one process: a ZooKeeper, a {@link Coordination} for every node, and a
 * coordinator that can be stopped and started while the nodes run. Any thread.
 */
public final class EmbeddedCoordination implements AutoCloseable {
    private static final long FOUNDING_SECONDS_MAX = 30;

    private static final int SECRET_BYTES = 32;

    private final String connect;
    private final CoordinationKey key;
    private final CoordinatorConfig config;
    private final List<Coordination> nodes;
    private final OpenedInOrder opened;
    private @Nullable Coordinator coordinator;

    private EmbeddedCoordination(
            String connect,
            CoordinationKey key,
            CoordinatorConfig config,
            List<Coordination> nodes,
            OpenedInOrder opened) {
        this.connect = connect;
        this.key = key;
        this.config = config;
        this.nodes = List.copyOf(nodes);
        this.opened = opened;
    }

    /** Starts everything, and returns once node n is member n and the partitions are dealt out. */
    public static EmbeddedCoordination start(String graph, int nodes, int partitions, PlannerConfig planner) {
        OpenedInOrder opened = new OpenedInOrder();
        CoordinationKey key = randomKey();
        try {
            EmbeddedZooKeeper server = opened.add(EmbeddedZooKeeper.start());
            List<Coordination> seats = new ArrayList<>();
            for (int n = 0; n < nodes; n++) {
                seats.add(opened.add(ZooKeeperCoordination.join(
                        ZooKeeperSession.open(
                                server.connectString(), graph, ConnectString.SESSION_MILLIS_EMBEDDED, key),
                        new NodeIdentity("node-" + n, "", partitions, nodes))));
            }
            for (Coordination seat : seats) {
                awaitFounding(seat);
            }
            EmbeddedCoordination all =
                    new EmbeddedCoordination(seats.get(0).connect(), key, CoordinatorConfig.of(planner), seats, opened);
            all.startCoordinator();
            return all;
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static void awaitFounding(Coordination seat) {
        CountDownLatch founded = new CountDownLatch(1);
        seat.membership().onChange(view -> countIfFounded(view, founded));
        countIfFounded(seat.membership().view(), founded);
        boolean inTime = false;
        try {
            inTime = founded.await(FOUNDING_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!inTime) {
            throw new PraghException(
                    "the partitions were not dealt out in time: "
                            + seat.membership().view(),
                    null,
                    true);
        }
    }

    private static void countIfFounded(ClusterView view, CountDownLatch founded) {
        if (view.nodeOf(0) != ClusterView.NOBODY) {
            founded.countDown();
        }
    }

    /** The coordination of one node. */
    public Coordination node(int node) {
        return nodes.get(node);
    }

    /** The coordinations of all nodes, by node number. */
    public List<Coordination> nodes() {
        return nodes;
    }

    /** The connect string for {@link Coordination#open}, by which another process or node joins. */
    public String connect() {
        return connect;
    }

    /**
     * The cluster's key: without it no other process on this machine reads or changes the data of these nodes at
     * ZooKeeper.
     */
    CoordinationKey key() {
        return key;
    }

    private static CoordinationKey randomKey() {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return CoordinationKey.ofSecret(HexFormat.of().formatHex(secret));
    }

    /** Starts a coordinator that knows nothing of an earlier one; does nothing while there is one. */
    public synchronized void startCoordinator() {
        if (coordinator == null) {
            coordinator = Coordinator.start(connect, config, key);
        }
    }

    /** Stops the coordinator: reports are not read and no plan is made. */
    public synchronized void stopCoordinator() {
        if (coordinator != null) {
            coordinator.close();
            coordinator = null;
        }
    }

    /** The running coordinator; null while it is stopped. */
    public synchronized @Nullable Coordinator coordinator() {
        return coordinator;
    }

    @Override
    public synchronized void close() {
        try {
            stopCoordinator();
        } finally {
            opened.close();
        }
    }
}
