package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.prepared.PreparedTraversal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.BulkSet;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;

/**
 * Checks which plan a traversal becomes that gathers vertices on its way and tests whether other vertices are among
 * them.
 */
class PlanSideEffectsTest extends PlanTable {
    @Test
    void verticesAreGatheredOnTheWay() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → aggregate[x] → out() → where(without x)",
                        g -> g.V().aggregate("x").out().where(P.without("x"))),
                plan(
                        "V[1] → out() → aggregate[x] → out() → where(within x) → values[name]",
                        g -> g.V(1).out()
                                .aggregate("x")
                                .out()
                                .where(P.within("x"))
                                .values("name")),
                plan(
                        "V[1] → both() → aggregate[x] → both() → aggregate[y] → both() → where(without x) → where(within y) → id",
                        g -> g.V(1).both()
                                .aggregate("x")
                                .both()
                                .aggregate("y")
                                .both()
                                .where(P.without("x"))
                                .where(P.within("y"))
                                .id()),
                row(
                        "[PlanStep(V[1] → out() → out() → aggregate[x]), SideEffectCapStep([x])]",
                        g -> g.V(1).out().out().aggregate("x").cap("x")),
                row(
                        "[PlanStep(PraghGraphStep(edge,[]) → aggregate[x] → has[w.gt(2)]), SideEffectCapStep([x])]",
                        g -> g.E().aggregate("x").has("w", P.gt(2)).cap("x")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → values[n] → aggregate[x] → is(gt(1))), SideEffectCapStep([x])]",
                        g -> g.V().values("n").aggregate("x").is(P.gt(1)).cap("x")));
    }

    @Test
    void childrenLookAmongThem() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → out() → aggregate[x] → where(both() → where(within x) → dedup → count → is(lte(2))) → id → groupCount",
                        g -> g.V().out()
                                .aggregate("x")
                                .where(__.both()
                                        .where(P.within("x"))
                                        .dedup()
                                        .count()
                                        .is(P.lte(2)))
                                .groupCount()
                                .by(T.id)),
                plan(
                        "V[1] → out() → aggregate[x] → merge → both() → choose[out() → where(within x), constant(1), constant(-1)] → sum",
                        g -> g.V(1).out()
                                .aggregate("x")
                                .both()
                                .choose(__.out().where(P.within("x")), __.constant(1), __.constant(-1))
                                .sum()),
                plan(
                        "V[1] → out() → aggregate[x] → repeat(both() → where(without x)) times(2) → id",
                        g -> g.V(1).out()
                                .aggregate("x")
                                .repeat(__.both().where(P.without("x")))
                                .times(2)
                                .id()));
    }

    @Test
    void oneVertexGathersBesideItsWay() {
        check(
                plan(
                        "V[1] → sideEffect(out() → out() → aggregate[x]) → both() → both() → where(without x) → id",
                        g -> g.V(1).sideEffect(__.out().out().aggregate("x"))
                                .both()
                                .both()
                                .where(P.without("x"))
                                .id()),
                row(
                        "[PlanStep(V[1] → sideEffect(out() → aggregate[x]) → out()), SideEffectCapStep([x])]",
                        g -> g.V(1).sideEffect(__.out().aggregate("x")).out().cap("x")),
                row(
                        "[PlanStep(V[9] → sideEffect(out() → aggregate[x]) → out()), SideEffectCapStep([x])]",
                        g -> g.V(9).sideEffect(__.out().aggregate("x")).out().cap("x")),
                // of several vertices, each is compared with those that were gathered before it
                row(
                        "[PraghGraphStep(vertex,[1, 2]), TraversalSideEffectStep([PraghVertexStep(OUT,vertex), AggregateStep(x,null)]), PraghVertexStep(BOTH,vertex), WherePredicateStep(null,without([x]))]",
                        g -> g.V(1, 2)
                                .sideEffect(__.out().aggregate("x"))
                                .both()
                                .where(P.without("x"))));
    }

    @Test
    void otherGatheringIsLeftToGremlin() {
        check(
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out()), AggregateStep(x,value(n)), SideEffectCapStep([x])]",
                        g -> g.V().out().aggregate("x").by("n").cap("x")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() → merge(2500)), LocalStep([AggregateStep(x,null)]), SideEffectCapStep([x])]",
                        g -> g.V().out().local(__.aggregate("x")).cap("x")),
                row(
                        "[PlanStep(V[1] → out()), AggregateStep(x,null), PraghVertexStep(OUT,vertex), AggregateStep(x,null), SideEffectCapStep([x])]",
                        g -> g.V(1).out().aggregate("x").out().aggregate("x").cap("x")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[x] → as[x] → out()), AggregateStep(x,null), SelectOneStep(last,x,null)]",
                        g -> g.V().as("x").out().aggregate("x").select("x")),
                row(
                        "[PlanStep(V[1] → out()), AggregateStep(x,null), PraghVertexStep(OUT,vertex), NoOpBarrierStep(2500), WherePredicateStep(null,within([x]))]",
                        g -> g.withSideEffect("x", new ArrayList<>(List.of(1)), Operator.addAll)
                                .V(1)
                                .out()
                                .aggregate("x")
                                .out()
                                .where(P.within("x"))),
                row(
                        "[PlanStep(V[1] → as[a] → out() → aggregate[x] → out()), WherePredicateStep(a,without([x]))]",
                        g -> g.V(1).as("a").out().aggregate("x").out().where("a", P.without("x"))),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → values[n] → aggregate[x]), WherePredicateStep(null,within([x]))]",
                        g -> g.V().values("n").aggregate("x").where(P.within("x"))),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() → merge(2500)), WherePredicateStep(null,within([x]))]",
                        g -> g.V().out().where(P.within("x"))));
    }

    @Test
    void theApplicationFindsWhatWasGathered() {
        GraphTraversal<Vertex, Vertex> traversal = g.V(1).out().aggregate("x").both();
        traversal.next();
        BulkSet<Vertex> gathered = traversal.asAdmin().getSideEffects().get("x");
        assertEquals(4, gathered.size());
        assertEquals(2, gathered.get(g.V(2).next()));
    }

    @Test
    void eachExecutionOfAPreparedTraversalGathersAnew() {
        PreparedTraversal<?> prepared = graph.prepare((source, parameters) -> source.V(parameters.of("id", 1))
                .out()
                .aggregate("x")
                .in()
                .where(P.without("x"))
                .id());
        assertEquals(true, prepared.isPlan());
        for (Object id : List.of(1, 2, 3, 4, 1)) {
            assertEquals(
                    g.V(id).out().aggregate("x").in().where(P.without("x")).id().toList(),
                    prepared.list(Map.of("id", id)));
            assertEquals(
                    prepared.list(Map.of("id", id)),
                    prepared.traversal(Map.of("id", id)).toList());
        }
    }

    @Test
    void aPreparedTraversalMayGatherNothing() {
        PreparedTraversal<?> prepared = graph.prepare((source, parameters) -> source.V(parameters.of("id", 1))
                .sideEffect(__.out("made").aggregate("x"))
                .both()
                .where(P.without("x"))
                .id());
        assertTrue(prepared.isPlan(), prepared::toString);
        for (Object id : List.of(5, 1, 6)) { // of these, only 1 has made anything
            List<?> expected = g.V(id)
                    .sideEffect(__.out("made").aggregate("x"))
                    .both()
                    .where(P.without("x"))
                    .id()
                    .toList();
            assertFalse(expected.isEmpty());
            assertEquals(expected, prepared.list(Map.of("id", id)));
            assertEquals(expected, prepared.traversal(Map.of("id", id)).toList());
        }
    }
}
