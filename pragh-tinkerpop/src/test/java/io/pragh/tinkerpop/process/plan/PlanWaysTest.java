package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Pop;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.Test;

/** Checks which plan a traversal becomes that looks back at the path of its traversers. */
class PlanWaysTest extends PlanTable {
    private static final int LOOPS = 20;

    @Test
    void aPathHasAllPlaces() {
        check(
                plan("V[1] → track → out() → track → path", g -> g.V(1).out().path()),
                plan(
                        "PraghGraphStep(vertex,[]) → track → out() → track → out() → track → path",
                        g -> g.V().out().out().path()),
                plan(
                        "PraghGraphStep(vertex,[]) → track → outE() → track → inV → track → path",
                        g -> g.V().outE().inV().path()),
                row(
                        "[PlanStep(V[1] → track → bothE() → track → otherV → track → path)]",
                        g -> g.V(1).bothE().otherV().path()),
                plan(
                        "V[1] → track → out() → track → where(values[n]) → path",
                        g -> g.V(1).out().has("n").path()),
                plan(
                        "V[1] → track → out() → track → values[name] → track → path",
                        g -> g.V(1).out().values("name").path()),
                plan(
                        "V[1] → track → out() → track → id → track → path",
                        g -> g.V(1).out().id().path()),
                plan(
                        "V[1] → as[a] → out() → as[b, c] → path",
                        g -> g.V(1).as("a").out().as("b", "c").path()),
                plan(
                        "V[1] → track → out() → as[a] → where(values[n]) → as[b] → path",
                        g -> g.V(1).out().as("a").has("n").as("b").path()),
                plan(
                        "PraghGraphStep(vertex,[]) → track → out() → track → path[value[name]]",
                        g -> g.V().out().path().by("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → track → out() → track → path[value[name], id]",
                        g -> g.V().out().path().by("name").by(T.id)),
                plan(
                        "PraghGraphStep(vertex,[]) → track → out() → track → path[value[n]]",
                        g -> g.V().out().path().by("n")),
                plan(
                        "PraghGraphStep(vertex,[]) → track → out() → track → path[by(out() → count)]",
                        g -> g.V().out().path().by(__.out().count())),
                plan(
                        "PraghGraphStep(vertex,[]) → track → outE() → track → inV → track → path[id]",
                        g -> g.V().outE().inV().path().by(T.id)),
                plan(
                        "PraghGraphStep(vertex,[]) → track → outE[knows] → track → inV → track → path[value[name], value[w]]",
                        g -> g.V().outE("knows").inV().path().by("name").by("w")),
                plan(
                        "PraghGraphStep(vertex,[]) → track → out() → track → path → count",
                        g -> g.V().out().path().count()),
                plan(
                        "PraghGraphStep(vertex,[]) → track → out() → track → path → fold",
                        g -> g.V().out().path().fold()));
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void aPathHasThePlacesThatBranchesPassBy() {
        check(
                plan(
                        "V[1] → track → union[out() → track, out() → track → out() → track] → path",
                        g -> g.V(1).union(__.out(), __.out().out()).path()),
                plan(
                        "V[1] → track → coalesce[out() → out(), out()] → track → path",
                        g -> g.V(1).coalesce(__.out().out(), __.out()).path()),
                plan(
                        "V[1] → track → optional[out() → track → out() → track] → path",
                        g -> g.V(1).optional(__.out().out()).path()),
                plan(
                        "V[1] → track → union[out() → track → out() → track] → path",
                        g -> g.V(1).local(__.out().out()).path()),
                plan(
                        "V[1] → track → union[out() → out()] → track → path",
                        g -> g.V(1).flatMap(__.out().out()).path()),
                plan(
                        "V[1] → track → choose[where(values[n]), out() → track, in() → track] → path",
                        g -> g.V(1).choose(__.has("n"), __.out(), __.in()).path()),
                plan(
                        "V[1] → track → repeat(out() → track) times(2) → path",
                        g -> g.V(1).repeat(__.out()).times(2).path()),
                plan(
                        "V[1] → track → repeat(out() → track) times(2) emit → path",
                        g -> g.V(1).repeat(__.out()).emit().times(2).path()),
                plan(
                        "V[1] → track → repeat(both() → track) times(5) → path[value[name]]",
                        g -> g.V(1).repeat(__.both()).times(5).path().by("name")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → track → out() → track → values[n] → track), PathStep([value(n)])]",
                        g -> g.V().out().values("n").path().by("n")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out() → as[b] → out() → track), PathStep]",
                        g -> g.V().as("a").out().as("b").out().path().from("a").to("b")));
    }

    @Test
    void simplePathsLeadNowhereTwice() {
        check(
                plan(
                        "V[1] → track → out() → track → out() → track → simplePath",
                        g -> g.V(1).out().out().simplePath()),
                plan(
                        "PraghGraphStep(vertex,[]) → track → out() → track → in() → track → cyclicPath",
                        g -> g.V().out().in().cyclicPath()),
                plan(
                        "PraghGraphStep(vertex,[]) → track → both() → track → both() → track → simplePath → count",
                        g -> g.V().both().both().simplePath().count()),
                plan(
                        "V[1] → track → repeat(both() → track → simplePath) times(3)",
                        g -> g.V(1).repeat(__.both().simplePath()).times(3)),
                plan(
                        "V[1] → track → repeat(both() → track → simplePath) times(3) emit → path",
                        g -> g.V(1).repeat(__.both().simplePath())
                                .emit()
                                .times(3)
                                .path()),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → track → out() → track → out() → track), PathFilterStep(simple,null,null,[value(n)])]",
                        g -> g.V().out().out().simplePath().by("n")));
    }

    @Test
    void namesLeadBack() {
        check(
                plan(
                        "V[1] → out() → as[a] → out() → select[a]",
                        g -> g.V(1).out().as("a").out().select("a")),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → select[a] → out()",
                        g -> g.V().as("a").out().select("a").out()),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → a value[name]",
                        g -> g.V().as("a").out().select("a").by("name")),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → a value[n]",
                        g -> g.V().as("a").out().select("a").by("n")),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → as[b] → select[a, b]",
                        g -> g.V().as("a").out().as("b").select("a", "b")),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → as[b] → select[a value[name], b id]",
                        g -> g.V().as("a")
                                .out()
                                .as("b")
                                .select("a", "b")
                                .by("name")
                                .by(T.id)),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → as[b] → select[b value[n], a value[n]]",
                        g -> g.V().as("a").out().as("b").select("b", "a").by("n")),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → outE() → as[e] → inV → as[b] → select[a, e, b]",
                        g -> g.V().as("a").outE().as("e").inV().as("b").select("a", "e", "b")),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → as[a] → out() → select[a] → values[name]",
                        g -> g.V().as("a").out().as("a").out().select("a").values("name")),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → merge → as[b] → select[a, b] → count",
                        g -> g.V().as("a").out().as("b").select("a", "b").count()),
                plan("V[1] → out()", g -> g.V(1).as("a").out()),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → outE() → as[a] → inV), SelectOneStep(last,a,null)]",
                        g -> g.V().as("a").outE().as("a").inV().select("a")));
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void namesThatMeanSeveralThingsAreLeftToGremlin() {
        check(
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out() → as[a] → out()), SelectOneStep(all,a,null)]",
                        g -> g.V().as("a").out().as("a").out().select(Pop.all, "a")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out() → values[name] → as[b]), SelectStep(last,[a, b])]",
                        g -> g.V().as("a").out().values("name").as("b").select("a", "b")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out()), SelectOneStep(last,b,null)]",
                        g -> g.V().as("a").out().select("b")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → values[name]), SelectOneStep(last,a,null)]",
                        g -> g.V().as("a").values("name").select("a")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out()), SelectOneStep(last,a,null)]",
                        g -> g.withSideEffect("a", 1).V().as("a").out().select("a")),
                row(
                        "[PraghGraphStep(vertex,[]), UnionStep([[PraghVertexStep(OUT,vertex)@[a], EndStep], [PraghVertexStep(IN,vertex)@[a], EndStep]]), PraghVertexStep(OUT,vertex), NoOpBarrierStep(2500), SelectOneStep(last,a,null)]",
                        g -> g.V().union(__.out().as("a"), __.in().as("a"))
                                .out()
                                .select("a")));
    }

    @Test
    void traversersThatAgreeInTheirNamesAreTogether() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → repeat(both()) times(3) → merge → as[a] → out() → merge → as[b] → select[a, b] → count",
                        g -> g.V().repeat(__.both())
                                .times(3)
                                .as("a")
                                .out()
                                .as("b")
                                .select("a", "b")
                                .count()),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → repeat(both()) times(3) → merge → as[b] → select[a, b] → count",
                        g -> g.V().as("a")
                                .repeat(__.both())
                                .times(3)
                                .as("b")
                                .select("a", "b")
                                .count()),
                plan(
                        "PraghGraphStep(vertex,[]) → both() → merge → both() → merge → as[a] → both() → merge → both() → select[a] → merge → value[name] → groupCount",
                        g -> g.V().both()
                                .both()
                                .as("a")
                                .both()
                                .both()
                                .select("a")
                                .groupCount()
                                .by("name")));
    }

    /** There are more traversers than could be counted one by one. */
    @Test
    void soManyTraversersAreCounted() {
        Map<Object, Long> counts = new HashMap<>();
        graph.vertices().forEachRemaining(vertex -> counts.put(vertex.id(), 1L));
        for (int i = 0; i < LOOPS; i++) {
            Map<Object, Long> next = new HashMap<>();
            counts.forEach((id, count) ->
                    g.V(id).both().id().forEachRemaining(other -> next.merge(other, count, Math::addExact)));
            counts.clear();
            counts.putAll(next);
        }
        long count = counts.values().stream().mapToLong(each -> each).sum();
        assertEquals(
                List.of(count),
                g.V().as("a")
                        .repeat(__.both())
                        .times(LOOPS)
                        .as("b")
                        .select("a", "b")
                        .count()
                        .toList());
        assertEquals(
                List.of(count),
                g.V().repeat(__.both()).times(LOOPS).as("b").select("b").count().toList());
    }

    @Test
    void childrenLookBack() {
        check(
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → project[x, y][by(select[a] → values[name]), value[name]]",
                        g -> g.V().as("a")
                                .out()
                                .project("x", "y")
                                .by(__.select("a").values("name"))
                                .by("name")),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → order[by(a value[name]) asc, value[name] asc] → values[n]",
                        g -> g.V().as("a")
                                .out()
                                .order()
                                .by(__.select("a").by("name"))
                                .by("name")
                                .values("n")),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → merge → out() → group[by(a value[name])](count)",
                        g -> g.V().as("a")
                                .out()
                                .out()
                                .group()
                                .by(__.select("a").by("name"))
                                .by(__.count())),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → merge → out() → merge → by(select[a] → values[name]) → groupCount",
                        g -> g.V().as("a")
                                .out()
                                .out()
                                .groupCount()
                                .by(__.select("a").values("name"))),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → where(out() → where(eq a))",
                        g -> g.V().as("a").out().where(__.out().where(P.eq("a")))),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → where(both() → dedup → where(eq a))",
                        g -> g.V().as("a").out().where(__.both().dedup().where(P.eq("a")))),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → where(both() ≤2 → range(0,2) → where(neq a) → count → is(eq(1)))",
                        g -> g.V().as("a")
                                .out()
                                .where(__.both()
                                        .range(0, 2)
                                        .where(P.neq("a"))
                                        .count()
                                        .is(1))));
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void childrenThatLeadOnLookBack() {
        check(
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → repeat(both() → where(neq a)) times(3)",
                        g -> g.V().as("a").repeat(__.both().where(P.neq("a"))).times(3)),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → repeat(both()) until(or[where(eq a), loops → is(eq(3))])",
                        g -> g.V().as("a")
                                .repeat(__.both())
                                .until(__.or(__.where(P.eq("a")), __.loops().is(3)))),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → group[value[name]](select[a] → values[name] → fold)",
                        g -> g.V().as("a")
                                .out()
                                .group()
                                .by("name")
                                .by(__.select("a").values("name").fold())),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → choose[both() → where(eq a), constant(1), constant(2)]",
                        g -> g.V().as("a").out().choose(__.both().where(P.eq("a")), __.constant(1), __.constant(2))),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → coalesce[out() → where(neq a), select[a]] → values[name]",
                        g -> g.V().as("a")
                                .out()
                                .coalesce(__.out().where(P.neq("a")), __.select("a"))
                                .values("name")),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → by(repeat(out()) times(1) → where(neq a) → count)",
                        g -> g.V().as("a")
                                .out()
                                .map(__.repeat(__.out())
                                        .times(1)
                                        .where(P.neq("a"))
                                        .count())),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → track → path[by(out() → count)]",
                        g -> g.V().as("a").out().path().by(__.out().count())),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out()), TraversalFilterStep([PraghVertexStep(OUT,vertex), WherePredicateStep(null,eq(a))@[b]])]",
                        g -> g.V().as("a").out().where(__.out().as("b").where(P.eq("a")))),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → values[name] → as[b]), ProjectStep([x],[[SelectOneStep(last,a,null)]])]",
                        g -> g.V().as("a").values("name").as("b").project("x").by(__.select("a"))));
    }

    @Test
    void placesAreCompared() {
        check(
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → in() → where(neq a)",
                        g -> g.V().as("a").out().in().where(P.neq("a"))),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → merge → in() → where(eq a) → count",
                        g -> g.V().as("a").out().in().where(P.eq("a")).count()),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → as[b] → where(a neq b)",
                        g -> g.V().as("a").out().as("b").where("a", P.neq("b"))),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → as[b] → where(a value[n] gt b value[n])",
                        g -> g.V().as("a").out().as("b").where("a", P.gt("b")).by("n")),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → as[b] → where(a value[n] lt b value[many])",
                        g -> g.V().as("a")
                                .out()
                                .as("b")
                                .where("a", P.lt("b"))
                                .by("n")
                                .by("many")),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → where(label eq a label)",
                        g -> g.V().as("a").out().where(P.eq("a")).by(T.label)),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out() → as[b] → in()), WherePredicateStep(null,and(neq(a), neq(b)))]",
                        g -> g.V().as("a").out().as("b").in().where(P.neq("a").and(P.neq("b")))),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out() → in()), WherePredicateStep(null,within([a]))]",
                        g -> g.V().as("a").out().in().where(P.within("a"))),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out()), WhereTraversalStep([WhereStartStep(null), PraghVertexStep(IN,vertex), WhereEndStep(a)])]",
                        g -> g.V().as("a").out().where(__.in().as("a"))));
    }
}
