package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;

import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Column;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;

/** Checks which plan a traversal becomes that goes on with the content of a map or a list. */
class PlanMapsTest extends PlanTable {
    @Test
    void keysAndValuesOfGroups() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → value[t] → groupCount → values",
                        g -> g.V().groupCount().by("t").select(Column.values)),
                plan(
                        "PraghGraphStep(vertex,[]) → value[name] → groupCount → keys → unfold",
                        g -> g.V().groupCount().by("name").select(Column.keys).unfold()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → itself → groupCount → keys → unfold → out() → values[name]",
                        g -> g.V().out()
                                .groupCount()
                                .select(Column.keys)
                                .<Vertex>unfold()
                                .out()
                                .values("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → outE() → group[by(outV)](order[value[w] desc] → range(0,1) → first) → values → unfold → order[value[w] asc, by(inV → values[name]) asc] → project[a, b][by(outV → values[name]), value[w]]",
                        g -> g.V().outE()
                                .group()
                                .by(__.outV())
                                .by(__.order().by("w", Order.desc))
                                .select(Column.values)
                                .<Edge>unfold()
                                .order()
                                .by("w")
                                .by(__.inV().values("name"))
                                .project("a", "b")
                                .by(__.outV().values("name"))
                                .by("w")),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](fold) → values → unfold → unfold → out() → values[name]",
                        g -> g.V().group()
                                .by(T.label)
                                .select(Column.values)
                                .unfold()
                                .<Vertex>unfold()
                                .out()
                                .values("name")));
    }

    @Test
    void keysAndValuesOfFewGroups() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → out[none] → group[value[name]](fold) → values → unfold",
                        g -> g.V().out("none")
                                .group()
                                .by("name")
                                .select(Column.values)
                                .unfold()),
                plan(
                        "PraghGraphStep(vertex,[~label.eq(none)]) → itself → groupCount → unfold → keys",
                        g -> g.V().hasLabel("none").groupCount().unfold().select(Column.keys)),
                plan(
                        "PraghGraphStep(vertex,[]) → group[value[n]](value[t] → fold) → unfold → order[by(values → CountLocalStep) asc] → values → unfold",
                        g -> g.V().group()
                                .by("n")
                                .by("t")
                                .unfold()
                                .order()
                                .by(__.select(Column.values).count(Scope.local))
                                .select(Column.values)
                                .unfold()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[name] → by(itself) → keys",
                        g -> g.V().values("name").map(__.identity()).select(Column.keys)));
    }

    @Test
    void entriesOfGroups() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → out() → itself → groupCount → unfold → project[name, count][by(keys → values[name]), values] → order[select[count] desc, select[name] asc]",
                        g -> g.V().out()
                                .groupCount()
                                .unfold()
                                .project("name", "count")
                                .by(__.select(Column.keys).values("name"))
                                .by(Column.values)
                                .order()
                                .by(__.select("count"), Order.desc)
                                .by(__.select("name"))),
                plan(
                        "PraghGraphStep(vertex,[]) → value[t] → groupCount → OrderLocalStep([[values, desc], [keys, asc]]) → RangeLocalStep(0,2) → unfold → project[k, v][keys, values]",
                        g -> g.V().groupCount()
                                .by("t")
                                .order(Scope.local)
                                .by(Column.values, Order.desc)
                                .by(Column.keys)
                                .limit(Scope.local, 2)
                                .unfold()
                                .project("k", "v")
                                .by(Column.keys)
                                .by(Column.values)),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](out() → count) → unfold → where(values → is(gt(3))) → keys",
                        g -> g.V().group()
                                .by(T.label)
                                .by(__.out().count())
                                .unfold()
                                .where(__.select(Column.values).is(P.gt(3)))
                                .select(Column.keys)));
    }

    @Test
    void entriesWhoseKeysAreMaps() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → group[by(project[l, n][label, by(out() → count)])](count) → unfold → project[l, c][by(keys → select[l]), values]",
                        g -> g.V().group()
                                .by(__.project("l", "n").by(T.label).by(__.out().count()))
                                .by(__.count())
                                .unfold()
                                .project("l", "c")
                                .by(__.select(Column.keys).select("l"))
                                .by(Column.values)),
                plan(
                        "PraghGraphStep(vertex,[]) → outE() → group[by(inV)](outV → fold) → unfold → as[e] → keys → as[k] → select[e values, k value[name]]",
                        g -> g.V().outE()
                                .group()
                                .by(__.inV())
                                .by(__.outV().fold())
                                .unfold()
                                .as("e")
                                .select(Column.keys)
                                .as("k")
                                .select("e", "k")
                                .by(Column.values)
                                .by("name")));
    }

    @Test
    void namesBeforeAGroup() {
        check(
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → out() → group[value[name]](count)), SelectOneStep(last,a,null)]",
                        g -> g.V().as("a")
                                .out()
                                .group()
                                .by("name")
                                .by(__.count())
                                .select("a")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → out() → value[name] → groupCount → unfold), SelectOneStep(last,a,value(name))]",
                        g -> g.V().as("a")
                                .out()
                                .groupCount()
                                .by("name")
                                .unfold()
                                .select("a")
                                .by("name")),
                row(
                        "[PraghGraphStep(vertex,[]), GroupCountStep(value(name))@[m], UnfoldStep@[e], SelectOneStep(last,m,null)]",
                        g -> g.V().groupCount()
                                .by("name")
                                .as("m")
                                .unfold()
                                .as("e")
                                .select("m")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → track → out() → track), GroupCountStep(value(name)), UnfoldStep, PathStep]",
                        g -> g.V().out().groupCount().by("name").unfold().path()));
    }

    @Test
    void whatIsMadeOfALastList() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](fold → by(project[n, s][by(CountLocalStep), by(unfold → values[n] → sum)]))",
                        g -> g.V().group()
                                .by(T.label)
                                .by(__.fold()
                                        .project("n", "s")
                                        .by(__.count(Scope.local))
                                        .by(__.<Vertex>unfold().values("n").sum()))),
                plan(
                        "PraghGraphStep(vertex,[]) → group[value[t]](values[n] → fold → by(project[count, mean, sum][by(CountLocalStep), by(MeanLocalStep), by(SumLocalStep)]))",
                        g -> g.V().group()
                                .by("t")
                                .by(__.values("n")
                                        .fold()
                                        .project("count", "mean", "sum")
                                        .by(__.count(Scope.local))
                                        .by(__.mean(Scope.local))
                                        .by(__.sum(Scope.local)))),
                row(
                        "[PraghGraphStep(vertex,[]), GroupStep(label,[FoldStep, ProjectStep([all],[[UnfoldStep, RepeatStep(emit(true),[PraghVertexStep(OUT,vertex), PathFilterStep(simple,null,null), RepeatEndStep],until(loops(2))), CountGlobalStep]])]), UnfoldStep, ProjectStep([l, a],[keys, [TraversalMapStep(values), SelectOneStep(last,all,null)]])]",
                        g -> g.V().group()
                                .by(T.label)
                                .by(__.fold()
                                        .project("all")
                                        .by(__.<Vertex>unfold()
                                                .emit()
                                                .repeat(__.out().simplePath())
                                                .times(2)
                                                .count()))
                                .unfold()
                                .project("l", "a")
                                .by(Column.keys)
                                .by(__.select(Column.values).select("all"))));
    }

    @Test
    void whatIsMadeOfAnEmptyList() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](out[part] → fold → by(CountLocalStep))",
                        g -> g.V().group().by(T.label).by(__.out("part").fold().count(Scope.local))),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](out[none] → values[n] → fold → by(project[a][by(MaxLocalStep)]))",
                        g -> g.V().group()
                                .by(T.label)
                                .by(__.out("none")
                                        .values("n")
                                        .fold()
                                        .project("a")
                                        .by(__.max(Scope.local)))),
                plan(
                        "PraghGraphStep(vertex,[~label.eq(none)]) → group[label](fold → by(project[a][by(CountLocalStep)])) → unfold",
                        g -> g.V().hasLabel("none")
                                .group()
                                .by(T.label)
                                .by(__.fold().project("a").by(__.count(Scope.local)))
                                .unfold()),
                row(
                        "[PraghGraphStep(vertex,[]), GroupStep(label,[PraghPropertiesStep([n],value), FoldStep, MaxLocalStep])]",
                        g -> g.V().group().by(T.label).by(__.values("n").fold().max(Scope.local))),
                row(
                        "[PraghGraphStep(vertex,[]), GroupStep(label,[FoldStep, UnfoldStep, PraghPropertiesStep([name],value)])]",
                        g -> g.V().group().by(T.label).by(__.fold().unfold().values("name"))));
    }

    @Test
    void elementsComeBackFromMaps() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → project[v, n][itself, by(out() → count)] → order[select[n] desc, by(select[v] → values[name]) asc] ≤3 → range(0,3) → select[v] → out() → dedup → values[name]",
                        g -> g.V().project("v", "n")
                                .by()
                                .by(__.out().count())
                                .order()
                                .by(__.select("n"), Order.desc)
                                .by(__.select("v").values("name"))
                                .limit(3)
                                .<Vertex>select("v")
                                .out()
                                .dedup()
                                .values("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → project[v][by(outE())] → select[v] → inV → values[name]",
                        g -> g.V().project("v")
                                .by(__.outE())
                                .<Edge>select("v")
                                .inV()
                                .values("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → by(out()) → out() → values[name]",
                        g -> g.V().<Vertex>map(__.out()).out().values("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → fold → unfold → out() → value[name] → groupCount",
                        g -> g.V().out()
                                .fold()
                                .<Vertex>unfold()
                                .out()
                                .groupCount()
                                .by("name")));
    }

    @Test
    void elementsComeBackFromLists() {
        check(
                plan(
                        "PraghGraphStep(vertex,[])@[a] → out() → fold → unfold → as[b] → out() → where(neq b) → values[name]",
                        g -> g.V().as("a")
                                .out()
                                .fold()
                                .<Vertex>unfold()
                                .as("b")
                                .out()
                                .where(P.neq("b"))
                                .values("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → project[c][by(out() → value[name] → groupCount → values → MaxLocalStep)]",
                        g -> g.V().project("c")
                                .by(__.out()
                                        .groupCount()
                                        .by("name")
                                        .select(Column.values)
                                        .max(Scope.local))),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → aggregate[x] → itself → groupCount → unfold → keys → out() → where(within x) → values[name]",
                        g -> g.V().out()
                                .aggregate("x")
                                .groupCount()
                                .unfold()
                                .<Vertex>select(Column.keys)
                                .out()
                                .where(P.within("x"))
                                .values("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → values[many] → unfold",
                        g -> g.V().values("many").unfold()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[name] → unfold → fold",
                        g -> g.V().values("name").unfold().fold()));
    }
}
