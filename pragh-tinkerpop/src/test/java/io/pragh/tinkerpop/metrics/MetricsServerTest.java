package io.pragh.tinkerpop.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.Figure;
import io.pragh.core.census.NodeStatistics;
import io.pragh.testkit.Opened;
import io.pragh.tinkerpop.MovingGraph;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the metrics of real nodes as Prometheus scrapes them by HTTP, and that silent, slow or deaf connections keep
 * no other client out.
 */
class MetricsServerTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final String STRICT = "level=strict-serializable";

    @RegisterExtension
    private final Opened opened = new Opened();

    private PraghGraph graph;
    private MetricsServer server;

    @BeforeEach
    void open() {
        graph = PraghGraph.build().nodes(2).open();
        opened.open(graph);
        server = MetricsServer.start(ANY, graph::statistics);
        opened.open(server);
    }

    private Scrape scrape() throws Exception {
        return Scrape.of(server.address());
    }

    @Test
    void readsAndCommitsMoveTheirNumbers() throws Exception {
        Scrape before = scrape();
        GraphTraversalSource g = graph.traversal();
        for (int i = 0; i < 40; i++) {
            g.addV("person").property("name", "n" + i).iterate();
            g.tx().commit();
        }
        for (int i = 0; i < 40; i++) {
            assertEquals(40, g.V().hasLabel("person").values("name").toList().size());
            g.tx().rollback();
        }
        Scrape after = scrape();
        double committed = 0;
        for (String node : new String[] {"node=node-0", "node=node-1"}) {
            double commits = after.value("pragh_transactions_total", node, STRICT, "end=committed");
            assertTrue(commits >= 20, node + " committed " + commits);
            committed += commits;
            double here = after.value("pragh_reads_total", node, "object=value", "place=local");
            double there = after.value("pragh_reads_total", node, "object=value", "place=remote");
            assertTrue(here > before.value("pragh_reads_total", node, "object=value", "place=local"));
            assertTrue(there > before.value("pragh_reads_total", node, "object=value", "place=remote"));
            assertTrue(after.value("pragh_location_cache_lookups_total", node, "result=hit") > 0);
            assertTrue(after.value("pragh_location_cache_lookups_total", node, "result=miss") > 0);
            assertTrue(after.value("pragh_location_cache_entries", node) > 0);
            assertTrue(after.value("pragh_memory_bytes", node, "area=values")
                    > before.value("pragh_memory_bytes", node, "area=values"));
            assertTrue(after.value("pragh_keys", node) > before.value("pragh_keys", node));
            assertEquals(1, after.value("pragh_node_standing", node, "standing=member"));
            assertEquals(0, after.value("pragh_node_standing", node, "standing=expelled"));
            assertHistogram(after, LatencyHistograms.READ, node);
            assertHistogram(after, LatencyHistograms.COMMIT, node);
        }
        double timed = after.value(LatencyHistograms.COMMIT + "_count", "node=node-0")
                + after.value(LatencyHistograms.COMMIT + "_count", "node=node-1");
        assertEquals(committed, timed, "every commit that wrote is timed");
        assertEquals("counter", after.types().get("pragh_transactions_total"));
        assertEquals("histogram", after.types().get(LatencyHistograms.READ));
        assertTrue(after.sum("jvm_memory_used_bytes", "area=heap") > 0);
        assertTrue(after.types().containsKey("jvm_gc_memory_allocated_bytes_total"));
    }

    /** Cumulative buckets must rise up to the count, which must not be 0. */
    private static void assertHistogram(Scrape scrape, String name, String node) {
        double count = scrape.value(name + "_count", node);
        assertTrue(count > 0, name);
        assertTrue(scrape.value(name + "_sum", node) > 0, name);
        assertEquals(count, scrape.value(name + "_bucket", node, "le=+Inf"));
        assertTrue(scrape.value(name + "_bucket", node, "le=2.56E-7") <= count);
    }

    @Test
    void conflictIsCountedAsAnAbort() throws Exception {
        GraphTraversalSource g = graph.traversal();
        Object id = g.addV("counter").property("n", 0).next().id();
        g.tx().commit();
        GraphTraversalSource other = graph.tx().createThreadedTx().traversal();
        other.V(id).property("n", 1).iterate();
        g.V(id).property("n", 2).iterate();
        g.tx().commit();
        assertThrows(RuntimeException.class, () -> other.tx().commit());
        Scrape after = scrape();
        assertEquals(
                1,
                after.value("pragh_transactions_total", "node=node-0", STRICT, "end=conflict")
                        + after.value("pragh_transactions_total", "node=node-1", STRICT, "end=conflict"));
    }

    @Test
    void valuesThatMoveAreCounted() throws Exception {
        BaseConfiguration configuration = new BaseConfiguration();
        configuration.setProperty(PraghGraphConfig.NODES, 2);
        try (PraghGraph moving = MovingGraph.open(configuration, 1);
                MetricsServer over = MetricsServer.start(ANY, moving::statistics)) {
            GraphTraversalSource g = moving.traversal();
            for (int i = 0; i < 20; i++) {
                g.addV("person").iterate();
            }
            g.tx().commit();
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
                Scrape now = Scrape.of(over.address());
                return now.sum("pragh_migrations_total", "outcome=moved") > 0
                        && now.sum("pragh_migration_bytes_total", "node=node-0")
                                        + now.sum("pragh_migration_bytes_total", "node=node-1")
                                > 0;
            });
        }
    }

    @Test
    void whatKeepsTheGraphIsCounted(@TempDir Path folder) throws Exception {
        Path data = folder.resolve("data");
        try (PraghGraph kept = PraghGraph.build().nodes(2).data(data).open()) {
            for (int i = 0; i < 10; i++) {
                kept.traversal().addV("person").iterate();
                kept.traversal().tx().commit();
            }
            assertTrue(kept.checkpoint());
            kept.traversal().addV("person").iterate();
            kept.traversal().tx().commit();
            try (MetricsServer over = MetricsServer.start(ANY, kept::statistics)) {
                Scrape now = Scrape.of(over.address());
                double records = now.value("pragh_log_records_total", "node=node-0");
                assertTrue(records >= 11, "records " + records);
                assertTrue(now.value("pragh_log_sync_duration_seconds_count", "node=node-0") >= 11);
                assertHistogram(now, LatencyHistograms.SYNC, "node=node-0");
                double behind = now.value("pragh_log_behind_checkpoint_bytes", "node=node-0");
                assertTrue(
                        behind > 0 && behind < now.value("pragh_log_bytes_total", "node=node-0"), "behind " + behind);
                assertEquals(1, now.value("pragh_checkpoints_total", "node=node-0", "outcome=written"));
                assertEquals(0, now.value("pragh_checkpoints_total", "node=node-0", "outcome=failed"));
                assertTrue(now.value("pragh_checkpoint_bytes", "node=node-0") > 0);
                assertTrue(now.value("pragh_data_folder_free_bytes", "node=node-0") > 0);
                assertEquals(0, now.value("pragh_log_failed", "node=node-0"));
                assertEquals(0, now.value("pragh_log_waiting", "node=node-0"));
                assertEquals(0, now.value("pragh_restored_commits", "node=node-0"));
            }
        }
        try (PraghGraph again = PraghGraph.build().nodes(2).data(data).open();
                MetricsServer over = MetricsServer.start(ANY, again::statistics)) {
            Scrape now = Scrape.of(over.address());
            assertTrue(now.value("pragh_restored_commits", "node=node-0") >= 1);
            assertTrue(now.value("pragh_restored_values", "node=node-0") >= 10);
            assertTrue(now.value("pragh_restored_bytes", "node=node-0") > 0);
        }
        assertFalse(scrape().types().containsKey("pragh_log_records_total"), "where nothing is kept");
    }

    @Test
    void statusIsReadBackAsItWasWritten() throws Exception {
        ProcessStatus status =
                StatusJson.read(Scrape.get(server.address(), "/status", "GET").body());
        assertEquals(ProcessHandle.current().pid(), status.pid());
        assertEquals(2, status.nodes().size());
        NodeStatistics first = status.nodes().get(0);
        assertEquals("node-0", first.name());
        assertEquals(4, first.partitions().size());
        assertEquals(NodeStatistics.Standing.MEMBER, first.standing());
        assertEquals(4, first.sum(Figure.PARTITIONS));
        assertEquals(1, first.sum(Figure.STANDING, "standing", "member"));
    }

    @Test
    void otherPathsAndMethodsAreRefused() throws Exception {
        assertEquals(404, Scrape.get(server.address(), "/", "GET").statusCode());
        assertEquals(404, Scrape.get(server.address(), "/metrics/more", "GET").statusCode());
        assertEquals(405, Scrape.get(server.address(), "/metrics", "POST").statusCode());
        assertEquals(200, Scrape.get(server.address(), "/metrics", "HEAD").statusCode());
    }

    @Test
    void clientsThatSayNothingDoNotKeepOthersOut() throws Exception {
        for (int i = 0; i < 8; i++) {
            Socket silent =
                    new Socket(server.address().getAddress(), server.address().getPort());
            opened.open(silent);
            silent.getOutputStream().write("GET /metrics HT".getBytes(StandardCharsets.US_ASCII));
        }
        assertFalse(scrape().samples().isEmpty());
    }

    private Socket connect() throws Exception {
        Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort());
        opened.open(socket);
        socket.setSoTimeout(60_000);
        return socket;
    }

    /**
     * Mute connections come again and again, more than the server may have. The connection that asks must not be
     * closed for them.
     */
    @Test
    void muteConnectionsDoNotKeepOthersOut() throws Exception {
        List<Socket> mute = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < PageServer.ALL_MAX; i++) {
                mute.add(connect());
            }
            assertFalse(scrape().samples().isEmpty());
        }
        int closedAtOnce = mute.size() - PageServer.OF_ADDRESS_MAX;
        for (Socket socket : mute.subList(0, closedAtOnce)) {
            assertClosed(socket);
        }
    }

    @Test
    void whoeverSaysNothingOrNeverComesToAnEndIsHungUpOn() throws Exception {
        long began = System.nanoTime();
        Socket mute = connect();
        Socket slow = connect();
        slow.getOutputStream().write("GET /metrics HT".getBytes(StandardCharsets.US_ASCII));
        assertClosed(mute);
        long muteNanos = System.nanoTime() - began;
        assertClosed(slow);
        long slowNanos = System.nanoTime() - began;
        assertTrue(muteNanos >= PageVisitor.FIRST_NANOS, () -> "ns: " + muteNanos);
        assertTrue(slowNanos >= PageVisitor.REQUEST_NANOS, () -> "ns: " + slowNanos);
        assertTrue(muteNanos < PageVisitor.REQUEST_NANOS, () -> "ns: " + muteNanos);
    }

    @Test
    void whatIsNoRequestIsRefused() throws Exception {
        assertEquals("HTTP/1.1 400 Bad Request", answer("nonsense\r\n\r\n"));
        assertEquals("HTTP/1.1 400 Bad Request", answer("GET /metrics\r\n\r\n"));
        assertEquals(
                "HTTP/1.1 431 Request Header Fields Too Large",
                answer("GET /metrics HTTP/1.1\r\nA: " + "x".repeat(PageVisitor.HEAD_BYTES_MAX)));
        assertEquals("HTTP/1.1 200 OK", answer("GET /metrics?x=y HTTP/1.1\r\nHost: a\r\n\r\n"));
        assertEquals(
                "HTTP/1.1 405 Method Not Allowed",
                answer("POST /metrics HTTP/1.1\r\nContent-Length: 20000\r\n\r\n" + "x".repeat(20_000)));
    }

    private String answer(String request) throws Exception {
        Socket socket = connect();
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return answer.lines().findFirst().orElse("");
    }

    /** Clients that ask for a page and do not read it may hold a place for a while only. */
    @Test
    void whoeverDoesNotReadIsHungUpOn() throws Exception {
        String page = "x".repeat(16 << 20); // more than both sockets buffer
        try (PageServer pages = new PageServer(ANY, Map.of("/", new PageServer.Page("text/plain", () -> page)))) {
            for (int i = 0; i < PageServer.OF_ADDRESS_MAX; i++) {
                Socket deaf =
                        new Socket(pages.address().getAddress(), pages.address().getPort());
                opened.open(deaf);
                deaf.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> pages.visitors() == 0);
        }
    }

    private static void assertClosed(Socket socket) {
        try {
            assertEquals(-1, socket.getInputStream().read());
        } catch (SocketTimeoutException open) {
            throw new AssertionError("still open", open);
        } catch (IOException reset) {
            assertFalse(socket.isClosed(), "by the other side");
        }
    }

    @Test
    void portInUseIsToldAndClosingGivesItBack() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort());
            PraghException told =
                    assertThrows(PraghException.class, () -> MetricsServer.start(address, graph::statistics));
            assertTrue(String.valueOf(told.getMessage()).startsWith("cannot listen for metrics"));
        }
        InetSocketAddress address = server.address();
        server.close();
        assertThrows(ConnectException.class, () -> Scrape.of(address));
        MetricsServer.start(address, graph::statistics).close();
    }

    @Test
    void applicationsBindTheMetersToTheirOwnRegistry() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new PraghMetrics(graph::statistics).bindTo(registry);
        assertEquals(
                4,
                registry.get("pragh.partitions").tag("node", "node-1").gauge().value());
    }
}
