package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.inOrder;
import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;

import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.DT;
import org.apache.tinkerpop.gremlin.process.traversal.GType;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Column;
import org.junit.jupiter.api.Test;

/**
 * Checks which plan a traversal becomes that makes one value of another one, and what a child traversal gives for one
 * row alone.
 */
class PlanScalarsTest extends PlanTable {
    @Test
    void textsAndDates() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → values[name] → ToUpperGlobalStep → LengthGlobalStep",
                        g -> g.V().values("name").toUpper().length()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → AsStringGlobalStep → ConcatStep([!]) → SubstringGlobalStep",
                        g -> g.V().values("n").asString().concat("!").substring(0, 2)),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → AsDateStep → AsStringGlobalStep → SubstringGlobalStep → AsNumberStep",
                        g -> g.V().values("n")
                                .asDate()
                                .asString()
                                .substring(0, 4)
                                .asNumber()),
                plan(
                        "PraghGraphStep(vertex,[~label.eq(thing)]) → values[n] → AsDateStep → DateAddStep → AsStringGlobalStep → SubstringGlobalStep → dedup",
                        g -> g.V().hasLabel("thing")
                                .values("n")
                                .asDate()
                                .dateAdd(DT.day, 40)
                                .asString()
                                .substring(5, 7)
                                .dedup()),
                plan(
                        "PraghGraphStep(vertex,[]) → where(values[n] → AsStringGlobalStep → LengthGlobalStep → is(eq(1))) → values[name]",
                        g -> g.V().where(__.values("n").asString().length().is(1))
                                .values("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → values[many] → AsStringLocalStep → ToUpperLocalStep",
                        g -> g.V().values("many").asString(Scope.local).toUpper(Scope.local)),
                plan(
                        "PraghGraphStep(vertex,[]) → values[name] → ReplaceGlobalStep → TrimGlobalStep → ReverseStep → AsBoolStep",
                        g -> g.V().values("name")
                                .replace("a", "o")
                                .trim()
                                .reverse()
                                .asBool()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[name] → AsDateStep",
                        g -> g.V().values("name").asDate()),
                plan(
                        "PraghGraphStep(vertex,[]) → project[a][by(values[none] → AsNumberStep)]",
                        g -> g.V().project("a").by(__.values("none").asNumber(GType.INT))));
    }

    @Test
    void formulas() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → MathStep(_ / 2)",
                        g -> g.V().values("n").math("_ / 2")),
                plan(
                        "PraghGraphStep(vertex,[]) → values[none] → MathStep(_ / 2)",
                        g -> g.V().values("none").math("_ / 2")),
                plan(
                        "PraghGraphStep(vertex,[]) → values[name] → MathStep(_ + 1)",
                        g -> g.V().values("name").math("_ + 1")),
                plan(
                        "PraghGraphStep(edge,[]) → project[x, y][value[w], by(inV → values[n])] → MathStep(x - y) → AsNumberStep",
                        g -> g.E().project("x", "y")
                                .by("w")
                                .by(__.inV().values("n"))
                                .math("x - y")
                                .asNumber(GType.INT)),
                plan(
                        "PraghGraphStep(vertex,[]) → project[z][by(project[x, y][value[n], by(out() → count)] → MathStep(floor(x + y)))]",
                        g -> g.V().project("z")
                                .by(__.project("x", "y")
                                        .by("n")
                                        .by(__.out().count())
                                        .math("floor(x + y)"))),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → values[n] → MathStep(_ + n))]",
                        g -> g.V().values("n").math("_ + n")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out() → values[n]), MathStep(_ + a,[identity, value(n)])]",
                        g -> g.V().as("a").out().values("n").math("_ + a").by().by("n")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[x] → as[x] → project[x][value[name]]), MathStep(x + 1,[value(n)])]",
                        g -> g.V().as("x").project("x").by("name").math("x + 1").by("n")));
    }

    @Test
    void collectionsAndMaps() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → values[many] → CountLocalStep",
                        g -> g.V().values("many").count(Scope.local)),
                plan(
                        "PraghGraphStep(vertex,[]) → by(out() → values[n] → fold) → SumLocalStep",
                        g -> g.V().map(__.out().values("n").fold()).sum(Scope.local)),
                plan(
                        "PraghGraphStep(vertex,[]) → by(out() → values[n] → fold) → MeanLocalStep",
                        g -> g.V().map(__.out().values("n").fold()).mean(Scope.local)),
                plan(
                        "PraghGraphStep(vertex,[]) → by(out() → values[n] → fold) → MaxLocalStep",
                        g -> g.V().map(__.out().values("n").fold()).max(Scope.local)),
                plan(
                        "PraghGraphStep(vertex,[]) → by(out() → values[n] → fold) → DedupLocalStep → MinLocalStep",
                        g -> g.V().map(__.out().values("n").fold())
                                .dedup(Scope.local)
                                .min(Scope.local)),
                inOrder(
                        "PraghGraphStep(vertex,[]) → value[t] → groupCount → OrderLocalStep([[values, desc], [keys, asc]]) → RangeLocalStep(0,2)",
                        g -> g.V().groupCount()
                                .by("t")
                                .order(Scope.local)
                                .by(Column.values, Order.desc)
                                .by(Column.keys)
                                .limit(Scope.local, 2)),
                inOrder(
                        "PraghGraphStep(vertex,[]) → values[name] → fold → OrderLocalStep([[identity, desc]]) → TailLocalStep(2)",
                        g -> g.V().values("name")
                                .fold()
                                .order(Scope.local)
                                .by(Order.desc)
                                .tail(Scope.local, 2)),
                plan(
                        "PraghGraphStep(vertex,[]) → out[nothing] → values[n] → fold → SumLocalStep",
                        g -> g.V().out("nothing").values("n").fold().sum(Scope.local)),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → fold), OrderLocalStep([[value(name), asc]])]",
                        g -> g.V().fold().order(Scope.local).by("name")));
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void theFirstThatComesToSomethingMayBeOneValue() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → coalesce[out() → values[n] → sum, constant(0)]",
                        g -> g.V().coalesce(__.out().<Integer>values("n").sum(), __.constant(0))),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → out() → merge(2500) → coalesce[out[made] → count → is(gt(0)), out() → fold → CountLocalStep]",
                        g -> g.V().out()
                                .out()
                                .barrier()
                                .coalesce(
                                        __.out("made").count().is(P.gt(0)),
                                        __.out().fold().count(Scope.local))),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge → out() → merge(2500) → coalesce[out[none] → count → is(eq(1)), out() → values[n] → count] → count",
                        g -> g.V().out()
                                .out()
                                .barrier()
                                .coalesce(
                                        __.out("none").count().is(1L),
                                        __.out().values("n").count())
                                .count()),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out() → coalesce[out() → values[n] → max, constant(-1)] → as[b]), SelectStep(last,[a, b],[value(name), identity])]",
                        g -> g.V().as("a")
                                .out()
                                .coalesce(__.out().<Integer>values("n").max(), __.constant(-1))
                                .as("b")
                                .select("a", "b")
                                .by("name")
                                .by()),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out() → track → coalesce[in() → out() → dedup → count, constant(-1)] → track), PathStep([value(name), value(name), identity])]",
                        g -> g.V().as("a")
                                .out()
                                .coalesce(__.in().out().dedup().count(), __.constant(-1L))
                                .path()
                                .by("name")
                                .by("name")
                                .by()),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[sum by(outE() → count)] → coalesce[outE() ≤2 → range(0,2) → count → is(gt(1)), inE() → count] → sack",
                        g -> g.withSack(1)
                                .V()
                                .sack(org.apache.tinkerpop.gremlin.process.traversal.Operator.sum)
                                .by(__.out().count())
                                .coalesce(__.out().count().is(P.gt(1)), __.in().count())
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → project[a][by(coalesce[out() ≤1 → range(0,1) → values[name], constant([])])]",
                        g -> g.V().project("a")
                                .by(__.coalesce(__.out().limit(1).values("name"), __.constant(List.of())))),
                plan(
                        "PraghGraphStep(vertex,[~label.eq(none)]) → coalesce[out() → count, constant(1)] → sum",
                        g -> g.V().hasLabel("none")
                                .coalesce(__.out().count(), __.constant(1L))
                                .sum()));
    }
}
