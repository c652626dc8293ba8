package io.pragh.tinkerpop.process.plan;

import static io.pragh.tinkerpop.process.plan.PlanRow.plan;
import static io.pragh.tinkerpop.process.plan.PlanRow.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.process.step.StepReads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.WithOptions;
import org.apache.tinkerpop.gremlin.process.traversal.util.Metrics;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalMetrics;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.Test;

/** Checks which plan a traversal becomes that asks for maps of edges. */
class EdgeMapsTest extends PlanTable {
    @Test
    void mapsOfEdges() {
        check(
                plan("PraghGraphStep(edge,[]) → valueMap[]", g -> g.E().valueMap()),
                plan("PraghGraphStep(edge,[]) → valueMap[w, none]", g -> g.E().valueMap("w", "none")),
                plan("PraghGraphStep(edge,[e1]) → valueMap[]", g -> g.E("e1").valueMap()),
                plan(
                        "PraghGraphStep(edge,[]) → valueMap[]",
                        g -> g.E().valueMap().with(WithOptions.tokens)),
                plan(
                        "PraghGraphStep(vertex,[]) → outE() → has[w.gt(1)] → valueMap[w]",
                        g -> g.V().outE().has("w", P.gt(1)).valueMap("w").with(WithOptions.tokens, WithOptions.ids)),
                plan(
                        "PraghGraphStep(edge,[]) → valueMap[]",
                        g -> g.E().valueMap().with(WithOptions.tokens, WithOptions.labels)),
                plan("PraghGraphStep(edge,[]) → elementMap[]", g -> g.E().elementMap()),
                plan("V[1] → bothE() → elementMap[w]", g -> g.V(1).bothE().elementMap("w")),
                plan(
                        "PraghGraphStep(vertex,[]) → by(outE() → elementMap[since] → fold)",
                        g -> g.V().map(__.outE().elementMap("since").fold())),
                plan(
                        "PraghGraphStep(vertex,[]) → project[edges][by(outE() → valueMap[w] → fold)]",
                        g -> g.V().project("edges").by(__.outE().valueMap("w").fold())),
                row("[PraghGraphStep(edge,[]), PraghPropertyMapStep(null,property)]", g -> g.E().propertyMap()),
                row(
                        "[PraghGraphStep(edge,[]), PraghPropertyMapStep([UnfoldStep],value)]",
                        g -> g.E().valueMap().by(__.unfold())));
    }

    @Test
    void anElementMapHasItsEntriesInGremlinsOrder() {
        Map<Object, Object> map = g.E("e1").elementMap().next();
        assertEquals(List.of(T.id, T.label, Direction.IN, Direction.OUT), new ArrayList<>(map.keySet()).subList(0, 4));
        assertEquals(Map.of(T.id, 1, T.label, "person"), map.get(Direction.IN));
        assertEquals(Map.of(T.id, 3, T.label, "person"), map.get(Direction.OUT));
        assertEquals(Map.of("w", 4, "since", 1833), g.E("e1").valueMap().next());
    }

    /** The edges and vertices are some that the transaction has added. */
    @Test
    void whatIsNewHasMaps() {
        g.addE("likes")
                .from(__.V(2))
                .to(__.addV("thing").property(T.id, 77))
                .property("w", 9)
                .iterate();
        try {
            check(
                    plan(
                            "V[2] → outE[likes] → elementMap[]",
                            g -> g.V(2).outE("likes").elementMap()),
                    plan(
                            "V[2] → outE[likes] → valueMap[]",
                            g -> g.V(2).outE("likes").valueMap()));
            assertEquals(1, g.V(2).outE("likes").elementMap().toList().size());
        } finally {
            g.tx().rollback();
        }
    }

    /** The ends of ten edges are read together. */
    @Test
    void endsOfManyEdgesAreReadTogether() {
        graph.tx().rollback();
        TraversalMetrics metrics = g.E().elementMap().profile().next();
        Metrics plan = metrics.getMetrics().iterator().next();
        assertEquals(10L, (long) plan.getCount(TraversalMetrics.ELEMENT_COUNT_ID));
        assertTrue((long) plan.getAnnotation(StepReads.BATCHES) <= 6, metrics::toString);
    }
}
