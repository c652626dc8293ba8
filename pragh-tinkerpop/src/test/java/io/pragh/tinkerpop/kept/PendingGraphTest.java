package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.durable.DataPlace;
import io.pragh.testkit.Workers;
import io.pragh.tinkerpop.PraghGraph;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks, with a data folder on a slow disk, that a commit waits for the disk, and that reads do not. */
final class PendingGraphTest {
    @TempDir
    private Path folder;

    private final Workers workers = new Workers();

    @AfterEach
    void end() {
        HeldDisks.release();
        workers.close();
    }

    private PraghGraph open() {
        return PraghGraph.build()
                .data(DataPlace.of(HeldDisks.address(folder.resolve("data"))))
                .open();
    }

    private static List<Object> asked(GraphTraversalSource g) {
        List<Object> found = List.of(
                g.V("a").values("age").next(),
                g.V("a").out("likes").count().next(),
                g.V().has("age", 2).count().next());
        g.tx().rollback();
        return found;
    }

    @Test
    void whoAsksDoesNotWaitForTheDisk() {
        try (PraghGraph graph = open()) {
            GraphTraversalSource g = graph.traversal();
            g.addV("person").property(T.id, "a").property("age", 1).iterate();
            g.addV("person").property(T.id, "b").property("age", 1).iterate();
            g.V("a").addE("likes").to(__.V("b")).iterate();
            g.tx().commit();
            AtomicBoolean told = new AtomicBoolean();
            HeldDisks.hold();
            workers.start(() -> {
                g.V("a").property("age", 2).addE("likes").to(__.V("b")).iterate();
                g.tx().commit();
                told.set(true);
            });
            workers.await("its record is being synced", () -> HeldDisks.held() > 0);
            try {
                for (int i = 0; i < 100; i++) {
                    assertEquals(List.of(1, 1L, 0L), asked(g));
                }
                assertFalse(told.get());
            } finally {
                HeldDisks.release(); // the close of the graph needs the disk
            }
            workers.join();
            assertTrue(told.get());
            assertEquals(List.of(2, 2L, 1L), asked(g));
        }
        try (PraghGraph graph = open()) {
            assertEquals(List.of(2, 2L, 1L), asked(graph.traversal()));
        }
    }
}
