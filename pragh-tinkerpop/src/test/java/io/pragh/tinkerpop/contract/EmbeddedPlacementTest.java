package io.pragh.tinkerpop.contract;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.census.Figure;
import io.pragh.core.census.NodeStatistics;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.time.Duration;
import java.util.function.ToLongFunction;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that values which queries read move to the node where the queries begin, with four nodes in this process.
 */
class EmbeddedPlacementTest {
    private static final int PEOPLE = 100;
    private static final int KNOWN = 4;
    private static final int QUERIES = 20;

    /** The reads of the graph so far. */
    private record Cost(long local, long remote) {
        static Cost of(PraghGraph graph) {
            return new Cost(
                    sum(graph, n -> n.sum(Figure.READS, "place", "local")),
                    sum(graph, n -> n.sum(Figure.READS, "place", "remote")));
        }

        double remoteShareSince(Cost before) {
            long remoteReads = remote - before.remote;
            return remoteReads / (double) (remoteReads + local - before.local);
        }
    }

    private static long sum(PraghGraph graph, ToLongFunction<NodeStatistics> count) {
        return graph.statistics().stream().mapToLong(count).sum();
    }

    private static long moved(PraghGraph graph) {
        return sum(graph, node -> node.sum(Figure.MIGRATIONS, "outcome", "moved"));
    }

    private static PraghGraph graph(String placement) {
        PraghGraph graph = PraghGraph.build()
                .nodes(4)
                .set(PraghGraphConfig.PLACEMENT, placement)
                .open();
        GraphTraversalSource g = graph.traversal();
        for (int id = 0; id < PEOPLE; id++) {
            g.addV("person").property(T.id, id).property("number", id).iterate();
        }
        for (int id = 0; id < PEOPLE; id++) {
            Vertex person = g.V(id).next();
            for (int known = 1; known <= KNOWN; known++) {
                person.addEdge("knows", g.V((id * KNOWN + known) % PEOPLE).next());
            }
        }
        g.tx().commit();
        return graph;
    }

    /** The share of remote reads in some two-hop traversals from one vertex. */
    private static double query(PraghGraph graph) {
        GraphTraversalSource g = graph.traversal();
        Cost before = Cost.of(graph);
        for (int i = 0; i < QUERIES; i++) {
            assertEquals(
                    KNOWN * KNOWN,
                    g.V(1).out("knows").out("knows").values("number").toList().size());
            g.tx().rollback();
        }
        return Cost.of(graph).remoteShareSince(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eager", "deferred", "instant"})
    void whatIsReadOftenMovesToTheNodeWhereQueriesBegin(String placement) {
        try (PraghGraph graph = graph(placement)) {
            double before = query(graph);
            assertTrue(before > 0.3, "three of four are at home elsewhere: remote share=" + before);
            await().atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> query(graph) < before / 10);
            assertTrue(moved(graph) > 0);
        }
    }

    @Test
    void nothingMovesWhereNobodyDecides() {
        try (PraghGraph graph = graph("none")) {
            double before = query(graph);
            for (int i = 0; i < 10; i++) {
                assertTrue(query(graph) > before / 2, "what is cached spares the look-up of slots, and no more");
            }
            assertEquals(0, moved(graph));
        }
    }
}
