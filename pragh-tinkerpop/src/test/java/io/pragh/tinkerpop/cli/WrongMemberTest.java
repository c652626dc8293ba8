package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.coordinator.zookeeper.EmbeddedZooKeeper;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a node that does not fit its cluster is refused in one line with exit code 2, and changes nothing at
 * ZooKeeper.
 */
class WrongMemberTest {
    /** Where a record has its version. */
    private static final int VERSION_OFFSET = 1;

    @TempDir
    private Path folder;

    private final EmbeddedZooKeeper server = EmbeddedZooKeeper.start();

    private final CuratorFramework client =
            CuratorFrameworkFactory.newClient(server.connectString(), new RetryOneTime(1_000));

    @BeforeEach
    void start() {
        client.start();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private PraghGraph founder() {
        return PraghGraph.build()
                .set(PraghGraphConfig.CLUSTER, "zk:" + server.connectString() + "/there?sessionMillis=20000")
                .set(PraghGraphConfig.FABRIC, "shm:" + folder.resolve("shm"))
                .set(PraghGraphConfig.FOUNDERS, 1)
                .set(PraghGraphConfig.PARTITIONS, 6)
                .open();
    }

    private String tells(String cluster) throws Exception {
        Path file = Files.writeString(
                folder.resolve("node.yaml"),
                "server: {port: 0}\ncluster: {zookeeper: '" + server.connectString() + "', " + cluster
                        + "}\nfabric: {address: 'shm:" + folder.resolve("shm") + "'}\n");
        String told = WrongServer.tells("--config", file.toString());
        assertTrue(told.contains("file=" + file), told);
        return told;
    }

    private Set<String> znodes() throws Exception {
        Set<String> all = new TreeSet<>();
        addBelow("", all);
        return all;
    }

    private void addBelow(String path, Set<String> all) throws Exception {
        for (String child : client.getChildren().forPath(path.isEmpty() ? "/" : path)) {
            all.add(path + "/" + child);
            addBelow(path + "/" + child, all);
        }
    }

    @Test
    void anotherNumberOfPartitionsIsToldWithItsKey() throws Exception {
        try (PraghGraph there = founder()) {
            Set<String> before = znodes();
            String told = tells("graph: there, partitions: 8");
            assertTrue(told.contains("another number of partitions, which is fixed for ever"), told);
            assertTrue(told.contains("key=cluster.partitions value=8 graph=6"), told);
            assertEquals(before, znodes());
            assertEquals(1, there.statistics().get(0).members().size());
        }
    }

    @Test
    void anotherVersionIsTold() throws Exception {
        try (PraghGraph there = founder()) {
            assertEquals(6, there.statistics().get(0).partitions().size());
            byte[] later = client.getData().forPath("/pragh/there");
            later[VERSION_OFFSET]++;
            client.create().forPath("/pragh/later", later);
            Set<String> before = znodes();
            String told = tells("graph: later, partitions: 6");
            assertTrue(told.contains("the cluster runs another version of Pragh; run the same at all nodes"), told);
            assertEquals(before, znodes());
        }
    }

    /** Otherwise the wrong number of partitions would bind the corrected node. */
    @Test
    void aGraphThatWasNeverFoundedIsForgotten() throws Exception {
        for (int partitions : List.of(4, 6)) {
            String told = tells(
                    "graph: alone, founders: 2, foundingSeconds: 1, coordinator: eager, partitions: " + partitions);
            assertTrue(told.contains("the cluster did not come together in time"), told);
            assertEquals(
                    List.of(),
                    znodes().stream().filter(path -> path.startsWith("/pragh/")).toList());
        }
    }
}
