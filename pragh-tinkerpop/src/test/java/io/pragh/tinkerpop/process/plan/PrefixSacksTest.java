package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.SackFunctions;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.junit.jupiter.api.Test;

/**
 * Checks which sacks traversers have behind a plan, or behind a step that makes one value of many, and which
 * traversals are left to Gremlin.
 */
class PrefixSacksTest extends PlanTable {
    @Test
    void oneValueOfManyTraversersHasTheSackThatAllBeganWith() {
        check(
                plan(
                        "PraghGraphStep(vertex,[]) → sack[sum value[n]] → count → sack",
                        g -> g.withSack(1)
                                .V()
                                .sack(Operator.sum)
                                .by("n")
                                .count()
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[sum value[n]] → fold → sack[sum constant(4)] → sack",
                        g -> g.withSack(1)
                                .V()
                                .sack(Operator.sum)
                                .by("n")
                                .fold()
                                .sack(Operator.sum)
                                .by(__.constant(4))
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[sum value[n]] → by(outE() → count → sack)",
                        g -> g.withSack(1)
                                .V()
                                .sack(Operator.sum)
                                .by("n")
                                .map(__.out().count().sack())),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[sum value[n]] → by(outE() → count) → sack",
                        g -> g.withSack(1)
                                .V()
                                .sack(Operator.sum)
                                .by("n")
                                .map(__.out().count())
                                .sack()),
                plan(
                        "PraghGraphStep(vertex,[]) → sack[sum value[n]] → out() → dedup → count → sack",
                        g -> g.withSack(1)
                                .V()
                                .sack(Operator.sum)
                                .by("n")
                                .out()
                                .dedup()
                                .count()
                                .sack()));
    }

    @Test
    void traversersGoOnWithTheirSacks() {
        check(
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() → merge(2500)), CoinStep(1.0), SackStep]",
                        g -> g.withSack(1).V().out().coin(1).sack()),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → out() → merge(2500) → out() → merge(2500)), CoinStep(1.0), SackValueStep(sum,value(n)), SackStep]",
                        g -> g.withSack(1)
                                .V()
                                .out()
                                .out()
                                .coin(1)
                                .sack(Operator.sum)
                                .by("n")
                                .sack()),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → outE() → sack[sum value[w]] → inV), CoinStep(1.0), SackStep]",
                        g -> g.withSack(1)
                                .V()
                                .outE()
                                .sack(Operator.sum)
                                .by("w")
                                .inV()
                                .coin(1)
                                .sack()),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[])@[a] → as[a] → outE() → sack[sum value[w]] → inV), CoinStep(1.0)@[b], ProjectStep([a, b, sack],[[SelectOneStep(last,a,null)], [SelectOneStep(last,b,null)], [SackStep]])]",
                        g -> g.withSack(1)
                                .V()
                                .as("a")
                                .outE()
                                .sack(Operator.sum)
                                .by("w")
                                .inV()
                                .coin(1)
                                .as("b")
                                .project("a", "b", "sack")
                                .by(__.select("a"))
                                .by(__.select("b"))
                                .by(__.sack())));
    }

    @Test
    @SuppressWarnings("unchecked") // traversals in an array, as Gremlin takes them
    void soDoThoseOutOfChains() {
        check(
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → outE() → sack[sum value[w]] → inV), DedupGlobalStep(null,[SackStep]), CountGlobalStep]",
                        g -> g.withSack(1)
                                .V()
                                .outE()
                                .sack(Operator.sum)
                                .by("w")
                                .inV()
                                .dedup()
                                .by(__.sack())
                                .count()),
                row(
                        "[PlanStep(PraghGraphStep(vertex,[]) → union[out(), in() → sack[sum value[n]]]), CoinStep(1.0), SackStep]",
                        g -> g.withSack(1)
                                .V()
                                .union(__.out(), __.in().sack(Operator.sum).by("n"))
                                .coin(1)
                                .sack()),
                row(
                        "[PraghGraphStep(vertex,[]), RepeatStep([PraghVertexStep(OUT,vertex), SackValueStep(sum,value(n)), CoinStep(1.0), RepeatEndStep],until(loops(2)),emit(false)), SackStep]",
                        g -> g.withSack(1)
                                .V()
                                .repeat(__.out().sack(Operator.sum).by("n").coin(1))
                                .times(2)
                                .sack()));
    }

    @Test
    void otherSacksAreLeftToGremlin() {
        BinaryOperator<Object> code = (a, b) -> a;
        UnaryOperator<Integer> split = a -> a + 1;
        check(
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,edge), SackValueStep(lambda,value(w)), EdgeVertexStep(IN), SackStep]",
                        g -> g.withSack(1).V(1).outE().sack(code).by("w").inV().sack()),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), SackStep]",
                        g -> g.withSack(() -> 1).V(1).out().sack()),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), PraghVertexStep(OUT,vertex), NoOpBarrierStep(2500), SackStep]",
                        g -> g.withSack(1, split).V(1).out().out().sack()),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), PraghVertexStep(OUT,vertex), NoOpBarrierStep(null), SackStep]",
                        g -> g.withSack(1, Operator.sum)
                                .V(1)
                                .out()
                                .out()
                                .barrier()
                                .sack()),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), PraghVertexStep(OUT,vertex), LambdaCollectingBarrierStep(normSack), SackStep]",
                        g -> g.withSack(1.0, Operator.sum)
                                .V(1)
                                .out()
                                .out()
                                .barrier(SackFunctions.Barrier.normSack)
                                .sack()),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), SackValueStep(addAll,[PraghPropertiesStep([n],value), FoldStep]), SackStep]",
                        g -> g.withSack(new ArrayList<>(List.of(1)))
                                .V(1)
                                .out()
                                .sack(Operator.addAll)
                                .by(__.values("n").fold())
                                .sack()),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), SackStep]",
                        g -> g.withSack(List.of(1)).V(1).out().sack()),
                row(
                        "[PraghGraphStep(vertex,[1]), PraghVertexStep(OUT,vertex), SackStep, RequirementsStep]",
                        g -> g.withSack(1).withBulk(false).V(1).out().sack()),
                plan(
                        "V[1] → out() → out()",
                        g -> g.withSack(1, Operator.sum).V(1).out().out()));
    }
}
