package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.prepared.PreparedTraversal;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.junit.jupiter.api.Test;

/**
 * Checks which plan a traversal becomes whose loop has a {@code dedup()}, which leaves out what came in an earlier
 * loop.
 */
class RepeatedDedupTest extends PlanTable {
    @Test
    void fromOneVertexEachIsComeToOnce() {
        check(
                plan(
                        "V[1] → repeat(both() → dedup) times(3)",
                        g -> g.V(1).repeat(__.both().dedup()).times(3)),
                plan(
                        "V[1] → repeat(both() → dedup) times(3) emit → id",
                        g -> g.V(1).repeat(__.both().dedup()).emit().times(3).id()),
                plan(
                        "V[1] → repeat(both() → dedup) emit → values[name]",
                        g -> g.V(1).emit().repeat(__.both().dedup()).values("name")),
                plan(
                        "V[1] → repeat(out() → dedup → has[~label.eq(person)]) times(2) emit → id",
                        g -> g.V(1).repeat(__.out().dedup().hasLabel("person"))
                                .emit()
                                .times(2)
                                .id()),
                plan(
                        "V[2] → repeat(in() → out() → dedup) times(4) emit → count",
                        g -> g.V(2).repeat(__.in().out().dedup())
                                .emit()
                                .times(4)
                                .count()),
                plan(
                        "V[1] → repeat(both() → dedup) until(has[name.eq(f)]) → id",
                        g -> g.V(1).repeat(__.both().dedup())
                                .until(__.has("name", "f"))
                                .id()),
                plan(
                        "V[1] → repeat(both() → dedup → out() → dedup) times(2) emit → id",
                        g -> g.V(1).repeat(__.both().dedup().out().dedup())
                                .emit()
                                .times(2)
                                .id()));
    }

    /**
     * Gremlin does all loops from one start before it begins with the next start, so that its {@code dedup()} depends
     * on this order.
     */
    @Test
    void whereTheOrderMattersGremlinGoes() {
        check(
                row(
                        "[PraghGraphStep(vertex,[1, 2]), RepeatStep([PraghVertexStep(OUT,vertex), DedupGlobalStep(null,null), RepeatEndStep],until(loops(2)),emit(false))]",
                        g -> g.V(1, 2).repeat(__.out().dedup()).times(2)),
                row(
                        "[PlanStep(V[1] → out()), RepeatStep([PraghVertexStep(OUT,vertex), DedupGlobalStep(null,null), RepeatEndStep],until(loops(2)),emit(false))]",
                        g -> g.V(1).out().repeat(__.out().dedup()).times(2)),
                row(
                        "[PraghGraphStep(vertex,[1])@[a], RepeatStep([PraghVertexStep(BOTH,vertex), DedupGlobalStep(null,null), RepeatEndStep],until(loops(2)),emit(true)), SelectOneStep(last,a,null)]",
                        g -> g.V(1).as("a")
                                .repeat(__.both().dedup())
                                .emit()
                                .times(2)
                                .select("a")),
                row(
                        "[PraghGraphStep(vertex,[1]), RepeatStep([PraghVertexStep(BOTH,vertex), DedupGlobalStep(null,value(name)), RepeatEndStep],until(loops(2)),emit(true))]",
                        g -> g.V(1).repeat(__.both().dedup().by("name")).emit().times(2)),
                row(
                        "[PraghGraphStep(vertex,[1]), RepeatStep([RepeatStep([PraghVertexStep(BOTH,vertex), DedupGlobalStep(null,null), RepeatEndStep],until(loops(2)),emit(false)), RepeatEndStep],until(loops(2)),emit(false))]",
                        g -> g.V(1).repeat(__.repeat(__.both().dedup()).times(2))
                                .times(2)));
    }

    @Test
    void eachExecutionOfAPreparedTraversalBeginsAnew() {
        PreparedTraversal<?> prepared = graph.prepare((source, parameters) -> source.V(parameters.of("id", 1))
                .emit()
                .repeat(__.both().dedup())
                .id());
        assertTrue(prepared.isPlan(), prepared::toString);
        for (Object id : List.of(1, 5, 1)) {
            assertEquals(g.V(id).emit().repeat(__.both().dedup()).id().toList(), prepared.list(Map.of("id", id)));
        }
    }
}
