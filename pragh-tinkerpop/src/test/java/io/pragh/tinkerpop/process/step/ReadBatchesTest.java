package io.pragh.tinkerpop.process.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ReadCounts;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.process.strategy.PraghBatchStrategy;
import io.pragh.tinkerpop.process.strategy.PraghCountStrategy;
import io.pragh.tinkerpop.process.strategy.PraghGraphStepStrategy;
import io.pragh.tinkerpop.process.strategy.PraghPlanStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.util.Metrics;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalMetrics;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks how many batches of READs queries send on four nodes, and that {@code profile()} shows the counts of the
 * session.
 */
class ReadBatchesTest {
    private static final int NODES = 4;
    /** Vertex 0 leads to vertices 1 to 20, each of which leads to ten further ones. */
    private static final int FANOUT = 20;

    private static final int FANOUT_FURTHER = 10;
    private static final int VERTICES = 1 + FANOUT + FANOUT * FANOUT_FURTHER;

    private static PraghGraph graph;

    @BeforeAll
    static void open() {
        graph = PraghGraph.build()
                .nodes(NODES)
                .set(PraghGraphConfig.PLACEMENT, "none")
                .open();
        List<Vertex> vertices = new ArrayList<>();
        for (int i = 0; i < VERTICES; i++) {
            vertices.add(graph.addVertex(T.id, i, "name", "v" + i));
        }
        for (int i = 1; i <= FANOUT; i++) {
            vertices.get(0).addEdge("to", vertices.get(i));
            for (int j = 0; j < FANOUT_FURTHER; j++) {
                vertices.get(i)
                        .addEdge("to", vertices.get(1 + FANOUT + (i * FANOUT_FURTHER + j) % (FANOUT * FANOUT_FURTHER)));
            }
        }
        graph.tx().commit();
        for (int i = 0; i < NODES; i++) {
            graph.tx().open(); // on each node in turn; each learns the names of keys and labels once
            graph.traversal().V(0).outE("to").inV().values("name").iterate();
            graph.tx().rollback();
        }
    }

    @AfterAll
    static void close() {
        graph.close();
    }

    @SuppressWarnings("unchecked") // classes in an array, as Gremlin takes them
    private static GraphTraversalSource plain() {
        return graph.traversal()
                .withoutStrategies(
                        PraghGraphStepStrategy.class,
                        PraghPlanStrategy.class,
                        PraghCountStrategy.class,
                        PraghBatchStrategy.class);
    }

    /** The reads of a traversal in a transaction of its own. */
    private static ReadCounts reads(
            GraphTraversalSource g, Function<GraphTraversalSource, GraphTraversal<?, ?>> query, int results) {
        graph.tx().rollback();
        ReadCounts before = graph.store().transaction().readCounts();
        assertEquals(results, query.apply(g).toList().size());
        ReadCounts reads = graph.store().transaction().readCounts().since(before);
        graph.tx().rollback();
        return reads;
    }

    private static ReadCounts reads(Function<GraphTraversalSource, GraphTraversal<?, ?>> query, int results) {
        return reads(graph.traversal(), query, results);
    }

    private static void assertBatches(int most, ReadCounts reads) {
        assertTrue(reads.batches() > 0 && reads.batches() <= most, () -> "most=" + most + " " + reads);
    }

    @Test
    void twoHopsAndAPropertyAreAFewBatches() {
        int results = FANOUT * FANOUT_FURTHER;
        // The vertex; its lists' labels and its lists; the same of its neighbours; then names.
        assertBatches(6, reads(g -> g.V(0).out().out().values("name"), results));
        assertBatches(4, reads(g -> g.V(0).out("to").out("to").values("name"), results));
        ReadCounts alone = reads(plain(), g -> g.V(0).out("to").out("to").values("name"), results);
        assertTrue(alone.batches() > FANOUT, alone::toString);
    }

    @Test
    void filtersAndMapsAreReadTogether() {
        assertBatches(5, reads(g -> g.V(0).out("to").has("name", "v7").out("to").values("name"), FANOUT_FURTHER));
        assertBatches(4, reads(g -> g.V(0).out("to").out("to").valueMap(), FANOUT * FANOUT_FURTHER));
        assertBatches(4, reads(g -> g.V(0).out("to").out("to").elementMap(), FANOUT * FANOUT_FURTHER));
        assertBatches(
                4,
                reads(
                        g -> g.V(0).out("to")
                                .as("a")
                                .out("to")
                                .as("b")
                                .select("a", "b")
                                .limit(1),
                        1));
    }

    @Test
    void suppliedIdentifiersOfEdgesAreReadTogether() {
        PraghGraph common = graph;
        graph = PraghGraph.build() // the counts of the shared graph stay as they are
                .nodes(NODES)
                .set(PraghGraphConfig.PLACEMENT, "none")
                .open();
        try {
            Vertex hub = graph.addVertex(T.id, 0);
            for (int i = 1; i <= FANOUT; i++) {
                hub.addEdge("to", graph.addVertex(T.id, i), T.id, "edge-" + i, "weight", i);
            }
            graph.tx().commit();
            for (int i = 0; i < NODES; i++) {
                graph.tx().open(); // reads the names, on each node in turn
                graph.traversal().V(0).outE("to").values("weight").iterate();
                graph.tx().rollback();
            }
            // grouping looks at each edge's identifier before a step asks for a property
            assertBatches(
                    4,
                    reads(
                            g -> g.V(0).outE("to")
                                    .group()
                                    .by(T.label)
                                    .by(__.values("weight").sum()),
                            1));
            assertBatches(4, reads(plain(), g -> g.V(0).outE("to").id(), FANOUT));
        } finally {
            graph.close();
            graph = common;
        }
    }

    @Test
    void repeatReadsALevelTogether() {
        // Vertices of the third level lead nowhere, so each level is one batch of lists.
        assertBatches(4, reads(g -> g.V(0).repeat(__.out("to")).times(3), 0));
        assertBatches(4, reads(g -> g.V(0).repeat(__.out("to")).emit().times(3), FANOUT + FANOUT * FANOUT_FURTHER));
        assertBatches(8, reads(g -> g.V(0).repeat(__.out("to").simplePath()).until(__.not(__.out("none"))), FANOUT));
    }

    @Test
    void countsReadHeadsOnly() {
        ReadCounts counted = reads(g -> g.V(0).out("to").out("to").count(), 1);
        assertBatches(3, counted);
        ReadCounts listed = reads(g -> g.V(0).out("to").outE("to").fold().count(Scope.local), 1);
        assertTrue(counted.bytesRead() < listed.bytesRead(), () -> counted + " " + listed);
    }

    @Test
    void countsOfAllElementsReadNoElement() {
        assertEquals(ReadCounts.NONE, reads(g -> g.V().count(), 1));
        assertEquals(ReadCounts.NONE, reads(g -> g.E().count(), 1));
        assertTrue(reads(plain(), g -> g.V().count(), 1).bytesRead() > 0);
        GraphTraversalSource g = graph.traversal();
        assertEquals(VERTICES, g.V().count().next());
        assertEquals(FANOUT + FANOUT * FANOUT_FURTHER, g.E().count().next());
        Vertex added = g.addV("more").next();
        added.addEdge("to", g.V(1).next());
        g.V(2).drop().iterate();
        assertEquals(plain().V().count().next(), g.V().count().next());
        assertEquals(VERTICES, g.V().count().next());
        assertEquals(plain().E().count().next(), g.E().count().next());
        assertEquals(
                1 + FANOUT * FANOUT_FURTHER - FANOUT_FURTHER + FANOUT - 1,
                g.E().count().next());
        assertEquals(List.of(1L), g.V().hasLabel("more").count().toList());
        assertEquals(List.of((long) VERTICES), g.inject(1).V().count().toList());
        assertTrue(g.V().count().explain().toString().contains("PlanStep(V → count)"));
        graph.tx().rollback();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void aLimitReadsNoMoreThanTwiceWhatItNeeds(int limit) {
        ReadCounts reads = reads(g -> g.V(0).out("to").out("to").limit(limit), limit);
        long lists = reads.localReads() + reads.remoteReads();
        // The vertex, its list, and of its neighbours' lists 1, 2, 4 ... until there are enough results; each value
        // takes a READ of its slot, too.
        int neighbours = 2 * Math.max(1, (limit + FANOUT_FURTHER - 1) / FANOUT_FURTHER) + 1;
        assertTrue(lists <= 2L * (2 + neighbours), () -> "limit=" + limit + " " + reads);
        ReadCounts all = reads(g -> g.V().out("to").out("to").values("name").limit(1), 1);
        assertTrue(all.localReads() + all.remoteReads() < VERTICES, all::toString);
    }

    @Test
    void aChangeWhileResultsAreTakenIsSeen() {
        graph.tx().rollback();
        GraphTraversal<?, Object> names = graph.traversal().V(1, 2, 3).out("to").id();
        Object first = names.next();
        graph.traversal().V(2).outE("to").drop().iterate();
        List<Object> rest = names.toList();
        graph.tx().rollback();
        assertEquals(2 * FANOUT_FURTHER - 1, rest.size(), () -> first + " " + rest);
    }

    @Test
    void whatProfileSaysIsWhatTheSessionCounted() {
        graph.tx().rollback();
        ReadCounts before = graph.store().transaction().readCounts();
        TraversalMetrics metrics = graph.traversal()
                .V(0)
                .out("to")
                .out("to")
                .values("name")
                .profile()
                .next();
        ReadCounts reads = graph.store().transaction().readCounts().since(before);
        ReadCounts shown = ReadCounts.NONE;
        for (Metrics step : metrics.getMetrics()) {
            shown = shown.plus(new ReadCounts(
                    number(step, StepReads.LOCAL_READS),
                    number(step, StepReads.REMOTE_READS),
                    number(step, StepReads.CACHE_HITS),
                    number(step, StepReads.BYTES_READ),
                    number(step, StepReads.BATCHES),
                    number(step, StepReads.ROUND_TRIPS)));
        }
        graph.tx().rollback();
        assertEquals(reads, shown, metrics::toString);
        assertTrue(reads.remoteReads() > 0 && reads.roundTrips() > 0 && reads.bytesRead() > 0, reads::toString);
        assertTrue(metrics.toString().contains("remoteReads"), metrics::toString);
    }

    private static long number(Metrics metrics, String key) {
        return metrics.getAnnotation(key) instanceof Number number ? number.longValue() : 0;
    }
}
