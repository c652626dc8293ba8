package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.BackupService;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.cli.TypedCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks {@code pragh backup} and {@code pragh restore} with a running server, and {@code g.call("pragh.backup")} of
 * a client.
 */
final class BackupCommandTest {
    @TempDir
    private Path folder;

    private final TypedCommands typed = TypedCommands.ofFolders();

    private int pragh(Object... arguments) {
        return typed.runAfresh(arguments);
    }

    private PraghGraph open(boolean allowed) {
        PraghGraphConfig.Builder options = PraghGraph.build().data(folder.resolve("data"));
        return (allowed
                        ? options.set(
                                PraghGraphConfig.BACKUP_FOLDER,
                                folder.resolve("backups").toString())
                        : options)
                .open();
    }

    @Test
    void aServedGraphIsBackedUpAndRestoredIntoAnotherServer() {
        try (ServedGraph served = new ServedGraph(open(true))) {
            String server = PraghServer.text(served.address());
            Cluster cluster = served.cluster().create();
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
            g.addV("person").property(T.id, 1L).property("name", "marko").iterate();
            assertEquals(0, pragh("backup", server, "people"), typed::err);
            assertTrue(typed.out().startsWith("pragh backup: full backup 1 of "), typed::out);
            g.V(1L)
                    .as("v")
                    .addV("person")
                    .property(T.id, "josh")
                    .addE("knows")
                    .to("v")
                    .iterate();
            Map<Object, Object> made = g.<Map<Object, Object>>call(BackupService.NAME)
                    .with(BackupService.FOLDER, "people")
                    .next();
            assertEquals("incremental", made.get(BackupService.KIND), made::toString);
            Map<Object, Object> idle = g.<Map<Object, Object>>call(BackupService.NAME)
                    .with(BackupService.PROGRESS, true)
                    .next();
            assertEquals("", idle.get(BackupService.WHAT), idle::toString);
            assertEquals(0, pragh("backup", server, "people", "--full"), typed::err);
            assertTrue(typed.out().startsWith("pragh backup: full backup 3 of "), typed::out);
            cluster.close();
        }
        Path backup = folder.resolve("backups").resolve("people");
        assertEquals(0, pragh("restore", backup, "--as-of", 2, "--data", folder.resolve("restored")), typed::err);
        try (PraghGraph graph =
                PraghGraph.build().data(folder.resolve("restored")).open()) {
            assertEquals("josh", graph.traversal().V(1L).in("knows").id().next());
        }
        restoreIntoServer(backup);
    }

    private void restoreIntoServer(Path backup) {
        try (ServedGraph other = new ServedGraph(PraghGraph.build().nodes(2).open())) {
            String server = PraghServer.text(other.address());
            assertEquals(0, pragh("restore", backup, "--server", server), typed::err);
            assertTrue(typed.out().contains("2 vertices and 1 edges"), typed::out);
            Cluster cluster = other.cluster().create();
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
            assertEquals("josh", g.V(1L).in("knows").id().next());
            assertEquals("marko", g.V("josh").out("knows").values("name").next());
            assertEquals(2, pragh("restore", backup, "--server", server), "the identifiers are taken");
            assertTrue(typed.err().contains("the server took nothing"), typed::err);
            assertEquals(2, g.V().count().next());
            cluster.close();
        }
    }

    @Test
    void whatIsNotSentIsTold() {
        try (PraghGraph graph = open(false)) {
            graph.createIndex(ElementKind.VERTEX, "name");
            graph.variables().set("made by", "a test");
            graph.addVertex("name", "marko");
            graph.tx().commit();
            graph.backup(folder.resolve("backup"));
        }
        try (ServedGraph other = new ServedGraph(PraghGraph.build().open())) {
            String server = PraghServer.text(other.address());
            assertEquals(0, pragh("restore", folder.resolve("backup"), "--server", server), typed::err);
            assertTrue(typed.err().contains("createIndex(ElementKind.VERTEX, \"name\")"), typed::err);
            assertTrue(typed.err().contains("made by=a test"), typed::err);
        }
    }

    @Test
    void aClientWritesNowhereElse() throws IOException {
        try (ServedGraph served = new ServedGraph(open(true))) {
            Cluster cluster = served.cluster().create();
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
            for (String name :
                    List.of("", ".", "..", "../x", "a/b", "/tmp/x", "a\\b", ".hidden", "x\0", "a".repeat(101))) {
                assertRefused(
                        "graph.backupFolder",
                        () -> g.call(BackupService.NAME)
                                .with(BackupService.FOLDER, name)
                                .next());
            }
            assertRefused("graph.backupFolder", () -> g.call(BackupService.NAME).next());
            assertRefused(
                    "no such parameter",
                    () -> g.call(BackupService.NAME).with("path", "x").next());
            assertRefused(
                    "true or false",
                    () -> g.call(BackupService.NAME)
                            .with(BackupService.FOLDER, "x")
                            .with(BackupService.FULL, "yes")
                            .next());
            Files.createDirectories(folder.resolve("backups"));
            Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
            Files.createSymbolicLink(folder.resolve("backups").resolve("link"), elsewhere);
            assertRefused(
                    "symbolic link",
                    () -> g.call(BackupService.NAME)
                            .with(BackupService.FOLDER, "link")
                            .next());
            try (Stream<Path> files = Files.list(elsewhere)) {
                assertEquals(0, files.count());
            }
            Path others = Files.createDirectory(folder.resolve("backups").resolve("others"));
            Files.writeString(others.resolve("letter.txt"), "dear reader");
            assertRefused(
                    "holds other files",
                    () -> g.call(BackupService.NAME)
                            .with(BackupService.FOLDER, "others")
                            .next());
            assertEquals("dear reader", Files.readString(others.resolve("letter.txt")));
            cluster.close();
        }
        try (ServedGraph served = new ServedGraph(open(false))) {
            assertEquals(2, pragh("backup", PraghServer.text(served.address()), "people"));
            assertTrue(typed.err().contains("--backup-folder"), typed::err);
            assertEquals(1, typed.err().lines().count(), typed::err);
        }
        assertFalse(Files.exists(folder.resolve("people")));
    }

    private static void assertRefused(String why, Runnable call) {
        String message =
                String.valueOf(assertThrows(RuntimeException.class, call::run).getMessage());
        assertTrue(message.contains(why), message);
    }
}
