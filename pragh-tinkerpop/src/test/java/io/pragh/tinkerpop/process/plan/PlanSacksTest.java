package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;

import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;

/**
 * Checks which plan a traversal becomes whose traversers have sacks, and that the sacks hold the same as without a
 * plan.
 */
class PlanSacksTest extends PlanTable {
    @Test
    void whatIsInTheSackIsChangedOnTheWay() {
        check(
                plan("V[1] → out() → sack", g -> g.withSack(1).V(1).out().sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → outE() → sack[sum value[w]] → inV → sack",
                        g -> g.withSack(1)
                                .V()
                                .outE()
                                .sack(Operator.sum)
                                .by("w")
                                .inV()
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → sack[mult itself] → sack",
                        g -> g.withSack(2.5).V().values("n").sack(Operator.mult).sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[assign label] → sack",
                        g -> g.withSack("a")
                                .V()
                                .sack(Operator.assign)
                                .by(T.label)
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge(2500) → sack[minus by(outE() → count)] → out() → sack",
                        g -> g.withSack(0L)
                                .V()
                                .out()
                                .sack(Operator.minus)
                                .by(__.out().count())
                                .out()
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[assign value[name]] → out() → sack",
                        g -> g.V().sack(Operator.assign).by("name").out().sack()),
                plan("V[1] → out() → sack", g -> g.V(1).out().sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[assign itself] → out() → sack",
                        g -> g.withSack(1).V().sack(Operator.assign).out().sack()));
    }

    @Test
    void operatorsAreGremlins() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → sack[max value[n]] → both() → sack[min value[n]] → sack",
                        g -> g.withSack(1)
                                .V()
                                .sack(Operator.max)
                                .by("n")
                                .both()
                                .sack(Operator.min)
                                .by("n")
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[div value[n]] → sack",
                        g -> g.withSack(100).V().sack(Operator.div).by("n").sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[and constant(false)] → sack",
                        g -> g.withSack(true)
                                .V()
                                .sack(Operator.and)
                                .by(__.constant(false))
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[sum value[n]] → sack",
                        g -> g.withSack("a").V().sack(Operator.sum).by("n").sack()));
    }

    @Test
    void aLoopCounts() {
        check(
                plan(
                        "V[1] → repeat(both() → dedup → sack[sum constant(1)]) times(3) emit → order[sack asc, value[name] asc] → project[name, distance][value[name], sack]",
                        g -> g.withSack(0)
                                .V(1)
                                .repeat(__.both().dedup().sack(Operator.sum).by(__.constant(1)))
                                .emit()
                                .times(3)
                                .order()
                                .by(__.sack())
                                .by("name")
                                .project("name", "distance")
                                .by("name")
                                .by(__.sack())),
                plan(
                        "V[1] → repeat(both() → dedup → sack[sum constant(1)]) until(has[~id.eq(6)]) → range(0,1) → sack",
                        g -> g.withSack(0L)
                                .V(1)
                                .until(__.hasId(6))
                                .repeat(__.both().dedup().sack(Operator.sum).by(__.constant(1L)))
                                .limit(1)
                                .sack()),
                plan(
                        "V[1] → repeat(both() → dedup → sack[sum constant(1)]) times(3) emit → group[sack](id → fold)",
                        g -> g.withSack(0L)
                                .V(1)
                                .emit()
                                .repeat(__.both().dedup().sack(Operator.sum).by(__.constant(1L)))
                                .times(3)
                                .group()
                                .by(__.sack())
                                .by(T.id)),
                plan(
                        "PraghGraphStep(vertex,[]) → repeat(outE() → sack[sum value[w]] → inV) times(3) emit → sack",
                        g -> g.withSack(0)
                                .V()
                                .repeat(__.outE().sack(Operator.sum).by("w").inV())
                                .emit()
                                .times(3)
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → repeat(outE() → sack[sum value[w]] → inV) until(or[sack → is(gt(5)), loops → is(gte(3))]) emit(sack → is(lt(4))) → sack",
                        g -> g.withSack(0)
                                .V()
                                .emit(__.sack().is(P.lt(4)))
                                .repeat(__.outE().sack(Operator.sum).by("w").inV())
                                .until(__.or(__.sack().is(P.gt(5)), __.loops().is(P.gte(3))))
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[sum value[n]] → out() → out() → sack",
                        g -> g.withSack(0)
                                .V()
                                .sack(Operator.sum)
                                .by("n")
                                .repeat(__.out())
                                .times(2)
                                .sack()));
    }

    @Test
    void stepsAskForTheSack() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → outE() → sack[sum value[w]] → inV → where(sack → is(gt(2))) → id",
                        g -> g.withSack(0)
                                .V()
                                .outE()
                                .sack(Operator.sum)
                                .by("w")
                                .inV()
                                .where(__.sack().is(P.gt(2)))
                                .id()),
                plan(
                        "PraghGraphStep(vertex,[]) → outE() → sack[sum value[w]] → inV → order[sack desc, value[name] asc] ≤3 → range(0,3) → sack",
                        g -> g.withSack(0)
                                .V()
                                .outE()
                                .sack(Operator.sum)
                                .by("w")
                                .inV()
                                .order()
                                .by(__.sack(), Order.desc)
                                .by("name")
                                .limit(3)
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge(2500) → sack[sum value[n]] → out() → sack → groupCount",
                        g -> g.withSack(0)
                                .V()
                                .out()
                                .sack(Operator.sum)
                                .by("n")
                                .out()
                                .groupCount()
                                .by(__.sack())),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge(2500) → sack[sum value[n]] → out() → group[label](sack → sum)",
                        g -> g.withSack(0)
                                .V()
                                .out()
                                .sack(Operator.sum)
                                .by("n")
                                .out()
                                .group()
                                .by(T.label)
                                .by(__.sack().sum())));
    }

    @Test
    void totalsAndChoicesAskForTheSack() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge(2500) → sack[sum value[n]] → sack → is(gt(1))",
                        g -> g.withSack(0)
                                .V()
                                .out()
                                .sack(Operator.sum)
                                .by("n")
                                .map(__.sack())
                                .is(P.gt(1))),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge(2500) → sack[sum value[n]] → choose[sack → is(gt(2)), out(), in()] → sack",
                        g -> g.withSack(0)
                                .V()
                                .out()
                                .sack(Operator.sum)
                                .by("n")
                                .choose(__.sack().is(P.gt(2)), __.out(), __.in())
                                .sack()));
    }

    @Test
    void whoLooksBackFindsTheSackThatAllHaveAtFirst() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → sack[assign value[n]] → as[a] → out() → sack[sum value[n]] → a sack",
                        g -> g.withSack(2)
                                .V()
                                .sack(Operator.assign)
                                .by("n")
                                .as("a")
                                .out()
                                .sack(Operator.sum)
                                .by("n")
                                .select("a")
                                .by(__.sack())),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[assign value[n]] → as[a] → out() → sack[sum value[n]] → where(sack lt a sack) → id",
                        g -> g.withSack(2)
                                .V()
                                .sack(Operator.assign)
                                .by("n")
                                .as("a")
                                .out()
                                .sack(Operator.sum)
                                .by("n")
                                .where(P.lt("a"))
                                .by(__.sack())
                                .id()),
                plan(
                        "PraghGraphStep(vertex,[]) → track → sack[assign value[n]] → out() → track → path[sack]",
                        g -> g.withSack(2)
                                .V()
                                .sack(Operator.assign)
                                .by("n")
                                .out()
                                .path()
                                .by(__.sack())),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → sack[sum by(select[a] → values[n])] → out() → as[b] → select[a] → sack",
                        g -> g.withSack(2)
                                .V()
                                .as("a")
                                .out()
                                .sack(Operator.sum)
                                .by(__.select("a").values("n"))
                                .out()
                                .as("b")
                                .<Vertex>select("a")
                                .sack()));
    }

    @Test
    void rowsThatAreKeptKeepTheirSacks() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → aggregate[x] → sack[sum value[n]] → out() → aggregate[y] → where(within x) → sack",
                        g -> g.withSack(2)
                                .V()
                                .aggregate("x")
                                .sack(Operator.sum)
                                .by("n")
                                .out()
                                .aggregate("y")
                                .where(P.within("x"))
                                .sack()),
                plan(
                        "V[1, 1, 2] → out() → sack[sum value[n]] → range(1,4) → sack → count",
                        g -> g.withSack(1)
                                .V(1, 1, 2)
                                .out()
                                .sack(Operator.sum)
                                .by("n")
                                .range(1, 4)
                                .sack()
                                .count()));
    }

    @Test
    @SuppressWarnings("unchecked") // traversals in an array, as Gremlin takes them
    void whatAChildPutsInGoesOnWithItsTraversers() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → union[out(), in() → sack[sum value[n]], values[n]] → sack",
                        g -> g.withSack(1)
                                .V()
                                .union(__.out(), __.in().sack(Operator.sum).by("n"), __.values("n"))
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → union[out(), in() → sack[sum value[n]]] → order[value[name] asc] → sack",
                        g -> g.withSack(1)
                                .V()
                                .union(__.out(), __.in().sack(Operator.sum).by("n"))
                                .order()
                                .by("name")
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → optional[out[made] → sack[mult value[n]]] → sack",
                        g -> g.withSack(1)
                                .V()
                                .optional(__.out("made").sack(Operator.mult).by("n"))
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → union[out() → sack[sum value[n]]] → out() → sack",
                        g -> g.withSack(1)
                                .V()
                                .local(__.out().sack(Operator.sum).by("n"))
                                .out()
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → choose[has[n.eq(1)], out() → sack[assign value[name]], in()] → sack",
                        g -> g.withSack(1)
                                .V()
                                .choose(
                                        __.has("n", 1),
                                        __.out().sack(Operator.assign).by("name"),
                                        __.in())
                                .sack()));
    }

    @Test
    @SuppressWarnings("unchecked") // traversals in an array, as Gremlin takes them
    void loopsAndTestsHaveChildrenWithSacks() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → repeat(union[out(), in() → sack[sum constant(2)]]) times(2) → sack",
                        g -> g.withSack(1)
                                .V()
                                .repeat(__.union(
                                        __.out(), __.in().sack(Operator.sum).by(__.constant(2))))
                                .times(2)
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → repeat(out() → sack[sum constant(2)]) times(2) emit → aggregate[x] → sack",
                        g -> g.withSack(1)
                                .V()
                                .emit()
                                .repeat(__.out().sack(Operator.sum).by(__.constant(2)))
                                .times(2)
                                .aggregate("x")
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() → sack[sum value[n]] → sack → is(gt(3))) → sack",
                        g -> g.withSack(1)
                                .V()
                                .where(__.out()
                                        .sack(Operator.sum)
                                        .by("n")
                                        .sack()
                                        .is(P.gt(3)))
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → project[x, y][by(sack[sum value[n]] → sack), sack]",
                        g -> g.withSack(1)
                                .V()
                                .project("x", "y")
                                .by(__.sack(Operator.sum).by("n").sack())
                                .by(__.sack())),
                row(
                        "[PraghGraphStep(vertex,[]), CoalesceStep([[PraghVertexStep(OUT,vertex), SackValueStep(sum,value(n))], [PraghVertexStep(IN,vertex)]]), NoOpBarrierStep(2500), SackStep]",
                        g -> g.withSack(1)
                                .V()
                                .coalesce(__.out().sack(Operator.sum).by("n"), __.in())
                                .sack()),
                row(
                        "[PraghGraphStep(vertex,[]), TraversalFlatMapStep([PraghVertexStep(OUT,vertex), SackValueStep(sum,value(n))]), NoOpBarrierStep(2500), SackStep]",
                        g -> g.withSack(1)
                                .V()
                                .flatMap(__.out().sack(Operator.sum).by("n"))
                                .sack()));
    }

    /** The loop changes no sack, but traversers at one vertex have different ones. */
    @Test
    void aLoopTellsThoseApartThatCameWithOtherSacks() {
        check(plan(
                "PraghGraphStep(vertex,[]) → sack[sum value[n]] → repeat(out()) times(2) emit → sack",
                g -> g.withSack(1)
                        .V()
                        .sack(Operator.sum)
                        .by("n")
                        .repeat(__.out())
                        .emit()
                        .times(2)
                        .sack()));
    }
}
