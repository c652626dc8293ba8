package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;
import org.jspecify.annotations.Nullable;

/**
 * A ZooKeeper server inside this process, on the loopback interface alone, by itself or as one of an
 * {@link Ensemble}: for embedded clusters, demonstrations and tests. The code that started it closes it; its
 * temporary directory is deleted then. Any thread.
 */
public final class EmbeddedZooKeeper implements AutoCloseable {
    private static final int TICK_MILLIS = 500;
    private static final int SESSION_TICKS_MAX = 240;
    /**
     * Bound on connections from one address, which all nodes of a machine share: a session for each of 64 nodes, and
     * one for its coordinator.
     */
    private static final int CONNECTIONS_MAX = 160;

    private static final long START_MILLIS_MAX = 30_000;
    /** Time for a server of an ensemble to catch up with the leader. */
    private static final int INIT_TICKS = 60;
    /** Time of the leader's silence, on a machine that may be busy, after which the others elect another one. */
    private static final int SYNC_TICKS = 20;

    private final ZooKeeperServerEmbedded server;
    private final String connectString;
    private final @Nullable Path temporary;

    private EmbeddedZooKeeper(ZooKeeperServerEmbedded server, String connectString, @Nullable Path temporary) {
        this.server = server;
        this.connectString = connectString;
        this.temporary = temporary;
    }

    /** A server with a free port and a temporary directory. */
    public static EmbeddedZooKeeper start() {
        return start(0);
    }

    /** A server with a temporary directory; port 0 takes a free one. */
    public static EmbeddedZooKeeper start(int port) {
        return startTemporary(port, null);
    }

    /** A server that keeps its data in a directory, which is made if it is missing; port 0 takes a free one. */
    public static EmbeddedZooKeeper start(Path directory, int port) {
        return start(directory, port, true, null, null);
    }

    /**
     * As {@link #start(Path, int)}; without {@code sync} a crash of the machine may lose the latest writes, and no
     * write waits for the disk.
     */
    static EmbeddedZooKeeper start(Path directory, int port, boolean sync) {
        return start(directory, port, sync, null, null);
    }

    /**
     * One server of an ensemble, the one with this port for clients. Returns when it listens; it answers once a
     * majority of the ensemble runs.
     *
     * @param directory for its data; null for a temporary one
     */
    public static EmbeddedZooKeeper startPeer(Ensemble ensemble, int port, @Nullable Path directory) {
        return directory == null ? startTemporary(port, ensemble) : start(directory, port, true, null, ensemble);
    }

    private static EmbeddedZooKeeper startTemporary(int port, @Nullable Ensemble ensemble) {
        Path temporary;
        try {
            temporary = Files.createTempDirectory("pragh-zookeeper-");
        } catch (IOException e) {
            throw new PraghException("cannot make a temporary directory for ZooKeeper", e);
        }
        try {
            return start(temporary, port, false, temporary, ensemble);
        } catch (PraghException e) {
            deleteAll(temporary);
            throw e;
        }
    }

    private static EmbeddedZooKeeper start(
            Path directory, int port, boolean sync, @Nullable Path temporary, @Nullable Ensemble ensemble) {
        Properties properties = new Properties();
        properties.setProperty("clientPortAddress", "127.0.0.1");
        properties.setProperty("clientPort", Integer.toString(port));
        properties.setProperty("tickTime", Integer.toString(TICK_MILLIS));
        properties.setProperty("maxSessionTimeout", Integer.toString(TICK_MILLIS * SESSION_TICKS_MAX));
        properties.setProperty("maxClientCnxns", Integer.toString(CONNECTIONS_MAX));
        properties.setProperty("admin.enableServer", "false");
        properties.setProperty("forceSync", sync ? "yes" : "no");
        ZooKeeperServerEmbedded server = null;
        try {
            Files.createDirectories(directory);
            requireFree(port);
            if (ensemble != null) {
                makePeer(properties, directory, ensemble, ensemble.indexOf(port));
            }
            server = ZooKeeperServerEmbedded.builder()
                    .baseDir(directory)
                    .configuration(properties)
                    .exitHandler(ExitHandler.LOG_ONLY)
                    .build();
            server.start(START_MILLIS_MAX);
            return new EmbeddedZooKeeper(server, server.getConnectionString(), temporary);
        } catch (Exception e) {
            if (server != null) {
                server.close();
            }
            throw new PraghException("ZooKeeper does not start: directory=" + directory + " port=" + port, e);
        }
    }

    /** A server's address also names its quorum ports, so these are on the loopback interface too. */
    private static void makePeer(Properties properties, Path directory, Ensemble ensemble, int self)
            throws IOException {
        properties.setProperty("initLimit", Integer.toString(INIT_TICKS));
        properties.setProperty("syncLimit", Integer.toString(SYNC_TICKS));
        for (int i = 0; i < ensemble.servers().size(); i++) {
            Ensemble.Server each = ensemble.servers().get(i);
            properties.setProperty("server." + (i + 1), "127.0.0.1:" + each.quorum() + ":" + each.election());
        }
        requireFree(ensemble.servers().get(self).quorum());
        requireFree(ensemble.servers().get(self).election());
        Path data = Files.createDirectories(directory.resolve("data"));
        properties.setProperty("dataDir", data.toAbsolutePath().toString());
        Files.writeString(data.resolve("myid"), Integer.toString(self + 1));
    }

    /** The server itself would report a port in use only after half a minute. */
    private static void requireFree(int port) throws IOException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        }
    }

    /** Host and port where clients connect to this server. */
    public String connectString() {
        return connectString;
    }

    /** The data directory, if it is a temporary one; else null. */
    @Nullable
    Path temporary() {
        return temporary;
    }

    /** The port that clients connect to. */
    public int port() {
        return Integer.parseInt(connectString.substring(connectString.lastIndexOf(':') + 1));
    }

    @Override
    public void close() {
        server.close();
        if (temporary != null && Files.exists(temporary)) {
            deleteAll(temporary);
        }
    }

    private static void deleteAll(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new PraghException("cannot remove ZooKeeper's temporary directory: directory=" + directory, e);
        }
    }
}
