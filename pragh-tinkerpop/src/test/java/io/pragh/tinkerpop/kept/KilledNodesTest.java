package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.testkit.ChildJvm;
import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three processes are the nodes of a graph over TCP, each with a data folder, and commit over each other's homes; one of them, or two, or
 * all, are killed at any moment and started again. What was acknowledged is there each time, what was not is whole or not there, both ends
 * of edges agree, and the index agrees with the elements; what was read and written over all lives is strictly serializable. {@code
 * -Dpragh.kills=N} kills so often, {@code -Dpragh.seed=N} others.
 */
@Tag("processes")
final class KilledNodesTest {
    private static final int KILLS = Integer.getInteger("pragh.kills", 3);
    private static final long SEED = Long.getLong("pragh.seed", 20_261_128L);
    private static final int NODES = CommittingNode.NODES;
    private static final int COMMITS_MAX = 200;
    private static final long WAIT_NANOS = 120_000_000_000L;
    private static final long LOOK_NANOS = 10_000_000;

    @TempDir
    private Path folder;

    private final EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();
    private final String connect = "zk:" + zooKeeper.connectString() + "/kept?sessionMillis=3000";
    private int lives;
    private final Process[] processes = new Process[NODES];
    private final List<List<Path>> said = new ArrayList<>();
    private final Map<String, Long> acknowledged = new HashMap<>();

    @AfterEach
    void stop() throws InterruptedException {
        for (int node = 0; node < NODES; node++) {
            kill(node);
        }
        zooKeeper.close();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS) // each wait is bounded
    void whatWasAcknowledgedSurvives() throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int node = 0; node < NODES; node++) {
            said.add(new ArrayList<>());
            start(node, "commit");
        }
        for (int kill = 0; kill < KILLS; kill++) {
            awaitCommits(1 + random.nextInt(COMMITS_MAX), "seed=" + SEED + " kill=" + kill);
            int victims = kill % 3 == 2 ? NODES : 1 + random.nextInt(2);
            int first = random.nextInt(NODES);
            for (int i = 0; i < victims; i++) {
                kill((first + i) % NODES);
            }
            for (int i = 0; i < victims; i++) {
                start((first + i) % NODES, "commit");
            }
        }
        awaitCommits(20, "seed=" + SEED + " at the end");
        for (int node = 0; node < NODES; node++) {
            kill(node);
        }
        hear();
        assertEquals(NODES * CommittingNode.THREADS, acknowledged.size(), "a chain has not grown");
        for (int node = 1; node < NODES; node++) {
            start(node, "serve");
        }
        try (PraghGraph graph = PraghGraph.open(CommittingNode.configuration(connect, folder, 0))) {
            check(graph.traversal());
            graph.tx().rollback();
            long committed = KeptHistory.check(graph, CommittingNode.histories(folder), "seed=" + SEED);
            assertTrue(committed > 10L * KILLS, "hardly anything was committed to lists: " + committed);
        }
    }

    private void start(int node, String what) throws IOException {
        Path output = folder.resolve("said-" + node + "-" + said.get(node).size());
        said.get(node).add(output);
        processes[node] = new ProcessBuilder(ChildJvm.command(
                        List.of(ChildJvm.BRIEF, "-Xmx300m"),
                        CommittingNode.class,
                        connect,
                        folder.toString(),
                        "" + node,
                        what,
                        "" + lives++))
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private void kill(int node) throws InterruptedException {
        if (processes[node] != null) {
            processes[node].destroyForcibly().waitFor(); // by SIGKILL
        }
    }

    /** Waits until so many more are acknowledged, by every node. */
    private void awaitCommits(int commits, String what) throws IOException {
        long[] before = new long[NODES];
        for (int node = 0; node < NODES; node++) {
            before[node] = linesOf(node);
        }
        long began = System.nanoTime();
        boolean all = false;
        while (!all) {
            all = true;
            for (int node = 0; node < NODES; node++) {
                all &= linesOf(node) - before[node] >= commits;
                assertTrue(processes[node].isAlive(), what + " node=" + node + " ended: " + last(node));
            }
            assertTrue(System.nanoTime() - began < WAIT_NANOS, what + " the nodes do not commit");
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private long linesOf(int node) throws IOException {
        List<Path> outputs = said.get(node);
        return lines(outputs.get(outputs.size() - 1)).size();
    }

    private String last(int node) throws IOException {
        List<Path> outputs = said.get(node);
        List<String> lines = lines(outputs.get(outputs.size() - 1));
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
    }

    private static List<String> lines(Path output) throws IOException {
        String text = Files.readString(output);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private void hear() throws IOException {
        for (List<Path> outputs : said) {
            for (Path output : outputs) {
                for (String line : lines(output)) {
                    if (!line.equals("open")) {
                        assertTrue(line.matches("chain \\d+ \\d+"), line);
                        int space = line.lastIndexOf(' ');
                        acknowledged.merge(
                                line.substring(0, space), Long.valueOf(line.substring(space + 1)), Long::max);
                    }
                }
            }
        }
    }

    private void check(GraphTraversalSource g) {
        String what = "seed=" + SEED;
        long links = 0;
        for (Map.Entry<String, Long> each : acknowledged.entrySet()) {
            String chain = each.getKey();
            long last = ((Number) g.V(chain).values("last").next()).longValue();
            assertTrue(
                    last >= each.getValue(),
                    what + " " + chain + " acknowledged=" + each.getValue() + " found=" + last);
            links += last + 1;
            assertEquals(last + 1, g.V(chain).out("link").dedup().count().next(), what + " " + chain);
            for (long number = 0; number <= last; number++) {
                String vertex = CommittingNode.vertex(chain, number);
                assertEquals(1, g.V(vertex).in("link").hasId(chain).count().next(), what + " " + vertex);
                assertEquals(1, g.V(vertex).out("has").count().next(), what + " " + vertex);
            }
            assertEquals(
                    NODES * CommittingNode.THREADS,
                    g.V().hasLabel("chain").count().next(),
                    what);
        }
        assertEquals(links, g.V().hasLabel("link").count().next(), what);
        assertEquals(links, g.V(CommittingNode.HUB).in("has").dedup().count().next(), what);
        assertEquals(2 * links, g.E().count().next(), what);
        long indexed = 0;
        for (long number = 0; ; number++) {
            long found = g.V().has("key", number).count().next();
            if (found == 0) {
                break;
            }
            indexed += found;
        }
        assertEquals(links, indexed, what);
    }
}
