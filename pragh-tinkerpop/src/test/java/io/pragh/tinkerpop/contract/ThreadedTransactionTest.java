package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.computer.ranking.pagerank.PageRankVertexProgram;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks a transaction that several threads share. */
class ThreadedTransactionTest {
    private final PraghGraph graph = PraghGraph.build().nodes(2).open();

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void threadsAddToOneTransaction() throws Exception {
        Graph threaded = graph.tx().createThreadedTx();
        Vertex hub = threaded.addVertex("hub");
        List<Future<?>> workers = new ArrayList<>();
        for (int w = 0; w < 4; w++) {
            int worker = w;
            workers.add(Elsewhere.start(() -> {
                for (int i = 0; i < 100; i++) {
                    threaded.addVertex(T.id, worker * 1000 + i).addEdge("in", hub, "by", worker);
                }
                return null;
            }));
        }
        for (Future<?> worker : workers) {
            worker.get();
        }
        assertEquals(401, threaded.traversal().V().count().next());
        assertEquals(0, graph.traversal().V().count().next()); // not yet seen by others
        graph.tx().rollback();
        threaded.tx().commit();
        assertEquals(401, graph.traversal().V().count().next());
        assertEquals(100, graph.traversal().E().has("by", 3).count().next());
    }

    @Test
    void itEndsForGood() {
        Graph threaded = graph.tx().createThreadedTx();
        assertTrue(threaded.tx().isOpen());
        threaded.addVertex();
        threaded.tx().rollback();
        assertFalse(threaded.tx().isOpen());
        IllegalStateException ended = assertThrows(IllegalStateException.class, threaded::addVertex);
        assertTrue(ended.getMessage().contains("createThreadedTx()"), ended.getMessage());
        assertEquals(0, graph.traversal().V().count().next());
    }

    @Test
    void itConflictsAsOthersDo() {
        Object id = graph.addVertex("name", "Ada").id();
        graph.tx().commit();
        Graph threaded = graph.tx().createThreadedTx();
        threaded.traversal().V(id).property("name", "Bob").iterate();
        graph.traversal().V(id).property("name", "Cleo").iterate();
        graph.tx().commit();
        assertThrows(CommitConflictException.class, () -> threaded.tx().commit());
        assertFalse(threaded.tx().isOpen());
        assertEquals("Cleo", graph.traversal().V(id).values("name").next());
    }

    @Test
    void itIsIndependentOfTheCallersOwn() {
        graph.addVertex("mine");
        Graph threaded = graph.tx().createThreadedTx();
        assertEquals(0, threaded.traversal().V().count().next());
        threaded.addVertex("shared");
        threaded.tx().commit();
        graph.tx().rollback();
        assertEquals("shared", graph.traversal().V().label().next());
        assertThrows(UnsupportedOperationException.class, () -> threaded.tx().createThreadedTx());
    }

    @Test
    void closingItLeavesTheGraphOpen() throws Exception {
        Graph threaded = graph.tx().createThreadedTx();
        threaded.addVertex();
        threaded.close();
        assertEquals(0, graph.traversal().V().count().next());
    }

    @Test
    void computationDoesNotWriteToIt() throws Exception {
        graph.addVertex("person");
        graph.tx().commit();
        Graph threaded = graph.tx().createThreadedTx();
        threaded.addVertex("person");
        for (GraphComputer.Persist persist :
                List.of(GraphComputer.Persist.VERTEX_PROPERTIES, GraphComputer.Persist.EDGES)) {
            IllegalStateException refused = assertThrows(
                    IllegalStateException.class,
                    () -> threaded.compute()
                            .result(GraphComputer.ResultGraph.ORIGINAL)
                            .persist(persist)
                            .program(PageRankVertexProgram.build().create(threaded))
                            .submit());
            assertTrue(refused.getMessage().contains("ResultGraph.NEW"), refused.getMessage());
        }
        assertTrue(threaded.tx().isOpen());
        Graph ranked = threaded.compute()
                .result(GraphComputer.ResultGraph.NEW)
                .persist(GraphComputer.Persist.VERTEX_PROPERTIES)
                .program(PageRankVertexProgram.build().create(threaded))
                .submit()
                .get()
                .graph();
        assertEquals(1, ranked.traversal().V().count().next()); // what was committed
        threaded.tx().commit();
        assertEquals(2, graph.traversal().V().count().next());
    }
}
