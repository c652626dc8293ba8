package io.pragh.tinkerpop.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.cli.BackupCommand;
import io.pragh.tinkerpop.cli.PraghCli;
import io.pragh.tinkerpop.cli.RestoreCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of a cluster that is kept, by the commands: backed up, and again there as a cluster of another size. */
@Tag("processes")
class ClusterBackupCommandTest {
    private static final int VERTICES = 40;

    @TempDir
    private Path folder;

    private final ClusterCommands commands = new ClusterCommands();
    private String said = "";

    private int start(String dir, int nodes, int port, Path data) {
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
                data.toString(),
                "--backup-folder",
                folder.resolve("backups").toString(),
                "--dir",
                dir);
    }

    private int pragh(String... arguments) {
        StringWriter all = new StringWriter();
        int code = PraghCli.commandLine(List.of(new BackupCommand(), new RestoreCommand()))
                .setOut(new PrintWriter(all, true))
                .setErr(new PrintWriter(all, true))
                .execute(arguments);
        said = all.toString();
        return code;
    }

    private static String ask(int port, String query) {
        Cluster cluster = Cluster.build("127.0.0.1").port(port).create();
        try {
            List<Object> found = new ArrayList<>();
            cluster.connect().submit(query).all().join().forEach(result -> found.add(result.getObject()));
            return found.toString();
        } finally {
            cluster.close();
        }
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
            assertEquals(0, pragh("backup", "localhost:" + port, "people"), () -> said);
            assertTrue(said.contains("full backup 1 of "), said);
            ask(port + 1, "g.addV('person').property(id, 'late').property('number', 1000)");
            assertEquals(0, pragh("backup", "localhost:" + (port + 2), "people"), () -> said);
            assertTrue(said.contains("incremental backup 2 of "), said);
            ask(port + 1, "g.addV('person').property(id, 'later').property('number', 10000)");
            assertEquals(0, commands.run("cluster", "stop", "--dir", dir), commands::err);

            String backups = folder.resolve("backups").resolve("people").toString();
            String data = folder.resolve("again").toString();
            assertEquals(0, pragh("restore", backups, "--data", data, "--nodes", "2"), () -> said);
            assertTrue(said.contains("pragh cluster start --nodes 2 --data " + data), said);
            assertEquals(0, start(other, 2, port, Path.of(data)), commands::err);
            assertEquals("[" + (VERTICES + 1) + "]", ask(port, "g.V().count()"));
            assertEquals(
                    "[" + (VERTICES * (VERTICES - 1) / 2 + 1000) + "]", ask(port + 1, "g.V().values('number').sum()"));
            assertEquals(0, pragh("restore", backups, "--list"), () -> said);
            assertTrue(said.lines().count() == 2 && said.contains("12 partitions"), said);
        } catch (AssertionError | RuntimeException failed) {
            throw new AssertionError(
                    ClusterCommands.logs(dir, 3) + ClusterCommands.logs(other, 2) + commands.out() + commands.err(),
                    failed);
        } finally {
            ClusterStopCommand.end(new ClusterFolder(Path.of(dir)).processes());
            ClusterStopCommand.end(new ClusterFolder(Path.of(other)).processes());
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
