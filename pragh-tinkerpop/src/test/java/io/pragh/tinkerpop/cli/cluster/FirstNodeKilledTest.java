package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Workers;
import io.pragh.tinkerpop.cli.NodeProcess;
import io.pragh.tinkerpop.client.RoutedCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a cluster of processes outlives the first of them, when the ZooKeeper runs in these processes. */
@Tag("processes")
class FirstNodeKilledTest {
    private static final int NODES = 3;
    private static final int ADDED = 30;
    private static final int VERTICES = 40;

    @TempDir
    private Path folder;

    private final ClusterCommands commands = new ClusterCommands();

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES) // it starts three JVMs, on a machine that may be busy
    void theOthersGoOnWhenTheFirstOfThreeProcessesIsKilled() throws Exception {
        String dir = folder.resolve("three").toString();
        try {
            int port = commands.startThree(dir);
            assertEquals(-1, commands.err().indexOf("the cluster stops when"), commands::err);
            assertEquals(2, commands.run("cluster", "remove", "node-1", "--dir", dir));
            assertTrue(commands.err().contains("without one of its three servers"), commands::err);
            List<Integer> safe = write(dir, port);
            ClusterCommands.kill(dir, "node-0");
            try (Workers nobody = new Workers()) {
                nobody.await("the others expel it", () -> commands.servedWithoutTheFirst(dir) == 4 * NODES);
            }
            try (RoutedCluster second = ClusterLogin.routed(dir, port + 1);
                    RoutedCluster third = ClusterLogin.routed(dir, port + 2)) {
                for (RoutedCluster each : List.of(second, third)) {
                    safe.forEach(id ->
                            assertEquals("v" + id, each.g().V(id).values("name").next()));
                }
                for (int id : safe) {
                    second.g().V(id).property("name", "w" + id).iterate();
                    assertEquals("w" + id, third.g().V(id).values("name").next());
                }
            }
            assertLossIsGivenUp(port, dir, safe.size());
            commands.forget();
            assertEquals(1, commands.run("cluster", "status", "--dir", dir), commands::out);
            assertTrue(commands.out().contains("node-0  ended"), commands::out);
            assertTrue(commands.out().contains("node-1  member"), commands::out);
            assertTrue(commands.out().contains("node-2  member"), commands::out);
        } catch (AssertionError | RuntimeException failed) {
            throw commands.failure(failed, dir, "node-0", "node-1", "node-2");
        } finally {
            ClusterCommands.end(dir);
        }
    }

    /**
     * The values of the first node do not count as absent before an operator gives them up. New vertices do not need
     * that.
     */
    private void assertLossIsGivenUp(int port, String dir, int safe) {
        try (RoutedCluster second = ClusterLogin.routed(dir, port + 1);
                RoutedCluster third = ClusterLogin.routed(dir, port + 2)) {
            for (int i = 0; i < ADDED; i++) {
                second.g().addV("person").property("name", "x" + i).iterate();
                third.g().addV("place").property("name", "y" + i).iterate();
            }
            RuntimeException unknown = assertThrows(
                    RuntimeException.class, () -> third.g().V().count().next());
            assertTrue(String.valueOf(unknown.getMessage()).contains("pragh cluster restored"), unknown::toString);
            commands.forget();
            assertEquals(0, commands.run("cluster", "restored", "--dir", dir), commands::err);
            assertTrue(commands.out().contains("4 partitions had lost their keys"), commands::out);
            commands.forget();
            assertEquals(0, commands.run("cluster", "restored", "--dir", dir), commands::err);
            assertTrue(commands.out().contains("nothing was lost"), commands::out);
            for (RoutedCluster each : List.of(second, third)) {
                assertEquals(safe + 2L * ADDED, each.g().V().count().next());
                assertEquals(
                        ADDED, each.g().V().hasLabel("place").count().next().intValue());
            }
            second.g().addV("person").property(T.id, 1_000_000).iterate();
            third.g().E().drop().iterate();
            third.g().V().drop().iterate();
            assertEquals(0L, second.g().V().count().next());
        }
    }

    /** Writes vertices everywhere, and returns those whose values are not at the first node. */
    private static List<Integer> write(String dir, int port) {
        List<Integer> safe = new ArrayList<>();
        try (RoutedCluster routed = ClusterLogin.routed(dir, port)) {
            ClusterRoutes routes = ClusterRoutes.of(routed);
            for (int id = 1; id <= VERTICES; id++) {
                routed.g(id)
                        .addV("person")
                        .property(T.id, id)
                        .property("name", "v" + id)
                        .iterate();
                if (routes.portOfVertex(id) != port) {
                    safe.add(id);
                }
            }
        }
        assertTrue(safe.size() > 10 && safe.size() < VERTICES, safe::toString);
        return safe;
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void portThatWasTakenMeanwhileIsReplacedByAnother() throws IOException {
        ClusterFolder place = new ClusterFolder(folder.resolve("one"));
        place.create();
        int port = ClusterStartCommand.free(0);
        List<String> told = new ArrayList<>();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ZooKeeperPorts second = ZooKeeperPorts.choose(List.of(0), new java.util.Random());
            Iterator<ZooKeeperPorts> choices = List.of(
                            new ZooKeeperPorts(List.of(new ZooKeeperPorts.Server(taken.getLocalPort(), 1, 2))), second)
                    .iterator();
            List<NodeProcess> started = ClusterStartCommand.launch(
                    place,
                    chosen -> new ClusterLaunch.Plan("x", "shm", 1, port, chosen, 128, false, ClusterLaunch.Kept.NONE),
                    choices::next,
                    told::add);
            assertEquals(1, started.size());
            assertEquals(second, place.plan().zooKeeper());
            assertTrue(told.get(0).startsWith("another process took a port"), told::toString);
        } finally {
            ClusterStopCommand.end(place.processes());
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void oneNodeSaysThatTheClusterStopsWithIt() throws IOException {
        String dir = folder.resolve("single").toString();
        int port = ClusterStartCommand.free(0);
        try {
            assertEquals(0, commands.start(dir, 1, port, "--open"), commands::err);
            assertTrue(commands.err().contains("the cluster stops when the process of node-0 stops"), commands::err);
            String log = ClusterCommands.log(dir, "node-0");
            assertTrue(log.contains("warning: the cluster stops when this process stops"), log);
            assertTrue(log.contains("authentication off"), log);
            assertTrue(Files.notExists(new ClusterFolder(Path.of(dir)).users()));
            assertTrue(commands.out().contains("everybody on this machine is let in"), commands::out);
        } finally {
            ClusterCommands.end(dir);
        }
    }
}
