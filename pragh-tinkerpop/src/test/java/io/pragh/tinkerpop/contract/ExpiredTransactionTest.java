package io.pragh.tinkerpop.contract;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that a transaction that stays open for longer than its graph keeps snapshots is told which limit it met. */
class ExpiredTransactionTest {
    @Test
    @Timeout(120)
    void isToldWhichLimitItMet() {
        try (PraghGraph graph =
                PraghGraph.build().set(PraghGraphConfig.SNAPSHOT_SECONDS, 1).open()) {
            GraphTraversalSource g = traversal().with(graph);
            g.addV("person").property("name", "Ada").iterate();
            g.tx().commit();
            SnapshotTooOldException told = assertThrows(SnapshotTooOldException.class, () -> {
                while (true) {
                    assertEquals("Ada", g.V().values("name").next());
                }
            });
            assertTrue(told.getMessage().contains("limit=snapshotSeconds"), told::toString);
            g.tx().rollback();
            assertEquals("Ada", g.V().values("name").next());
        }
    }
}
