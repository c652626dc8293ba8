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
    /** About one in thirty begins at a vertex of another node, and goes on from it; how many depends on the seed. */
    private static final int TRAVERSALS_MAX = 10 * TRAVERSALS;

    private static final int FORWARDED_MIN = 5;

    /** What comes out, or what goes wrong. */
    private static List<String> outcome(Function<GraphTraversalSource, List<String>> query, GraphTraversalSource g) {
        try {
            return query.apply(g);
        } catch (RuntimeException failed) {
            return List.of("failed: " + failed.getMessage());
        }
    }

    private static long answered(ForwardingCluster cluster) {
        return cluster.counters(1).answered() + cluster.counters(2).answered();
    }

    @Test
    void forwardedTraversalsFindTheSame() {
        long seed = Long.getLong("pragh.forward.seed", System.nanoTime());
        String again = "repeat with -Dpragh.forward.seed=" + seed;
        System.err.println(again);
        try (ForwardingCluster cluster = new ForwardingCluster(ForwardingCluster.NODES)) {
            StepModelTest.fill(cluster.graph(0), seed);
            cluster.graph(0).tx().commit();
            GraphTraversalSource g = cluster.connect();
            Transaction session = g.tx();
            GraphTraversalSource inside = session.begin();
            int done = 0;
            while (done < TRAVERSALS || done < TRAVERSALS_MAX && answered(cluster) < FORWARDED_MIN) {
                long each = seed + done++;
                Function<GraphTraversalSource, List<String>> query =
                        source -> StepModelTest.results(new RandomTraversal(each, StepModelTest.VERTICES).on(source));
                assertEquals(
                        outcome(query, inside),
                        outcome(query, g),
                        () -> again + " traversal=" + new RandomTraversal(each, StepModelTest.VERTICES).on(g));
            }
            session.rollback();
            System.err.println("traversals: " + done + " forwarded: " + answered(cluster));
            assertTrue(answered(cluster) >= FORWARDED_MIN, again);
        }
    }
}
