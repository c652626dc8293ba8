package io.pragh.tinkerpop.cli.cluster;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Workers;
import io.pragh.tinkerpop.cli.TypedCommands;
import io.pragh.tinkerpop.kept.KeptFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a cluster of processes with data folders grows and shrinks by command while clients use it, without a
 * failure of their calls, and that all they have written outlives the processes.
 */
@Tag("processes")
@Timeout(value = 15, unit = TimeUnit.MINUTES) // each test starts a dozen JVMs, on a machine that may be busy
class GrowingKeptClusterCommandTest {
    private static final int NODES = 3;
    private static final int PARTITIONS = 4 * NODES;
    private static final int VERTICES = 60;

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

    private Path data() {
        return folder.resolve("data");
    }

    @Test
    void aNodeIsAddedAndRemovedWhileTheClusterIsUsedAndAllIsThereAfterwards() throws Exception {
        String dir = folder.resolve("grows").toString();
        try {
            int port = ClusterCommands.threePorts();
            assertEquals(0, commands.start(dir, NODES, port, "--data", data()), commands::err);
            accounts.start(at(dir, port), at(dir, port + 1));
            accounts.awaitRounds();
            commands.assertDone("cluster", "add", "--port", "0", "--dir", dir);
            assertTrue(commands.out().contains("its share of the graph is kept in " + data().resolve("node-3")));
            assertEquals(PARTITIONS / (NODES + 1), kept("node-3").size(), "a fair share");
            accounts.awaitRounds();
            commands.assertDone("cluster", "add", "--port", "0", "--dir", dir);
            assertFalse(kept("node-4").isEmpty(), "node-4 has taken nothing over");
            accounts.awaitRounds();
            commands.assertTells("ZooKeeper runs in this node", "cluster", "remove", "node-1", "--dir", dir);
            commands.assertDone("cluster", "remove", "node-3", "--dir", dir);
            assertTrue(commands.out().contains("node-3 has left, and the others have what it held"), commands::out);
            assertTrue(Files.notExists(data().resolve("node-3")), "an empty folder is removed");
            accounts.awaitRounds();
            workers.stop();
            accounts.check(at(dir, port + 2));
            closeClients();
            commands.assertDone("cluster", "stop", "--dir", dir);
            assertTrue(commands.out().contains("ended 4 processes"), commands::out);
            assertDealtOut("node-0", "node-1", "node-2", "node-4");
            assertEquals(2, commands.start(dir, NODES, port, "--data", data()));
            assertTrue(commands.err().contains("another number of nodes"), commands::err);
            commands.assertDone("cluster", "start", "--data", data(), "--port", port, "--memory-mb", 128, "--dir", dir);
            accounts.check(at(dir, port + 3)); // node-4
            closeClients();
        } catch (AssertionError | RuntimeException failed) {
            throw commands.failure(failed, dir, "node-0", "node-1", "node-2", "node-3", "node-4");
        } finally {
            ClusterCommands.end(dir);
        }
    }

    @Test
    void anAddedNodeIsRestartedAndItsPlaceTakenByAnother() throws IOException {
        String dir = folder.resolve("restarts").toString();
        try {
            int port = ClusterCommands.threePorts();
            assertEquals(0, commands.start(dir, NODES, port, "--open", "--data", data()), commands::err);
            NumberedPeople.add(port, 0, VERTICES);
            commands.assertDone("cluster", "add", "--port", "0", "--dir", dir);
            ClusterCommands.kill(dir, "node-3");
            commands.assertTells("a part of the graph is not served", "cluster", "add", "--port", "0", "--dir", dir);
            commands.assertDone("cluster", "restart", "--dir", dir);
            NumberedPeople.close(port, VERTICES);
            NumberedPeople.check(port, VERTICES);
            commands.assertDone("cluster", "remove", "node-3", "--dir", dir);
            commands.assertDone("cluster", "add", "--port", "0", "--dir", dir);
            assertFalse(kept("node-4").isEmpty(), "node-4 has taken nothing over");
            NumberedPeople.check(port + 1, VERTICES);
            NumberedPeople.checkRing(port + 2, VERTICES);
            commands.assertDone("cluster", "stop", "--dir", dir);
            TypedCommands.assertWhole(data(), "after nodes have come and gone");
            assertDealtOut("node-0", "node-1", "node-2", "node-4");
        } catch (AssertionError | RuntimeException failed) {
            throw commands.failure(failed, dir, "node-0", "node-1", "node-2", "node-3", "node-4");
        } finally {
            ClusterCommands.end(dir);
        }
    }

    @Test
    void aNodeIsAddedAndRemovedWhileBookiesKeepTheGraph() throws IOException {
        String dir = folder.resolve("durable").toString();
        try {
            int port = ClusterCommands.threePorts();
            assertEquals(0, commands.start(dir, NODES, port, "--open", "--durable"), commands::err);
            NumberedPeople.add(port, 0, VERTICES);
            commands.assertDone("cluster", "add", "--port", "0", "--dir", dir);
            commands.assertDone("cluster", "add", "--port", "0", "--dir", dir);
            NumberedPeople.close(port, VERTICES);
            commands.assertDone("cluster", "remove", "node-3", "--dir", dir);
            NumberedPeople.checkRing(port, VERTICES);
            commands.assertDone("cluster", "stop", "--dir", dir);
            assertEquals(2, commands.start(dir, NODES, port, "--open", "--durable"));
            assertTrue(commands.err().contains("another number of nodes"), commands::err);
            assertEquals(0, commands.start(dir, NODES + 1, port, "--open", "--durable"), commands::err);
            NumberedPeople.check(port, VERTICES);
            NumberedPeople.checkRing(port + 1, VERTICES);
        } catch (AssertionError | RuntimeException failed) {
            throw commands.failure(failed, dir, "node-0", "node-1", "node-2", "node-3", "node-4", "bookie-0");
        } finally {
            ClusterCommands.end(dir);
        }
    }

    /** Before their servers end, or the driver complains. */
    private void closeClients() {
        clusters.forEach(Cluster::close);
    }

    private List<Integer> kept(String node) throws IOException {
        return KeptFolders.kept(data().resolve(node));
    }

    /** Fails unless each partition is in the folder of one of these nodes, and each of them has some. */
    private void assertDealtOut(String... nodes) throws IOException {
        List<Integer> found = new ArrayList<>();
        for (String node : nodes) {
            assertFalse(kept(node).isEmpty(), node + " has nothing");
            found.addAll(kept(node));
        }
        assertEquals(
                IntStream.range(0, PARTITIONS).boxed().toList(),
                found.stream().sorted().toList());
    }
}
