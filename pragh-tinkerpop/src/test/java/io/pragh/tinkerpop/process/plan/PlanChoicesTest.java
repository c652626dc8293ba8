package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.inOrder;
import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Pick;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.step.GValue;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.Test;

/**
 * Checks which plan a traversal becomes with the options of a {@code choose} or {@code branch}, and that traversers
 * take the same options as without a plan.
 */
class PlanChoicesTest extends PlanTable {
    @Test
    void anOptionIsForAValue() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → choose[label → eq(person): out(), eq(thing): in(), none: itself]",
                        g -> g.V().choose(T.label).option("person", __.out()).option("thing", __.in())),
                plan(
                        "PraghGraphStep(vertex,[]) → choose[by(label) → eq(person): out(), none: in()]",
                        g -> g.V().choose(__.label()).option("person", __.out()).option(Pick.none, __.in())),
                plan(
                        "PraghGraphStep(vertex,[]) → choose[id → eq(1): out(), eq(4): in(), none: itself]",
                        g -> g.V().choose(T.id).option(1, __.out()).option(4, __.in())),
                plan(
                        "PraghGraphStep(vertex,[]) → choose[by(values[n]) → eq(7): out(), eq(1): in(), none: itself, unproductive: itself]",
                        g -> g.V().choose(__.values("n")).option(7, __.out()).option(1, __.in())),
                plan(
                        "PraghGraphStep(vertex,[]) → choose[by(values[n]) → eq(2): out(), eq(2.5): out(), none: in(), unproductive: both()]",
                        g -> g.V().choose(__.values("n"))
                                .option(2, __.out())
                                .option(2.5f, __.out())
                                .option(Pick.none, __.in())
                                .option(Pick.unproductive, __.both())),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → choose[by(itself) → eq(1): constant(one), none: itself]",
                        g -> g.V().values("n").choose(__.identity()).option(1, __.constant("one"))),
                plan(
                        "PraghGraphStep(edge,[]) → choose[label → eq(knows): inV, none: outV]",
                        g -> g.E().choose(T.label).option("knows", __.inV()).option(Pick.none, __.outV())));
    }

    @Test
    void theFirstOfSeveralPredicatesCounts() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → choose[by(values[n]) → gt(2): out(), and(gte(1), lt(3)): in(), none: itself, unproductive: both()]",
                        g -> g.V().choose(__.values("n"))
                                .option(P.gt(2), __.out())
                                .option(P.between(1, 3), __.in())
                                .option(Pick.unproductive, __.both())),
                plan(
                        "PraghGraphStep(vertex,[]) → choose[by(values[name]) → startingWith(a): out(), within([cy, d]): in(), none: itself, unproductive: itself]",
                        g -> g.V().choose(__.values("name"))
                                .option(TextP.startingWith("a"), __.out())
                                .option(P.within("cy", "d"), __.in())),
                plan(
                        "PraghGraphStep(vertex,[]) → choose[by(out() → count) → eq(0): id, gt(1): id, none: constant(-1)]",
                        g -> g.V().choose(__.out().count())
                                .option(0L, __.id())
                                .option(P.gt(1), __.id())
                                .option(Pick.none, __.constant(-1))),
                plan(
                        "PraghGraphStep(vertex,[]) → choose[by(values[t]) → gt(x): id, gt(5): id, none: id, unproductive: id]",
                        g -> g.V().choose(__.values("t"))
                                .option(P.gt("x"), __.id())
                                .option(P.gt(5), __.id())
                                .option(Pick.none, __.id())
                                .option(Pick.unproductive, __.id())));
    }

    /** Traversers without a value then take the option {@code none}, like those with another value. */
    @Test
    void aBranchTakesAllThatAreFor() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → branch[by(values[n]) → eq(1): out(), gt(0): in()]",
                        g -> g.V().branch(__.values("n")).option(1, __.out()).option(P.gt(0), __.in())),
                plan(
                        "PraghGraphStep(vertex,[]) → branch[by(values[n]) → eq(1): out(), any: itself, any: in(), none: both()]",
                        g -> g.V().branch(__.values("n"))
                                .option(1, __.out())
                                .option(Pick.any, __.identity())
                                .option(Pick.none, __.both())
                                .option(Pick.any, __.in())),
                plan(
                        "PraghGraphStep(vertex,[]) → branch[by(values[n]) → eq(1): out(), none: both(), unproductive: itself]",
                        g -> g.V().branch(__.values("n"))
                                .option(1, __.out())
                                .option(Pick.unproductive, __.identity())
                                .option(Pick.none, __.both())),
                plan(
                        "PraghGraphStep(vertex,[]) → branch[by(label) → eq(person): values[name], eq(thing): out() → id]",
                        g -> g.V().branch(__.label())
                                .option("person", __.values("name"))
                                .option("thing", __.out().id())));
    }

    /**
     * Behind results that may be elements or values, a plan goes on only with steps that need no more than the result
     * itself.
     */
    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void elementsMayBeAmongValues() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → choose[label → eq(person): values[name], none: itself]",
                        g -> g.V().choose(T.label).option("person", __.values("name"))),
                plan(
                        "PraghGraphStep(vertex,[]) → choose[label → eq(person): outE(), none: out()] → dedup",
                        g -> g.V().choose(T.label)
                                .option("person", __.outE())
                                .option(Pick.none, __.out())
                                .dedup()),
                plan(
                        "PraghGraphStep(vertex,[]) → union[itself, values[name], outE()] → groupCount",
                        g -> g.V().union(__.identity(), __.values("name"), __.outE())
                                .groupCount()),
                plan(
                        "PraghGraphStep(vertex,[]) → optional[values[n]] → fold",
                        g -> g.V().optional(__.values("n")).fold()),
                plan(
                        "PraghGraphStep(vertex,[]) → coalesce[values[n], out()]",
                        g -> g.V().coalesce(__.values("n"), __.out())),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → choose[label → eq(person): outE(), none: itself]), PraghHasStep([w.eq(1)])]",
                        g -> g.V().choose(T.label).option("person", __.outE()).has("w", 1)),
                row(
                        "[PraghGraphStep(vertex,[]), UnionStep([[IdStep, EndStep], [IdentityStep, EndStep]]), PathStep]",
                        g -> g.V().union(__.id(), __.identity()).path()));
    }

    /** As without a plan, the results of one traverser come before those of the next one. */
    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void whatIsInOrderStaysSo() {
        check(
                inOrder(
                        "PraghGraphStep(vertex,[]) → order[value[name] desc] → choose[label → eq(person): values[name], none: id]",
                        g -> g.V().order()
                                .by("name", Order.desc)
                                .choose(T.label)
                                .option("person", __.values("name"))
                                .option(Pick.none, __.id())),
                inOrder(
                        "PraghGraphStep(vertex,[]) → order[value[name] asc] → choose[where(values[n]), values[n], values[name]]",
                        g -> g.V().order().by("name").choose(__.has("n"), __.values("n"), __.values("name"))),
                inOrder(
                        "PraghGraphStep(vertex,[]) → order[value[name] asc] → union[values[n], values[name]]",
                        g -> g.V().order().by("name").union(__.values("n"), __.values("name"))),
                inOrder(
                        "PraghGraphStep(vertex,[]) → order[value[name] asc] → coalesce[values[many], values[name]]",
                        g -> g.V().order().by("name").coalesce(__.values("many"), __.values("name"))),
                inOrder(
                        "PraghGraphStep(vertex,[]) → order[value[name] asc] → optional[out[part] → where(values[many])]",
                        g -> g.V().order().by("name").optional(__.out("part").has("many"))),
                inOrder(
                        "PraghGraphStep(vertex,[]) → order[value[name] asc] → as[a] → union[out[made], out[part]] → as[c] → select[a, c]",
                        g -> g.V().order()
                                .by("name")
                                .as("a")
                                .union(__.out("made"), __.out("part"))
                                .as("c")
                                .select("a", "c")));
    }

    @Test
    void choicesAreMadeAnywhere() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → repeat(choose[label → eq(person): out[made], none: out()]) times(2)",
                        g -> TraversalGrammar.any(g.V())
                                .repeat(TraversalGrammar.moves(__.choose(T.label)
                                        .option("person", __.out("made"))
                                        .option(Pick.none, __.out())))
                                .times(2)),
                plan(
                        "PraghGraphStep(vertex,[]) → where(choose[label → eq(person): out[made], none: out[part]])",
                        g -> g.V().where(__.choose(T.label)
                                .option("person", __.out("made"))
                                .option(Pick.none, __.out("part")))),
                plan(
                        "PraghGraphStep(vertex,[]) → by(choose[label → eq(person): values[name], none: id]) → groupCount",
                        g -> g.V().groupCount()
                                .by(__.choose(T.label)
                                        .option("person", __.values("name"))
                                        .option(Pick.none, __.id()))),
                plan(
                        "V[1] → out() → choose[by(in() → count) → eq(1): out(), none: in()] → count",
                        g -> g.V(1).out()
                                .choose(__.in().count())
                                .option(1L, __.out())
                                .option(Pick.none, __.in())
                                .count()),
                plan(
                        "V[1] → track → choose[label → eq(person): out() → track, none: in() → track] → path",
                        g -> g.V(1).choose(T.label)
                                .option("person", __.out())
                                .option(Pick.none, __.in())
                                .path()),
                plan(
                        "PraghGraphStep(vertex,[])@[a] → as[a] → out() → choose[by(select[a] → values[n]) → eq(1): constant(x), none: constant(y), unproductive: constant(z)]",
                        g -> g.V().as("a")
                                .out()
                                .choose(__.select("a").values("n"))
                                .option(1, __.constant("x"))
                                .option(Pick.none, __.constant("y"))
                                .option(Pick.unproductive, __.constant("z"))),
                plan(
                        "PraghGraphStep(vertex,[]) → choose[label → eq(person): out() → sack[assign value[name]], none: in()] → sack",
                        g -> g.withSack("")
                                .V()
                                .choose(T.label)
                                .option("person", __.out().sack(Operator.assign).by("name"))
                                .option(Pick.none, __.in())
                                .sack()));
    }

    @Test
    void theSameIsFoundForManyTraversersAtAPlace() {
        check(plan(
                "PraghGraphStep(vertex,[]) → repeat(both()) times(5) → choose[label → eq(person): out(), none: in()] → count",
                g -> g.V().repeat(__.both())
                        .times(5)
                        .choose(T.label)
                        .option("person", __.out())
                        .option(Pick.none, __.in())
                        .count()));
    }

    /**
     * The options have a parameter, a traversal as what is compared, or a chain with a limit, which counts for each
     * traverser alone.
     */
    @Test
    void otherChoicesAreLeftToGremlin() {
        for (PlanRow.Query query : List.<PlanRow.Query>of(
                g -> g.V().branch(__.id()).option(__.is(P.gt(2)), __.out()),
                g -> g.V().choose(T.label).option(GValue.of("l", "person"), __.out()),
                g -> g.V().choose(T.label).option(P.eq(GValue.of("l", "person")), __.out()),
                g -> g.V().choose(T.label).option("person", __.out().limit(1)),
                g -> g.V().choose(T.label).option(Pick.none, __.out().limit(1)),
                g -> g.V().choose(__.out().order().by("n")).option("person", __.out()))) {
            String steps = PlanRow.steps(query.apply(g));
            assertFalse(steps.contains("PlanStep"), steps);
        }
    }
}
