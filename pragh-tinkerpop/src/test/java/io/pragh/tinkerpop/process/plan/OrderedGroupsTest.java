package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;

import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.Test;

/** Checks which plan a traversal becomes whose groups have an order. */
class OrderedGroupsTest extends PlanTable {
    @Test
    void theFirstOfAGroup() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](order[value[name] asc] → range(0,1) → first)",
                        g -> g.V().group().by(T.label).by(__.order().by("name"))),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](order[value[n] desc, value[name] asc] → range(0,1) → first)",
                        g -> g.V().group()
                                .by(T.label)
                                .by(__.order().by("n", Order.desc).by("name"))),
                plan(
                        "PraghGraphStep(vertex,[]) → outE() → group[by(outV)](order[value[w] desc, by(inV → values[name]) asc] → range(0,1) → first)",
                        g -> g.V().outE()
                                .group()
                                .by(__.outV())
                                .by(__.order().by("w", Order.desc).by(__.inV().values("name")))),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge → out() → group[value[name]](in() → order[value[name] asc] → range(0,1) → first)",
                        g -> g.V().out()
                                .out()
                                .group()
                                .by("name")
                                .by(__.in().order().by("name"))),
                plan(
                        "PraghGraphStep(vertex,[]) → group[value[none]](order[value[name] asc] → range(0,1) → first)",
                        g -> g.V().group().by("none").by(__.order().by("name"))),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](order[value[none] asc] → range(0,1) → first)",
                        g -> g.V().group().by(T.label).by(__.order().by("none"))),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](values[n] → order[itself asc] → range(0,1) → first)",
                        g -> g.V().group().by(T.label).by(__.values("n").order())),
                plan(
                        "PraghGraphStep(vertex,[]) → values[name] → group[constant(1)](order[itself desc] → range(0,1) → first)",
                        g -> g.V().values("name")
                                .group()
                                .by(__.constant(1))
                                .by(__.order().by(Order.desc))));
    }

    @Test
    void listsInAnOrder() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](order[value[name] asc] → values[name] → fold)",
                        g -> g.V().group()
                                .by(T.label)
                                .by(__.order().by("name").values("name").fold())),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](order[value[name] desc] → range(0,2) → values[name] → fold)",
                        g -> g.V().group()
                                .by(T.label)
                                .by(__.order()
                                        .by("name", Order.desc)
                                        .limit(2)
                                        .values("name")
                                        .fold())),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](out() → order[value[name] asc] → range(1,3) → fold)",
                        g -> g.V().group()
                                .by(T.label)
                                .by(__.out().order().by("name").range(1, 3).fold())),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge → out() → group[value[name]](order[value[name] asc] → range(0,1) → fold)",
                        g -> g.V().out()
                                .out()
                                .group()
                                .by("name")
                                .by(__.order().by("name").limit(1).fold())),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](out[part] → order[value[name] asc] → fold)",
                        g -> g.V().group()
                                .by(T.label)
                                .by(__.out("part").order().by("name").fold())));
    }

    @Test
    void partsOfGroups() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → group[id](out() → order[value[name] asc] → range(1,-1) → count)",
                        g -> g.V().group()
                                .by(T.id)
                                .by(__.out().order().by("name").skip(1).count())),
                plan(
                        "PraghGraphStep(vertex,[]) → group[id](out() → order[value[name] asc] → range(0,0) → fold)",
                        g -> g.V().group()
                                .by(T.id)
                                .by(__.out().order().by("name").limit(0).fold())),
                plan(
                        "PraghGraphStep(vertex,[]) → group[id](order[value[name] asc] → range(0,1) → outE() → has[w.gt(0)] → values[w] → fold)",
                        g -> g.V().group()
                                .by(T.id)
                                .by(__.order()
                                        .by("name")
                                        .limit(1)
                                        .outE()
                                        .has("w", P.gt(0))
                                        .values("w")
                                        .fold())),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → group[label](order[by(select[a] → values[name]) asc, value[name] asc] → values[name] → fold)",
                        g -> g.V().as("a")
                                .out()
                                .group()
                                .by(T.label)
                                .by(__.order()
                                        .by(__.select("a").values("name"))
                                        .by("name")
                                        .values("name")
                                        .fold())));
    }

    /** Where steps behind an order may give no result, Gremlin's map has the traversers that were gathered so far. */
    @Test
    void othersAreLeftToGremlin() {
        check(
                row(
                        "[PraghGraphStep(vertex,[]), GroupStep(label,[OrderGlobalStep([[value(name), asc]]), PraghPropertiesStep([name],value)])]",
                        g -> g.V().group().by(T.label).by(__.order().by("name").values("name"))),
                row(
                        "[PraghGraphStep(vertex,[]), GroupStep(label,[OrderGlobalStep([[value(name), asc]]), RangeGlobalStep(0,1)])]",
                        g -> g.V().group().by(T.label).by(__.order().by("name").limit(1))),
                row(
                        "[PraghGraphStep(vertex,[]), GroupStep(label,[OrderGlobalStep([[value(name), asc]]), PraghPropertiesStep([n],value), SumGlobalStep])]",
                        g -> g.V().group()
                                .by(T.label)
                                .by(__.order().by("name").values("n").sum())),
                row(
                        "[PraghGraphStep(vertex,[]), GroupStep(label,[PraghVertexStep(OUT,edge), RangeGlobalStep(0,2), CountGlobalStep])]",
                        g -> g.V().group().by(T.label).by(__.out().limit(2).count())),
                row(
                        "[PraghGraphStep(vertex,[]), GroupStep(label,[DedupGlobalStep(null,null), OrderGlobalStep([[value(name), asc]]), FoldStep])]",
                        g -> g.V().group()
                                .by(T.label)
                                .by(__.order().by("name").dedup().fold())));
    }
}
