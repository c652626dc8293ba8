package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.io.Serializable;
import java.nio.file.Path;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that commands about data folders read values of the application's classes, if these are named. */
class StoredClassesTest {
    private static final String NAMED = StoredClassesTest.class.getName();

    @TempDir
    private Path temporary;

    private Path folder = Path.of("");

    private final TypedCommands typed = TypedCommands.ofFolders();

    private record Point(int x, int y) implements Serializable {}

    @BeforeEach
    void fill() {
        folder = temporary.resolve("data");
        try (PraghGraph graph =
                PraghGraph.build().data(folder).serializable(NAMED).open()) {
            graph.addVertex("at", new Point(1, 2)).addEdge("near", graph.addVertex(T.id, new Point(3, 4)));
            graph.tx().commit();
        }
    }

    private void assertThere(Path data) {
        try (PraghGraph graph =
                PraghGraph.build().data(data).serializable(NAMED).open()) {
            assertEquals(
                    new Point(1, 2),
                    graph.traversal().V(new Point(3, 4)).in("near").values("at").next());
        }
    }

    private void assertNamesTheOption(Object... command) {
        assertEquals(2, typed.runAfresh(command), typed::err);
        assertTrue(typed.err().contains("class=" + Point.class.getName()), typed::err);
        assertTrue(typed.err().contains("--serializable"), typed::err);
        assertEquals(1, typed.err().strip().lines().count(), typed::err);
    }

    @Test
    void aFolderIsChecked() {
        assertEquals(0, typed.run("check", folder, "--serializable", NAMED), typed::err);
        assertNamesTheOption("check", folder);
    }

    @Test
    void aBackupIsRestoredWithAnotherNumberOfPartitions() {
        Path backups = temporary.resolve("backups");
        Path restored = temporary.resolve("restored");
        assertEquals(0, typed.run("backup", "--data", folder, backups), typed::err);
        assertNamesTheOption("restore", backups, "--data", restored, "--partitions", 3);
        assertEquals(
                0,
                typed.run("restore", backups, "--data", restored, "--partitions", 3, "--serializable", NAMED),
                typed::err);
        assertThere(restored);
    }

    @Test
    void aFolderIsRepaired() {
        Path repaired = temporary.resolve("repaired");
        assertEquals(0, typed.run("repair", folder, "--into", repaired, "--serializable", NAMED), typed::err);
        assertThere(repaired);
    }
}
