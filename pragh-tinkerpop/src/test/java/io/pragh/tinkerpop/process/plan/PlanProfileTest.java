package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ReadCounts;
import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.prepared.PreparedTraversal;
import io.pragh.tinkerpop.process.step.StepReads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.util.Metrics;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalMetrics;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks what {@code profile()} shows below a plan: what each stage gave and read, and how long it took. The graph is
 * TinkerPop's modern graph on two nodes.
 */
class PlanProfileTest {
    private static PraghGraph graph;
    private static GraphTraversalSource g;

    @BeforeAll
    static void open() {
        graph = PraghGraph.build()
                .nodes(2)
                .set(PraghGraphConfig.PLACEMENT, "none")
                .open();
        Graph modern = TinkerFactory.createModern();
        Map<Object, Vertex> copies = new HashMap<>();
        modern.vertices().forEachRemaining(vertex -> {
            Vertex copy = graph.addVertex(T.id, vertex.id(), T.label, vertex.label());
            vertex.properties().forEachRemaining(property -> copy.property(property.key(), property.value()));
            copies.put(vertex.id(), copy);
        });
        modern.edges().forEachRemaining(edge -> {
            Vertex from = copies.get(edge.outVertex().id());
            Edge copy = from.addEdge(edge.label(), copies.get(edge.inVertex().id()));
            edge.properties().forEachRemaining(property -> copy.property(property.key(), property.value()));
        });
        graph.tx().commit();
        graph.createIndex(ElementKind.VERTEX, "name");
        graph.createIndex(ElementKind.VERTEX, "age");
        graph.tx().rollback();
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

    private static TraversalMetrics profile(GraphTraversal<?, ?> query) {
        return query.profile().next();
    }

    private static Metrics plan(TraversalMetrics metrics) {
        return metrics.getMetrics().iterator().next();
    }

    /**
     * What is shown of each stage: its text, the number of traversers, and the number of rows where these are fewer.
     */
    private static List<String> stages(TraversalMetrics metrics) {
        return plan(metrics).getNested().stream()
                .map(stage -> {
                    long traversers = stage.getCount(TraversalMetrics.ELEMENT_COUNT_ID);
                    long rows = stage.getCount(TraversalMetrics.TRAVERSER_COUNT_ID);
                    return stage.getName() + ": " + traversers + (rows == traversers ? "" : " in " + rows);
                })
                .collect(Collectors.toList());
    }

    private static long number(Metrics metrics, String key) {
        return (Long) metrics.getAnnotation(key); // it is shown also when it is 0
    }

    private static ReadCounts reads(Metrics metrics) {
        return new ReadCounts(
                number(metrics, StepReads.LOCAL_READS),
                number(metrics, StepReads.REMOTE_READS),
                number(metrics, StepReads.CACHE_HITS),
                number(metrics, StepReads.BYTES_READ),
                number(metrics, StepReads.BATCHES),
                number(metrics, StepReads.ROUND_TRIPS));
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void eachStageShowsWhatItGave() {
        assertEquals(
                List.of("V[1]: 1", "out(): 3", "out(): 2", "merge(2500): 2", "values[name]: 2"),
                stages(profile(g.V(1).out().out().values("name"))));
        assertEquals(
                List.of(
                        "PraghGraphStep(vertex,[~label.eq(person)]): 4",
                        "out[created]: 4",
                        "dedup: 2",
                        "order[value[name] asc]: 2",
                        "values[name]: 2"),
                stages(profile(g.V().hasLabel("person")
                        .out("created")
                        .dedup()
                        .order()
                        .by("name")
                        .values("name"))));
        assertEquals(
                List.of("V[1, 4]: 2", "where(outE[created] ≤1): 2", "union[in(), out()]: 6", "count: 1"),
                stages(profile(g.V(1, 4)
                        .where(__.out("created"))
                        .union(__.in(), __.out())
                        .count())));
        assertEquals(List.of("V → count: 1"), stages(profile(g.V().count())));
    }

    @Test
    void aRowMayStandForSeveralTraversers() {
        assertEquals(
                List.of("V[1]: 1", "repeat(both()) times(2) emit: 10 in 8", "values[name]: 10 in 8"),
                stages(profile(g.V(1).repeat(__.both()).emit().times(2).values("name"))));
    }

    @Test
    void aStageThatWasGivenNothingShowsZero() {
        TraversalMetrics metrics =
                profile(g.V(1).out("none").both().has("age", 29).values("name"));
        assertEquals(
                List.of(
                        "V[1]: 1",
                        "out[none]: 0",
                        "both(): 0",
                        "merge(2500): 0",
                        "has[age.eq(29)]: 0",
                        "values[name]: 0"),
                stages(metrics));
        for (Metrics stage : plan(metrics).getNested().stream().skip(2).toList()) {
            assertEquals(ReadCounts.NONE, reads(stage), stage::toString);
        }
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void stagesHaveReadWhatThePlanHasAndTheSessionHasCounted() {
        for (GraphTraversal<?, ?> query : List.<GraphTraversal<?, ?>>of(
                g.V(1).out().out().values("name"),
                g.V().has("name", "marko").has("age", 29).out().valueMap(),
                g.V().where(__.in("knows")).union(__.out(), __.both()).values("name"),
                g.V(1).repeat(__.both()).emit().times(3).groupCount().by("name"),
                g.V(1).outE().has("weight", 0.4).inV().path().by("name").by("weight"),
                g.V().out().count())) {
            graph.tx().rollback();
            graph.store().transaction().indexes(ElementKind.VERTEX); // explain() reads them, too
            ReadCounts before = graph.store().transaction().readCounts();
            TraversalMetrics metrics = profile(query);
            ReadCounts read = graph.store().transaction().readCounts().since(before);
            ReadCounts stages = ReadCounts.NONE;
            for (Metrics stage : plan(metrics).getNested()) {
                stages = stages.plus(reads(stage));
            }
            assertEquals(read, stages, metrics::toString);
            assertEquals(read, reads(plan(metrics)), metrics::toString);
            assertTrue(read.batches() > 0, metrics::toString);
        }
    }

    @Test
    void aStageReadsForItself() {
        List<? extends Metrics> stages =
                List.copyOf(plan(profile(g.V(1).out().out().values("name"))).getNested());
        assertEquals(1, number(stages.get(0), StepReads.BATCHES), "the vertex");
        assertTrue(number(stages.get(1), StepReads.BYTES_READ) > 0);
        assertEquals(1, number(stages.get(2), StepReads.BATCHES), "the lists of three vertices");
        assertEquals(ReadCounts.NONE, reads(stages.get(3)), "merging is no reading");
        assertEquals(1, number(stages.get(4), StepReads.BATCHES), "two names");
    }

    @Test
    void timesOfStagesAreTheirOwn() {
        TraversalMetrics metrics =
                profile(g.V().out().in().out().in().out().dedup().values("name"));
        long stages = 0;
        for (Metrics stage : plan(metrics).getNested()) {
            long nanos = stage.getDuration(TimeUnit.NANOSECONDS);
            assertTrue(nanos > 0, stage::toString);
            assertNull(stage.getAnnotation(TraversalMetrics.PERCENT_DURATION_KEY), "they are part of the plan's");
            stages += nanos;
        }
        assertTrue(stages <= plan(metrics).getDuration(TimeUnit.NANOSECONDS), metrics::toString);
    }

    @Test
    void whatIsPrintedAddsUp() {
        TraversalMetrics metrics = profile(g.V().out().both().values("name").tail(2));
        double percent = 0;
        for (Metrics step : metrics.getMetrics()) {
            percent += (Double) step.getAnnotation(TraversalMetrics.PERCENT_DURATION_KEY);
        }
        assertEquals(100, percent, 0.001);
        assertEquals(
                List.of("PraghGraphStep(vertex,[]): 6", "out(): 6"),
                stages(metrics).subList(0, 2));
        String text = metrics.toString();
        assertTrue(text.contains("\n  out()  "), text);
        assertTrue(text.contains("\n    \\_bytesRead="), text);
        assertTrue(text.contains("\nTailGlobalStep(2)  "), text);
    }

    @Test
    void whatIsReadAgainIsCountedOnce() {
        List<Supplier<GraphTraversal<?, ?>>> queries = List.of(
                () -> g.V().out().in().out().values("name"), // merged: all are taken before one is given
                () -> g.V().out().in().out().path());
        for (Supplier<GraphTraversal<?, ?>> query : queries) {
            List<String> undisturbed = stages(profile(query.get()));
            GraphTraversal<?, ?> disturbed = query.get().profile("metrics");
            int found = 0;
            while (disturbed.hasNext()) {
                disturbed.next();
                g.V(5).property("changed", found++).iterate();
            }
            assertTrue(found > 1);
            assertEquals(
                    undisturbed, stages(disturbed.asAdmin().getSideEffects().get("metrics")));
        }
    }

    @Test
    void aPreparedTraversalsStagesAreShown() {
        PreparedTraversal<Object> friends = graph.prepare(
                (source, p) -> source.V(p.of("id", 1)).out("knows").values("name"));
        assertTrue(friends.isPlan());
        friends.list(Map.of("id", 4));
        List<String> shown = stages(friends.traversal(Map.of("id", 1)).profile().next());
        assertEquals(List.of("V[1]: 1", "out[knows]: 2", "values[name]: 2"), shown);
        List<String> again = stages(friends.traversal(Map.of("id", 4)).profile().next());
        assertEquals(List.of("V[1]: 1", "out[knows]: 0", "values[name]: 0"), again);
    }

    @Test
    void aSearchShowsWhichIndexItHasAsked() {
        TraversalMetrics metrics =
                profile(g.V().has("name", "marko").has("age", 29).out().id());
        assertEquals(
                List.of("PraghGraphStep(vertex,[name.eq(marko), age.eq(29)],index=name): 1", "out(): 3", "id: 3"),
                stages(metrics));
        assertTrue(plan(metrics).getName().contains("index=name|age"), "which was not known when it began");
    }

    @Test
    void aProfiledPlanBeginsWhereItsFirstVertexIsAtHome() {
        for (int id = 1; id <= 6; id++) {
            for (int turn = 0; turn < 3; turn++) { // transactions without a home begin at each node in turn
                graph.tx().rollback();
                TraversalMetrics metrics = profile(g.V(id).out("knows").count());
                assertEquals(0, number(plan(metrics), StepReads.REMOTE_READS), metrics::toString);
            }
        }
    }
}
