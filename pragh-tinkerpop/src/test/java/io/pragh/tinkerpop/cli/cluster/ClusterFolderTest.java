package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.cli.NodeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks what commands find in a cluster's folder while another command is at work there, or after one was killed.
 * This process stands for the cluster's only node.
 */
class ClusterFolderTest {
    private static final int PORT = 8182;

    @TempDir
    private Path folder;

    private final ClusterCommands commands = new ClusterCommands();
    private ClusterFolder place = new ClusterFolder(Path.of("none"));
    private NodeProcess self = new NodeProcess("none", 0, 0, 0, 0);

    @BeforeEach
    void remember() throws IOException {
        place = new ClusterFolder(folder.resolve("cluster"));
        place.create();
        ProcessHandle running = ProcessHandle.current();
        self = new NodeProcess("node-0", running.pid(), NodeProcess.startedMillis(running), PORT, 0);
        place.remember(List.of(self));
        place.remember(new ClusterLaunch.Plan(
                "x",
                "shm",
                1,
                PORT,
                new ZooKeeperPorts(List.of(new ZooKeeperPorts.Server(1, 2, 3))),
                128,
                false,
                ClusterLaunch.Kept.NONE));
    }

    /** Else the one that is ready last would write down only its own processes and those that were there before. */
    @Test
    void processesAreStartedAndRemovedByOneCommandAtATime() throws IOException {
        int code = place.alone(() -> {
            assertIsRefused("add");
            assertIsRefused("restart");
            assertIsRefused("remove", "node-0");
            place.remember(List.of()); // only now could a cluster be started
            assertIsRefused("start", "--nodes", "1", "--port", "0");
            return 7;
        });
        assertEquals(7, code);
        assertEquals(0, place.alone(() -> 0), "it is over");
    }

    private void assertIsRefused(Object... command) {
        commands.forget();
        List<Object> words = new ArrayList<>(List.of("cluster"));
        words.addAll(List.of(command));
        words.addAll(List.of("--dir", place.path()));
        assertEquals(2, commands.runHere(words.toArray()), commands::out);
        assertTrue(
                commands.err().contains("another pragh cluster command starts or removes processes of this cluster"),
                commands::err);
    }

    /** Else the next command would not know the node, and nobody would serve its share. */
    @Test
    void aRestartThatDoesNotGetToANodeLeavesItToTheNextOne() throws IOException {
        ClusterLaunch.Plan plan = place.plan();
        ClusterLaunch.Kept kept =
                new ClusterLaunch.Kept(folder.resolve("graphs").toString(), 0, "", 12, List.of(0, 1, 2));
        place.remember(new ClusterLaunch.Plan(
                plan.name(), plan.fabric(), 3, PORT, plan.zooKeeper(), plan.memoryMb(), plan.open(), kept));
        NodeProcess second = new NodeProcess("node-1", self.pid(), self.startedMillis() + 1, PORT + 1, 0); // dead
        NodeProcess third = new NodeProcess("node-2", self.pid(), self.startedMillis() + 1, PORT + 2, 0);
        place.remember(List.of(self, second, third));
        Files.createDirectory(place.config("node-2")); // so the restart ends behind the start of node-1

        assertNotEquals(0, commands.runHere("cluster", "restart", "--dir", place.path()), commands::out);

        List<NodeProcess> left = place.processes();
        assertEquals(
                Set.of("node-0", "node-1", "node-2"),
                left.stream().map(NodeProcess::name).collect(Collectors.toSet()));
        assertEquals(3, left.size(), left::toString);
        assertFalse(left.contains(second), "it was started again");
        assertTrue(left.containsAll(List.of(self, third)), left::toString);
    }

    /** It would write a secret and a plan of its own, without which nobody reads what the bookies have. */
    @Test
    void theFolderOfAGraphAtBookiesIsForNoOtherCluster() throws IOException {
        ClusterLaunch.Plan plan = place.plan();
        ClusterLaunch.Kept kept =
                new ClusterLaunch.Kept("bookkeeper://127.0.0.1:1/x?secretFile=s", 0, "", 12, List.of(0, 1, 2));
        place.remember(new ClusterLaunch.Plan(
                plan.name(), plan.fabric(), 3, PORT, plan.zooKeeper(), plan.memoryMb(), plan.open(), kept));
        Files.writeString(place.secret(), "of the bookies");
        place.remember(List.of()); // it was stopped
        ClusterLaunch.Plan former = place.plan();
        for (List<Object> other : List.<List<Object>>of(
                List.of("--name", "x"),
                List.of("--name", "x", "--data", folder.resolve("graphs")),
                List.of("--name", "y", "--durable"))) {
            List<Object> words = new ArrayList<>(List.of("cluster", "start", "--dir", place.path(), "--port", "65536"));
            words.addAll(other);
            commands.forget();
            assertEquals(2, commands.runHere(words.toArray()), commands::out);
            assertTrue(commands.err().contains("start it with --durable --name=x, give the other one"), commands::err);
        }
        assertEquals(former, place.plan());
        assertEquals("of the bookies", Files.readString(place.secret()));
    }

    /** What is in memory stays there when all nodes are killed, until the next command that may remove it. */
    @Test
    void nodesShareMemoryWhereThereIsRoom() throws IOException {
        Path memory = Files.createDirectory(folder.resolve("memory"));
        assertTrue(place.makeSharedMemory(memory, 1));
        Path shared = place.sharedMemory();
        assertEquals(memory, shared.getParent());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(shared)));
        assertEquals(shared, new ClusterFolder(place.path()).sharedMemory(), "other commands know it");
        Files.writeString(shared.resolve("directory"), "of killed nodes");
        assertFalse(place.makeSharedMemory(memory, Long.MAX_VALUE));
        assertFalse(Files.exists(shared), "it was left");
        assertEquals(place.path().resolve("shm"), place.sharedMemory());
        assertFalse(place.makeSharedMemory(folder.resolve("none"), 1));

        assertTrue(place.makeSharedMemory(memory, 1));
        Path left = place.sharedMemory();
        place.remember(List.of());
        assertEquals(0, place.alone(() -> {
            assertIsRefused("stop"); // the nodes of a cluster that is being started will use it
            return 0;
        }));
        assertTrue(Files.exists(left));
        assertEquals(2, commands.runHere("cluster", "stop", "--dir", place.path()));
        assertTrue(commands.err().contains("no cluster is running"), commands::err);
        assertFalse(Files.exists(left));
    }

    /** A command that was killed while it waited for a node has not written down where the node's metrics are. */
    @Test
    void whereTheMetricsOfANodeAreIsKnownFromItsLog() throws IOException {
        assertEquals(List.of(self), place.processes());
        commands.forget();
        assertEquals(1, commands.run("cluster", "status", "--dir", place.path()));
        assertTrue(commands.out().contains("it is not ready yet; see its log"), commands::out);
        Files.writeString(
                place.log("node-0"),
                "pragh server: ready at ws://127.0.0.1:8182/gremlin, graph, metrics at http://127.0.0.1:9464/metrics\n");
        assertEquals(List.of(self.withMetricsPort(9464)), place.processes());
        Files.move(place.log("node-0"), place.path().resolve("node-0.log.2"));
        Files.writeString(place.path().resolve("node-0.log.1"), "later\n");
        Files.writeString(place.log("node-0"), "last\n");
        Files.writeString(place.log("node-01"), "of another\n");
        assertTrue(place.said("node-0").endsWith("/metrics\nlater\nlast\n"), "the log was rotated");
        assertEquals(List.of(self.withMetricsPort(9464)), place.processes());
    }
}
