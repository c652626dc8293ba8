package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.junit.jupiter.api.Test;

/** Checks which hops look up the vertices at which their edges have to end, and what they find. */
class KnownEndsTest extends PlanTable {
    @Test
    void hopsToVertices() {
        check(
                plan(
                        "V[1] → out[knows] to [~id.eq(2)]",
                        g -> g.V(1).out("knows").hasId(2)),
                plan("V[1] → both() to [~id.eq(3)]", g -> g.V(1).both().hasId(3)),
                plan("V[5] → both() to [~id.eq(5)]", g -> g.V(5).both().hasId(5)),
                plan(
                        "PraghGraphStep(vertex,[]) → in() to [~id.within([1, 4, 99])] → values[name]",
                        g -> g.V().in().hasId(1, 4, 99).values("name")),
                plan(
                        "V[1] → out() to [~id.eq(2)] → count",
                        g -> g.V(1).out().hasId(2).count()),
                plan(
                        "V[1] → out() to [~id.eq(2), name.eq(bob)]",
                        g -> g.V(1).out().hasId(2).has("name", "bob")),
                plan(
                        "V[1] → out() to [~id.eq(2), name.eq(cy)]",
                        g -> g.V(1).out().hasId(2).has("name", "cy")),
                plan(
                        "V[1] → out() to [~id.eq(2), ~id.eq(3)]",
                        g -> g.V(1).out().hasId(2).hasId(3)),
                plan(
                        "V[1] → out[knows] to [~id.eq(2)]",
                        g -> g.V(1).outE("knows").inV().hasId(2)),
                plan(
                        "V[1] → track → out() to [~id.eq(2)] → track → path",
                        g -> g.V(1).out().hasId(2).path()),
                plan(
                        "V[1] → track → outE() → track → inV → track → has[~id.eq(2)] → path",
                        g -> g.V(1).outE().inV().hasId(2).path()),
                plan(
                        "PraghGraphStep(vertex,[]) → where(out() to [~id.eq(4)])",
                        g -> g.V().where(__.out().hasId(4))),
                plan(
                        "PraghGraphStep(vertex,[]) → not(out() to [~id.eq(4)])",
                        g -> g.V().not(__.out().hasId(4))),
                plan(
                        "V[1] → repeat(out() to [~id.within([2, 3, 1])]) times(3) → id",
                        g -> g.V(1).repeat(__.out().hasId(2, 3, 1)).times(3).id()));
    }

    @Test
    void hopsToEdges() {
        check(
                plan(
                        "V[1] → outE[knows] to [~id.eq(2)] → values[w]",
                        g -> g.V(1).outE("knows").where(__.inV().hasId(2)).values("w")),
                plan(
                        "V[3] → inE() to [~id.eq(1)]",
                        g -> g.V(3).inE().where(__.outV().hasId(1))),
                plan(
                        "PraghGraphStep(vertex,[]) → track → bothE() to [~id.within([5, 6])]",
                        g -> g.V().bothE().where(__.otherV().hasId(5, 6))),
                plan(
                        "PraghGraphStep(vertex,[]) → outE() to [~id.eq(4)] → has[w.eq(3)]",
                        g -> g.V().outE().filter(__.inV().hasId(4)).has("w", 3)),
                plan(
                        "V[1] → outE() to [~id.eq(3)] → count",
                        g -> g.V(1).outE().where(__.inV().hasId(3)).count()),
                plan(
                        "V[1] → track → outE() to [~id.eq(2)] → track → path",
                        g -> g.V(1).outE().where(__.inV().hasId(2)).path()));
    }

    @Test
    void identifiersOfOtherTypes() {
        for (Object id : new Object[] {
            2L,
            "2",
            (short) 2,
            2.0,
            2.5,
            2.0f,
            new BigDecimal("2.0"),
            new BigDecimal("2.5"),
            BigInteger.TWO,
            BigInteger.TWO.pow(70),
            "two",
            "",
            true,
            -2,
            Double.NaN
        }) {
            check(
                    row(PlanRow.steps(g.V(1).out().hasId(id)), g -> g.V(1).out().hasId(id)),
                    row(
                            PlanRow.steps(g.V(1).outE().where(__.inV().hasId(id))),
                            g -> g.V(1).outE().where(__.inV().hasId(id))));
        }
    }

    @Test
    void otherTestsAreMadeOfTheEndOfEachEdge() {
        Object[] many = IntStream.rangeClosed(1, 65).boxed().toArray();
        check(
                plan("V[1] → out() → has[~id.gt(2)]", g -> g.V(1).out().hasId(P.gt(2))),
                plan("V[1] → out() → has[~id.neq(2)]", g -> g.V(1).out().hasId(P.neq(2))),
                plan(
                        "V[1] → out() → has[~id.or(eq(2), eq(3))]",
                        g -> g.V(1).out().hasId(P.eq(2).or(P.eq(3)))),
                plan(
                        "V[1] → out() → has[~id.within(" + Arrays.toString(many) + ")]",
                        g -> g.V(1).out().hasId(P.within(many))),
                plan(
                        "V[1] → outE() → where(outV → has[~id.eq(1)])",
                        g -> g.V(1).outE().where(__.outV().hasId(1))),
                plan(
                        "V[1] → bothE() → where(inV → has[~id.eq(1)])",
                        g -> g.V(1).bothE().where(__.inV().hasId(1))),
                plan(
                        "V[1] → out[part] ≤2 → range(0,2) → has[~id.eq(2)]",
                        g -> g.V(1).out("part").limit(2).hasId(2)),
                plan("V[1] → out() → has[~id.eq]", g -> g.V(1).out().hasId((Object) null)));
    }
}
