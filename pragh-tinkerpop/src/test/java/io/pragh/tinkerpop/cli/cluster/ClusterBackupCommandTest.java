package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.driver.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the commands back up a cluster of processes with data folders, and restore it as a cluster of another
 * size.
 */
@Tag("processes")
class ClusterBackupCommandTest {
    private static final int VERTICES = 40;

    @TempDir
    private Path folder;

    private final ClusterCommands commands = new ClusterCommands();

    private int start(String dir, int nodes, int port, Path data) {
        return commands.start(dir, nodes, port, "--open", "--data", data, "--backup-folder", folder.resolve("backups"));
    }

    /** The output of a command that must succeed. */
    private String done(Object... arguments) {
        commands.assertDone(arguments);
        return commands.out() + commands.err();
    }

    private static String ask(int port, String query) {
        return ClusterCommands.ask(port, query).stream()
                .map(Result::getObject)
                .toList()
                .toString();
    }

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES) // it starts five JVMs, on a machine that may be busy
    void aClusterIsBackedUpAndComesBackWithAnotherNumberOfNodes() throws IOException {
        String dir = folder.resolve("first").toString();
        String other = folder.resolve("second").toString();
        try {
            int port = ClusterCommands.threePorts();
            assertEquals(0, start(dir, 3, port, folder.resolve("data")), commands::err);
            for (int i = 0; i < VERTICES; i++) {
                ask(port + i % 3, "g.addV('person').property(id, 'p" + i + "').property('number', " + i + ")");
            }
            String said = done("backup", "localhost:" + port, "people");
            assertTrue(said.contains("full backup 1 of "), said);
            ask(port + 1, "g.addV('person').property(id, 'late').property('number', 1000)");
            said = done("backup", "localhost:" + (port + 2), "people");
            assertTrue(said.contains("incremental backup 2 of "), said);
            ask(port + 1, "g.addV('person').property(id, 'later').property('number', 10000)");
            assertEquals(0, commands.run("cluster", "stop", "--dir", dir), commands::err);

            String backups = folder.resolve("backups").resolve("people").toString();
            String data = folder.resolve("again").toString();
            said = done("restore", backups, "--data", data, "--nodes", 2);
            assertTrue(said.contains("pragh cluster start --nodes 2 --data " + data), said);
            assertEquals(0, start(other, 2, port, Path.of(data)), commands::err);
            assertEquals("[" + (VERTICES + 1) + "]", ask(port, "g.V().count()"));
            assertEquals(
                    "[" + (VERTICES * (VERTICES - 1) / 2 + 1000) + "]", ask(port + 1, "g.V().values('number').sum()"));
            said = done("restore", backups, "--list");
            assertTrue(said.lines().count() == 2 && said.contains("12 partitions"), said);
        } catch (AssertionError | RuntimeException failed) {
            throw commands.failure(
                    commands.failure(failed, dir, "node-0", "node-1", "node-2"), other, "node-0", "node-1");
        } finally {
            ClusterCommands.end(dir);
            ClusterCommands.end(other);
        }
    }

    @Test
    void backupsNeedDataFolders() {
        assertEquals(
                2,
                commands.run(
                        "cluster",
                        "start",
                        "--backup-folder",
                        folder.resolve("backups").toString(),
                        "--dir",
                        folder.resolve("none").toString()));
        assertTrue(commands.err().contains("goes with --data"), commands::err);
    }
}
