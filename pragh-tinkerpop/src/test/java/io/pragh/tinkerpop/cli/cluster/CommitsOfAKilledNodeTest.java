package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Seeds;
import io.pragh.testkit.Workers;
import io.pragh.tinkerpop.client.RoutedCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that commits of a killed process are durable and atomic at the other nodes, with three processes of {@code
 * pragh cluster start}. Clients of the process change two vertices in each transaction, whose homes are at the two
 * other nodes, until the process is killed. All acknowledged commits must be there, and no reader may ever see half
 * of one.
 *
 * <p>{@code -Dpragh.commits.seed=…} repeats the time of the kill after the start of the load.
 */
@Tag("processes")
class CommitsOfAKilledNodeTest {
    private static final int NODES = 3;
    private static final int WRITERS = 4;
    private static final int PAIRS = 8 * WRITERS;
    private static final int FILLED_UP = 3;
    private static final int LOAD_MILLIS_MAX = 1_500;

    private final long seed = Seeds.of("pragh.commits.seed");
    private final ClusterCommands commands = new ClusterCommands();

    @TempDir
    private Path folder;

    /** Two vertices that always have the same number, and what their only writer knows of it. */
    private static final class Pair {
        final int here;
        final int there;
        volatile long attempted;
        volatile long acknowledged;

        Pair(int here, int there) {
            this.here = here;
            this.there = there;
        }

        void write(Client client, long number) {
            attempted = number;
            client.submit("g.V(" + here + ", " + there + ").property('n', " + number + ")")
                    .all()
                    .join();
            acknowledged = number;
        }

        /** The number of both vertices, in one request and so in one snapshot. */
        long read(Client client) {
            List<Long> found = client.submit("g.V(" + here + ", " + there + ").values('n')").all().join().stream()
                    .map(each -> each.getLong())
                    .toList();
            assertEquals(2, found.size(), this::toString);
            assertEquals(found.get(0), found.get(1), () -> "half of a commit: " + this);
            return found.get(0);
        }

        @Override
        public String toString() {
            return "vertices " + here + " and " + there + " acknowledged=" + acknowledged + " attempted=" + attempted;
        }
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES) // it starts three JVMs, on a machine that may be busy
    void whatItHasAcknowledgedIsThereAtTheOthersAndNothingByHalves() throws Exception {
        String dir = folder.resolve("three").toString();
        try {
            int port = commands.startThree(dir);
            List<Pair> pairs = pairs(dir, port);
            killUnderLoad(port, dir, pairs);
            try (Workers nobody = new Workers()) {
                nobody.await("the others expel it", () -> commands.servedWithoutTheFirst(dir) == 4 * NODES);
            }
            for (int server = 1; server < NODES; server++) {
                Cluster cluster = ClusterLogin.connect(dir, port + server);
                Client client = cluster.connect();
                for (Pair pair : pairs) {
                    long number = pair.read(client);
                    assertTrue(number >= pair.acknowledged && number <= pair.attempted, number + " at " + pair);
                    pair.write(client, pair.attempted + 1); // no key is locked for ever
                    assertEquals(pair.acknowledged, pair.read(client));
                }
                cluster.close();
            }
        } catch (AssertionError | RuntimeException failed) {
            throw new AssertionError(
                    "-Dpragh.commits.seed=" + seed, commands.failure(failed, dir, "node-0", "node-1", "node-2"));
        } finally {
            ClusterCommands.end(dir);
        }
    }

    /** Pairs of vertices, one with its home at the second node, the other at the third. */
    private static List<Pair> pairs(String dir, int port) {
        List<List<Integer>> ids = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<Pair> pairs = new ArrayList<>();
        try (RoutedCluster routed = ClusterLogin.routed(dir, port)) {
            ClusterRoutes routes = ClusterRoutes.of(routed);
            for (int id = 1; ids.get(1).size() < PAIRS || ids.get(2).size() < PAIRS; id++) {
                ids.get(routes.portOfVertex(id) - port).add(id);
            }
            for (int i = 0; i < PAIRS; i++) {
                Pair pair = new Pair(ids.get(1).get(i), ids.get(2).get(i));
                routed.g()
                        .addV("half")
                        .property(T.id, pair.here)
                        .property("n", 0L)
                        .addV("half")
                        .property(T.id, pair.there)
                        .property("n", 0L)
                        .iterate();
                pairs.add(pair);
            }
        }
        return pairs;
    }

    private void killUnderLoad(int port, String dir, List<Pair> pairs) throws InterruptedException, IOException {
        CountDownLatch filledUp = new CountDownLatch(WRITERS);
        List<Cluster> clusters = new ArrayList<>();
        try (Workers workers = new Workers()) {
            for (int w = 0; w < WRITERS; w++) {
                Cluster cluster = ClusterLogin.connect(dir, port);
                clusters.add(cluster);
                List<Pair> mine = pairs.subList(w * PAIRS / WRITERS, (w + 1) * PAIRS / WRITERS);
                workers.start(() -> write(cluster.connect(), mine, filledUp));
            }
            Cluster second = ClusterLogin.connect(dir, port + 1);
            clusters.add(second);
            workers.start(() -> watch(second.connect(), pairs, workers));
            assertTrue(filledUp.await(2, TimeUnit.MINUTES), pairs::toString);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(new SplittableRandom(seed).nextInt(LOAD_MILLIS_MAX)));
            ClusterCommands.kill(dir, "node-0");
            workers.stop();
        } finally {
            clusters.forEach(Cluster::close);
        }
    }

    /** Writes until the server is gone. */
    private static void write(Client client, List<Pair> pairs, CountDownLatch filledUp) {
        try {
            for (long number = 1; ; number++) {
                for (Pair pair : pairs) {
                    pair.write(client, number);
                }
                if (number == FILLED_UP) {
                    filledUp.countDown();
                }
            }
        } catch (RuntimeException gone) {
            assertEquals(0, filledUp.getCount(), gone::toString);
        }
    }

    /** Reads pairs at another node, which may have to wait until the cluster has handled the loss. */
    private static void watch(Client client, List<Pair> pairs, Workers workers) {
        long[] seen = new long[pairs.size()];
        while (!workers.stopped()) {
            for (int i = 0; i < seen.length && !workers.stopped(); i++) {
                long number;
                try {
                    number = pairs.get(i).read(client);
                } catch (RuntimeException later) {
                    continue;
                }
                assertTrue(number >= seen[i], seen[i] + " was seen of " + pairs.get(i) + " and now " + number);
                seen[i] = number;
            }
        }
    }
}
