package io.pragh.coordinator.zookeeper;

import io.pragh.coordinator.exchange.PlanPublisher;
import io.pragh.coordinator.exchange.ReportCollector;
import io.pragh.core.base.Clock;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.NodeIdentity;
import org.apache.curator.framework.CuratorFramework;

/**
 * One process's connection to ZooKeeper for one graph; members and coordinators are opened on it and closed before
 * it. While ZooKeeper is away it keeps trying to reconnect. Any thread.
 */
public final class ZooKeeperSession implements AutoCloseable {
    /** Default timeout of a session: the death of a process is noticed within it and a little more. */
    public static final int TIMEOUT_MILLIS = 10_000;

    /** Name of the timeout in a connect string. */
    public static final String TIMEOUT_OPTION = "sessionMillis";

    private static final int RETRIES = 3;

    private final CuratorFramework client;
    private final ZooKeeperPaths paths;
    private final Guard guard;
    private final String connect;
    private final boolean expelRefused;

    private ZooKeeperSession(
            CuratorFramework client, ZooKeeperPaths paths, Guard guard, String connect, boolean expelRefused) {
        this.client = client;
        this.paths = paths;
        this.guard = guard;
        this.connect = connect;
        this.expelRefused = expelRefused;
    }

    /**
     * Connects: {@code hosts} is {@code host:port[,host:port …]}. Fails when ZooKeeper does not answer within 15
     * seconds.
     *
     * @param timeoutMillis time without a sign of life after which ZooKeeper counts this process as gone; it may
     *     choose another time if that is not between 2 and 20 of its ticks
     */
    public static ZooKeeperSession open(String hosts, String graph, int timeoutMillis) {
        return open(hosts, graph, timeoutMillis, CoordinationKey.NONE);
    }

    /**
     * As {@link #open(String, String, int)}, with a key: without the key, other processes neither read nor change
     * this session's data there.
     */
    public static ZooKeeperSession open(String hosts, String graph, int timeoutMillis, CoordinationKey key) {
        return open(hosts, graph, timeoutMillis, key, ZooKeeperClient.PATIENCE_MILLIS);
    }

    /**
     * As the other methods, with another time in milliseconds after which it fails: an ensemble answers when a
     * majority of it has started.
     */
    public static ZooKeeperSession open(
            String hosts, String graph, int timeoutMillis, CoordinationKey key, int patienceMillis) {
        ZooKeeperPaths paths = new ZooKeeperPaths(graph);
        Guard guard = Guard.of(key);
        CuratorFramework client = ZooKeeperClient.connect(RETRIES, hosts, timeoutMillis, guard, patienceMillis);
        String option = timeoutMillis == TIMEOUT_MILLIS ? "" : "?" + TIMEOUT_OPTION + "=" + timeoutMillis;
        return new ZooKeeperSession(client, paths, guard, "zk:" + hosts + "/" + graph + option, true);
    }

    /**
     * The same session, in place of this one; {@code expelRefused} says whether its member takes part in expelling
     * members whose machines refuse connections before their sessions end, which is the default.
     */
    public ZooKeeperSession expellingRefused(boolean expelRefused) {
        return new ZooKeeperSession(client, paths, guard, connect, expelRefused);
    }

    /** The connect string with which another node calls {@link io.pragh.core.placement.Coordination#open}. */
    public String connect() {
        return connect;
    }

    /** Joins the cluster, and creates the graph if this is its first member. */
    public ZooKeeperMembership join(NodeIdentity node) {
        return ZooKeeperMembership.join(Clock.SYSTEM, client, paths, guard, node, expelRefused);
    }

    /** Opens a member's exchange of reports and plans. */
    public ZooKeeperExchange exchange(int node) {
        return new ZooKeeperExchange(client, paths, node);
    }

    /** Stands for coordinator. */
    public Leadership leadership() {
        return new Leadership(client, paths);
    }

    /** Watches the view of the cluster without being a member. */
    public ViewWatch watchView() {
        return new ViewWatch(client, paths);
    }

    /** Number of the graph, or {@link io.pragh.core.placement.NodeIdentity#NOT_KEPT}. A round trip. */
    public long graph() {
        return GraphRecord.read(client, paths).graph();
    }

    /** Feeds the reports that arrive from now on to a collector. */
    public ReportFeed feed(ReportCollector collector) {
        return new ReportFeed(client, paths, collector);
    }

    /** Publishes plans for one term. */
    public PlanPublisher publisher(long term) {
        return new PlanPublisher(new ZooKeeperTree(client), paths.plans(), term);
    }

    /** For tests of this package. */
    CuratorFramework client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
    }
}
