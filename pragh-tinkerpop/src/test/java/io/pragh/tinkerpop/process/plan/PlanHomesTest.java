package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.api.ReadCounts;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;

/**
 * Checks that a plan's transaction begins at the home of its first vertex, also where that vertex need not be read.
 */
class PlanHomesTest {
    private static final int VERTICES = 24;

    @Test
    void aTransactionBeginsWhereItsFirstVertexIsAtHome() {
        try (PraghGraph graph = PraghGraph.build()
                .nodes(4)
                .set(PraghGraphConfig.PLACEMENT, "none")
                .open()) {
            Vertex[] vertices = new Vertex[VERTICES];
            for (int i = 0; i < VERTICES; i++) {
                vertices[i] = graph.addVertex(T.id, (long) i);
            }
            for (int i = 0; i < VERTICES; i++) {
                vertices[i].addEdge("next", vertices[(i + 1) % VERTICES]);
            }
            graph.tx().commit();
            GraphTraversalSource g = graph.traversal();
            for (long id = 0; id < VERTICES; id++) {
                assertEquals(1, g.V(id).out("next").count().next());
                ReadCounts before = graph.store().transaction().readCounts();
                assertEquals(1, g.V(id).in("next").count().next()); // this list was not read, and has the same home
                ReadCounts reads = graph.store().transaction().readCounts().since(before);
                assertEquals(0, reads.remoteReads(), "vertex " + id + ": " + reads);
                graph.tx().rollback();
                assertEquals(
                        1,
                        g.V(id)
                                .local(__.out("next").limit(9))
                                .local(__.out("next").limit(9))
                                .count()
                                .next());
                graph.tx().rollback();
            }
        }
    }
}
