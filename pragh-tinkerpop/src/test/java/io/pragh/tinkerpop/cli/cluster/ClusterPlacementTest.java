package io.pragh.tinkerpop.cli.cluster;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.cli.NodeProcess;
import io.pragh.tinkerpop.metrics.Scrape;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.shaded.jackson.databind.JsonNode;
import org.apache.tinkerpop.shaded.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that values that one server reads again and again move to its node, with three processes and TCP. */
@Tag("processes")
class ClusterPlacementTest {
    private static final int NODES = 3;
    private static final int PEOPLE = 40;
    private static final int KNOWN = 4;
    /** So few that nothing has moved when they are answered. */
    private static final int QUERIES_FIRST = 10;
    /** The greatest share of remote reads when most values have moved. */
    private static final double REMOTE_SHARE_MAX = 0.05;

    /** So many that the metrics are not scraped all the time. */
    private static final int QUERIES_AGAIN = 400;

    @TempDir
    private Path folder;

    private final ClusterCommands commands = new ClusterCommands();

    /** The reads of one node, by its metrics. */
    private record Reads(double local, double remote) {
        static Reads of(InetSocketAddress metrics) {
            try {
                Scrape scrape = Scrape.of(metrics);
                return new Reads(
                        scrape.sum("pragh_reads_total", "place=local"),
                        scrape.sum("pragh_reads_total", "place=remote"));
            } catch (IOException unreadable) {
                throw new AssertionError(unreadable);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new AssertionError(interrupted);
            }
        }
    }

    @Test
    void whatIsReadAtOneServerMovesToItsNode() throws IOException {
        String dir = folder.resolve("cluster").toString();
        int port = ClusterCommands.threePorts();
        try {
            assertEquals(0, commands.start(dir, NODES, port, "--fabric", "tcp"), commands::err);
            NodeProcess first = new ClusterFolder(Path.of(dir)).processes().get(0);
            Cluster cluster = ClusterLogin.connect(dir, first.port());
            try {
                GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
                load(g);
                queryUntilLocal(g, new InetSocketAddress(InetAddress.getLoopbackAddress(), first.metricsPort()));
            } finally {
                cluster.close();
            }
            commands.forget();
            assertEquals(0, commands.run("cluster", "status", "--dir", dir, "--json"), commands::err);
            JsonNode member =
                    new ObjectMapper().readTree(commands.out()).get("members").get(0);
            assertTrue(member.get("migrations").asLong() > 0, commands::out);
        } finally {
            ClusterCommands.end(dir);
        }
    }

    /** Loads everything by one traversal, which reads no value that could move. */
    private static void load(GraphTraversalSource g) {
        GraphTraversal<?, ?> all = g.inject(0);
        for (int id = 0; id < PEOPLE; id++) {
            all = all.addV("person").property(T.id, id).property("number", id).as("p" + id);
        }
        for (int id = 0; id < PEOPLE; id++) {
            for (int known = 1; known <= KNOWN; known++) {
                all = all.addE("knows").from("p" + id).to("p" + (id * KNOWN + known) % PEOPLE);
            }
        }
        all.iterate();
    }

    private static void queryUntilLocal(GraphTraversalSource g, InetSocketAddress metrics) {
        double before = query(g, metrics, QUERIES_FIRST);
        assertTrue(before > 0.2, "two of three are at home elsewhere: remote share=" + before);
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> query(g, metrics, QUERIES_AGAIN) < REMOTE_SHARE_MAX);
    }

    /** The share of remote reads in some two-hop traversals. */
    private static double query(GraphTraversalSource g, InetSocketAddress metrics, int queries) {
        Reads before = Reads.of(metrics);
        for (int i = 0; i < queries; i++) {
            List<Object> numbers =
                    g.V(1, 2, 3).out("knows").out("knows").values("number").toList();
            assertEquals(3 * KNOWN * KNOWN, numbers.size());
        }
        Reads after = Reads.of(metrics);
        double remote = after.remote - before.remote;
        return remote / (remote + after.local - before.local);
    }
}
