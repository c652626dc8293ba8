package io.pragh.tinkerpop.process.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks which steps traversals become, and which index they ask. */
class FoldingTest {
    private PraghGraph graph;
    private GraphTraversalSource g;

    @BeforeEach
    void open() {
        graph = PraghGraph.build().nullValues(true).open();
        g = graph.traversal();
        for (int i = 0; i < 20; i++) {
            graph.addVertex(T.id, i, T.label, "person", "name", "v" + i, "age", i % 2);
        }
        g.V(0).next().addEdge("knows", g.V(1).next()).property("since", 2000);
        graph.tx().commit();
        graph.createIndex(ElementKind.VERTEX, "name");
        graph.createIndex(ElementKind.VERTEX, "age");
        graph.createIndex(ElementKind.EDGE, "since");
    }

    @AfterEach
    void close() {
        graph.tx().rollback();
        graph.close();
    }

    /** The text of the first step before the traversal runs. */
    private static String first(Traversal<?, ?> traversal) {
        traversal.asAdmin().applyStrategies();
        return shown(traversal);
    }

    /** The first stage of the plan, if the traversal is one. */
    private static String shown(Traversal<?, ?> traversal) {
        String step = traversal.asAdmin().getStartStep().toString();
        String plan = "PlanStep(";
        return step.startsWith(plan) ? step.substring(plan.length(), step.length() - 1) : step;
    }

    private static List<String> steps(Traversal<?, ?> traversal) {
        traversal.asAdmin().applyStrategies();
        return ((List<?>) traversal.asAdmin().getSteps())
                .stream().map(step -> step.getClass().getSimpleName()).toList();
    }

    @Test
    void whatIsFoldedIsShown() {
        assertEquals("PraghGraphStep(vertex,[])", first(g.V()));
        assertEquals(
                "PraghGraphStep(vertex,[~label.eq(person), name.eq(v1)],index=name)",
                first(g.V().hasLabel("person").has("name", "v1")));
        assertEquals(
                "PraghGraphStep(edge,[since.within([1999, 2000])],index=since)",
                first(g.E().has("since", P.within(1999, 2000))));
        assertEquals(
                "PraghGraphStep(vertex,[1, 2],[name.eq(v1)])", first(g.V(1, 2).has("name", "v1")));
        assertEquals("PraghGraphStep(vertex,[~id.eq(1)])", first(g.V().hasId(1)));
        assertEquals("PraghGraphStep(vertex,[other.eq(v1)])", first(g.V().has("other", "v1")));
        String explained = g.V().has("name", "v1").explain().toString();
        assertTrue(explained.contains("PlanStep(PraghGraphStep(vertex,[name.eq(v1)],index=name))"), explained);
    }

    @Test
    void onlyWhatIsTheSameAsksAnIndex() {
        for (P<?> predicate : List.<P<?>>of(
                P.eq(null),
                P.neq("v1"),
                P.within("v1", null),
                P.without("v1"),
                TextP.startingWith("v1"),
                P.eq("v1").or(TextP.endingWith("2")),
                P.eq("v1").and(P.eq("v1")),
                P.eq(Double.NaN),
                P.eq(List.of("v1")))) {
            assertEquals(
                    "PraghGraphStep(vertex,[name." + predicate + "])",
                    first(g.V().has("name", predicate)),
                    predicate::toString);
        }
        assertEquals(
                "PraghGraphStep(vertex,[name.or(eq(v1), eq(v2))],index=name)",
                first(g.V().has("name", P.eq("v1").or(P.eq("v2")))));
    }

    @Test
    void theMoreSelectiveIndexIsAsked() {
        Traversal<?, ?> both = g.V().has("age", 1).has("name", "v3");
        assertEquals("PraghGraphStep(vertex,[age.eq(1), name.eq(v3)],index=age|name)", first(both));
        assertEquals(1, both.toList().size());
        assertEquals("PraghGraphStep(vertex,[age.eq(1), name.eq(v3)],index=name)", shown(both));
        Traversal<?, ?> none = g.V().has("age", 17).has("name", P.within("v3", "v4"));
        assertEquals(0, none.toList().size());
        String asked = shown(none);
        assertTrue(asked.endsWith("index=age)"), asked);
    }

    private static String names(Traversal<?, Vertex> traversal) {
        return Stream.of(traversal.toList())
                .flatMap(List::stream)
                .map(v -> v.id().toString())
                .sorted()
                .collect(Collectors.joining(" "));
    }

    @Test
    void anIndexAnswersWithWhatTheTransactionHasChanged() {
        assertEquals("3", names(g.V().has("name", "v3")));
        g.V(3).property("name", "w").iterate();
        g.V(4).property("name", "v3").iterate();
        g.addV("person").property(T.id, 77).property("name", "v3").iterate();
        g.V(5).property("name", null).iterate();
        g.V(6).drop().iterate();
        assertEquals("4 77", names(g.V().has("name", "v3")));
        assertEquals("5", names(g.V().has("name", P.eq(null))));
        assertEquals("", names(g.V().has("name", "v6")));
        assertEquals("3 4 77", names(g.V().has("name", P.within("w", "v3"))));
        assertEquals("77", names(g.V(1).V().has("name", "v3").hasId(77)));
        graph.tx().commit();
        assertEquals("4 77", names(g.V().has("name", "v3")));
        assertEquals("3 4 77", names(g.V(1).V().has("name", P.within("w", "v3")).dedup()));
    }

    @Test
    void numbersAreEqualAcrossTypes() {
        for (Object number : List.of(1, 1L, (short) 1, (byte) 1, 1.0, 1.0f)) {
            assertEquals(10, g.V().has("age", number).toList().size(), () -> number.getClass() + " asks the index");
            assertTrue(first(g.V().has("age", number)).endsWith("index=age)"));
        }
        g.V(0).property("age", new BigDecimal("1.000")).iterate();
        g.V(2).property("age", 1.0f).iterate();
        assertEquals(12, g.V().has("age", 1).toList().size());
        graph.tx().commit();
        assertEquals(12, g.V().has("age", 1).toList().size());
    }

    @Test
    @SuppressWarnings("unchecked") // classes in an array, as Gremlin takes them
    void anIndexFindsAllThatGremlinTakesForEqual() {
        List<Object> values = List.of(
                (1 << 24) + 1,
                (float) (1 << 24),
                (1L << 53) + 1,
                (double) (1L << 53),
                0.1,
                0.1f,
                new BigDecimal("0.10"),
                -0.0,
                0.0f,
                BigInteger.TWO.pow(70),
                Math.pow(2, 70),
                "1",
                true);
        for (int i = 0; i < values.size(); i++) {
            g.V(i).property("age", values.get(i)).iterate();
        }
        graph.tx().commit();
        GraphTraversalSource scanning = g.withoutStrategies(PraghGraphStepStrategy.class);
        int equal = 0;
        for (Object value : values) {
            String expected = names(scanning.V().has("age", value));
            assertEquals(expected, names(g.V().has("age", value)), () -> value + " of " + value.getClass());
            equal += expected.split(" ", -1).length;
        }
        assertTrue(equal > values.size(), "some are equal to others");
    }

    @SuppressWarnings("unchecked") // classes in an array, as Gremlin takes them
    private GraphTraversalSource unplanned() {
        return g.withoutStrategies(PraghPlanStrategy.class);
    }

    @Test
    void stepsBecomeThoseThatReadTogether() {
        assertEquals(
                List.of(
                        "PraghGraphStep",
                        "PraghVertexStep",
                        "PraghHasStep",
                        "PraghVertexStep",
                        "NoOpBarrierStep",
                        "PraghPropertiesStep"),
                steps(unplanned().V(1).out().has("name", "v1").out().values("name")));
        assertEquals(
                List.of("PraghGraphStep", "PropertiesStep"),
                steps(unplanned().V().has("age", 1).values("name")));
        assertEquals(
                List.of("PraghGraphStep", "PraghVertexStep", "NoOpBarrierStep", "PraghDegreeStep", "CountGlobalStep"),
                steps(unplanned().V().out().outE().count()));
        assertEquals(
                List.of("PraghGraphStep", "PraghVertexStep", "PraghVertexStep", "RangeGlobalStep"),
                steps(unplanned().V().out().out().limit(1)));
        assertEquals(
                List.of("PraghGraphStep", "ProjectStep"),
                steps(unplanned().V().project("d").by(__.outE().count())));
    }

    @Test
    void aCountWithoutBulkReadsLists() {
        assertEquals(1L, g.withBulk(false).V(0).out().count().next());
        assertEquals(
                List.of("PraghGraphStep", "PraghVertexStep", "CountGlobalStep"),
                steps(g.withBulk(false).V(0).out().count()).subList(0, 3));
    }
}
