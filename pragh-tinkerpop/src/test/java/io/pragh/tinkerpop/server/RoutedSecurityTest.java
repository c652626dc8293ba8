package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.Figure;
import io.pragh.testkit.Opened;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.client.RoutedCluster;
import io.pragh.tinkerpop.server.ServerConfig.TlsFiles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a routed client connects to each server by TLS and with its password, also to the server of which the
 * first one has told it. Two nodes run one Gremlin Server each.
 */
class RoutedSecurityTest {
    private static final int VERTICES = 20;

    @TempDir
    private Path folder;

    @RegisterExtension
    private final Opened opened = new Opened();

    private final List<PraghGraph> graphs = new ArrayList<>();
    private final List<PraghServer> servers = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        TlsFiles tls = PemFiles.make(folder);
        UserTable users = UserTable.read(Files.writeString(folder.resolve("users"), "ada:secret"));
        EmbeddedZooKeeper zooKeeper = opened.open(EmbeddedZooKeeper.start());
        List<CompletableFuture<PraghGraph>> coming = new ArrayList<>();
        for (String name : List.of("node-0", "node-1")) {
            coming.add(
                    CompletableFuture.supplyAsync(() -> node(zooKeeper, name), task -> new Thread(task, name).start()));
        }
        for (CompletableFuture<PraghGraph> node : coming) {
            graphs.add(opened.open(node.get()));
        }
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        for (PraghGraph graph : graphs) {
            servers.add(opened.open(PraghServer.start(new ServerConfig(any, users, false, tls), graph)));
        }
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> graphs.stream()
                        .allMatch(graph -> graph.statistics().get(0).members().stream()
                                .noneMatch(m -> m.server().isEmpty())));
    }

    private PraghGraph node(EmbeddedZooKeeper zooKeeper, String name) {
        return PraghGraph.build()
                .set(PraghGraphConfig.CLUSTER, "zk:" + zooKeeper.connectString() + "/secure?sessionMillis=20000")
                .set(PraghGraphConfig.FABRIC, "shm:" + folder.resolve("fabric"))
                .set(PraghGraphConfig.FOUNDERS, 2)
                .set(PraghGraphConfig.PARTITIONS, 4)
                .set(PraghGraphConfig.SEGMENT_BYTES, 1 << 20)
                .set(PraghGraphConfig.NAME, name)
                .open();
    }

    private Cluster.Builder trusting(Cluster.Builder server) {
        return server.enableSsl(true)
                .trustStore(folder.resolve("store.p12").toString())
                .trustStorePassword("changeit");
    }

    /** A client that knows the first server; {@code secured} sets how it connects to each server that it hears of. */
    private RoutedCluster connect(Set<String> connected, UnaryOperator<Cluster.Builder> secured) {
        return RoutedCluster.open(List.of(PraghServer.text(servers.get(0).address())), address -> {
            connected.add(address.getHostString() + ":" + address.getPort());
            return secured.apply(Cluster.build(address.getHostString()).port(address.getPort()))
                    .create();
        });
    }

    private long executed(int node) {
        return graphs.get(node).statistics().get(0).sum(Figure.TRANSACTIONS);
    }

    @Test
    void everyServerIsReachedByTlsAndWithThePassword() throws Exception {
        Set<String> connected = ConcurrentHashMap.newKeySet();
        try (RoutedCluster routed = connect(connected, c -> trusting(c).credentials("ada", "secret"))) {
            long first = executed(0);
            long second = executed(1);
            for (int id = 0; id < VERTICES; id++) {
                routed.g(id)
                        .addV("person")
                        .property(T.id, id)
                        .property("name", "n" + id)
                        .iterate();
                assertEquals("n" + id, routed.g(id).V(id).values("name").next());
            }
            Transaction transaction = routed.g(1).tx();
            GraphTraversalSource inside = transaction.begin();
            inside.V(1).property("name", "other").iterate();
            transaction.commit();
            assertEquals("other", routed.g(1).V(1).values("name").next());
            assertEquals(VERTICES, routed.g().V().count().next());
            assertEquals(
                    Set.of(
                            PraghServer.text(servers.get(0).address()),
                            PraghServer.text(servers.get(1).address())),
                    connected);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertTrue(
                            executed(0) > first && executed(1) > second, "each was sent what begins at its vertices"));
        }
    }

    @Test
    void whoDoesNotTrustOrIsNotTrustedIsTold() {
        List<UnaryOperator<Cluster.Builder>> wrong = List.of(
                c -> trusting(c).credentials("ada", "geheim"),
                c -> trusting(c),
                c -> c.credentials("ada", "secret"),
                c -> c.enableSsl(true).credentials("ada", "secret"));
        for (UnaryOperator<Cluster.Builder> secured : wrong) {
            Set<String> connected = ConcurrentHashMap.newKeySet();
            PraghException told = assertThrows(
                    PraghException.class, () -> connect(connected, secured).close());
            assertTrue(
                    String.valueOf(told.getMessage()).startsWith("no server could be asked for the members"),
                    told::toString);
            assertEquals(Set.of(PraghServer.text(servers.get(0).address())), connected);
        }
    }
}
