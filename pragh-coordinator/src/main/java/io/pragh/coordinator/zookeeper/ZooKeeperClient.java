package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.PraghException;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Connects this process to ZooKeeper. Stateless. */
final class ZooKeeperClient {
    /** Default time to wait for ZooKeeper. */
    static final int PATIENCE_MILLIS = 15_000;

    private static final int CONNECT_MILLIS_MAX = 15_000;
    private static final int RETRY_MILLIS = 50;

    private ZooKeeperClient() {}

    /**
     * Connects; the caller closes the client.
     *
     * @param retries how often a request whose connection is lost is repeated, each time after a longer pause
     * @param hosts {@code host:port[,host:port …]}
     * @param sessionMillis time without a sign of life after which ZooKeeper counts this process as gone
     * @param patienceMillis time for which it is tried
     * @throws PraghException when ZooKeeper does not answer within that time, or the thread is interrupted; it may be
     *     tried again
     */
    static CuratorFramework connect(int retries, String hosts, int sessionMillis, Guard guard, int patienceMillis) {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(hosts)
                .sessionTimeoutMs(sessionMillis)
                .connectionTimeoutMs(Math.min(sessionMillis, CONNECT_MILLIS_MAX))
                .retryPolicy(new ExponentialBackoffRetry(RETRY_MILLIS, retries));
        guard.arm(builder);
        CuratorFramework client = builder.build();
        client.start();
        boolean connected = false;
        boolean interrupted = false;
        try {
            connected = client.blockUntilConnected(patienceMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ends) {
            interrupted = true;
        } finally {
            if (!connected) {
                client.close();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt(); // not before: closing a client clears the interrupt
        }
        if (!connected) {
            throw new PraghException("ZooKeeper does not answer; is it running? hosts=" + hosts, null, true);
        }
        return client;
    }
}
