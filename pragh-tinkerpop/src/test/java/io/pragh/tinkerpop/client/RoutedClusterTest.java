package io.pragh.tinkerpop.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.Figure;
import io.pragh.core.census.NodeStatistics;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.server.PraghServer;
import io.pragh.tinkerpop.server.ServedGraph;
import io.pragh.tinkerpop.server.ServerConfig;
import io.pragh.tinkerpop.structure.PraghVertex;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a routed client sends queries to the node where they begin, and that its calls survive nodes that come
 * and go. Three nodes have a Gremlin Server each; the client is told of one. The counters of the nodes show which
 * node executes a query.
 */
class RoutedClusterTest {
    private static final int NODES = 3;
    private static final int PARTITIONS = 12;
    private static final int VERTICES = 40;
    private static final int WRITERS = 4;
    private static final String LEAVES = "node-0";

    @TempDir
    private Path folder;

    private final EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();
    private final List<PraghGraph> graphs = new ArrayList<>();
    private final List<PraghServer> servers = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        List<CompletableFuture<PraghGraph>> coming = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            String name = "node-" + node;
            coming.add(CompletableFuture.supplyAsync(() -> node(name), task -> new Thread(task, name).start()));
        }
        for (CompletableFuture<PraghGraph> node : coming) {
            PraghGraph graph = node.get();
            graphs.add(graph);
            servers.add(PraghServer.start(
                    new ServerConfig(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, false, null),
                    graph));
        }
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> graphs.stream()
                        .allMatch(graph -> of(graph).members().stream()
                                .noneMatch(m -> m.server().isEmpty())));
    }

    @AfterEach
    void stop() {
        CompletableFuture.allOf(servers.stream()
                        .map(server -> CompletableFuture.runAsync(server::close, task -> new Thread(task).start()))
                        .toArray(CompletableFuture[]::new))
                .join();
        zooKeeper.close();
    }

    private PraghGraph node(String name) {
        return PraghGraph.build()
                .set(PraghGraphConfig.CLUSTER, "zk:" + zooKeeper.connectString() + "/routed?sessionMillis=20000")
                .set(PraghGraphConfig.FABRIC, "shm:" + folder)
                .set(PraghGraphConfig.FOUNDERS, NODES)
                .set(PraghGraphConfig.PARTITIONS, PARTITIONS)
                .set(PraghGraphConfig.SEGMENT_BYTES, 1 << 20)
                .set(PraghGraphConfig.NAME, name)
                .set(PraghGraphConfig.HAND_OVER_SECONDS, name.equals(LEAVES) ? 120 : 0)
                .open();
    }

    private RoutedCluster connect() {
        return RoutedCluster.open(PraghServer.text(servers.get(0).address()));
    }

    private static NodeStatistics of(PraghGraph graph) {
        return graph.statistics().get(0);
    }

    /**
     * Adds vertices with identifiers of all kinds, some of them given by the graph; returns the name of each vertex
     * by its identifier.
     */
    private Map<Object, String> fill(RoutedCluster routed) {
        List<Object> wished = new ArrayList<>();
        for (int i = 0; i < VERTICES; i += 8) {
            wished.addAll(List.of(
                    i,
                    (long) i + 1_000_000_007L,
                    "name-" + i,
                    new UUID(i, ~i),
                    -5L - i,
                    i + 0.5,
                    BigInteger.ONE.shiftLeft(80).add(BigInteger.valueOf(i))));
        }
        Map<Object, String> names = new LinkedHashMap<>();
        for (Object id : wished) {
            String name = "called " + id;
            assertEquals(
                    id,
                    routed.g(id)
                            .addV("person")
                            .property(T.id, id)
                            .property("name", name)
                            .id()
                            .next());
            names.put(id, name);
        }
        for (int i = 0; i < 2 * NODES; i++) {
            names.put(
                    routed.g()
                            .addV("person")
                            .property("name", "given " + i)
                            .id()
                            .next(),
                    "given " + i);
        }
        Object last = null;
        for (Object id : names.keySet()) {
            if (last != null) {
                routed.g(last).V(last).addE("next").to(__.V(id)).iterate();
            }
            last = id;
        }
        return names;
    }

    /** The node that serves the home of a vertex, by the vertex's number and the view of the nodes. */
    private int host(Object id) {
        PraghGraph graph = graphs.get(0);
        long vid = ((PraghVertex) graph.vertices(id).next()).vid();
        graph.tx().rollback();
        int partition = new HomeMap(PARTITIONS).home(vid);
        for (int node = 0; node < graphs.size(); node++) {
            if (of(graphs.get(node)).partitions().stream().anyMatch(share -> share.partition() == partition)) {
                return node;
            }
        }
        throw new AssertionError("nobody serves a partition: " + partition);
    }

    private long[] executed() {
        return graphs.stream()
                .mapToLong(graph -> of(graph).sum(Figure.TRANSACTIONS))
                .toArray();
    }

    private static long readElsewhere(PraghGraph graph) {
        return of(graph).sum(Figure.READS, "place", "remote");
    }

    private void assertExecutedByHosts(RoutedCluster routed, Map<Object, String> names) {
        names.forEach((id, name) ->
                assertEquals(name, routed.g(id).V(id).values("name").next(), "warm up"));
        boolean[] used = new boolean[graphs.size()];
        names.forEach((id, name) -> {
            int host = host(id);
            used[host] = true;
            long[] expected = executed();
            expected[host]++;
            long elsewhere = readElsewhere(graphs.get(host));
            assertEquals(name, routed.g(id).V(id).values("name").next());
            Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(2))
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertArrayEquals(expected, executed(), () -> "executed by " + host + ": " + id));
            assertEquals(elsewhere, readElsewhere(graphs.get(host)), () -> "read where it lies: " + id);
        });
        for (boolean some : used) {
            assertTrue(some, "the vertices are spread over all nodes");
        }
    }

    @Test
    void queriesAreExecutedWhereTheirVertexIsAtHomeAndAnswersAreTheSameEverywhere() {
        try (RoutedCluster routed = connect()) {
            Map<Object, String> names = fill(routed);
            assertExecutedByHosts(routed, names);
            for (Object id : names.keySet()) {
                List<Object> here =
                        routed.g(id).V(id).out().out().values("name").toList();
                assertEquals(
                        here,
                        graphs.get(0)
                                .traversal()
                                .V(id)
                                .out()
                                .out()
                                .values("name")
                                .toList());
                assertEquals(here, routed.g().V(id).out().out().values("name").toList());
                graphs.get(0).tx().rollback();
            }
            assertEquals(names.size(), routed.g().V().count().next());
            Object id = "name-0";
            assertEquals(
                    List.of(names.get(id)),
                    routed.client(id).submit("g.V('name-0').values('name')").all().join().stream()
                            .map(result -> result.getObject())
                            .toList());
            assertEquals("called 0", routed.g("0").V("0").values("name").next(), "by another type: anywhere");
        }
    }

    @Test
    void transactionsStayAtTheHostOfTheirFirstVertex() throws Exception {
        try (RoutedCluster routed = connect()) {
            Map<Object, String> names = fill(routed);
            Object id = names.keySet().iterator().next();
            long[] before = executed();
            Transaction transaction = routed.g(id).tx();
            GraphTraversalSource inside = transaction.begin();
            for (Object each : names.keySet()) {
                inside.V(each).property("age", 7).iterate();
            }
            assertEquals(0, routed.g().V().has("age", 7).count().next(), "not committed yet");
            transaction.commit();
            assertEquals(names.size(), routed.g().V().has("age", 7).count().next());
            int host = host(id);
            assertTrue(executed()[host] > before[host]);
            routed.g(id).V(id).drop().iterate();
            assertEquals(List.of(), routed.g(id).V(id).toList());
        }
    }

    @Test
    void aNodeThatLeavesIsReplacedByWhoeverTakesOverAndOneThatIsNotThereYetIsFound() {
        try (RoutedCluster routed = connect()) {
            Map<Object, String> names = fill(routed);
            assertExecutedByHosts(routed, names);
            servers.remove(0).close(); // also the one that the client was told of
            graphs.remove(0);
            names.forEach((id, name) ->
                    assertEquals(name, routed.g(id).V(id).values("name").next()));
            for (int i = 0; i < 2 * NODES; i++) {
                assertEquals(names.size(), routed.g().V().count().next());
            }
            routed.refresh();
            assertExecutedByHosts(routed, names);
            PraghGraph late = node("late");
            graphs.add(late);
            servers.add(PraghServer.start(
                    new ServerConfig(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, false, null),
                    late));
            Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                Object its = names.keySet().stream()
                        .filter(id -> host(id) == NODES - 1)
                        .findFirst()
                        .orElseThrow();
                long counted = executed()[NODES - 1];
                assertEquals(names.get(its), routed.g(its).V(its).values("name").next());
                assertTrue(executed()[NODES - 1] > counted, "known without being asked for");
            });
            assertExecutedByHosts(routed, names);
        }
    }

    /** Another node checks each picture that it gets, from the moment at which a server is told to close. */
    @Test
    void aServerThatClosesIsWithdrawnBeforeItsPartitionsGo() {
        try (RoutedCluster routed = connect()) {
            Map<Object, String> names = fill(routed);
            NodeStatistics.Member before = member(LEAVES);
            assertEquals(PARTITIONS / NODES, before.partitions().size());
            PraghServer leaving = servers.remove(0);
            CompletableFuture<Void> closing =
                    CompletableFuture.runAsync(leaving::close, task -> new Thread(task).start());
            NodeStatistics.Member now = before;
            while (!now.server().isEmpty()) {
                now = member(LEAVES);
                Thread.onSpinWait();
            }
            assertEquals(before.partitions(), now.partitions(), "it serves all of them still, and without clients");
            routed.refresh();
            names.forEach((id, name) ->
                    assertEquals(name, routed.g(id).V(id).values("name").next()));
            closing.join();
            assertTrue(graphs.remove(0).hasHandedOver());
            names.forEach((id, name) ->
                    assertEquals(name, routed.g(id).V(id).values("name").next()));
        }
    }

    /**
     * The client is not told that a server leaves: its routes are outdated for seconds, and it sends requests while
     * the server closes.
     */
    @Test
    void nothingFailsWhileAServerLeaves() {
        try (RoutedCluster routed = connect()) {
            List<Object> ids = new ArrayList<>(fill(routed).keySet());
            AtomicBoolean over = new AtomicBoolean();
            List<CompletableFuture<Map<Object, Integer>>> written = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                List<Object> own = new ArrayList<>();
                for (int i = writer; i < ids.size(); i += WRITERS) {
                    own.add(ids.get(i));
                }
                written.add(CompletableFuture.supplyAsync(
                        () -> write(routed, own, over), task -> new Thread(task).start()));
            }
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> routed.g().V().has("written").count().next() == ids.size());
            servers.remove(0).close();
            assertTrue(graphs.remove(0).hasHandedOver());
            over.set(true);
            written.forEach(writer -> writer.join()
                    .forEach((id, count) -> assertEquals(
                            count,
                            routed.g(id).V(id).values("written").next(),
                            () -> "all that was acknowledged: " + id)));
        }
    }

    /** Writes to one vertex after the other, and reads each, until it is over; returns how often each was written. */
    private static Map<Object, Integer> write(RoutedCluster routed, List<Object> ids, AtomicBoolean over) {
        Map<Object, Integer> written = new LinkedHashMap<>();
        while (!over.get()) {
            for (Object id : ids) {
                int count = written.merge(id, 1, Integer::sum);
                routed.g(id).V(id).property("written", count).iterate();
                assertEquals(count, routed.g(id).V(id).values("written").next());
            }
        }
        return written;
    }

    /** A member in the statistics of the second node. */
    private NodeStatistics.Member member(String name) {
        return of(graphs.get(1)).members().stream()
                .filter(m -> m.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("it has left"));
    }

    @Test
    void aProcessAloneIsAskedForEverything() {
        try (ServedGraph alone = new ServedGraph();
                RoutedCluster routed = RoutedCluster.open(PraghServer.text(alone.address()))) {
            routed.g("a").addV().property(T.id, "a").property("name", "x").iterate();
            assertEquals("x", routed.g("a").V("a").values("name").next());
            assertEquals(1, routed.g().V().count().next());
        }
    }

    @Test
    void whenNobodyAnswersOneLineSaysSo() throws Exception {
        String nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = "127.0.0.1:" + free.getLocalPort();
        }
        PraghException told = assertThrows(PraghException.class, () -> RoutedCluster.open(nobody));
        assertTrue(String.valueOf(told.getMessage()).endsWith("contacts=[" + nobody + "]"), told::toString);
        String second = PraghServer.text(servers.get(1).address());
        RoutedCluster routed = RoutedCluster.open(nobody, second);
        try (routed) {
            assertEquals(0, routed.g().V().count().next(), "the next one is asked");
        }
        assertThrows(IllegalStateException.class, () -> routed.g(1).V(1).hasNext());
    }
}
