package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.client.RoutedCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of a cluster that is kept: one is killed and started again, and all are ended and started again. */
@Tag("processes")
class KeptClusterCommandTest {
    private static final int VERTICES = 40;

    @TempDir
    private Path folder;

    private final ClusterCommands commands = new ClusterCommands();

    private int start(String dir, int port, int nodes) {
        return commands.run(
                "cluster",
                "start",
                "--nodes",
                "" + nodes,
                "--port",
                "" + port,
                "--memory-mb",
                "128",
                "--open",
                "--data",
                folder.resolve("data").toString(),
                "--dir",
                dir);
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES) // it starts seven JVMs, on a machine that may be busy
    void whatWasCommittedOutlivesItsProcesses() throws IOException {
        String dir = folder.resolve("kept").toString();
        try {
            int port = ClusterCommands.threePorts();
            assertEquals(0, start(dir, port, 3), commands::err);
            assertTrue(commands.out().contains("pragh cluster restart"), commands::out);
            write(port);
            check(port);
            assertEquals(2, commands.run("cluster", "restart", "--dir", dir));
            assertTrue(commands.err().contains("all processes of the cluster are running"), commands::err);
            assertEquals(2, commands.run("cluster", "add", "--dir", dir));
            assertEquals(2, commands.run("cluster", "remove", "node-2", "--dir", dir));
            ProcessHandle killed =
                    new ClusterFolder(Path.of(dir)).processes().get(1).handle().orElseThrow();
            killed.destroyForcibly();
            killed.onExit().join();
            assertEquals(0, commands.run("cluster", "restart", "--dir", dir), commands::err);
            check(port + 1);
            assertEquals(0, commands.run("cluster", "stop", "--dir", dir), commands::err);
            assertEquals(2, start(dir, port, 2));
            assertTrue(commands.err().contains("another number of nodes"), commands::err);
            assertEquals(0, start(dir, port, 3), commands::err);
            check(port + 2);
        } catch (AssertionError | RuntimeException failed) {
            throw new AssertionError(ClusterCommands.logs(dir, 3) + commands.out() + commands.err(), failed);
        } finally {
            ClusterStopCommand.end(new ClusterFolder(Path.of(dir)).processes());
        }
    }

    private static void write(int port) {
        try (RoutedCluster routed = RoutedCluster.open("127.0.0.1:" + port)) {
            for (int i = 0; i < VERTICES; i++) {
                routed.g()
                        .addV("person")
                        .property(T.id, i)
                        .property("number", i)
                        .iterate();
            }
            for (int i = 0; i < VERTICES; i++) {
                routed.g()
                        .V(i)
                        .as("a")
                        .V((i + 1) % VERTICES)
                        .addE("knows")
                        .from("a")
                        .iterate();
            }
        }
    }

    private static void check(int port) {
        try (RoutedCluster routed = RoutedCluster.open("127.0.0.1:" + port)) {
            assertEquals(VERTICES, routed.g().V().count().next().intValue());
            assertEquals(
                    VERTICES * (VERTICES - 1) / 2,
                    routed.g().V().values("number").sum().next().intValue());
            for (int i = 0; i < VERTICES; i++) {
                assertEquals(
                        (i + 1) % VERTICES, routed.g().V(i).out("knows").id().next());
            }
        }
    }
}
