package io.pragh.benchmarks.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Checks that the start vertices of a workload are distinct, eligible, from the whole graph, and determined by the
 * seed.
 */
class StartScopeTest {

    @Test
    void verticesAreDistinctEligibleAndFromTheWholeRange() {
        for (long vertexCount : new long[] {5000, 65_536, 1_000_003, 1L << 40}) {
            StartScope scope = StartScope.choose(vertexCount, 1024, 3, vertex -> vertex % 3 == 1);
            List<Long> vertices = vertices(scope);
            assertEquals(1024, new HashSet<>(vertices).size());
            assertTrue(vertices.stream().allMatch(v -> v >= 0 && v < vertexCount && v % 3 == 1));
            long[] eighths = new long[8];
            vertices.forEach(v -> eighths[(int) (v * 8 / vertexCount)]++);
            double[] even = new double[8];
            Arrays.fill(even, 1.0 / 8);
            ChiSquare.assertSampleOf(even, eighths, "vertexCount=" + vertexCount + " seed=3");
        }
    }

    @Test
    void choiceDependsOnTheSeedAlone() {
        List<Long> chosen = vertices(StartScope.choose(100_000, 100, 1, vertex -> true));
        assertEquals(chosen, vertices(StartScope.choose(100_000, 100, 1, vertex -> true)));
        assertNotEquals(chosen, vertices(StartScope.choose(100_000, 100, 2, vertex -> true)));
    }

    @Test
    void everyEligibleVertexCanBeChosen() {
        for (long vertexCount : new long[] {1, 2, 3, 100, 128}) {
            StartScope scope = StartScope.choose(vertexCount, (int) vertexCount, 1, vertex -> true);
            assertEquals(vertexCount, new HashSet<>(vertices(scope)).size());
        }
    }

    @Test
    void predicateIsAskedOncePerVertexAtMost() {
        AtomicLong asked = new AtomicLong();
        PraghException fault = assertThrows(
                PraghException.class, () -> StartScope.choose(1000, 10, 1, vertex -> asked.incrementAndGet() < 6));
        assertEquals(1000, asked.get());
        assertTrue(fault.getMessage().contains("wanted=10 found=5 vertexCount=1000"), fault.getMessage());
        assertThrows(PraghException.class, () -> StartScope.choose(4, 5, 1, vertex -> true));
        assertThrows(PraghException.class, () -> StartScope.choose(0, 1, 1, vertex -> true));
        assertThrows(PraghException.class, () -> StartScope.choose(4, 0, 1, vertex -> true));
    }

    @Test
    void startsAreNotTheHubsOfAGraphOfTheSameSeed() {
        for (long seed = 1; seed <= 5; seed++) {
            SeededPermutation shuffle = new SeededPermutation(16, seed);
            Set<Long> hubs = new HashSet<>();
            for (long i = 0; i < 1024; i++) {
                hubs.add(shuffle.of(i));
            }
            hubs.retainAll(vertices(StartScope.choose(1 << 16, 1024, seed, vertex -> true)));
            assertTrue(hubs.size() < 50, "expected about 16, got " + hubs.size() + ", seed=" + seed);
        }
    }

    private static List<Long> vertices(StartScope scope) {
        return IntStream.range(0, scope.size()).mapToObj(scope::vertex).toList();
    }
}
