package io.pragh.benchmarks.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.benchmarks.data.RmatParameters;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that the benchmark of hops shows a row for every question. */
class HopCostTest {
    private static final RmatParameters GRAPH = new RmatParameters(6, 4, RmatParameters.Quadrants.GRAPH500, 1);
    private static final int STARTS = 16;
    private static final int ROUNDS = 2;

    /** The measurement itself compares the results of snapshot and arrays. */
    @Test
    void everyQuestionHasARow() {
        try (TraversalGraph graph = new TraversalGraph(GremlinSubject.PRAGH, GRAPH)) {
            List<HopCost.Cost> costs = new HopCost(GRAPH, graph, STARTS, ROUNDS).measure();
            assertEquals(HopRow.values().length, costs.size());
            costs.forEach(cost -> assertTrue(cost.snapshot() > 0 && cost.share() > 0, cost::toString));
            String table = HopCost.table(costs);
            assertEquals(costs.size() + 2, table.lines().count(), table);
        }
    }
}
