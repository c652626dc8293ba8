package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Comparator;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.WithOptions;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.Test;

/** Checks which plan a traversal becomes that orders, groups, or projects each row to several values. */
class PlanGroupsTest extends PlanTable {
    /** An order of the application's own. */
    private enum Backwards implements Comparator<String> {
        BACKWARDS;

        @Override
        public int compare(String one, String other) {
            return other.compareTo(one);
        }
    }

    @Test
    void rowsComeInOrder() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → out() → order[value[name] asc]",
                        g -> g.V().out().order().by("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → order[value[name] desc] ≤3 → range(0,3)",
                        g -> g.V().out().order().by("name", Order.desc).limit(3)),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → order[value[n] asc, value[name] desc] ≤3 → range(1,3) → values[name]",
                        g -> g.V().out()
                                .order()
                                .by("n")
                                .by("name", Order.desc)
                                .range(1, 3)
                                .values("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → order[id asc]",
                        g -> g.V().order().by(T.id)),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → order[itself asc]",
                        g -> g.V().values("n").order()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → order[itself desc] ≤2 → range(0,2)",
                        g -> g.V().values("n").order().by(Order.desc).limit(2)),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge → out() → order[value[name] asc] → count",
                        g -> g.V().out().out().order().by("name").count()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → out() → merge(2500) → order[value[name] asc] → out()",
                        g -> g.V().out().out().barrier().order().by("name").out()),
                plan(
                        "PraghGraphStep(vertex,[]) → order[by(out() → count) desc, value[name] asc] ≤2 → range(0,2)",
                        g -> g.V().order()
                                .by(__.out().count(), Order.desc)
                                .by("name")
                                .limit(2)),
                plan(
                        "PraghGraphStep(vertex,[]) → order[value[many] asc]",
                        g -> g.V().order().by("many")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out()), OrderGlobalStep([[value(name), BACKWARDS]])]",
                        g -> g.V().out().order().by("name", Backwards.BACKWARDS)),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() → merge(2500)), LocalStep([PraghVertexStep(OUT,vertex), OrderGlobalStep([[value(name), asc]]), RangeGlobalStep(0,1)])]",
                        g -> g.V().out().local(__.out().order().by("name").limit(1))));
    }

    @Test
    void groupsHaveOneValueEach() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → out() → group[itself](fold)",
                        g -> g.V().out().group()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → group[value[name]](fold)",
                        g -> g.V().out().group().by("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → group[value[n]](value[name] → fold)",
                        g -> g.V().out().group().by("n").by("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → group[label](count)",
                        g -> g.V().out().group().by(T.label).by(__.count())),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](values[n] → sum)",
                        g -> g.V().group().by(T.label).by(__.values("n").sum())),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](values[n] → mean)",
                        g -> g.V().group().by(T.label).by(__.values("n").mean())),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](values[n] → max)",
                        g -> g.V().group().by(T.label).by(__.values("n").max())),
                plan(
                        "PraghGraphStep(vertex,[]) → group[value[name]](values[none] → sum)",
                        g -> g.V().group().by("name").by(__.values("none").sum())),
                plan(
                        "PraghGraphStep(vertex,[]) → group[value[name]](out() → values[name] → fold)",
                        g -> g.V().group().by("name").by(__.out().values("name").fold())),
                plan(
                        "PraghGraphStep(vertex,[]) → group[by(out() → count)](count)",
                        g -> g.V().group().by(__.out().count()).by(__.count())),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → group[itself](count)",
                        g -> g.V().values("n").group().by().by(__.count())),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → itself → groupCount",
                        g -> g.V().out().groupCount()),
                plan(
                        "PraghGraphStep(vertex,[]) → by(out() → count) → groupCount",
                        g -> g.V().groupCount().by(__.out().count())),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → fold",
                        g -> g.V().out().fold()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → mean",
                        g -> g.V().values("n").mean()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[none] → mean",
                        g -> g.V().values("none").mean()),
                row(
                        "[PraghGraphStep(vertex,[]), GroupStep(label,[PraghVertexStep(OUT,vertex), PraghPropertiesStep([name],value)])]",
                        g -> g.V().group().by(T.label).by(__.out().values("name"))),
                plan(
                        "PraghGraphStep(vertex,[]) → group[label](values[n] → order[itself asc] → fold)",
                        g -> g.V().group().by(T.label).by(__.values("n").order().fold())),
                row(
                        "[PraghGraphStep(vertex,[]), GroupSideEffectStep(x,label,[FoldStep]), SideEffectCapStep([x])]",
                        g -> g.V().group("x").by(T.label).cap("x")));
    }

    @Test
    void mapsHaveWhatIsAskedFor() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → out() → valueMap[]",
                        g -> g.V().out().valueMap()),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → valueMap[name, many]",
                        g -> g.V().out().valueMap("name", "many")),
                plan(
                        "PraghGraphStep(vertex,[]) → valueMap[name]",
                        g -> g.V().valueMap("name").with(WithOptions.tokens)),
                plan(
                        "PraghGraphStep(vertex,[]) → valueMap[n]",
                        g -> g.V().valueMap("n").with(WithOptions.tokens, WithOptions.labels)),
                plan("PraghGraphStep(vertex,[]) → elementMap[]", g -> g.V().elementMap()),
                plan("PraghGraphStep(vertex,[]) → elementMap[name, n]", g -> g.V().elementMap("name", "n")),
                plan(
                        "PraghGraphStep(vertex,[]) → project[a][value[name]]",
                        g -> g.V().project("a").by("name")),
                plan(
                        "PraghGraphStep(vertex,[]) → project[a, b][value[n], by(out() → count)]",
                        g -> g.V().project("a", "b").by("n").by(__.out().count())),
                plan(
                        "PraghGraphStep(vertex,[]) → project[a, b, c][id, by(out() → values[name] → fold)]",
                        g -> g.V().project("a", "b", "c")
                                .by(T.id)
                                .by(__.out().values("name").fold())),
                plan("PraghGraphStep(vertex,[]) → project[a, b][itself]", g -> g.V().project("a", "b")),
                plan(
                        "PraghGraphStep(edge,[]) → project[w, l][value[w], label]",
                        g -> g.E().project("w", "l").by("w").by(T.label)),
                plan(
                        "PraghGraphStep(vertex,[]) → project[a][value[n]] → select[a]",
                        g -> g.V().project("a").by("n").select("a")),
                plan(
                        "PraghGraphStep(vertex,[]) → project[a, b][value[name], by(out() → count)] → order[select[b] asc, select[a] asc]",
                        g -> g.V().project("a", "b")
                                .by("name")
                                .by(__.out().count())
                                .order()
                                .by(__.select("b"))
                                .by(__.select("a"))),
                plan("PraghGraphStep(vertex,[]) → by(values[n])", g -> g.V().map(__.values("n"))),
                plan(
                        "PraghGraphStep(vertex,[]) → by(out() → count)",
                        g -> g.V().map(__.out().count())),
                row(
                        "[PraghGraphStep(vertex,[]), PropertyMapStep([UnfoldStep],value)]",
                        g -> g.V().valueMap().by(__.unfold())),
                row("[PraghGraphStep(vertex,[]), PropertyMapStep(null,property)]", g -> g.V().propertyMap()));
    }

    @Test
    void childrenSeeEachRowAlone() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() → count → is(eq(2)))",
                        g -> g.V().where(__.out().count().is(2))),
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() → count → is(eq(0)))",
                        g -> g.V().where(__.out().count().is(0))),
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() → out() → count → is(gt(1)))",
                        g -> g.V().where(__.out().out().count().is(P.gt(1)))),
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() ≤1 → range(0,1))",
                        g -> g.V().where(__.out().limit(1))),
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() ≤2 → range(1,2))",
                        g -> g.V().where(__.out().range(1, 2))),
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() → out() → dedup → count → is(gt(1)))",
                        g -> g.V().where(__.out().out().dedup().count().is(P.gt(1)))),
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() → values[n] → sum → is(gt(5)))",
                        g -> g.V().where(__.out().values("n").sum().is(P.gt(5)))),
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() → where(out() → count → is(gte(1))) → count → is(eq(1)))",
                        g -> g.V().where(__.out()
                                .where(__.out().count().is(P.gte(1)))
                                .count()
                                .is(1))),
                plan(
                        "PraghGraphStep(vertex,[]) → not(out() → count → is(eq(2)))",
                        g -> g.V().not(__.out().count().is(2))),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → merge → out() → where(in() → count → is(gt(1))) → count",
                        g -> g.V().out()
                                .out()
                                .where(__.in().count().is(P.gt(1)))
                                .count()),
                row(
                        "[PraghGraphStep(vertex,[]), TraversalFilterStep([PraghVertexStep(OUT,vertex), OrderGlobalStep([[value(n), asc]]), RangeGlobalStep(0,1), TraversalFilterStep([PraghPropertiesStep([n],property)])])]",
                        g -> g.V().where(__.out().order().by("n").limit(1).has("n"))));
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void rowsTakeOneOfTwoWays() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → choose[where(values[n]), out(), in()]",
                        g -> g.V().choose(__.has("n"), __.out(), __.in())),
                plan(
                        "PraghGraphStep(vertex,[]) → choose[out[made] ≤1, out[made], itself]",
                        g -> g.V().choose(__.out("made"), __.out("made"))),
                plan(
                        "PraghGraphStep(vertex,[]) → choose[out() → count → is(gt(1)), values[name], id]",
                        g -> g.V().choose(__.out().count().is(P.gt(1)), __.values("name"), __.id())),
                plan("PraghGraphStep(vertex,[]) → union[out()]", g -> g.V().local(__.out())),
                plan(
                        "PraghGraphStep(vertex,[]) → union[out() → where(values[n])]",
                        g -> g.V().flatMap(__.out().has("n"))),
                plan(
                        "V[1] → repeat(out()) until(loops → is(eq(2)))",
                        g -> g.V(1).repeat(__.out()).until(__.loops().is(2))),
                plan(
                        "V[1] → repeat(out()) until(or[has[n.eq(7)], loops → is(eq(3))]) → count",
                        g -> g.V(1).repeat(__.out())
                                .until(__.or(__.has("n", 7), __.loops().is(3)))
                                .count()),
                plan(
                        "V[1] → repeat(out()) times(3) emit(loops → is(lt(2)))",
                        g -> g.V(1).emit(__.loops().is(P.lt(2)))
                                .repeat(__.out())
                                .times(3)),
                row(
                        "[PraghGraphStep(vertex,[1]), RepeatStep([PraghVertexStep(OUT,vertex), RepeatEndStep],until([LoopsStep, IsStep(eq(2))]),emit(false))]",
                        g -> g.V(1).repeat("r", __.out()).until(__.loops("r").is(2))));
    }

    @Test
    void otherChoicesAreLeftToGremlin() {
        assertFalse(PlanRow.steps(
                        g.V().choose(__.has("n"), __.values("name"), __.out().count()))
                .contains("PlanStep"));
    }
}
