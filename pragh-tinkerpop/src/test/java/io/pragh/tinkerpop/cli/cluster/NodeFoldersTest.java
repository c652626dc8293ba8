package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.durable.DataPlace;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.cli.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks which nodes a start expects after nodes have come and gone. */
class NodeFoldersTest {
    @TempDir
    private Path folder;

    private void found(String node) {
        PraghGraph.build().data(folder.resolve(node)).open().close();
    }

    private Path empty(String node) throws IOException {
        return Files.createDirectory(folder.resolve(node));
    }

    @Test
    void onlyFoldersWithAPartOfTheGraphCount() throws IOException {
        assertEquals(NodeFolders.NONE, NodeFolders.in(folder.resolve("missing")));
        empty("node-1");
        assertEquals(NodeFolders.NONE, NodeFolders.in(folder));
        found("node-10");
        found("node-2");
        assertTrue(Files.exists(folder.resolve("node-2").resolve("lock")));
        Files.createFile(empty("node-3").resolve("lock"));
        NodeFolders kept = NodeFolders.in(folder);
        assertEquals(List.of(2, 10), kept.holding());
        assertTrue(kept.partitions() > 0);
        Files.createFile(folder.resolve("notes"));
        assertThrows(CliException.class, () -> NodeFolders.in(folder));
    }

    /** Else a cluster could not be started before the check was repeated. */
    @Test
    void whatAKilledCheckHasLeftIsPassedOver() throws IOException {
        found("node-0");
        Files.writeString(empty("whole.checking").resolve("graph"), "unfinished");
        assertEquals(List.of(0), NodeFolders.in(folder).holding());
    }

    @Test
    void aDamagedFolderIsToldAndNotTakenForAnEmptyOne() throws IOException {
        found("node-0");
        Files.writeString(folder.resolve("node-0").resolve("graph"), "damaged");
        assertThrows(CliException.class, () -> NodeFolders.in(folder));
        assertFalse(NodeFolders.isWithoutGraph(DataPlace.of(folder.resolve("node-0"))));
    }

    @Test
    void onlyAnEmptyFolderIsRemoved() throws IOException {
        Path left = empty("node-3");
        Files.createFile(left.resolve("lock"));
        NodeFolders.removeEmpty(DataPlace.of(left));
        assertTrue(Files.notExists(left));
        NodeFolders.removeEmpty(DataPlace.of(left));
        Path used = empty("node-4");
        Files.createFile(used.resolve("notes"));
        NodeFolders.removeEmpty(DataPlace.of(used));
        assertTrue(Files.exists(used.resolve("notes")));
    }

    @Test
    void theRecordOfAClusterNamesItsNodesAndThoseWithZooKeeper() throws IOException {
        ClusterFolder place = new ClusterFolder(folder);
        ZooKeeperPorts ports = ZooKeeperPorts.choose(List.of(0, 2, 7, 9), new Random(1));
        ClusterLaunch.Kept kept = new ClusterLaunch.Kept("/data", 1, "", 0, List.of(0, 2, 7, 9));
        ClusterLaunch.Plan plan = new ClusterLaunch.Plan("x", "tcp", 4, 8182, ports, 128, true, kept);
        place.remember(plan);
        assertEquals(plan, place.plan());
        assertTrue(ports.isAt("node-7"));
        assertFalse(ports.isAt("node-1"));
        assertFalse(ports.isAt("node-9"));
        assertEquals(ports.servers().get(2), ports.at("node-7"));
        assertEquals(10, place.nextNode());
        place.remember(plan.with(List.of(0, 2, 7)));
        assertEquals(List.of(0, 2, 7), place.plan().numbers());
        assertEquals(16, place.plan().partitions(), "the number of partitions stays");
    }
}
