package io.pragh.tinkerpop.process.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.forward.ForwardingCluster;
import java.util.List;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.junit.jupiter.api.Test;

/** Random traversals find the same whether the server forwards them or, in a session, executes them itself. */
class ForwardModelTest {
    private static final int TRAVERSALS = Integer.getInteger("pragh.forward.traversals", 400);

    /** What comes out, or what goes wrong. */
    private static List<String> outcome(Function<GraphTraversalSource, List<String>> query, GraphTraversalSource g) {
        try {
            return query.apply(g);
        } catch (RuntimeException failed) {
            return List.of("failed: " + failed.getMessage());
        }
    }

    @Test
    void forwardedTraversalsFindTheSame() {
        long seed = Long.getLong("pragh.forward.seed", System.nanoTime());
        String again = "repeat with -Dpragh.forward.seed=" + seed;
        System.err.println(again);
        try (ForwardingCluster cluster = new ForwardingCluster()) {
            StepModelTest.fill(cluster.graph(0), seed);
            cluster.graph(0).tx().commit();
            GraphTraversalSource g = cluster.connect();
            Transaction session = g.tx();
            GraphTraversalSource inside = session.begin();
            for (int i = 0; i < TRAVERSALS; i++) {
                long each = seed + i;
                Function<GraphTraversalSource, List<String>> query =
                        source -> StepModelTest.results(new RandomTraversal(each, StepModelTest.VERTICES).on(source));
                assertEquals(
                        outcome(query, inside),
                        outcome(query, g),
                        () -> again + " traversal=" + new RandomTraversal(each, StepModelTest.VERTICES).on(g));
            }
            session.rollback();
            // about one in thirty begins at a vertex of another node and goes on from it
            long answered = cluster.counters(1).answered() + cluster.counters(2).answered();
            System.err.println("forwarded: " + answered);
            assertTrue(answered > 0, again);
        }
    }
}
