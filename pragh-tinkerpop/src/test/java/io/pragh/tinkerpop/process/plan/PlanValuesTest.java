package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.number;
import static io.pragh.tinkerpop.process.plan.PlanRow.plan;

import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.Test;

/**
 * Checks which plan a traversal becomes that ends with values, and that it has the same results as without strategies
 * that rewrite.
 */
class PlanValuesTest extends PlanTable {
    @Test
    void projectionsMakeValues() {
        check(
                plan("PraghGraphStep(vertex,[]) → values[]", g -> g.V().values()),
                plan("PraghGraphStep(vertex,[]) → values[n, name]", g -> g.V().values("n", "name")),
                plan("PraghGraphStep(vertex,[]) → values[many]", g -> g.V().values("many")),
                plan("PraghGraphStep(vertex,[]) → label", g -> g.V().label()),
                plan("PraghGraphStep(edge,[]) → label", g -> g.E().label()),
                plan("PraghGraphStep(edge,[]) → id", g -> g.E().id()),
                plan("PraghGraphStep(edge,[]) → values[w]", g -> g.E().values("w")),
                plan("V[3] → values[t]", g -> g.V(3).values("t")),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → groupCount",
                        g -> g.V().values("n").groupCount()),
                plan(
                        "PraghGraphStep(vertex,[]) → label → groupCount",
                        g -> g.V().groupCount().by(T.label)),
                plan(
                        "PraghGraphStep(vertex,[]) → out() → id → groupCount",
                        g -> g.V().out().groupCount().by(T.id)),
                plan(
                        "V[1, 2, 4, 5] → value[t] → groupCount",
                        g -> g.V(1, 2, 4, 5).groupCount().by("t")),
                plan(
                        "PraghGraphStep(vertex,[]) → value[t] → groupCount",
                        g -> g.V().groupCount().by("t")),
                plan(
                        "PraghGraphStep(edge,[]) → value[w] → groupCount",
                        g -> g.E().groupCount().by("w")),
                plan(
                        "PraghGraphStep(edge,[]) → label → groupCount",
                        g -> g.E().groupCount().by(T.label)),
                plan(
                        "PraghGraphStep(vertex,[]) → id → groupCount",
                        g -> g.V().id().groupCount()));
    }

    @Test
    void totalsAreOneValue() {
        check(
                number(
                        "[PlanStep(PraghGraphStep(vertex,[]) → values[n] → min)]",
                        g -> g.V().values("n").min()),
                number(
                        "[PlanStep(PraghGraphStep(vertex,[]) → values[n] → max)]",
                        g -> g.V().values("n").max()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → sum",
                        g -> g.V().values("n").sum()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[name] → max",
                        g -> g.V().values("name").max()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[many] → min",
                        g -> g.V().values("many").min()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[name] → sum",
                        g -> g.V().values("name").sum()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[none] → sum",
                        g -> g.V().values("none").sum()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[none] → max",
                        g -> g.V().values("none").max()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[none] → fold",
                        g -> g.V().values("none").fold()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[none] → groupCount",
                        g -> g.V().values("none").groupCount()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → fold",
                        g -> g.V().values("n").fold()),
                plan(
                        "PraghGraphStep(vertex,[]) → values[n] → count",
                        g -> g.V().values("n").count()),
                plan(
                        "PraghGraphStep(edge,[]) → values[w] → sum",
                        g -> g.E().values("w").sum()));
    }
}
