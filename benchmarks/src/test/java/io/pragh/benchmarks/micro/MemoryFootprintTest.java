package io.pragh.benchmarks.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.bulk.Progress;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that the parts of the memory per edge do not exceed the whole. */
class MemoryFootprintTest {
    private static final int SCALE = 10;

    @Test
    void partsAreNotMoreThanTheWhole() {
        MemoryFootprint.Footprint footprint = MemoryFootprint.measure(SCALE);
        RmatParameters graph = RmatParameters.graph500(SCALE, 1);
        Set<Long> vertices = new HashSet<>();
        new RmatEdges(graph)
                .forEach(
                        (source, target) -> {
                            vertices.add(source);
                            vertices.add(target);
                        },
                        Progress.NONE);
        assertEquals(graph.edgeCount(), footprint.edges());
        assertEquals(vertices.size(), footprint.keys());
        assertTrue(footprint.blockBytes() >= 4 * footprint.edges(), footprint::toString);
        assertTrue(footprint.tableBytes() + footprint.blockBytes() <= footprint.usedBytes(), footprint::toString);
        assertTrue(footprint.usedBytes() <= footprint.regionBytes(), footprint::toString);
        assertEquals(6, MemoryFootprint.show(footprint).lines().count());
    }
}
