package io.pragh.benchmarks.fof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.bulk.EdgeListFile;
import io.pragh.core.bulk.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the survey of a graph's edges: its size, and the vertices from which queries may start. */
class BenchGraphTest {
    @TempDir
    private Path folder;

    private BenchGraph graph(String lines) throws IOException {
        Path file = Files.writeString(folder.resolve("graph.e"), lines);
        return BenchGraph.survey(EdgeListFile.at(file), Progress.NONE);
    }

    @Test
    void idsMayLieFarApart() throws IOException {
        BenchGraph graph = graph("1 2\n1 7000000000000\n7000000000000 3\n");
        assertEquals(3, graph.edgeCount());
        assertEquals(4, graph.vertexCount());
        assertEquals(7_000_000_000_000L, graph.vertexIdMax());
        assertEquals(2, graph.sourceCount());
        assertEquals(
                Set.of(BenchGraph.listKey(1), BenchGraph.listKey(7_000_000_000_000L)),
                Arrays.stream(graph.startKeys(2, 5)).boxed().collect(Collectors.toSet()));
    }

    @Test
    void sourcesAreDrawnEvenly() throws IOException {
        BenchGraph graph = graph("0 9\n1 9\n2 9\n3 9\n");
        SplittableRandom random = new SplittableRandom(1);
        int[] drawn = new int[4];
        for (int i = 0; i < 4000; i++) {
            drawn[(int) graph.source(random.nextLong())]++;
        }
        assertTrue(Arrays.stream(drawn).allMatch(n -> n > 850 && n < 1150), Arrays.toString(drawn));
        assertEquals(0, graph.source(0));
        assertEquals(3, graph.source(-1L));
    }

    @Test
    void scopeLargerThanTheGraphIsRefused() throws IOException {
        BenchGraph graph = graph("0 1\n");
        assertThrows(PraghException.class, () -> graph.startKeys(2, 1));
    }
}
