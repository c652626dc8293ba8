package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.IsolationLevel;
import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a transaction that begins without asking the leading node sees all commits made through the same graph.
 */
class OwnCommitsTest {
    private static final int ROUNDS = 500;
    private static final int THREADS = 3;

    private static PraghGraph open(int nodes) {
        PraghGraph graph = PraghGraph.build()
                .nodes(nodes)
                .isolation(IsolationLevel.SERIALIZABLE_CACHED)
                .open();
        for (int id = 1; id <= THREADS; id++) {
            graph.addVertex(T.id, id, "turn", 0);
        }
        graph.tx().commit();
        return graph;
    }

    private static int turn(GraphTraversalSource g, int id) {
        return (Integer) g.V(id).values("turn").next();
    }

    /** Threads take sessions and nodes in turn, so that a thread's next transaction may run in another session. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aThreadSeesItsOwnCommits(int nodes) throws Exception {
        try (PraghGraph graph = open(nodes)) {
            List<Future<?>> threads = new ArrayList<>();
            for (int t = 1; t <= THREADS; t++) {
                int id = t;
                threads.add(Elsewhere.start(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        assertEquals(round, turn(graph.traversal(), id), "of thread " + id);
                        graph.traversal().V(id).property("turn", round + 1).iterate();
                        graph.tx().commit();
                    }
                    return null;
                }));
            }
            for (Future<?> thread : threads) {
                thread.get(120, TimeUnit.SECONDS);
            }
        }
    }

    /** The requests of a server, or the calls of a caller, come on one thread and then on another. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoIsToldOfACommitSeesIt(int nodes) throws Exception {
        try (PraghGraph graph = open(nodes)) {
            for (int round = 0; round < ROUNDS; round++) {
                int now = round;
                Elsewhere.start(() -> {
                            graph.traversal().V(1).property("turn", now + 1).iterate();
                            graph.tx().commit();
                            return null;
                        })
                        .get(60, TimeUnit.SECONDS);
                assertEquals(now + 1, turn(graph.traversal(), 1));
                graph.tx().rollback();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aThreadedTransactionIsSeenByItsThread(int nodes) {
        try (PraghGraph graph = open(nodes)) {
            for (int round = 0; round < ROUNDS; round++) {
                Graph threaded = graph.tx().createThreadedTx();
                assertEquals(round, turn(threaded.traversal(), 1));
                threaded.traversal().V(1).property("turn", round + 1).iterate();
                threaded.tx().commit();
                assertEquals(round + 1, turn(graph.traversal(), 1));
                graph.tx().rollback();
            }
        }
    }

    /** A thread that has read a value must find it again on another node. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void nobodyGoesBackInTime(int nodes) throws Exception {
        try (PraghGraph graph = open(nodes)) {
            Future<?> writer = Elsewhere.start(() -> {
                for (int round = 1; round <= ROUNDS; round++) {
                    graph.traversal().V(1).property("turn", round).iterate();
                    graph.tx().commit();
                }
                return null;
            });
            int last = 0;
            while (!writer.isDone()) {
                int now = turn(graph.traversal(), 1);
                graph.tx().rollback();
                assertTrue(now >= last, "went back from " + last + " to " + now);
                last = now;
            }
            writer.get(120, TimeUnit.SECONDS);
        }
    }
}
