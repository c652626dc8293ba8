package io.pragh.tinkerpop.cli.cluster;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a cluster of processes grows and shrinks by command while clients use it, without a failure of their
 * calls.
 */
@Tag("processes")
class GrowingClusterCommandTest {
    @TempDir
    private Path folder;

    private final ClusterCommands commands = new ClusterCommands();
    private final List<Cluster> clusters = new ArrayList<>();
    private final Workers workers = new Workers();
    private final BusyAccounts accounts = new BusyAccounts(workers);

    @AfterEach
    void close() {
        workers.close();
        clusters.forEach(Cluster::close);
    }

    private GraphTraversalSource at(String dir, int port) {
        Cluster cluster = ClusterLogin.connect(dir, port);
        clusters.add(cluster);
        return traversal().with(DriverRemoteConnection.using(cluster, "g"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    @Timeout(value = 10, unit = TimeUnit.MINUTES) // it starts six JVMs, on a machine that may be busy
    void aNodeIsAddedAndAnotherRemovedWhileTheClusterIsUsed(String fabric) throws Exception {
        int port = ClusterStartCommand.free(0);
        String dir = folder.resolve(fabric).toString();
        try {
            assertEquals(0, commands.start(dir, 1, port, "--fabric", fabric), commands::err);
            commands.assertDone("cluster", "add", "--port", "0", "--dir", dir);
            accounts.start(at(dir, port), at(dir, port));
            accounts.awaitRounds();
            commands.assertDone("cluster", "add", "--port", "0", "--dir", dir);
            assertTrue(commands.out().contains("cluster remove node-2 --dir " + dir), commands::out);
            accounts.awaitRounds();
            commands.assertTells("ZooKeeper runs in this node", "cluster", "remove", "node-0", "--dir", dir);
            commands.assertTells("no such node is running: node=node-7", "cluster", "remove", "node-7", "--dir", dir);
            commands.assertTells(
                    "a node needs some time", "cluster", "remove", "node-1", "--hand-over-seconds=0", "--dir", dir);
            commands.assertTells(
                    "cannot listen: address=127.0.0.1:" + port, "cluster", "add", "--port", "" + port, "--dir", dir);
            GraphTraversalSource third =
                    at(dir, new ClusterFolder(Path.of(dir)).processes().get(2).port());
            accounts.checkSum(third);
            commands.assertDone("cluster", "remove", "node-1", "--dir", dir);
            assertTrue(commands.out().contains("node-1 has left, and the others have what it held"), commands::out);
            accounts.awaitRounds();
            workers.stop();
            accounts.check(third);
            clusters.forEach(Cluster::close); // before their servers end, or the driver complains
            assertMembers(dir, "node-0", "node-2");
            commands.assertDone("cluster", "stop", "--dir", dir);
            assertTrue(commands.out().contains("ended 2 processes"), commands::out);
        } catch (AssertionError | RuntimeException failed) {
            throw commands.failure(failed, dir, "node-0", "node-1", "node-2");
        } finally {
            ClusterCommands.end(dir);
        }
    }

    private void assertMembers(String dir, String... names) {
        commands.assertDone("cluster", "status", "--dir", dir);
        for (String name : names) {
            assertTrue(commands.out().contains(name + "  member"), commands::out);
        }
        assertTrue(commands.out().contains(names.length + " of " + names.length + " members answered"), commands::out);
    }

    @Test
    void withoutAClusterThereIsNothingToAddToOrToRemoveFrom() {
        String dir = folder.resolve("none").toString();
        commands.assertTells("no cluster is running", "cluster", "add", "--dir", dir);
        commands.assertTells("no cluster is running", "cluster", "remove", "node-1", "--dir", dir);
        assertTrue(Files.notExists(Path.of(dir)));
    }
}
