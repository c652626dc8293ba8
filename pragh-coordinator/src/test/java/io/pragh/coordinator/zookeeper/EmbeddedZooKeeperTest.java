package io.pragh.coordinator.zookeeper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.CoordinationKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the ZooKeeper server inside a process: alone, with a directory, and as an ensemble; also its limit of
 * connections, and errors in its settings.
 */
class EmbeddedZooKeeperTest {
    @Test
    void temporaryServerListensOnLoopbackAloneAndLeavesNothingBehind() throws IOException {
        Path directory;
        try (EmbeddedZooKeeper server = EmbeddedZooKeeper.start()) {
            assertEquals("127.0.0.1:" + server.port(), server.connectString());
            directory = server.temporary();
            assertTrue(Files.isDirectory(directory));
            try (ZooKeeperSession session =
                    ZooKeeperSession.open(server.connectString(), "g", ZooKeeperSession.TIMEOUT_MILLIS)) {
                assertEquals("zk:" + server.connectString() + "/g", session.connect());
            }
        }
        assertFalse(Files.exists(directory), directory + " is still there");
    }

    @Test
    void whoOpensConnectionsWithoutEndIsHungUpOn() throws IOException {
        List<Socket> opened = new ArrayList<>();
        try (EmbeddedZooKeeper server = EmbeddedZooKeeper.start()) {
            boolean isHungUpOn = false;
            for (int i = 0; i < 400 && !isHungUpOn; i++) {
                Socket socket = new Socket();
                opened.add(socket);
                // The server counts a connection a moment after it has accepted it.
                isHungUpOn = isRefused(socket, server.port()) || i >= 160 && isClosed(socket);
            }
            assertTrue(isHungUpOn, "the last one is closed");
            opened.get(0).setSoTimeout(100);
            assertThrows(
                    SocketTimeoutException.class,
                    () -> opened.get(0).getInputStream().read(),
                    "the first one is not");
        } finally {
            for (Socket each : opened) {
                each.close();
            }
        }
    }

    /** Connects; returns whether the server closed the connection while it was being opened. */
    private static boolean isRefused(Socket socket, int port) throws IOException {
        try {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return false;
        } catch (SocketException closed) {
            return true;
        }
    }

    private static boolean isClosed(Socket socket) throws IOException {
        socket.setSoTimeout(100); // a silent connection is closed after ten seconds in any case
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void serverWithADirectoryRemembers(@TempDir Path parent) throws Exception {
        Path directory = parent.resolve("made/by/the/server");
        int port;
        try (EmbeddedZooKeeper server = EmbeddedZooKeeper.start(directory, 0);
                ZooKeeperSession session = ZooKeeperSession.open(server.connectString(), "g", 4_000)) {
            port = server.port();
            new ZooKeeperTree(session.client()).put("/pragh/g/x", new byte[] {1, 2, 3});
        }
        try (EmbeddedZooKeeper server = EmbeddedZooKeeper.start(directory, port);
                ZooKeeperSession session = ZooKeeperSession.open(server.connectString(), "g", 4_000)) {
            assertEquals(port, server.port());
            assertArrayEquals(new byte[] {1, 2, 3}, session.client().getData().forPath("/pragh/g/x"));
        }
        assertTrue(Files.exists(directory), "a directory that was given stays");
    }

    @Test
    void ensembleGoesOnWithoutAnyOneOfItsServers() throws Exception {
        int[] ports = freePorts(9);
        List<Ensemble.Server> places = new ArrayList<>();
        for (int i = 0; i < ports.length; i += 3) {
            places.add(new Ensemble.Server(ports[i], ports[i + 1], ports[i + 2]));
        }
        Ensemble ensemble = new Ensemble(places);
        List<EmbeddedZooKeeper> servers = new ArrayList<>();
        try {
            for (Ensemble.Server place : places) {
                servers.add(EmbeddedZooKeeper.startPeer(ensemble, place.client(), null));
            }
            assertGoesOnWithoutTheFirst(ensemble, servers);
        } finally {
            servers.forEach(EmbeddedZooKeeper::close);
        }
    }

    private static void assertGoesOnWithoutTheFirst(Ensemble ensemble, List<EmbeddedZooKeeper> servers)
            throws Exception {
        try (ZooKeeperSession session =
                ZooKeeperSession.open(ensemble.connectString(), "g", 20_000, CoordinationKey.NONE, 60_000)) {
            new ZooKeeperTree(session.client()).put("/pragh/g/x", new byte[] {1, 2, 3});
            long number = session.client().getZookeeperClient().getZooKeeper().getSessionId();
            servers.remove(0).close();
            try (ZooKeeperSession later =
                    ZooKeeperSession.open(ensemble.connectString(), "g", 20_000, CoordinationKey.NONE, 60_000)) {
                assertArrayEquals(new byte[] {1, 2, 3}, latest(later));
                assertTrue(session.client().blockUntilConnected(60, TimeUnit.SECONDS));
                new ZooKeeperTree(session.client()).put("/pragh/g/x", new byte[] {4});
                assertEquals(
                        number,
                        session.client().getZookeeperClient().getZooKeeper().getSessionId());
                assertArrayEquals(new byte[] {4}, latest(later));
            }
        }
    }

    /** The two sessions may be at different servers, of which one lags behind the other until it is told to sync. */
    private static byte[] latest(ZooKeeperSession session) throws Exception {
        session.client().sync().forPath("/pragh/g/x");
        return session.client().getData().forPath("/pragh/g/x");
    }

    @Test
    void whatIsNoEnsembleIsRefused() {
        assertEquals(
                "127.0.0.1:1,127.0.0.1:4,127.0.0.1:7",
                Ensemble.parse("1:2:3, 4:5:6,7:8:9").connectString());
        for (String wrong :
                List.of("", "1:2:3", "1:2:3,4:5:6", "1:2:3,4:5:6,7:8:1", "1:2:3,4:5:6,7:8", "1:2:3,4:5:6,7:8:70000")) {
            assertThrows(PraghException.class, () -> Ensemble.parse(wrong), wrong);
        }
        Ensemble three = Ensemble.parse("1:2:3,4:5:6,7:8:9");
        assertThrows(PraghException.class, () -> three.indexOf(2));
    }

    private static int[] freePorts(int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                held.add(new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress()));
            }
            return held.stream().mapToInt(ServerSocket::getLocalPort).toArray();
        } finally {
            for (ServerSocket each : held) {
                each.close();
            }
        }
    }

    @Test
    void portThatIsTakenIsReported(@TempDir Path directory) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            PraghException refused = assertThrows(PraghException.class, () -> EmbeddedZooKeeper.start(directory, port));
            assertTrue(refused.getMessage().contains("port=" + port), refused.getMessage());
        }
    }

    @Test
    void graphNamesThatWouldLeaveTheTreeAreRefused() {
        for (String name : new String[] {"", ".", "..", "a/b", "a b", "x".repeat(101)}) {
            assertThrows(PraghException.class, () -> new ZooKeeperPaths(name), name);
        }
        assertEquals("/pragh/Graph_1.a-b/view", new ZooKeeperPaths("Graph_1.a-b").view());
    }
}
