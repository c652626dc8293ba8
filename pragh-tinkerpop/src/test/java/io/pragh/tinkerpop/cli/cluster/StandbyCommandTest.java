package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.client.RoutedCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.tinkerpop.gremlin.driver.Result;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the commands with a cluster of processes that has data folders and a standby: a node is killed, and its
 * share is served again. Prints how long that took; {@code -Dpragh.standby.megabytes=300} uses a graph of that size.
 */
@Tag("processes")
class StandbyCommandTest {
    /** So many that vertices have their homes at all nodes. */
    private static final int RING = 60;

    private static final int MEGABYTES = Integer.getInteger("pragh.standby.megabytes", 0);
    private static final int VERTICES = Math.max(RING, MEGABYTES * 1_000);
    private static final int BATCH = 200;
    private static final String IDS =
            IntStream.range(0, RING).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    private static final String KILOBYTE = "x".repeat(900);
    private static final long WAIT_NANOS = TimeUnit.MINUTES.toNanos(2);

    @TempDir
    private Path folder;

    private final ClusterCommands commands = new ClusterCommands();

    private int start(String dir, int port, int standbys) {
        return commands.start(
                dir,
                3,
                port,
                "--open",
                "--data",
                folder.resolve("data"),
                "--standby",
                standbys,
                "--memory-mb",
                MEGABYTES == 0 ? 128 : 1024);
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES) // it starts five JVMs, on a machine that may be busy
    void theShareOfAKilledNodeIsServedByAStandby() throws IOException {
        String dir = folder.resolve("stands").toString();
        try {
            int port = ClusterCommands.threePorts();
            assertEquals(0, start(dir, port, 1), commands::err);
            assertTrue(commands.out().contains("1 process stands by"), commands::out);
            assertEquals("standby, 1 standby left", status(dir, 0));
            write(port);
            ClusterCommands.kill(dir, "node-2");
            double seconds = awaitWritten(port);
            check(port);
            awaitWritten(port + 3); // its server opens after its share is served
            tell(seconds, dir);
            check(port + 3);
            assertEquals("member", status(dir, 1)); // the killed node's process is still listed, as ended
            commands.forget();
            assertEquals(0, commands.run("cluster", "restart", "--dir", dir), commands::err);
            assertTrue(commands.out().contains("stands by"), commands::out); // in place of the standby that serves
            assertEquals("member, 1 standby left", status(dir, 0));
            ClusterCommands.kill(dir, "standby-0");
            awaitWritten(port + 2);
            check(port + 2);
            assertEquals(0, commands.run("cluster", "stop", "--dir", dir), commands::err);
            assertEquals(0, start(dir, port, 0), commands::err);
            check(port);
        } catch (AssertionError | RuntimeException failed) {
            throw commands.failure(failed, dir, "node-0", "node-1", "node-2", "standby-0");
        } finally {
            ClusterCommands.end(dir);
        }
    }

    @Test
    void standbysNeedDataFolders() {
        String dir = folder.resolve("none").toString();
        assertEquals(2, commands.run("cluster", "start", "--standby", "1", "--dir", dir));
        assertTrue(
                commands.err().contains("standbys are for nodes with data folders (--data, --durable)"), commands::err);
        assertEquals(2, start(dir, 1, 62));
        assertTrue(commands.err().contains("64 processes at most"), commands::err);
    }

    /** The standby's state in the status, and how many standbys are left. */
    private String status(String dir, int code) {
        commands.forget();
        assertEquals(code, commands.run("cluster", "status", "--dir", dir), commands::out);
        List<String> lines = commands.out().lines().toList();
        String state = lines.stream()
                .filter(line -> line.startsWith("standby-0 "))
                .map(line -> line.split(" +", -1)[1])
                .findFirst()
                .orElse("not there");
        String last = lines.get(lines.size() - 1);
        return state + (last.endsWith(" left") ? last.substring(last.lastIndexOf(", ")) : "");
    }

    private static void write(int port) {
        try (RoutedCluster routed = RoutedCluster.open("127.0.0.1:" + port)) {
            for (int from = 0; from < VERTICES; from += BATCH) {
                GraphTraversal<Vertex, Vertex> batch = vertex(routed.g(), from);
                for (int i = from + 1; i < Math.min(VERTICES, from + BATCH); i++) {
                    batch = batch.addV("person")
                            .property(T.id, i)
                            .property("number", i)
                            .property("text", KILOBYTE);
                }
                batch.iterate();
            }
        }
        NumberedPeople.close(port, RING);
    }

    private static GraphTraversal<Vertex, Vertex> vertex(GraphTraversalSource g, int id) {
        return g.addV("person").property(T.id, id).property("number", id).property("text", KILOBYTE);
    }

    /**
     * Seconds until a server has changed vertices of all partitions. Reads would show less: what a dead process left
     * in shared memory can be read for a while.
     */
    private static double awaitWritten(int port) {
        long began = System.nanoTime();
        RuntimeException last = new IllegalStateException("not asked");
        while (System.nanoTime() - began < WAIT_NANOS) {
            try {
                List<Result> found = ClusterCommands.ask(port, "g.V(" + IDS + ").property('seen', " + began + ")");
                assertEquals(RING, found.size());
                return (System.nanoTime() - began) / 1e9;
            } catch (RuntimeException later) {
                last = later;
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            }
        }
        throw new AssertionError("not served again in time", last);
    }

    private static void tell(double seconds, String dir) {
        String restored = ClusterCommands.log(dir, "standby-0")
                .lines()
                .filter(line -> line.startsWith("pragh server: restored"))
                .findFirst()
                .orElse("");
        System.out.printf(
                Locale.ROOT,
                "graph of %d MB: %.1f s from kill -9 to the first answer; %s%n",
                MEGABYTES,
                seconds,
                restored);
    }

    private static void check(int port) {
        NumberedPeople.check(port, VERTICES);
        NumberedPeople.checkRing(port, RING);
    }
}
