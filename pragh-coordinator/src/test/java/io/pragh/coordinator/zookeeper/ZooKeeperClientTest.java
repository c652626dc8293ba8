package io.pragh.coordinator.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.CoordinationKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;

/** Checks how a process connects to ZooKeeper, and how long it waits for a server that does not answer. */
class ZooKeeperClientTest {
    private static final Guard OPEN = Guard.of(CoordinationKey.NONE);
    private static final int SESSION_MILLIS = 20_000;

    private static String nobody() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    private static CuratorFramework connect(String hosts, int patienceMillis) {
        return ZooKeeperClient.connect(1, hosts, SESSION_MILLIS, OPEN, patienceMillis);
    }

    @Test
    void whoeverDoesNotAnswerInTimeIsNamed() throws IOException {
        String hosts = nobody();
        PraghException away = assertThrows(PraghException.class, () -> connect(hosts, 100));
        assertEquals("ZooKeeper does not answer; is it running? hosts=" + hosts, away.getMessage());
        assertTrue(away.retryable());
    }

    @Test
    void whoeverIsInterruptedWaitsNoLongerAndKnowsIt() throws IOException {
        String hosts = nobody();
        Thread.currentThread().interrupt();
        assertThrows(PraghException.class, () -> connect(hosts, Integer.MAX_VALUE));
        assertTrue(Thread.interrupted());
    }

    @Test
    void sessionIsAsLongAsItWasAskedFor() throws Exception {
        try (EmbeddedZooKeeper server = EmbeddedZooKeeper.start();
                CuratorFramework client = connect(server.connectString(), ZooKeeperClient.PATIENCE_MILLIS)) {
            assertEquals(
                    SESSION_MILLIS, client.getZookeeperClient().getZooKeeper().getSessionTimeout());
        }
    }
}
