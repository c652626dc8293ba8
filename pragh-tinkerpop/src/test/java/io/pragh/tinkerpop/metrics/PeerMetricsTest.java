package io.pragh.tinkerpop.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.census.NodeStatistics.Peer;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the scraped counts of what nodes post to each other, while one of them comes and goes. */
class PeerMetricsTest {
    private static final String OPERATIONS = "pragh_fabric_operations_total";
    private static final String BYTES = "pragh_fabric_bytes_total";
    private static final Map<String, ToLongFunction<Peer>> COUNTED = Map.of(
            "read", Peer::reads,
            "write", Peer::writes,
            "cas", Peer::cas,
            "fetch-add", Peer::fetchAdds,
            "message", Peer::messages);
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @TempDir
    private Path folder;

    private final EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();

    @AfterEach
    void stop() {
        zooKeeper.close();
    }

    private PraghGraph node(String name) {
        return PraghGraph.build()
                .set(PraghGraphConfig.CLUSTER, "zk:" + zooKeeper.connectString() + "/peers?sessionMillis=20000")
                .set(PraghGraphConfig.FABRIC, "shm:" + folder)
                .set(PraghGraphConfig.FOUNDERS, 1)
                .set(PraghGraphConfig.PARTITIONS, 4)
                .set(PraghGraphConfig.SEGMENT_BYTES, 1 << 20)
                .set(PraghGraphConfig.NAME, name)
                .set(PraghGraphConfig.HAND_OVER_SECONDS, 120)
                .open();
    }

    private static Map<String, Peer> peers(PraghGraph graph) {
        NodeStatistics node = graph.statistics().get(0);
        return node.peers().stream().collect(Collectors.toMap(Peer::name, p -> p));
    }

    private static void use(PraghGraph graph) {
        GraphTraversalSource g = graph.traversal();
        for (int i = 0; i < 40; i++) {
            g.addV("person").property("name", "n" + i).iterate();
            g.tx().commit();
        }
        assertTrue(g.V().hasLabel("person").count().next() >= 40);
        g.tx().rollback();
    }

    /** The scraped counts, in operations and bytes, must lie between the node's own counts before and after. */
    private static void assertScraped(Map<String, Peer> before, Scrape scrape, Map<String, Peer> after, String peer) {
        COUNTED.forEach((kind, count) -> {
            double scraped = scrape.value(OPERATIONS, "node=first", "peer=" + peer, "kind=" + kind);
            assertTrue(scraped >= count.applyAsLong(before.get(peer)), kind);
            assertTrue(scraped <= count.applyAsLong(after.get(peer)), kind);
        });
        double bytes = scrape.sum(BYTES, "peer=" + peer);
        assertTrue(bytes >= before.get(peer).bytes());
        assertTrue(bytes <= after.get(peer).bytes());
        for (String atomic : List.of("cas", "fetch-add")) {
            assertEquals(
                    8 * scrape.value(OPERATIONS, "node=first", "peer=" + peer, "kind=" + atomic),
                    scrape.value(BYTES, "node=first", "peer=" + peer, "kind=" + atomic));
        }
    }

    /** The count in an application's own registry. Reading any meter updates the list of peers. */
    private static double readsOf(String peer, MeterRegistry registry) {
        registry.get("pragh.sessions").gauge().value();
        FunctionCounter reads = registry.find("pragh.fabric.operations")
                .tags("peer", peer, "kind", "read")
                .functionCounter();
        return reads == null ? -1 : reads.count();
    }

    @Test
    void peersAppearWhenTheyJoinAndStayCountedWhenTheyLeave() throws Exception {
        try (PraghGraph first = node("first");
                MetricsServer server = MetricsServer.start(ANY, first::statistics)) {
            SimpleMeterRegistry own = new SimpleMeterRegistry();
            new PraghMetrics(first::statistics).bindTo(own);
            use(first);
            assertFalse(Scrape.of(server.address()).types().containsKey(OPERATIONS), "it is alone");
            Map<String, Peer> before;
            try (PraghGraph second = node("second")) {
                use(first);
                use(second);
                before = peers(first);
                Scrape scrape = Scrape.of(server.address());
                assertScraped(before, scrape, peers(first), "second");
                assertTrue(before.get("second").reads() > 0);
                Peer back = peers(second).get("first");
                assertTrue(back.fetchAdds() + back.cas() > 0, "timestamps come from the first");
                assertTrue(before.get("second").messages() > 0);
                assertEquals("counter", scrape.types().get(BYTES));
                long reads = before.get("second").reads();
                Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> readsOf("second", own) >= reads);
            }
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> first.statistics().get(0).members().size() == 1);
            assertScraped(before, Scrape.of(server.address()), peers(first), "second");
            try (PraghGraph third = node("third");
                    PraghGraph again = node("second")) {
                use(third);
                use(again);
                use(first);
                Map<String, Peer> now = peers(first);
                Scrape scrape = Scrape.of(server.address());
                assertScraped(now, scrape, peers(first), "second");
                assertScraped(now, scrape, peers(first), "third");
                assertTrue(now.get("second").reads() > before.get("second").reads(), "it goes on where it stopped");
            }
        }
    }
}
