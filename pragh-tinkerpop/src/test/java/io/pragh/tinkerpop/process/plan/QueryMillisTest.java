package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.prepared.PreparedTraversal;
import io.pragh.tinkerpop.process.strategy.PraghPlanStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that a query ends when its time is over: plans, single steps and prepared traversals, by the graph's limit
 * or the option of a traversal. Checks also from when the time counts, and that the transaction goes on.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class QueryMillisTest {
    /** The length of the ring. */
    private static final int VERTICES = 2000;
    /** So many loops take longer than a millisecond. */
    private static final int LOOPS = 20_000;

    private static final String OPTION = "evaluationTimeout";

    /** A graph without a limit; the other one has a limit of a millisecond. */
    private static PraghGraph free;

    private static PraghGraph hasty;

    @BeforeAll
    static void open() {
        free = ring(PraghGraph.build());
        hasty = ring(PraghGraph.build().set(PraghGraphConfig.QUERY_MILLIS_MAX, "1"));
    }

    private static PraghGraph ring(PraghGraphConfig.Builder config) {
        PraghGraph graph = config.open();
        List<Vertex> vertices = new ArrayList<>();
        for (long i = 0; i < VERTICES; i++) {
            vertices.add(graph.addVertex(T.id, i));
        }
        for (int i = 0; i < VERTICES; i++) {
            vertices.get(i).addEdge("next", vertices.get((i + 1) % VERTICES));
        }
        graph.tx().commit();
        return graph;
    }

    @AfterAll
    static void close() {
        free.close();
        hasty.close();
    }

    @AfterEach
    void end() {
        free.tx().rollback();
        hasty.tx().rollback();
    }

    private static GraphTraversal<Vertex, Vertex> endless(GraphTraversalSource g) {
        return g.V(0L).repeat(__.out("next")).until(__.has("none"));
    }

    private static void assertEnds(String option, GraphTraversal<?, ?> query) {
        String text = String.valueOf(assertThrows(PraghException.class, query::iterate, query::toString)
                .getMessage());
        assertEquals(
                "a query took longer than it may; ask for less at a time, or raise " + option.replaceAll("=.*", "")
                        + ": " + option,
                text);
    }

    private static void pass(long millis) {
        for (long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis); System.nanoTime() < end; ) {
            Thread.onSpinWait();
        }
    }

    @Test
    @SuppressWarnings("unchecked") // classes in an array, as Gremlin takes them
    void anEndlessQueryEnds() {
        GraphTraversalSource g = hasty.traversal();
        assertTrue(endless(g).explain().prettyPrint().contains("PlanStep(V[0] → repeat(out[next])"));
        assertEnds("pragh.queryMillisMax=1", endless(g));
        assertEnds("pragh.queryMillisMax=1", endless(g.withoutStrategies(PraghPlanStrategy.class)));
        assertEnds("evaluationTimeout=20", endless(free.traversal().with(OPTION, 20)));
        assertEnds(
                "evaluationTimeout=20",
                endless(free.traversal().with(OPTION, 20L).withoutStrategies(PraghPlanStrategy.class)));
        PreparedTraversal<Vertex> prepared = hasty.prepare(
                (source, p) -> source.V(p.of("id", 0L)).repeat(__.out("next")).until(__.has("none")));
        assertTrue(prepared.isPlan());
        assertThrows(PraghException.class, () -> prepared.list(Map.of("id", 0L)));
        assertThrows(PraghException.class, () -> prepared.next(Map.of("id", 0L)));
        assertEnds("pragh.queryMillisMax=1", prepared.traversal(Map.of("id", 0L)));
    }

    @Test
    void manyRowsEndWithinABatchOfThem() {
        AtomicInteger seen = new AtomicInteger();
        assertEnds("pragh.queryMillisMax=1", hasty.traversal().V().filter(vertex -> {
            pass(seen.getAndIncrement() == 0 ? 2 : 0);
            return false;
        }));
        assertTrue(seen.get() <= 256, seen::toString);
        assertEnds(
                "pragh.queryMillisMax=1",
                hasty.traversal()
                        .V()
                        .out("next")
                        .in("next")
                        .out("next")
                        .in("next")
                        .path());
    }

    /**
     * Looking vertices up takes longer than a millisecond and does not check the time, which the stages behind it do.
     */
    @Test
    void stagesLookAtTheTime() {
        Object[] ids =
                LongStream.range(0, 40L * VERTICES).mapToObj(i -> i % VERTICES).toArray();
        GraphTraversalSource g = hasty.traversal();
        for (GraphTraversal<?, ?> query : List.<GraphTraversal<?, ?>>of(
                g.V(ids).label(),
                g.V(ids).out("next").count(),
                g.V(ids).out("next").id().sum(),
                g.V(ids).out("next").dedup().count())) {
            assertEnds("pragh.queryMillisMax=1", query);
        }
    }

    @Test
    void theOptionOfATraversalBeatsTheGraphs() {
        GraphTraversalSource g = hasty.traversal();
        assertEnds(
                "pragh.queryMillisMax=1",
                g.V(0L).repeat(__.out("next")).emit().times(LOOPS).count());
        for (Number allowed : List.of(600_000, 600_000L, 0)) {
            assertEquals(
                    LOOPS,
                    g.with(OPTION, allowed)
                            .V(0L)
                            .repeat(__.out("next"))
                            .emit()
                            .times(LOOPS)
                            .count()
                            .next());
        }
        for (Object wrong : List.of("soon", -1)) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> g.with(OPTION, wrong).V(0L).out("next").iterate());
            assertTrue(
                    String.valueOf(refused.getMessage()).endsWith(": evaluationTimeout=" + wrong), refused::toString);
        }
    }

    @Test
    void eachExecutionHasItsOwnTime() {
        int millis = 3000;
        GraphTraversalSource g = free.traversal().with(OPTION, millis);
        try (PraghGraph graph = ring(PraghGraph.build().set(PraghGraphConfig.QUERY_MILLIS_MAX, "" + millis))) {
            PreparedTraversal<Vertex> prepared = graph.prepare(
                    (source, p) -> source.V().hasId(p.of("id", 0L)).out("next"));
            GraphTraversal<Vertex, Vertex> again = g.V(0L, 1L).out("next").limit(2);
            for (long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis + 500);
                    System.nanoTime() < end; ) {
                assertEquals(2, again.toList().size());
                again.asAdmin().reset();
                assertEquals(1, prepared.list(Map.of("id", 7L)).size());
                assertEquals(1, prepared.traversal(Map.of("id", 7L)).toList().size());
            }
        }
    }

    @Test
    void timeBetweenRowsCounts() {
        GraphTraversal<Vertex, Vertex> query =
                free.traversal().with(OPTION, 3000).V().out("next");
        query.next();
        pass(3100);
        assertEnds("evaluationTimeout=3000", query);
    }

    @Test
    void theTransactionGoesOn() {
        GraphTraversalSource g = free.traversal();
        g.addV("added").iterate();
        assertEnds("evaluationTimeout=5", endless(g.with(OPTION, 5)));
        assertTrue(free.tx().isOpen());
        assertEquals(1, g.V().hasLabel("added").count().next());
        g.V().hasLabel("added").drop().iterate();
        free.tx().commit();
    }
}
