package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;
import static io.pragh.tinkerpop.process.plan.PlanRow.some;

import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Pop;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Column;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;

/**
 * Checks that the traversers that come out of a plan have the path that steps behind the plan look back at. {@code
 * coin(1)} is a step that no plan knows, and that passes every traverser.
 */
class PrefixWaysTest extends PlanTable {
    @Test
    void placesThatHaveNamesAreFoundBehindAPlan() {
        check(
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out()), CoinStep(1.0), SelectOneStep(last,a,null)]",
                        g -> g.V().as("a").out().coin(1).select("a")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → outE() → as[b] → inV → out() → values[name] → as[c]), CoinStep(1.0), SelectStep(last,[a, b, c])]",
                        g -> g.V().as("a")
                                .outE()
                                .as("b")
                                .inV()
                                .out()
                                .values("name")
                                .as("c")
                                .coin(1)
                                .select("a", "b", "c")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[n.gt(1)])@[a, b] → as[a, b] → out() → as[a]), SelectOneStep(all,a,null)]",
                        g -> g.V().as("a")
                                .has("n", P.gt(1))
                                .as("a", "b")
                                .out()
                                .as("a")
                                .select(Pop.all, "a")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → both() → as[b] → merge(2500) → both() → as[b] → merge(2500)), SelectOneStep(all,b,null)]",
                        g -> g.V().as("a").repeat(__.both().as("b")).times(2).<Object>select(Pop.all, "b")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → out() → out()), DedupGlobalStep([a],label), CountGlobalStep]",
                        g -> g.V().as("a").out().out().dedup("a").by(T.label).count()));
    }

    @Test
    @SuppressWarnings("unchecked") // traversals in an array, as Gremlin takes them
    void namesThatOnlySomeHaveComeBy() {
        check(
                row(
                        "[PraghGraphStep(vertex,[]), UnionStep([[PraghVertexStep(OUT,vertex)@[a], EndStep], [PraghVertexStep(IN,vertex), EndStep]]), CoinStep(1.0), SelectOneStep(last,a,null)]",
                        g -> g.V().union(__.out().as("a"), __.in()).coin(1).select("a")),
                row(
                        "[PraghGraphStep(vertex,[])@[a], OptionalStep([PraghVertexStep(OUT,vertex)@[b]]), CoinStep(1.0), CoalesceStep([[SelectOneStep(last,b,null)], [SelectOneStep(last,a,null)]])]",
                        g -> g.V().as("a")
                                .optional(__.out().as("b"))
                                .coin(1)
                                .coalesce(__.select("b"), __.select("a"))));
    }

    @Test
    void wholePathsGoOnBehindAPlan() {
        check(
                row(
                        "[PlanStep(V[1] → track → outE() → track → inV → track → values[name] → track), CoinStep(1.0), PathStep]",
                        g -> g.V(1).outE().inV().values("name").coin(1).path()),
                row(
                        "[PlanStep(V[1] → as[a] → out() → as[b] → out() → as[c]), PathStep]",
                        g -> g.V(1).as("a")
                                .out()
                                .as("b")
                                .out()
                                .as("c")
                                .path()
                                .from("a")
                                .to("b")),
                row(
                        "[PlanStep(V[1] → track → repeat(out() → track) times(2) emit), CoinStep(1.0), PathStep, CountLocalStep]",
                        g -> g.V(1).repeat(__.out())
                                .emit()
                                .times(2)
                                .coin(1)
                                .path()
                                .count(Scope.local)),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → track → out() → track → out() → track), CoinStep(1.0), PathFilterStep(simple,null,null), CountGlobalStep]",
                        g -> g.V().out().out().coin(1).simplePath().count()),
                row(
                        "[PlanStep(V[1] → track → out() → track → out() → track), TreeStep([id])]",
                        g -> g.V(1).out().out().tree().by(T.id)),
                some(
                        "[PlanStep(PraghGraphStep(vertex,[]) → track → out() → track), TailGlobalStep(2), PathStep]",
                        g -> g.V().out().tail(2).path(),
                        g -> g.V().out().path()));
    }

    @Test
    void theOtherEndIsWhereTheWayHasNotComeFrom() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → track → bothE() → as[e] → otherV",
                        g -> g.V().bothE().as("e").otherV()),
                plan(
                        "PraghGraphStep(vertex,[]) → track → bothE() → as[e] → otherV → track → path",
                        g -> g.V().bothE().as("e").otherV().path()),
                plan(
                        "PraghGraphStep(vertex,[]) → track → bothE() → as[e] → has[w.gt(1)] → otherV → as[v] → select[v, e value[w]]",
                        g -> g.V().bothE()
                                .as("e")
                                .has("w", P.gt(1))
                                .otherV()
                                .as("v")
                                .select("v", "e")
                                .by()
                                .by("w")),
                plan(
                        "V[1] → track → out() → track → simplePath → merge → both() → dedup → count",
                        g -> g.V(1).out().simplePath().bothE().otherV().dedup().count()),
                plan(
                        "V[5] → track → bothE() → track → has[~label.eq(part)] → otherV",
                        g -> g.V(5).bothE().hasLabel("part").otherV()),
                plan(
                        "PraghGraphStep(vertex,[])@[v] → as[v] → outE() → as[e] → inV → track → select[e] → track → otherV",
                        g -> g.V().as("v")
                                .outE()
                                .as("e")
                                .inV()
                                .<Edge>select("e")
                                .otherV()),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → track → outE() → as[e] → outV → track → project[v][itself] → track → select[v] → track → select[e] → track → otherV)]",
                        g -> g.V().outE()
                                .as("e")
                                .outV()
                                .project("v")
                                .by()
                                .<Vertex>select("v")
                                .<Edge>select("e")
                                .otherV()));
    }

    @Test
    void anEdgeThatNoVertexHasLedToHasNoOtherEnd() {
        check(
                plan("PraghGraphStep(edge,[]) → track → otherV", g -> g.E().otherV()),
                plan(
                        "PraghGraphStep(edge,[])@[e] → as[e] → otherV → id",
                        g -> g.E().as("e").otherV().id()));
    }

    /**
     * The one value that is made of all traversers has an empty path, so nothing is forgotten where no place has a
     * name.
     */
    @Test
    void whatLooksForNamesBehindOneValueOfAllFindsNoneOfBefore() {
        check(
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() → count → MathStep(_ * 2))]",
                        g -> g.V().out().count().math("_ * 2")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → outE() → group[by(outV)](order[value[w] desc, by(inV → values[name]) asc] → range(0,1) → first) → values → unfold → project[a][by(project[n][by(inV → values[name])] → select[n])])]",
                        g -> g.V().outE()
                                .group()
                                .by(__.outV())
                                .by(__.order().by("w", Order.desc).by(__.inV().values("name")))
                                .<Edge>select(Column.values)
                                .unfold()
                                .project("a")
                                .by(__.project("n").by(__.inV().values("name")).select("n"))),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → values[n]), FoldStep@[a], CoinStep(1.0), SelectOneStep(last,a,null)]",
                        g -> g.V().values("n").fold().as("a").coin(1).select("a")),
                row(
                        "[PraghElementCountStep(vertex,[]), CountGlobalStep@[a], CoinStep(1.0), SelectOneStep(last,a,null)]",
                        g -> g.V().count().as("a").coin(1).select("a")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → outE() → count), SelectOneStep(last,a,null)]",
                        g -> g.V().as("a").out().count().select("a")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → outE() → count), CoinStep(1.0), MathStep(_ + 1)]",
                        g -> g.V().as("a").out().count().coin(1).math("_ + 1")),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → track → outE() → track), CountGlobalStep, CoinStep(1.0), PathStep]",
                        g -> g.V().out().count().coin(1).path()),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → label → groupCount), CoinStep(1.0)@[a], SelectOneStep(last,a,null), NoOpBarrierStep(2500), SelectOneStep(last,person,null)]",
                        g -> g.V().groupCount()
                                .by(T.label)
                                .coin(1)
                                .as("a")
                                .select("a")
                                .select("person")));
    }
}
