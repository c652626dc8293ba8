package io.pragh.coordinator.zookeeper;

import io.pragh.core.placement.Coordination;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.core.placement.NodeIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;

/**
 * A process with a ZooKeeper that serves TLS alone, or with a client of it. It needs a process of its own because
 * ZooKeeper reads its TLS settings from properties of the whole JVM, where they would reach other tests.
 */
final class SecureZooKeeper {
    static final String PASSWORD = "changeit";
    private static final String MEMBER = "member";
    private static final int REFUSED_SECONDS = 3;

    private SecureZooKeeper() {}

    /**
     * Arguments: a folder with {@code trust.p12} and the store of each role, the role, and the server's port. A
     * {@code member} also runs the server, until its input ends; a {@code stranger} is only a client.
     */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        String role = arguments[1];
        String at = "127.0.0.1:" + arguments[2];
        secure(folder, role);
        if (role.equals(MEMBER)) {
            serve(folder, arguments[2]);
            String graph = "zk:" + at + "/g?sessionMillis=20000&coordinator=eager";
            CoordinationKey key = CoordinationKey.ofSecret("a secret of the nodes alone");
            try (Coordination member = Coordination.open(graph, new NodeIdentity("a", "", 4, 1), key)) {
                System.out.println("member joined: " + member.membership().connected());
            }
        }
        System.out.println(role + " with TLS: " + connects(at));
        System.setProperty("zookeeper.client.secure", "false");
        System.setProperty("zookeeper.clientCnxnSocket", "org.apache.zookeeper.ClientCnxnSocketNIO");
        System.out.println(role + " without TLS: " + connects(at));
        while (role.equals(MEMBER) && System.in.read() >= 0) {
            // input carries no orders
        }
        System.exit(0);
    }

    private static void serve(Path folder, String port) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("secureClientPortAddress", "127.0.0.1");
        properties.setProperty("secureClientPort", port);
        properties.setProperty("serverCnxnFactory", "org.apache.zookeeper.server.NettyServerCnxnFactory");
        properties.setProperty("tickTime", "500");
        properties.setProperty("admin.enableServer", "false");
        properties.setProperty("forceSync", "no");
        ZooKeeperServerEmbedded.builder()
                .baseDir(Files.createDirectory(folder.resolve("server")))
                .configuration(properties)
                .exitHandler(ExitHandler.LOG_ONLY)
                .build()
                .start(30_000);
    }

    /**
     * Sets the properties that docs/operating.md gives to a node; a server in the same process uses the same stores.
     */
    private static void secure(Path folder, String role) {
        System.setProperty("zookeeper.client.secure", "true");
        System.setProperty("zookeeper.clientCnxnSocket", "org.apache.zookeeper.ClientCnxnSocketNetty");
        System.setProperty(
                "zookeeper.ssl.keyStore.location", folder.resolve(role + ".p12").toString());
        System.setProperty("zookeeper.ssl.keyStore.password", PASSWORD);
        System.setProperty(
                "zookeeper.ssl.trustStore.location", folder.resolve("trust.p12").toString());
        System.setProperty("zookeeper.ssl.trustStore.password", PASSWORD);
    }

    private static boolean connects(String at) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        Watcher watcher = event -> {
            if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                connected.countDown();
            }
        };
        ZooKeeper client = new ZooKeeper(at, 20_000, watcher);
        try {
            return connected.await(REFUSED_SECONDS, TimeUnit.SECONDS) && client.exists("/", false) != null;
        } finally {
            client.close();
        }
    }
}
