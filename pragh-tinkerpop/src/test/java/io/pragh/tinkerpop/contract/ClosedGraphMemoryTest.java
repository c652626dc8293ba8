package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.memory.DirectMemory;
import io.pragh.testkit.Workers;
import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks that a closed graph has given its memory back, although objects still refer to it. Gremlin Server does so
 * until the process ends.
 */
class ClosedGraphMemoryTest {
    private static final int GRAPHS = 16;

    private static PraghGraph openAndClose() {
        PraghGraph graph = PraghGraph.build().nodes(2).open();
        graph.addVertex("name", "a");
        graph.tx().commit();
        graph.close();
        return graph;
    }

    @Test
    void memoryOfClosedGraphsIsGivenBack() {
        openAndClose();
        System.gc();
        long before = DirectMemory.room();
        List<PraghGraph> held = new ArrayList<>();
        for (int i = 0; i < GRAPHS; i++) {
            held.add(openAndClose());
        }
        long ofOne = 2 * 4 * (16L << 20);
        try (Workers workers = new Workers()) {
            workers.await("their memory is free", () -> {
                System.gc(); // direct memory is freed when its buffers are found unreachable
                return DirectMemory.room() > before - 4 * ofOne;
            });
        }
        for (PraghGraph closed : held) {
            assertTrue(closed.statistics().isEmpty());
            assertEquals("", closed.failure());
            assertThrows(
                    IllegalStateException.class, () -> closed.traversal().V().hasNext());
        }
    }
}
