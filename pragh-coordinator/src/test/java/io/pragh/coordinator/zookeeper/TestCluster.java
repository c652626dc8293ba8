package io.pragh.coordinator.zookeeper;

import static org.awaitility.Awaitility.await;

import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.NodeIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.ZooKeeper;

/**
 * A ZooKeeper server that can be stopped and started again, and sessions to it, which are closed with it. One thread.
 */
final class TestCluster implements AutoCloseable {
    /** Long, because the machine may be busy. Tests end sessions by hand where they want them to end. */
    private static final int SESSION_MILLIS = 20_000;

    private final Path directory;
    private final ArrayDeque<Runnable> open = new ArrayDeque<>();
    private EmbeddedZooKeeper server;
    private final int port;

    TestCluster(Path directory) {
        this.directory = directory;
        this.server = EmbeddedZooKeeper.start(directory, 0, false);
        this.port = server.port();
    }

    ZooKeeperSession session(String graph, int timeoutMillis) {
        return session(graph, timeoutMillis, CoordinationKey.NONE);
    }

    ZooKeeperSession session(String graph, CoordinationKey key) {
        return session(graph, SESSION_MILLIS, key);
    }

    private ZooKeeperSession session(String graph, int timeoutMillis, CoordinationKey key) {
        ZooKeeperSession session = ZooKeeperSession.open(server.connectString(), graph, timeoutMillis, key);
        open.push(session::close);
        return session;
    }

    ZooKeeperSession session(String graph) {
        return session(graph, SESSION_MILLIS);
    }

    ZooKeeperMembership join(ZooKeeperSession session, int partitions, int founders) {
        ZooKeeperMembership membership = session.join(new NodeIdentity("n", "", partitions, founders));
        open.push(membership::close);
        return membership;
    }

    ZooKeeperMembership join(String graph, int partitions, int founders) {
        return join(session(graph), partitions, founders);
    }

    void stopServer() {
        server.close();
    }

    void startServer() {
        server = EmbeddedZooKeeper.start(directory, port, false);
    }

    /** Ends a session at the server, as if its client had been silent for too long. */
    static void endSession(ZooKeeperSession session) throws Exception {
        CuratorFramework client = session.client();
        ZooKeeper victim = client.getZookeeperClient().getZooKeeper();
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper twin = new ZooKeeper(
                client.getZookeeperClient().getCurrentConnectionString(),
                10_000,
                event -> connected.countDown(),
                victim.getSessionId(),
                victim.getSessionPasswd());
        boolean taken = connected.await(10, TimeUnit.SECONDS);
        twin.close();
        if (!taken) {
            throw new AssertionError("cannot take the session over");
        }
    }

    static void eventually(org.awaitility.core.ThrowingRunnable assertion) {
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(assertion);
    }

    @Override
    public void close() {
        open.forEach(Runnable::run);
        server.close();
    }
}
