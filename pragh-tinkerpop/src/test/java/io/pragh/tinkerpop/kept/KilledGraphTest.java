package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.jvm.NodeJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that commits survive SIGKILL of a process that commits by several threads and writes checkpoints. After each
 * kill, acknowledged commits must be there, others whole or not at all; both ends of edges, indexes and counts must
 * agree. All reads and writes over all lives must be strictly serializable. {@code -Dpragh.kills=N} sets the number
 * of kills, {@code -Dpragh.seed=N} their moments.
 */
final class KilledGraphTest {
    private static final int KILLS = Integer.getInteger("pragh.kills", 15);
    private static final int KILLS_AT_BOOKIES = Math.max(1, KILLS / 5);
    private static final long SEED = Long.getLong("pragh.seed", 20_261_127L);
    private static final int COMMITS_MAX = 400;
    private static final long WAIT_NANOS = 100_000_000_000L;
    private static final long LOOK_NANOS = 5_000_000;

    @TempDir
    private Path folder;

    private String data = "";
    private int life;
    private long committed;
    private final long[] acknowledged = new long[CommittingGraph.THREADS];

    @ParameterizedTest
    @Timeout(value = 1, unit = TimeUnit.HOURS) // each wait is bounded
    @ValueSource(ints = {1, 4})
    void whatWasAcknowledgedSurvives(int nodes) throws IOException, InterruptedException {
        data = folder.resolve("data").toString();
        killAgainAndAgain(nodes, KILLS);
    }

    /**
     * The same with a folder at three bookies, of which one is away now and then. There are fewer kills, because each
     * one waits for the end of a session.
     */
    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void whatWasAcknowledgedSurvivesAtBookies() throws IOException, InterruptedException {
        try (Bookies bookies = new Bookies(folder.resolve("bookies"))) {
            data = bookies.address("killed");
            killAgainAndAgain(1, KILLS_AT_BOOKIES);
            bookies.stop(1);
            killAgainAndAgain(1, 1);
            bookies.start(1);
            bookies.stop(2);
            killAgainAndAgain(1, 1);
        }
    }

    private void killAgainAndAgain(int nodes, int kills) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(SEED + life);
        if (life == 0) {
            Arrays.fill(acknowledged, -1);
        }
        for (int kill = 0; kill < kills; kill++) {
            String what = "seed=" + SEED + " nodes=" + nodes + " kill=" + kill;
            killAfter(1 + random.nextInt(COMMITS_MAX), nodes, what);
            check(nodes, what);
        }
        assertTrue(Arrays.stream(acknowledged).min().orElse(0) > kills, "hardly anything was committed");
        assertTrue(committed > 10L * kills, "hardly anything was committed to lists: " + committed);
    }

    /** Starts the process, and kills it after so many commits. */
    private void killAfter(int commits, int nodes, String what) throws IOException, InterruptedException {
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(NodeJvm.command(
                        List.of("-Xmx400m"),
                        CommittingGraph.class,
                        data,
                        "" + nodes,
                        folder.resolve("histories").toString(),
                        "" + life++))
                .redirectOutput(said.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            long began = System.nanoTime();
            while (process.isAlive() && lines(said).size() < commits) {
                assertTrue(System.nanoTime() - began < WAIT_NANOS, what + " the process does not commit");
                LockSupport.parkNanos(LOOK_NANOS);
            }
        } finally {
            process.destroyForcibly().waitFor(); // sends SIGKILL
        }
        for (String line : lines(said)) {
            if (line.matches("\\d+ \\d+")) {
                String[] commit = line.split(" ", -1);
                acknowledged[Integer.parseInt(commit[0])] = Long.parseLong(commit[1]);
            } else {
                assertEquals("open", line, what);
            }
        }
    }

    /** The complete lines of the output. */
    private static List<String> lines(Path said) throws IOException {
        String text = Files.readString(said);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private void check(int nodes, String what) throws IOException {
        try (PraghGraph graph = CommittingGraph.open(data, nodes)) {
            GraphTraversalSource g = graph.traversal();
            long links = 0;
            for (int thread = 0; thread < CommittingGraph.THREADS; thread++) {
                long last = CommittingGraph.next(g, thread) - 1;
                assertTrue(
                        last == acknowledged[thread] || last == acknowledged[thread] + 1,
                        what + " thread=" + thread + " acknowledged=" + acknowledged[thread] + " found=" + last);
                acknowledged[thread] = last;
                links += checkLinks(g, thread, last, what);
            }
            assertEquals(links, g.V().hasLabel("link").count().next(), what);
            long lists = g.V().hasLabel(KeptLists.LABEL).count().next();
            assertEquals(
                    links + 1 + CommittingGraph.THREADS + lists, g.V().count().next(), what);
            assertEquals(2 * links, g.E().count().next(), what);
            assertEquals(
                    links, g.V(CommittingGraph.HUB).in("has").dedup().count().next(), what);
            checkEnds(g, what);
            g.tx().rollback();
            committed = KeptHistory.check(graph, folder.resolve("histories"), what);
        }
    }

    private static long checkLinks(GraphTraversalSource g, int thread, long last, String what) {
        long links = 0;
        for (long number = 0; number <= last; number++) {
            boolean dropped =
                    number % CommittingGraph.DROPPED_EVERY == 0 && number + CommittingGraph.DROPPED_AFTER <= last;
            long found = g.V().has("key", CommittingGraph.key(thread, number))
                    .count()
                    .next();
            assertEquals(dropped ? 0 : 1, found, what + " thread=" + thread + " number=" + number);
            links += found;
        }
        assertEquals(links, g.V("chain " + thread).out("link").count().next(), what);
        return links;
    }

    /** Both ends of an edge must agree. */
    private static void checkEnds(GraphTraversalSource g, String what) {
        List<Edge> leaving = g.V().outE().toList();
        List<Edge> arriving = g.V().inE().toList();
        assertEquals(
                leaving.stream().map(Edge::id).map(String::valueOf).sorted().toList(),
                arriving.stream().map(Edge::id).map(String::valueOf).sorted().toList(),
                what);
        List<Vertex> vertices = g.V().toList();
        for (Edge edge : leaving) {
            assertTrue(vertices.contains(edge.inVertex()) && vertices.contains(edge.outVertex()), what + " " + edge);
        }
    }
}
