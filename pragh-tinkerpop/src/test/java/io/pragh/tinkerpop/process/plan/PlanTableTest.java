package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;
import static io.pragh.tinkerpop.process.plan.PlanRow.some;

import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.GType;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.junit.jupiter.api.Test;

/**
 * Checks which plan each traversal becomes as a whole, and that it has the same results as without strategies that
 * rewrite.
 */
class PlanTableTest extends PlanTable {
    @Test
    void plansBeginWithVerticesOrEdges() {
        check(
                plan("V[1] → out()", g -> g.V(1).out()),
                plan("V[1] → out()", g -> g.V(1L).out()),
                plan("V[1] → out()", g -> g.V("1").out()),
                plan("V[1.0] → out()", g -> g.V(1.0).out()),
                plan("V[1, 2] → out()", g -> g.V(1, 2).out()),
                plan("V[1, 1] → out()", g -> g.V(1, 1).out()),
                plan("V[1, 1] → out()", g -> g.V(1, "1").out()),
                plan("V[99] → out()", g -> g.V(99L).out()),
                plan("V[99] → id", g -> g.V(99L).id()),
                plan("V[1, 99] → id", g -> g.V(1, 99).id()),
                plan("V[nobody] → out()", g -> g.V("nobody").out()),
                plan("V[null] → out()", g -> g.V((Object) null).out()),
                plan("V[v[1]] → out()", g -> g.V(graph.vertices(1).next()).out()),
                plan("PraghGraphStep(vertex,[]) → out()", g -> g.V(List.of()).out()),
                plan("V[1, 4] → out()", g -> g.V(List.of(1, 4)).out()),
                plan("PraghGraphStep(vertex,[]) → out()", g -> g.V().out()),
                plan(
                        "PraghGraphStep(vertex,[n.eq(1)]) → out()",
                        g -> g.V().has("n", 1).out()),
                plan(
                        "PraghGraphStep(vertex,[~label.eq(person), name.eq(bob)]) → out()",
                        g -> g.V().hasLabel("person").has("name", "bob").out()),
                plan(
                        "PraghGraphStep(vertex,[1, 2],[n.eq(1)]) → out()",
                        g -> g.V(1, 2).has("n", 1).out()),
                plan(
                        "PraghGraphStep(vertex,[~id.eq(1)]) → out()",
                        g -> g.V().hasId(1).out()),
                plan(
                        "PraghGraphStep(vertex,[n.gt(1)]) → values[name]",
                        g -> g.V().has("n", P.gt(1)).values("name")),
                plan("PraghGraphStep(edge,[]) → inV", g -> g.E().inV()),
                plan("PraghGraphStep(edge,[e1]) → inV", g -> g.E("e1").inV()),
                plan(
                        "PraghGraphStep(edge,[e1, e1]) → outV",
                        g -> g.E("e1", "e1").outV()),
                plan(
                        "PraghGraphStep(edge,[w.eq(1)]) → outV",
                        g -> g.E().has("w", 1).outV()),
                plan("V → count", g -> g.V().count()),
                plan("E → count", g -> g.E().count()),
                plan("V[1, 2, 99] → count", g -> g.V(1, 2, 99).count()),
                plan(
                        "PraghGraphStep(vertex,[~label.eq(person)]) → count",
                        g -> g.V().hasLabel("person").count()),
                plan(
                        "PraghGraphStep(edge,[~label.eq(knows)]) → count",
                        g -> g.E().hasLabel("knows").count()));
    }

    @Test
    void hopsGoAlongEdges() {
        check(
                plan("PraghGraphStep(vertex,[]) → in()", g -> g.V().in()),
                plan("PraghGraphStep(vertex,[]) → both()", g -> g.V().both()),
                plan("V[1] → out[knows]", g -> g.V(1).out("knows")),
                plan("V[1] → out[knows, made]", g -> g.V(1).out("knows", "made")),
                plan("V[1] → out[knows, knows]", g -> g.V(1).out("knows", "knows")),
                plan("V[1] → out[nothing]", g -> g.V(1).out("nothing")),
                plan("V[1] → out[null]", g -> g.V(1).out((String) null)),
                plan("V[1] → outE()", g -> g.V(1).outE()),
                plan("V[5] → bothE()", g -> g.V(5).bothE()),
                plan("V[5] → both()", g -> g.V(5).both()),
                plan("V[1] → out[knows]", g -> g.V(1).outE("knows").inV()),
                plan("V[1] → in()", g -> g.V(1).inE().outV()),
                plan("V[1] → both()", g -> g.V(1).bothE().otherV()),
                plan("V[5] → both()", g -> g.V(5).bothE().otherV()),
                plan("V[1] → out()", g -> g.V(1).outE().otherV()),
                plan("V[1] → outE() → outV", g -> g.V(1).outE().outV()),
                plan("V[1] → bothE() → inV", g -> g.V(1).bothE().inV()),
                plan("V[1] → bothE() → bothV", g -> g.V(1).bothE().bothV()),
                plan(
                        "V[1] → outE() → has[w.eq(1)] → inV",
                        g -> g.V(1).outE().has("w", 1).inV()),
                row(
                        "[PlanStep(V[1] → track → outE() → track → has[w.eq(1)] → otherV)]",
                        g -> g.V(1).outE().has("w", 1).otherV()),
                plan(
                        "V[1] → out() → merge(2500) → out()",
                        g -> g.V(1).out().barrier().out()),
                plan("V[1] → out() → out()", g -> g.V(1).out().identity().out()));
    }

    @Test
    void limitsAreAmongTheStages() {
        check(
                some(
                        "[PlanStep(V[1] → out() ≤2 → range(0,2))]",
                        g -> g.V(1).out().limit(2),
                        g -> g.V(1).out()),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() ≤3 → range(0,3))]",
                        g -> g.V().out().limit(3),
                        g -> g.V().out()),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() ≤3 → range(1,3))]",
                        g -> g.V().out().range(1, 3),
                        g -> g.V().out()),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() → range(2,-1))]",
                        g -> g.V().out().skip(2),
                        g -> g.V().out()),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() ≤0 → range(0,0))]",
                        g -> g.V().out().limit(0),
                        g -> g.V().out()),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → outE() ≤3 → range(0,3))]",
                        g -> g.V().outE().limit(3),
                        g -> g.V().outE()),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() ≤3 → range(0,3))]",
                        g -> g.V().outE().inV().limit(3),
                        g -> g.V().out()),
                some(
                        "[PlanStep(V[1] → out() ≤2 → range(0,2) → range(0,1))]",
                        g -> g.V(1).out().limit(2).limit(1),
                        g -> g.V(1).out()),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → range(0,2) → out[none])]",
                        g -> g.V().limit(2).out("none"),
                        g -> g.V().out("none")),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() ≤1)]",
                        g -> g.V().local(__.out().limit(1)),
                        g -> g.V().out()),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → outE[knows] ≤2)]",
                        g -> g.V().local(__.outE("knows").limit(2)),
                        g -> g.V().outE()));
    }

    @Test
    void limitsAreAmongWhatIsCounted() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → out() ≤1 → count",
                        g -> g.V().local(__.out().limit(1)).count()),
                plan(
                        "PraghGraphStep(vertex,[]) → out[part] ≤5 → merge → out() → count",
                        g -> g.V().local(__.out("part").limit(5)).out().count()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() ≤3 → range(0,3) → count",
                        g -> g.V().out().limit(3).count()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → out() ≤5 → range(0,5) → count",
                        g -> g.V().out().out().limit(5).count()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → out() ≤5 → range(2,5) → dedup → range(0,1) → count",
                        g -> g.V().out().out().range(2, 5).dedup().limit(1).count()),
                plan(
                        "PraghGraphStep(vertex,[]) → out[none] ≤5 → range(0,5) → merge → out() → merge → out() → count",
                        g -> g.V().out("none").limit(5).out().out().count()));
    }

    @Test
    void countsAndSumsReadNoEntry() {
        check(
                plan("V[1] → out() → count", g -> g.V(1).out().count()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → count",
                        g -> g.V().out().count()),
                plan(
                        "PraghGraphStep(vertex,[]) → outE[knows] → count",
                        g -> g.V().outE("knows").count()),
                plan(
                        "PraghGraphStep(vertex,[]) → both[part] → count",
                        g -> g.V().both("part").count()),
                plan("V[1] → out() → count", g -> g.V(1).outE().inV().count()),
                plan(
                        "V[1] → out() → merge → out() → count",
                        g -> g.V(1).out().out().count()),
                plan("V[99] → out() → count", g -> g.V(99L).out().count()),
                plan("V[1] → out() → id → sum", g -> g.V(1).out().id().sum()),
                plan(
                        "PraghGraphStep(vertex,[]) → both() → id → sum",
                        g -> g.V().both().id().sum()),
                plan("V[6] → out() → id → sum", g -> g.V(6).out().id().sum()),
                plan(
                        "V[1] → out() → merge → out() → id → sum",
                        g -> g.V(1).out().out().id().sum()),
                plan("V[1] → outE() → id → count", g -> g.V(1).outE().id().count()),
                plan("V[1] → outE() → id → sum", g -> g.V(1).outE().id().sum()));
    }

    @Test
    void rowsAreMergedWhereNobodyTellsThemApart() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge → out() → count",
                        g -> g.V().out().out().count()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge → out() → merge → out() → count",
                        g -> g.V().out().out().out().count()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → out() → out()",
                        g -> g.V().out().out().out()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge → out() → merge → out() → dedup",
                        g -> g.V().out().out().out().dedup()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge → out() → merge → values[n] → sum",
                        g -> g.V().out().out().values("n").sum()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → out() → values[n]",
                        g -> g.V().out().out().values("n")),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → values[n] → sum",
                        g -> g.V().out().values("n").sum()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge → out() → merge → value[name] → groupCount",
                        g -> g.V().out().out().groupCount().by("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge → out() → merge → out() → merge → values[name] → fold",
                        g -> g.V().out().out().out().values("name").fold()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → dedup → merge → out() → merge → out()",
                        g -> g.V().out().dedup().out().out()),
                plan(
                        "PraghGraphStep(vertex,[]) → repeat(out()) times(2) → merge → values[n] → sum",
                        g -> g.V().repeat(__.out()).times(2).values("n").sum()),
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() → out() → out() ≤1) → count",
                        g -> g.V().where(__.out().out().out()).count()));
    }

    @Test
    void whatIsCountedOnceIsNotMadeARow() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → out() → dedup → count",
                        g -> g.V().out().dedup().count()),
                plan(
                        "PraghGraphStep(vertex,[]) → outE() → dedup → count",
                        g -> g.V().outE().dedup().count()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → dedup → count",
                        g -> g.V().values("n").dedup().count()));
    }

    @Test
    void filtersLeaveRowsOut() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → out() → dedup",
                        g -> g.V().out().dedup()),
                plan(
                        "PraghGraphStep(vertex,[]) → outE() → dedup",
                        g -> g.V().outE().dedup()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → dedup",
                        g -> g.V().values("n").dedup()),
                plan("PraghGraphStep(vertex,[]) → id → dedup", g -> g.V().id().dedup()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → has[n.eq(7)]",
                        g -> g.V().out().has("n", 7)),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → has[n.lt(3), t.eq(x)]",
                        g -> g.V().out().has("n", P.lt(3)).has("t", "x")),
                plan(
                        "PraghGraphStep(vertex,[]) → out() to [~label.eq(thing), ~id.eq(4)]",
                        g -> g.V().out().hasLabel("thing").hasId(4)),
                plan(
                        "PraghGraphStep(vertex,[]) → outE() → has[w.gt(1)] → id",
                        g -> g.V().outE().has("w", P.gt(1)).id()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → where(values[n])",
                        g -> g.V().out().has("n")),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → not(values[n])",
                        g -> g.V().out().hasNot("n")),
                plan("PraghGraphStep(vertex,[]) → where(out[made] ≤1)", g -> g.V().where(__.out("made"))),
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() → has[name.eq(e)])",
                        g -> g.V().where(__.out().has("name", "e"))),
                plan("PraghGraphStep(vertex,[]) → not(out() ≤1)", g -> g.V().not(__.out())),
                plan(
                        "PraghGraphStep(vertex,[]) → and[out[made] ≤1, out[knows] ≤1]",
                        g -> g.V().and(__.out("made"), __.out("knows"))),
                plan(
                        "PraghGraphStep(vertex,[]) → or[out[made] ≤1, has[name.eq(f)]]",
                        g -> g.V().or(__.out("made"), __.has("name", "f"))),
                plan(
                        "PraghGraphStep(vertex,[]) → and[or[out[made] ≤1, in[part] ≤1], not(values[many])]",
                        g -> g.V().and(__.or(__.out("made"), __.in("part")), __.not(__.values("many")))),
                plan(
                        "PraghGraphStep(edge,[]) → where(inV → has[n.eq(7)])",
                        g -> g.E().where(__.inV().has("n", 7))),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → is(gt(1))",
                        g -> g.V().values("n").is(P.gt(1))),
                plan(
                        "PraghGraphStep(vertex,[]) → id → is(eq(3))",
                        g -> g.V().id().is(3L)),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → where(is(gt(1)))",
                        g -> g.V().values("n").where(__.is(P.gt(1)))),
                plan(
                        "PraghGraphStep(vertex,[]) → values[name] → is(eq(ada))",
                        g -> g.V().values("name").is("ada")));
    }

    /** A comparison with a text fails on a number. */
    @Test
    void decidedRowsEnterNoFurtherFilter() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → and[has[n.typeOf(STRING)], has[n.startingWith(a)]]",
                        g -> g.V().and(__.has("n", P.typeOf(GType.STRING)), __.has("n", TextP.startingWith("a")))),
                plan(
                        "PraghGraphStep(vertex,[]) → or[has[n.typeOf(NUMBER)], has[n.startingWith(a)]]",
                        g -> g.V().or(__.has("n", P.typeOf(GType.NUMBER)), __.has("n", TextP.startingWith("a")))),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n, name] → and[is(typeOf(STRING)), is(startingWith(a))]",
                        g -> g.V().values("n", "name")
                                .and(__.is(P.typeOf(GType.STRING)), __.is(TextP.startingWith("a")))));
    }

    @Test
    void fewerThanNoLoopsAreNone() {
        check(
                plan(
                        "V[1] → repeat(both()) times(0)",
                        g -> g.V(1).repeat(__.both()).times(-1)),
                plan("V[1] → repeat(both()) times(0)", g -> g.V(1).times(-1).repeat(__.both())),
                plan(
                        "V[1] → repeat(out()) times(0) emit",
                        g -> g.V(1).repeat(__.out()).emit().times(-2)));
    }

    @Test
    void loopsGoLevelByLevel() {
        check(
                plan(
                        "V[1] → repeat(out()) times(2)",
                        g -> g.V(1).repeat(__.out()).times(2)),
                plan(
                        "V[1] → repeat(out()) times(0)",
                        g -> g.V(1).repeat(__.out()).times(0)),
                plan("V[1] → repeat(out()) times(2)", g -> g.V(1).times(2).repeat(__.out())),
                plan("V[1] → repeat(out()) times(0)", g -> g.V(1).times(0).repeat(__.out())),
                plan(
                        "V[1] → repeat(out()) times(3) emit",
                        g -> g.V(1).repeat(__.out()).emit().times(3)),
                plan(
                        "V[1] → repeat(out()) times(3) emit",
                        g -> g.V(1).emit().repeat(__.out()).times(3)),
                plan(
                        "V[1] → repeat(out()) times(3) emit(where(values[n]))",
                        g -> g.V(1).emit(__.has("n")).repeat(__.out()).times(3)),
                plan(
                        "V[1] → repeat(out()) times(3) emit(has[~label.eq(thing)])",
                        g -> g.V(1).repeat(__.out()).emit(__.hasLabel("thing")).times(3)),
                plan(
                        "V[1] → repeat(out[made]) until(has[~label.eq(thing)])",
                        g -> g.V(1).repeat(__.out("made")).until(__.hasLabel("thing"))),
                plan(
                        "V[1, 4] → repeat(out[made]) until(has[~label.eq(thing)])",
                        g -> g.V(1, 4).until(__.hasLabel("thing")).repeat(__.out("made"))),
                plan(
                        "V[1, 4] → repeat(out[made, part]) until(out[part] ≤1)",
                        g -> g.V(1, 4).repeat(__.out("made", "part")).until(__.out("part"))),
                plan(
                        "V[1] → repeat(out[made]) until(has[name.eq(d)]) emit",
                        g -> g.V(1).repeat(__.out("made")).emit().until(__.has("name", "d"))),
                plan(
                        "V[1] → repeat(out[made]) until(has[~label.eq(thing)]) emit",
                        g -> g.V(1).emit().until(__.hasLabel("thing")).repeat(__.out("made"))),
                row(
                        "[PraghGraphStep(vertex,[1]), RepeatStep(until([PraghHasStep([~label.eq(thing)])]),[PraghVertexStep(OUT,[made],vertex), RepeatEndStep],emit(true))]",
                        g -> g.V(1).until(__.hasLabel("thing"))
                                .repeat(__.out("made"))
                                .emit()),
                row(
                        "[PraghGraphStep(vertex,[1]), RepeatStep(until(loops(2)),[PraghVertexStep(OUT,vertex), RepeatEndStep],emit(true))]",
                        g -> g.V(1).times(2).repeat(__.out()).emit()),
                plan(
                        "V[1] → repeat(out() → where(values[n]) → in()) times(2) → count",
                        g -> g.V(1).repeat(__.out().has("n").in()).times(2).count()),
                plan(
                        "V[1] → repeat(repeat(out()) times(2)) times(2)",
                        g -> g.V(1).repeat(__.repeat(__.out()).times(2)).times(2)),
                plan(
                        "PraghGraphStep(vertex,[]) → where(repeat(out()) times(2))",
                        g -> g.V().where(__.repeat(__.out()).times(2))));
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void branchesAreChainsOfTheirOwn() {
        check(
                plan("PraghGraphStep(vertex,[]) → union[out(), in[knows]]", g -> g.V().union(__.out(), __.in("knows"))),
                plan(
                        "PraghGraphStep(vertex,[]) → union[out() → values[n], id]",
                        g -> g.V().union(__.out().values("n"), __.id())),
                plan("PraghGraphStep(vertex,[]) → union[id, itself]", g -> g.V().union(__.id(), __.identity())),
                plan("PraghGraphStep(vertex,[]) → union[itself, out()]", g -> g.V().union(__.identity(), __.out())),
                plan(
                        "PraghGraphStep(vertex,[]) → coalesce[out[made], out[part]]",
                        g -> g.V().coalesce(__.out("made"), __.out("part"))),
                plan(
                        "PraghGraphStep(vertex,[]) → coalesce[values[many], values[name]]",
                        g -> g.V().coalesce(__.values("many"), __.values("name"))),
                plan("PraghGraphStep(vertex,[]) → optional[out[made]]", g -> g.V().optional(__.out("made"))),
                plan("PraghGraphStep(vertex,[]) → optional[values[n]]", g -> g.V().optional(__.values("n"))),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → union[out(), in()] → dedup → count",
                        g -> g.V().out().union(__.out(), __.in()).dedup().count()),
                plan(
                        "PraghGraphStep(vertex,[]) → where(union[out[made], out[part]]) → id",
                        g -> g.V().where(__.union(__.out("made"), __.out("part")))
                                .id()),
                plan(
                        "PraghGraphStep(vertex,[]) → repeat(union[out[made], out[knows]]) times(2)",
                        g -> g.V().repeat(__.union(__.out("made"), __.out("knows")))
                                .times(2)));
    }
}
