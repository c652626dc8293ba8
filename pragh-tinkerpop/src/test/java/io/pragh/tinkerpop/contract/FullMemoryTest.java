package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.junit.jupiter.api.Test;

/** Checks that a transaction is refused when the memory of its graph is full, and that what was committed stays. */
class FullMemoryTest {
    @Test
    void transactionIsRefusedAndWhatWasCommittedStays() {
        try (PraghGraph graph = PraghGraph.build()
                .set(PraghGraphConfig.SEGMENT_BYTES, 1 << 18)
                .set(PraghGraphConfig.PARTITION_BYTES_MAX, 1 << 19)
                .open()) {
            GraphTraversalSource g = graph.traversal();
            long[] committed = {0};
            PraghException full = assertThrows(PraghException.class, () -> {
                while (committed[0] < 100_000) {
                    g.addV("thing").property("text", "x".repeat(1000)).iterate();
                    g.tx().commit();
                    committed[0]++;
                }
            });
            assertTrue(full.getMessage().contains("pragh.partitionBytesMax"), full.getMessage());
            assertTrue(committed[0] > 100, "committed " + committed[0]);
            assertEquals(committed[0], g.V().count().next());
            assertEquals(
                    committed[0], g.V().has("text", "x".repeat(1000)).count().next());
            g.tx().rollback();
        }
    }
}
