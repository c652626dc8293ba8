package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.cli.NodeProcess;
import io.pragh.tinkerpop.client.RoutedCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of a cluster that bookies keep: a node and a bookie are killed, a standby takes over, and all is started again. */
@Tag("processes")
class DurableClusterCommandTest {
    private static final int VERTICES = 40;
    private static final long WAIT_NANOS = TimeUnit.MINUTES.toNanos(3);

    @TempDir
    private Path folder;

    private final ClusterCommands commands = new ClusterCommands();

    private int start(String dir, int port, int standbys) {
        return commands.run(
                "cluster",
                "start",
                "--nodes",
                "3",
                "--port",
                "" + port,
                "--memory-mb",
                "128",
                "--open",
                "--durable",
                "--standby",
                "" + standbys,
                "--dir",
                dir);
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES) // it starts a dozen JVMs, on a machine that may be busy
    void theShareOfAKilledNodeIsServedByAStandbyFromTheLedgers() throws IOException {
        String dir = folder.resolve("durable").toString();
        try {
            int port = ClusterCommands.threePorts();
            assertEquals(0, start(dir, port, 1), commands::err);
            assertTrue(commands.out().contains("it is kept by bookies below"), commands::out);
            write(port);
            kill(new ClusterFolder(Path.of(dir)).processes(), "node-2");
            awaitWhole(port);
            assertTrue(
                    ClusterCommands.log(dir, "standby-0").contains("this process takes its place: bookkeeper://"),
                    () -> "the standby has the ledgers of node-2");
            kill(new ClusterBookies(new ClusterFolder(Path.of(dir))).processes(), "bookie-1");
            write(port + 1, VERTICES);
            assertEquals(0, commands.run("cluster", "stop", "--dir", dir), commands::err);
            assertTrue(
                    new ClusterBookies(new ClusterFolder(Path.of(dir)))
                            .processes().stream()
                                    .allMatch(bookie -> bookie.handle().isEmpty()),
                    "bookies end with the cluster");
            assertEquals(0, start(dir, port, 0), commands::err);
            check(port, 2 * VERTICES);
        } catch (AssertionError | RuntimeException failed) {
            throw new AssertionError(
                    ClusterCommands.logs(dir, 3)
                            + ClusterCommands.log(dir, "standby-0")
                            + ClusterCommands.log(dir, "bookie-0")
                            + ClusterCommands.log(dir, "bookie-1")
                            + ClusterCommands.log(dir, "bookie-2")
                            + commands.out()
                            + commands.err(),
                    failed);
        } finally {
            ClusterStopCommand.end(new ClusterFolder(Path.of(dir)).processes());
            new ClusterBookies(new ClusterFolder(Path.of(dir))).end();
        }
    }

    @Test
    void aGraphIsKeptInAFolderOrByBookies() {
        String dir = folder.resolve("both").toString();
        assertEquals(2, commands.run("cluster", "start", "--durable", "--data", dir + "-data", "--dir", dir));
        assertTrue(commands.err().contains("leave one of them out"), commands::err);
    }

    private static void kill(List<NodeProcess> processes, String name) {
        ProcessHandle killed = processes.stream()
                .filter(process -> process.name().equals(name))
                .flatMap(process -> process.handle().stream())
                .findFirst()
                .orElseThrow();
        killed.destroyForcibly();
        killed.onExit().join();
    }

    private static void write(int port) {
        write(port, 0);
    }

    private static void write(int port, int from) {
        try (RoutedCluster routed = RoutedCluster.open("127.0.0.1:" + port)) {
            for (int i = from; i < from + VERTICES; i++) {
                routed.g()
                        .addV("person")
                        .property(T.id, i)
                        .property("number", i)
                        .iterate();
            }
        }
    }

    /** Until what was written is served in whole again. */
    private static void awaitWhole(int port) {
        long began = System.nanoTime();
        while (true) {
            try {
                check(port, VERTICES);
                return;
            } catch (RuntimeException later) {
                if (System.nanoTime() - began > WAIT_NANOS) {
                    throw later;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            }
        }
    }

    private static void check(int port, int vertices) {
        try (RoutedCluster routed = RoutedCluster.open("127.0.0.1:" + port)) {
            assertEquals(vertices, routed.g().V().count().next().intValue());
            assertEquals(
                    vertices * (vertices - 1) / 2,
                    routed.g().V().values("number").sum().next().intValue());
        }
    }
}
