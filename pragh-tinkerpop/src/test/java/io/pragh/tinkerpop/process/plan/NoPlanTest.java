package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;
import static io.pragh.tinkerpop.process.plan.PlanRow.some;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.process.step.StepReads;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.step.GValue;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.PartitionStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.SubgraphStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.Metrics;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalMetrics;
import org.junit.jupiter.api.Test;

/**
 * Checks which traversals become no plan, or only begin with one, and that they have the same results as without
 * strategies that rewrite.
 */
class NoPlanTest extends PlanTable {
    @Test
    void whoseTraversersKnowWhereTheyCameFromBeginsWithNone() {
        check(
                row(
                        "[PlanStep(V[1] → track → out() → track), TraversalFilterStep([PraghVertexStep(OUT,vertex), PathStep])]",
                        g -> g.V(1).out().where(__.out().path())),
                row(
                        "[PlanStep(V[1] → track → out() → track), TraversalMapStep([PraghVertexStep(OUT,vertex), PathStep])]",
                        g -> g.V(1).out().map(__.out().path())),
                row(
                        "[PlanStep(V[1] → track → out() → track), TreeStep]",
                        g -> g.V(1).out().tree()),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), PraghVertexStep(OUT,vertex), RequirementsStep]",
                        g -> g.withPath().V(1).out().out()),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), PraghVertexStep(OUT,edge), CountGlobalStep, RequirementsStep]",
                        g -> g.withBulk(false).V(1).out().out().count()),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), SackStep]",
                        g -> g.withSack(() -> 1).V(1).out().sack()),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,edge), SackValueStep(lambda,value(w)), EdgeVertexStep(IN), SackStep]",
                        g -> g.withSack(1)
                                .V(1)
                                .outE()
                                .sack((a, b) -> a)
                                .by("w")
                                .inV()
                                .sack()),
                plan("V[1] → out() → out()", g -> g.withSack(1).V(1).out().out()));
    }

    @Test
    void whatChangesElementsOrRunsCodeIsNone() {
        check(
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), LambdaFilterStep(lambda)]",
                        g -> g.V(1).out().filter(t -> true)),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), LambdaMapStep(lambda)]",
                        g -> g.V(1).out().map(t -> t.get())),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), TraversalFilterStep([LambdaFilterStep(lambda)])]",
                        g -> g.V(1).out().where(__.filter(t -> true))),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), PraghVertexStep(OUT,vertex), NoOpBarrierStep(2500), LambdaSideEffectStep(lambda)]",
                        g -> g.V(1).out().out().sideEffect(t -> {})));
        assertAll(
                () -> assertEquals(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), PraghPropertiesStep(property), DropStep]",
                        PlanRow.steps(g.V(1).out().properties().drop())),
                () -> assertEquals(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), DropStep]",
                        PlanRow.steps(g.V(1).out().drop())),
                () -> assertEquals(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), TraversalSideEffectStep([DropStep])]",
                        PlanRow.steps(g.V(1).out().sideEffect(__.drop()))));
    }

    @Test
    void whatPlansDoNotKnowIsLeftBehindAPrefix() {
        check(
                row(
                        "[PlanStep(V[1] → out() → aggregate[x]), SideEffectCapStep([x])]",
                        g -> g.V(1).out().aggregate("x").cap("x")),
                row(
                        "[PlanStep(V[1] → out() → out()), GroupCountSideEffectStep(x,value(name)), SideEffectCapStep([x])]",
                        g -> g.V(1).out().out().groupCount("x").by("name").cap("x")),
                row(
                        "[PlanStep(V[1] → out()), PraghPropertiesStep([n],property), NoOpBarrierStep(2500), PropertyValueStep]",
                        g -> g.V(1).out().properties("n").value()),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out()), DedupGlobalStep(null,value(n)), CountGlobalStep]",
                        g -> g.V().out().dedup().by("n").count()),
                row(
                        "[PlanStep(V[1] → out()), PraghGraphStep(vertex,[4]), NoOpBarrierStep(2500), PraghVertexStep(OUT,vertex)]",
                        g -> g.V(1).out().V(4).out()),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghGraphStep(vertex,[4]), PraghVertexStep(OUT,vertex)]",
                        g -> g.V(1).V(4).out()),
                plan(
                        "V[1] → outE() ≤4 → range(0,4) → count → is(eq(3))",
                        g -> g.V(1).out().count().is(3)),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out()), TailGlobalStep(2)]",
                        g -> g.V().out().tail(2),
                        g -> g.V().out()));
    }

    /** Gremlin's own strategy counts no further than it has to, so that {@code count()} gives the bounded count. */
    @Test
    void aCountThatIsComparedIsLeftToGremlin() {
        assertEquals(
                "[PlanStep(V[1] → outE() ≤1 → range(0,1) → count → is(gt(0)))]",
                PlanRow.steps(g.V(1).out().count().is(P.gt(0))));
        assertEquals(List.of(1L), g.V(1).out().count().is(P.gt(0)).toList());
        assertEquals(List.of(3L), g.V(1).out().count().is(P.gt(2)).toList());
        assertEquals(List.of(), g.V(1).out().count().is(P.gt(4)).toList());
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void aLimitOrDedupOfRowsThatGoOnIsNone() {
        check(
                row(
                        "[PraghGraphStep(vertex,[1, 4]), RepeatStep([PraghVertexStep(OUT,vertex), DedupGlobalStep(null,null), RepeatEndStep],until(loops(2)),emit(false))]",
                        g -> g.V(1, 4).repeat(__.out().dedup()).times(2)),
                row(
                        "[PraghGraphStep(vertex,[1]), RepeatStep([PraghVertexStep(OUT,[made],vertex), RangeGlobalStep(0,1), RepeatEndStep],until(loops(1)),emit(false))]",
                        g -> g.V(1).repeat(__.out("made").limit(1)).times(1)),
                row(
                        "[PraghGraphStep(vertex,[]), UnionStep([[PraghVertexStep(OUT,[made],vertex), RangeGlobalStep(0,1), EndStep], [PraghVertexStep(IN,[part],vertex), EndStep]])]",
                        g -> g.V().union(__.out("made").limit(1), __.in("part"))),
                row(
                        "[PraghGraphStep(vertex,[]), LocalStep([PraghVertexStep(OUT,[made],vertex), RangeGlobalStep(0,1), IdStep])]",
                        g -> g.V().local(__.out("made").range(0, 1).id())),
                row(
                        "[PraghGraphStep(vertex,[]), LocalStep([PraghVertexStep(OUT,[none],vertex), RangeGlobalStep(1,2)])]",
                        g -> g.V().local(__.out("none").range(1, 2))));
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void parametersBecomeConstantsBeforeThePrefix() {
        check(
                plan("V[1] → out() → out()", g -> g.V(GValue.of("who", 1)).out().out()),
                plan(
                        "V[1] → out[knows] → merge → outE() → count",
                        g -> g.V(1).out(GValue.of("label", "knows")).out().count()),
                plan(
                        "PraghGraphStep(vertex,[n.eq(1)]) → out()",
                        g -> g.V().has("n", GValue.of("n", 1)).out()),
                some(
                        "[PlanStep(V[1] → out() ≤2 → range(0,2))]",
                        g -> g.V(1).out().limit(GValue.of("most", 2L)),
                        g -> g.V(1).out()));
    }

    @Test
    void strategiesOfTheSourceComeFirst() {
        SubgraphStrategy persons = SubgraphStrategy.build()
                .vertices(__.hasLabel("person"))
                .edges(__.has("w"))
                .create();
        PartitionStrategy none = PartitionStrategy.build()
                .partitionKey("p")
                .readPartitions("none")
                .create();
        check(
                row(
                        "[PlanStep(PraghGraphStep(vertex,[1],[~label.eq(person)]) → outE()), TraversalFilterStep([PraghPropertiesStep([w],property)]), EdgeVertexStep(IN), PraghHasStep([~label.eq(person), ~label.eq(person)])]",
                        g -> g.withStrategies(persons).V(1).out()),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[~label.eq(person)]) → outE()), TraversalFilterStep([PraghPropertiesStep([w],property)]), EdgeVertexStep(IN), PraghHasStep([~label.eq(person), ~label.eq(person)]), CountGlobalStep]",
                        g -> g.withStrategies(persons).V().out().count()),
                plan(
                        "PraghGraphStep(vertex,[~label.eq(person)]) → count",
                        g -> g.withStrategies(persons).V().count()),
                plan(
                        "PraghGraphStep(vertex,[1],[p.within([none])]) → out() → has[p.within([none])]",
                        g -> g.withStrategies(none).V(1).out()),
                plan(
                        "PraghGraphStep(vertex,[p.within([none])]) → count",
                        g -> g.withStrategies(none).V().count()),
                plan(
                        "V[1] → out() → out()",
                        g -> g.withSideEffect("x", 1).V(1).out().out()),
                plan(
                        "V[1] → out() → out()",
                        g -> g.with("evaluationTimeout", 1000L).V(1).out().out()));
    }

    @Test
    void profileShowsThePlanAndWhatItHasRead() {
        graph.tx().rollback();
        TraversalMetrics metrics = g.V(1).out().out().values("name").profile().next();
        Metrics plan = metrics.getMetrics().iterator().next();
        assertEquals("PlanStep(V[1] → out() → out() → merge(2500) → values[name])", plan.getName());
        assertTrue((long) plan.getAnnotation(StepReads.LOCAL_READS) > 0, metrics::toString);
        assertEquals(0L, (long) plan.getAnnotation(StepReads.REMOTE_READS));
    }

    @Test
    void explainEndsWithThePlan() {
        GraphTraversal<?, ?> whole = g.V(1).out().count();
        String[] lines = whole.explain().prettyPrint().strip().split("\n", -1);
        assertTrue(lines[lines.length - 1].contains("[PlanStep(V[1] → out() → count)]"), lines[lines.length - 1]);
        String[] others =
                g.V(1).out().out().tail(1).explain().prettyPrint().strip().split("\n", -1);
        assertTrue(
                others[others.length - 1].contains("[PlanStep(V[1] → out() → out()), TailGlobalStep"),
                others[others.length - 1]);
    }
}
