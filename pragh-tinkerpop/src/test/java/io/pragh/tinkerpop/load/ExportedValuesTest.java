package io.pragh.tinkerpop.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that an export writes each value so that it is read back, or says that the format does not have it. */
class ExportedValuesTest {
    private static final GraphExport.Settings DROPS = new GraphExport.Settings(LoadOptions.DEFAULT, false, true);

    @TempDir
    private Path folder;

    private final PraghGraph graph = PraghGraph.build().nullValues(true).open();

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void graphMlHasNoNull() {
        graph.addVertex(T.id, 1, "name", null, "age", 36);
        graph.tx().commit();
        assertRefused("key=name type=null", folder.resolve("null.xml"));
        assertEquals(1, dropped(folder.resolve("null.xml")));
        assertEquals(36, readBack(folder.resolve("null.xml"), "age"));
    }

    private void assertRefused(String reason, Path... files) {
        String told = assertThrows(
                        ExportException.class,
                        () -> GraphExport.write(graph, List.of(files), GraphExport.Settings.DEFAULT))
                .getMessage();
        assertTrue(Objects.requireNonNull(told).contains(reason), told);
        assertFalse(Files.exists(files[0]));
    }

    /** The number of kinds of content that are left out. */
    private int dropped(Path... files) {
        return GraphExport.write(graph, List.of(files), DROPS).leftOut().size();
    }

    private static Object readBack(Path file, String key) {
        try (PraghGraph read = PraghGraph.build().open()) {
            GraphFiles.load(read, file);
            return read.traversal().V().values(key).next();
        }
    }
}
