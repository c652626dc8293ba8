package io.pragh.tinkerpop.cli.cluster;

import io.pragh.tinkerpop.cli.LocalLogin;
import io.pragh.tinkerpop.client.RoutedCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.apache.tinkerpop.gremlin.driver.Cluster;

/** Clients of a cluster that the command has started, with the login from its folder. Stateless. */
final class ClusterLogin {
    private ClusterLogin() {}

    /** The driver's cluster of one node's server. */
    static Cluster connect(String dir, int port) {
        LocalLogin login = of(dir);
        return Cluster.build("127.0.0.1")
                .port(port)
                .credentials(login.user(), login.password())
                .create();
    }

    /** A routed client of all servers, which it learns from one of them. */
    static RoutedCluster routed(String dir, int port) {
        return RoutedCluster.open(List.of("127.0.0.1:" + port), server -> connect(dir, port(server)));
    }

    private static int port(InetSocketAddress server) {
        return server.getPort();
    }

    static LocalLogin of(String dir) {
        try {
            return LocalLogin.read(new ClusterFolder(Path.of(dir)).users());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
