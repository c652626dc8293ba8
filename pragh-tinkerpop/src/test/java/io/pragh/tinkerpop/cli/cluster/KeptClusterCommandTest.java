package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.cli.TypedCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks a cluster of processes with data folders: one process is killed and started again, and all are ended and
 * started again.
 */
@Tag("processes")
class KeptClusterCommandTest {
    private static final int VERTICES = 40;

    @TempDir
    private Path folder;

    private final ClusterCommands commands = new ClusterCommands();

    private int start(String dir, int port, int nodes) {
        return commands.start(dir, nodes, port, "--open", "--data", folder.resolve("data"));
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES) // it starts ten JVMs, on a machine that may be busy
    void whatWasCommittedOutlivesItsProcesses() throws IOException {
        String dir = folder.resolve("kept").toString();
        try {
            int port = ClusterCommands.threePorts();
            assertEquals(0, start(dir, port, 3), commands::err);
            assertTrue(commands.out().contains("pragh cluster restart"), commands::out);
            NumberedPeople.add(port, 0, VERTICES);
            NumberedPeople.close(port, VERTICES);
            check(port);
            assertEquals(2, commands.run("cluster", "restart", "--dir", dir));
            assertTrue(commands.err().contains("all processes of the cluster are running"), commands::err);
            ClusterCommands.kill(dir, "node-1");
            assertEquals(0, commands.run("cluster", "restart", "--dir", dir), commands::err);
            check(port + 1);
            assertEquals(0, commands.run("cluster", "stop", "--dir", dir), commands::err);
            assertEquals(2, start(dir, port, 2));
            assertTrue(commands.err().contains("another number of nodes"), commands::err);
            assertEquals(0, start(dir, port, 3), commands::err);
            check(port + 2);
            assertEquals(0, commands.run("cluster", "stop", "--dir", dir), commands::err);
            Path repaired = repaired();
            Files.move(repaired.resolve("node-1"), repaired.resolve("node-7")); // as after nodes have come and gone
            Files.createDirectory(repaired.resolve("node-5"));
            assertEquals(0, commands.start(dir, 3, port, "--open", "--data", repaired), commands::err);
            assertTrue(ClusterCommands.log(dir, "node-7").contains("kept in " + repaired.resolve("node-7")));
            check(port + 1);
        } catch (AssertionError | RuntimeException failed) {
            throw commands.failure(failed, dir, "node-0", "node-1", "node-2");
        } finally {
            ClusterCommands.end(dir);
        }
    }

    /** Damages a file without which one node cannot start, and repairs it: the other folders tell its content. */
    private Path repaired() throws IOException {
        Path data = folder.resolve("data");
        Files.writeString(data.resolve("node-1").resolve("graph"), "damaged");
        TypedCommands folders = TypedCommands.ofFolders();
        assertEquals(2, folders.runAfresh("check", data), folders::out);
        Path repaired = folder.resolve("repaired");
        assertEquals(1, folders.runAfresh("repair", data, "--into", repaired), folders::err);
        String next = "pragh cluster start --nodes 3 --data " + repaired;
        assertTrue(folders.out().contains(next), folders::out);
        return repaired;
    }

    private static void check(int port) {
        NumberedPeople.check(port, VERTICES);
        NumberedPeople.checkRing(port, VERTICES);
    }
}
