package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.TransactionEnd;
import io.pragh.core.base.PraghException;
import io.pragh.core.census.Figure;
import io.pragh.core.census.Reading;
import io.pragh.core.property.ElementKind;
import io.pragh.testkit.Seeds;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.TransactionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that closing a graph rolls open transactions back, and that later calls of them say so. {@code
 * -Dpragh.closed.seed} repeats a run's choices.
 */
class ClosedGraphTest {
    private static final long SEED = Seeds.of("pragh.closed.seed");

    @Test
    void whoGoesOnIsToldThatTheGraphIsClosed() throws Exception {
        PraghGraph graph = PraghGraph.build().nodes(2).open();
        GraphTraversalSource g = graph.traversal();
        Vertex vertex = g.addV("person").property("name", "Ada").next();
        g.tx().commit();
        g.addV("person").iterate();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Future<?> other = Elsewhere.start(() -> {
            g.addV("person").iterate();
            begun.countDown();
            closed.await();
            assertFalse(g.tx().isOpen());
            assertClosed(() -> g.V().count().next());
            assertClosed(() -> g.tx().commit());
            g.tx().rollback(); // nothing is left to roll back, but a finally block may call it
            return null;
        });
        begun.await();
        graph.close();
        closed.countDown();
        other.get();

        assertClosed(() -> vertex.value("name"));
        assertClosed(() -> graph.addVertex());
        assertClosed(() -> graph.variables().keys());
        assertClosed(() -> g.tx().commit());
        assertClosed(() -> graph.tx().createThreadedTx());
        assertThrows(PraghException.class, () -> graph.createIndex(ElementKind.VERTEX, "name"));
        assertTrue(vertex.toString().startsWith("v["));
        graph.close();
    }

    @Test
    void threadedTransactionIsRolledBack() {
        PraghGraph graph = PraghGraph.build().open();
        Graph threaded = graph.tx().createThreadedTx();
        threaded.addVertex("person");
        graph.close();
        assertFalse(threaded.tx().isOpen());
        assertClosed(() -> threaded.tx().commit());
        assertClosed(() -> threaded.vertices().hasNext());
    }

    @Test
    void closingThreadEndsItsTransactionAsItWishes() {
        List<Transaction.Status> ended = new ArrayList<>();
        PraghGraph graph = PraghGraph.build().open();
        graph.tx().addTransactionListener(ended::add);
        graph.tx().onClose(Transaction.CLOSE_BEHAVIOR.COMMIT);
        graph.addVertex();
        graph.close();
        assertEquals(List.of(Transaction.Status.COMMIT), ended);

        PraghGraph manual = PraghGraph.build().open();
        manual.tx().onClose(Transaction.CLOSE_BEHAVIOR.MANUAL);
        manual.addVertex();
        assertThrows(IllegalStateException.class, manual::close);
        manual.tx().rollback();
        manual.close();
    }

    /**
     * A finally block may roll back after a commit, or when no transaction could begin. TinkerPop tells listeners of
     * it.
     */
    @Test
    void aRollbackBeginsNothing() {
        List<Transaction.Status> ended = new ArrayList<>();
        try (PraghGraph graph = PraghGraph.build().open()) {
            graph.tx().addTransactionListener(ended::add);
            long before = rolledBack(graph);
            graph.tx().rollback();
            assertEquals(before, rolledBack(graph));
            graph.addVertex();
            graph.tx().rollback();
            graph.tx().rollback();
            assertEquals(before + 1, rolledBack(graph));
            assertEquals(Collections.nCopies(3, Transaction.Status.ROLLBACK), ended);
            graph.tx().onReadWrite(Transaction.READ_WRITE_BEHAVIOR.MANUAL);
            assertThrows(IllegalStateException.class, () -> graph.tx().rollback());
        }
    }

    private static long rolledBack(PraghGraph graph) {
        return graph.statistics().get(0).readings().stream()
                .filter(reading -> reading.labels().containsValue(Figure.label(TransactionEnd.ROLLED_BACK)))
                .mapToLong(Reading::value)
                .sum();
    }

    /**
     * Calls that are under way must end with an exception that says why, soon, and must not read memory that is gone.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void callsUnderWayEnd(int nodes) throws Exception {
        System.out.println("repeat with -Dpragh.closed.seed=" + SEED);
        Random random = new Random(SEED);
        for (int round = 0; round < 5; round++) {
            PraghGraph graph = PraghGraph.build()
                    .nodes(nodes)
                    .set(PraghGraphConfig.SEGMENT_BYTES, 1 << 20)
                    .open();
            fill(graph);
            CountDownLatch working = new CountDownLatch(4);
            List<Future<Exception>> workers = new ArrayList<>();
            for (int w = 0; w < 4; w++) {
                long seed = random.nextLong();
                boolean writes = w % 2 == 0;
                workers.add(Elsewhere.start(() -> untilItFails(graph, new Random(seed), writes, working)));
            }
            working.await();
            graph.close();
            for (Future<Exception> worker : workers) {
                Exception last = worker.get(1, TimeUnit.MINUTES);
                boolean known = last instanceof PraghException || last instanceof IllegalStateException;
                // Versions that a rolled back transaction saw may be gone; it is told to begin again, and then why not.
                boolean saysWhy = last instanceof SnapshotTooOldException
                        || last.getMessage().contains("closed");
                assertTrue(known && saysWhy, () -> "ended by " + last);
            }
        }
    }

    private static void fill(PraghGraph graph) {
        GraphTraversalSource g = graph.traversal();
        for (int i = 0; i < 100; i++) {
            graph.addVertex(T.id, i).property("text", "x".repeat(i * 10));
        }
        for (int i = 0; i < 100; i++) {
            g.V(i).addE("next").to(__.V(i * 7 % 100)).iterate();
        }
        g.tx().commit();
    }

    private static Exception untilItFails(PraghGraph graph, Random random, boolean writes, CountDownLatch working) {
        GraphTraversalSource g = graph.traversal();
        while (true) {
            try {
                if (writes) {
                    g.V(random.nextInt(100))
                            .property("text", "y".repeat(random.nextInt(3000)))
                            .iterate();
                    g.tx().commit();
                } else {
                    g.V().out().out().values("text").iterate();
                    g.tx().rollback();
                }
                working.countDown();
            } catch (TransactionException conflict) {
                g.tx().rollback();
            } catch (RuntimeException closed) {
                g.tx().rollback();
                return closed;
            }
        }
    }

    private static void assertClosed(Executable call) {
        IllegalStateException closed = assertThrows(IllegalStateException.class, call);
        assertTrue(closed.getMessage().startsWith("The graph is closed"), closed.getMessage());
    }
}
