package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks how plans run: again, beside each other, until they are interrupted, by several threads, and on after their
 * transaction has ended.
 */
class PlanRunsTest {
    /** The length of a ring in which each vertex leads to the next two. */
    private static final int VERTICES = 3000;

    private static final int TURNS = 20;

    private static PraghGraph graph;
    private static GraphTraversalSource g;

    @BeforeAll
    static void open() {
        graph = PraghGraph.build().open();
        List<Vertex> vertices = new ArrayList<>();
        for (int i = 0; i < VERTICES; i++) {
            vertices.add(graph.addVertex(T.id, i, "n", i));
        }
        for (int i = 0; i < VERTICES; i++) {
            vertices.get(i).addEdge("next", vertices.get((i + 1) % VERTICES));
            vertices.get(i).addEdge("over", vertices.get((i + 2) % VERTICES));
        }
        graph.tx().commit();
        g = graph.traversal();
    }

    @AfterAll
    static void close() {
        graph.close();
    }

    @AfterEach
    void end() {
        graph.tx().rollback();
    }

    @Test
    void aLimitEndsAmongTraversersAtOneVertex() {
        for (long most = 1; most < 20; most++) {
            assertEquals(
                    most, g.V().repeat(__.out()).times(3).limit(most).count().next());
            assertEquals(most, g.V().out().out().out().limit(most).toList().size());
        }
    }

    @Test
    void whatIsMergedKeepsItsPath() {
        assertEquals(
                Set.of(8L),
                Set.copyOf(g.V().as("a")
                        .out()
                        .out()
                        .out()
                        .select("a")
                        .groupCount()
                        .by(T.id)
                        .next()
                        .values()));
    }

    @Test
    void whatIsMergedIsFoundAsOften() {
        assertEquals(8L * VERTICES, g.V().out().out().out().count().next());
        assertEquals(8 * VERTICES, g.V().out().out().out().fold().next().size());
        assertEquals(
                4L * VERTICES,
                g.V().out().out().groupCount().by("n").next().values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
        assertEquals(
                2L * VERTICES * (VERTICES - 1),
                g.V().out().out().values("n").sum().next().longValue());
        GraphTraversalSource plain = RandomTraversalsTest.withoutRewriting(graph);
        assertEquals(
                plain.V().out().out().out().groupCount().by(T.id).next(),
                g.V().out().out().out().groupCount().by(T.id).next());
        assertEquals(
                plain.V().out().out().dedup().id().toSet(),
                g.V().out().out().dedup().id().toSet());
        assertEquals(
                plain.V().has("n", 1).repeat(__.out()).times(9).id().toBulkSet(),
                g.V().has("n", 1).repeat(__.out()).times(9).id().toBulkSet());
    }

    @Test
    void copiesRunForThemselves() {
        Traversal.Admin<Vertex, Object> original = g.V(1L).out().out().id().asAdmin();
        original.applyStrategies();
        Traversal.Admin<Vertex, Object> first = original.clone();
        Traversal.Admin<Vertex, Object> second = original.clone();
        List<Object> one = new ArrayList<>();
        List<Object> two = new ArrayList<>();
        one.add(first.next());
        while (second.hasNext()) {
            two.add(second.next());
            if (first.hasNext()) {
                one.add(first.next());
            }
        }
        assertEquals(List.of(3, 4, 4, 5), one);
        assertEquals(one, two);
        assertEquals(one, original.toList());
        assertFalse(first.hasNext());
        Traversal.Admin<Vertex, Object> halfRead = original.clone();
        halfRead.next();
        assertEquals(one, halfRead.clone().toList(), "a copy of what has begun begins anew");
    }

    @Test
    void whoLooksTwiceMissesNothing() {
        GraphTraversal<Vertex, Object> ids = g.V(1).out("next").out().id();
        assertTrue(ids.hasNext());
        assertTrue(ids.hasNext());
        assertEquals(2, ids.toList().size());
        assertFalse(ids.hasNext());
        assertFalse(ids.hasNext());
        assertFalse(g.V(1).out("none").out().hasNext());
    }

    @Test
    void whatIsResetBeginsAnew() {
        GraphTraversal<Vertex, Object> ids = g.V(1, 2, 3).out().out().dedup().id();
        List<Object> all = ids.asAdmin().clone().toList();
        ids.next();
        ids.next();
        ids.asAdmin().reset();
        assertEquals(all, ids.toList());
        ids.asAdmin().reset();
        assertEquals(all, ids.toList());
    }

    @Test
    void anInterruptedThreadsPlanEnds() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            GraphTraversal<Vertex, Vertex> endless =
                    g.V().has("n", 0).repeat(__.out("next")).emit().times(Integer.MAX_VALUE);
            try {
                endless.next();
                running.countDown();
                endless.iterate();
                ended.complete(null);
            } catch (RuntimeException e) {
                ended.completeExceptionally(e);
            } finally {
                graph.tx().rollback();
            }
        });
        thread.start();
        running.await();
        thread.interrupt();
        ExecutionException failure = assertThrows(ExecutionException.class, () -> ended.get(1, TimeUnit.MINUTES));
        assertEquals(TraversalInterruptedException.class, failure.getCause().getClass());
        thread.join();
        for (GraphTraversal<?, ?> query : List.<GraphTraversal<?, ?>>of(
                g.V(1).out().out(),
                g.V(1).out().count(),
                g.V().has("n").id(),
                g.V(1).out().id().sum())) {
            Thread.currentThread().interrupt();
            assertThrows(TraversalInterruptedException.class, query::iterate);
            assertFalse(Thread.interrupted());
        }
    }

    @Test
    void threadsRunPlansInOneTransaction() throws Exception {
        Graph shared = graph.tx().createThreadedTx();
        List<CompletableFuture<Long>> sums = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            CompletableFuture<Long> sum = new CompletableFuture<>();
            sums.add(sum);
            new Thread(() -> {
                        try {
                            long found = 0;
                            for (int turn = 0; turn < TURNS; turn++) {
                                found += shared.traversal()
                                        .V()
                                        .out()
                                        .out()
                                        .count()
                                        .next();
                                found += shared.traversal()
                                        .V()
                                        .out()
                                        .values("n")
                                        .toList()
                                        .size();
                                found += shared.traversal()
                                        .V(turn)
                                        .out()
                                        .out()
                                        .toSet()
                                        .size();
                            }
                            sum.complete(found);
                        } catch (RuntimeException | Error e) {
                            sum.completeExceptionally(e);
                        }
                    })
                    .start();
        }
        for (CompletableFuture<Long> sum : sums) {
            assertEquals(TURNS * (4L * VERTICES + 2 * VERTICES + 3), sum.get(1, TimeUnit.MINUTES));
        }
        shared.tx().rollback();
    }

    @Test
    void thePlanGoesOnInTheNextTransaction() {
        List<Object> all = g.V(1, 2, 3, 4, 5, 6).out().out().id().toList();
        GraphTraversal<Vertex, Object> ids = g.V(1, 2, 3, 4, 5, 6).out().out().id();
        List<Object> found = new ArrayList<>();
        while (ids.hasNext()) {
            found.add(ids.next());
            graph.tx().rollback();
        }
        assertEquals(all, found);
        GraphTraversal<Vertex, Vertex> vertices = g.V(1, 2, 3, 4, 5, 6).out();
        vertices.next();
        g.addV("more").iterate();
        graph.tx().commit();
        g.V(7, 8).drop().iterate();
        assertEquals(2, g.V(5).out().count().next() + g.V(5).count().next());
        assertEquals(8, vertices.toList().size());
    }
}
