package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.structure.CommitConflictException;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a vertex can get very many edges in one transaction, and can be removed with them in one. */
class LargeDegreeTest {
    private static final int EDGES = 100_000;
    private static final long HUB = 0;

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void vertexWithAHundredThousandEdgesIsRemoved(int nodes) throws Exception {
        try (PraghGraph graph = patient(nodes)) {
            GraphTraversalSource g = graph.traversal();
            Vertex hub = graph.addVertex(T.id, HUB);
            for (long id = 1; id <= EDGES; id++) {
                Vertex other = graph.addVertex(T.id, id);
                if (id % 2 == 0) {
                    other.addEdge("follows", hub, "since", id);
                } else {
                    hub.addEdge("likes", other);
                }
                if (id % 10_000 == 0) {
                    g.tx().commit();
                }
            }
            g.V(1L).addE("likes").to(__.V(2L)).iterate();
            g.tx().commit();
            assertEquals(EDGES, g.V(HUB).bothE().count().next());

            g.V(HUB).drop().iterate();
            assertEquals(1, g.E().count().next()); // seen in the transaction already
            Elsewhere.call(() -> {
                assertEquals(EDGES, g.V(HUB).bothE().count().next()); // not yet seen by others
                g.tx().rollback();
                return null;
            });
            g.tx().commit();
            assertFalse(g.V(HUB).hasNext());
            assertEquals(EDGES, g.V().count().next());
            assertEquals(1, g.E().count().next());
            assertEquals(1, g.V().bothE().dedup().count().next());
            assertFalse(g.E().has("since").hasNext());
        }
    }

    @Test
    void removalConflictsWhenAnEdgeMoreIsAddedMeanwhile() throws Exception {
        try (PraghGraph graph = patient(2)) {
            GraphTraversalSource g = graph.traversal();
            Vertex hub = graph.addVertex(T.id, HUB);
            Vertex other = graph.addVertex(T.id, 1L);
            for (int i = 0; i < EDGES; i++) {
                hub.addEdge("likes", other);
            }
            g.tx().commit();

            g.V(HUB).drop().iterate();
            Elsewhere.call(() -> {
                g.V(1L).addE("follows").to(__.V(HUB)).iterate();
                g.tx().commit();
                return null;
            });
            assertThrows(CommitConflictException.class, () -> g.tx().commit());
            assertEquals(EDGES + 1, g.V(HUB).bothE().count().next()); // nothing of the transaction took effect
            g.tx().rollback();
        }
    }

    /** So many edges that one list has more than 64 blocks. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void oneTransactionAddsHundredsOfThousandsOfEdgesToAVertex(int nodes) {
        try (PraghGraph graph = patient(nodes)) {
            GraphTraversalSource g = graph.traversal();
            Vertex hub = graph.addVertex(T.id, HUB);
            Vertex other = graph.addVertex(T.id, 1L);
            for (int i = 0; i < 3 * EDGES; i++) {
                hub.addEdge("likes", other);
            }
            g.tx().commit();
            assertEquals(3 * EDGES, g.V(HUB).outE("likes").count().next());
            assertEquals(3 * EDGES, g.V(1L).inE("likes").count().next());
            g.tx().rollback();
        }
    }

    private static PraghGraph patient(int nodes) {
        return PraghGraph.build()
                .nodes(nodes)
                .set(PraghGraphConfig.SNAPSHOT_SECONDS, 1800)
                .open();
    }
}
