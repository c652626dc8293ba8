package io.pragh.tinkerpop.process.computer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import org.apache.tinkerpop.gremlin.process.computer.ComputerResult;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.computer.Memory;
import org.apache.tinkerpop.gremlin.process.computer.MessageScope;
import org.apache.tinkerpop.gremlin.process.computer.Messenger;
import org.apache.tinkerpop.gremlin.process.computer.VertexComputeKey;
import org.apache.tinkerpop.gremlin.process.computer.util.StaticVertexProgram;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerFactory;
import org.junit.jupiter.api.Test;

/** Checks the graph computer: its results, filters and workers, and the failure of a program. */
class PraghGraphComputerTest {
    private final Graph graph = TinkerFactory.createModern();

    @Test
    void computedPropertiesReplaceStoredOnesInTheResultAndNotInTheGraph() throws Exception {
        Graph result = compute((vertex, messenger) -> {
                    if (vertex.label().equals("person")) {
                        vertex.property(VertexProperty.Cardinality.single, "age", 1, "since", 2026);
                    }
                })
                .get()
                .graph();
        assertEquals(4L, result.traversal().V().has("age", 1).count().next());
        assertEquals(
                2026, result.traversal().V(1).properties("age").values("since").next());
        assertEquals(29, graph.traversal().V(1).values("age").next());
    }

    @Test
    void valuesOfAListAreAddedToStoredOnes() throws Exception {
        Graph result = compute((vertex, messenger) -> vertex.property(VertexProperty.Cardinality.list, "age", 1))
                .get()
                .graph();
        assertEquals(Set.of(29, 1), result.traversal().V(1).values("age").toSet());
    }

    @Test
    void aStoredPropertyOfAComputeKeyCanBeTakenAway() throws Exception {
        Graph result = compute((vertex, messenger) -> vertex.property("age").remove())
                .get()
                .graph();
        assertFalse(result.traversal().V().has("age").hasNext());
        assertTrue(graph.traversal().V().has("age").hasNext());
    }

    @Test
    void originalGraphGetsWhatWasComputed() throws Exception {
        PraghGraphComputer computer = new PraghGraphComputer(new TinkerSource(graph, 3));
        Graph result = computer.program(new Program((v, m) -> v.property("age", 7)))
                .result(GraphComputer.ResultGraph.ORIGINAL)
                .persist(GraphComputer.Persist.VERTEX_PROPERTIES)
                .submit()
                .get()
                .graph();
        assertSame(graph, result);
        assertEquals(6L, graph.traversal().V().has("age", 7).count().next());
    }

    @Test
    void resultIsAGraphThatCanBeReadAndNotChanged() throws Exception {
        Graph result = compute((vertex, messenger) -> {}).get().graph();
        assertEquals(6L, result.traversal().V().count().next());
        assertEquals(6L, result.traversal().E().count().next());
        assertEquals(
                Set.of("lop", "ripple"),
                result.traversal().V(4).out("created").values("name").toSet());
        assertEquals(3L, result.traversal().V(3).in().count().next());
        assertEquals(3L, result.traversal().V(4).both().count().next());
        assertEquals(0.4, result.traversal().E(9).values("weight").next());
        Vertex vertex = result.vertices(1).next();
        Edge edge = result.edges(9).next();
        assertThrows(UnsupportedOperationException.class, () -> vertex.property("age", 1));
        assertThrows(UnsupportedOperationException.class, () -> edge.property("weight", 1));
        assertThrows(UnsupportedOperationException.class, () -> result.addVertex());
        assertThrows(IllegalStateException.class, vertex::remove);
        assertThrows(IllegalStateException.class, edge::remove);
    }

    @Test
    void edgesThatDoNotPassTheFilterCarryNoMessages() throws Exception {
        PraghGraphComputer computer = new PraghGraphComputer(new TinkerSource(graph, 3));
        Graph result = computer.edges(__.outE("knows"))
                .program(new Program((vertex, messenger) -> {
                    vertex.property(VertexProperty.Cardinality.single, "age", count(messenger));
                    messenger.sendMessage(MessageScope.Local.of(__::bothE), 1);
                }))
                .submit()
                .get()
                .graph();
        assertEquals(
                Set.of("vadas", "josh"),
                result.traversal().V().has("age", 1).values("name").toSet());
        assertEquals(2L, result.traversal().E().count().next());
    }

    @Test
    void moreWorkersThanPartsShareThem() throws Exception {
        PraghGraphComputer computer = new PraghGraphComputer(new TinkerSource(graph, 1));
        Graph result = computer.workers(20)
                .program(new Program((v, m) -> v.property("age", 7)))
                .submit()
                .get()
                .graph();
        assertEquals(6L, result.traversal().V().has("age", 7).count().next());
    }

    @Test
    void workersOutsideTheLimitsAreRefused() {
        Program program = new Program((v, m) -> {});
        TinkerSource source = new TinkerSource(graph, 3);
        assertThrows(
                IllegalArgumentException.class,
                () -> new PraghGraphComputer(source)
                        .program(program)
                        .workers(PraghGraphComputer.WORKERS_MAX + 1)
                        .submit());
        assertThrows(
                IllegalArgumentException.class,
                () -> new PraghGraphComputer(source).program(program).workers(0).submit());
    }

    @Test
    void failureOfOneVertexIsTheFailureOfTheComputation() {
        ExecutionException failure = assertThrows(
                ExecutionException.class,
                () -> compute((vertex, messenger) -> {
                            if (vertex.id().equals(3)) {
                                throw new IllegalArgumentException("three");
                            }
                        })
                        .get());
        assertEquals("three", failure.getCause().getMessage());
    }

    @Test
    void cancellingInterruptsTheWorkers() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Future<ComputerResult> future = compute((vertex, messenger) -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw new IllegalStateException(e);
            }
        });
        started.await();
        assertTrue(future.cancel(true));
        interrupted.await();
        assertThrows(CancellationException.class, future::get);
    }

    private Future<ComputerResult> compute(BiConsumer<Vertex, Messenger<Integer>> what) {
        return new PraghGraphComputer(new TinkerSource(graph, 3))
                .workers(2)
                .program(new Program(what))
                .submit();
    }

    private static int count(Messenger<Integer> messenger) {
        int[] count = new int[1];
        messenger.receiveMessages().forEachRemaining(one -> count[0] += one);
        return count[0];
    }

    /** Runs two iterations of the same function, with the compute key "age". */
    private static final class Program extends StaticVertexProgram<Integer> {
        private final BiConsumer<Vertex, Messenger<Integer>> what;

        Program(BiConsumer<Vertex, Messenger<Integer>> what) {
            this.what = what;
        }

        @Override
        public void setup(Memory memory) {}

        @Override
        public void execute(Vertex vertex, Messenger<Integer> messenger, Memory memory) {
            what.accept(vertex, messenger);
        }

        @Override
        public boolean terminate(Memory memory) {
            return memory.getIteration() == 1;
        }

        @Override
        public Set<VertexComputeKey> getVertexComputeKeys() {
            return Set.of(VertexComputeKey.of("age", false));
        }

        @Override
        public Set<MessageScope> getMessageScopes(Memory memory) {
            return Set.of();
        }

        @Override
        public GraphComputer.ResultGraph getPreferredResultGraph() {
            return GraphComputer.ResultGraph.NEW;
        }

        @Override
        public GraphComputer.Persist getPreferredPersist() {
            return GraphComputer.Persist.EDGES;
        }
    }
}
