package io.pragh.benchmarks.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.benchmarks.data.RmatParameters;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.junit.jupiter.api.Test;

/** Checks that both graphs find the same, and that a cost is shown for every traversal. */
class TraversalCostTest {
    /**
     * So few edges that no limit of a traversal leaves any out. Which ones a limit keeps would be up to the graph.
     */
    private static final RmatParameters GRAPH = new RmatParameters(6, 4, RmatParameters.Quadrants.GRAPH500, 1);

    private static final int FRIENDS_MAX = 100;
    private static final int STARTS = 40;

    private static String show(Object result) {
        if (result instanceof Element element) {
            return "v" + element.id();
        } else if (result instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(Object::toString)
                    .sorted()
                    .toList()
                    .toString();
        }
        return result.toString();
    }

    private static List<String> results(TraversalRow row, TraversalGraph graph, long start) {
        return row.results(graph, start).stream()
                .map(TraversalCostTest::show)
                .sorted()
                .toList();
    }

    @Test
    void bothGraphsFindTheSame() {
        try (TraversalGraph pragh = new TraversalGraph(GremlinSubject.PRAGH, GRAPH);
                TraversalGraph tinker = new TraversalGraph(GremlinSubject.TINKER, GRAPH)) {
            for (TraversalRow row : TraversalRow.values()) {
                int found = 0;
                for (long start : TraversalCost.starts(GRAPH, STARTS)) {
                    List<String> expected = results(row, tinker, start);
                    assertEquals(expected, results(row, pragh, start), () -> row + " from " + start);
                    found += expected.size();
                }
                assertTrue(found > 0, () -> "something is found: " + row);
            }
            tinker.traversal().V().forEachRemaining(v -> {
                long friends = tinker.traversal().V(v).out().count().next();
                assertTrue(friends <= FRIENDS_MAX, () -> "no limit of friends is met: " + v);
            });
        }
    }

    @Test
    void costsAreShownForEveryTraversal() {
        try (TraversalGraph pragh = new TraversalGraph(GremlinSubject.PRAGH, GRAPH);
                TraversalGraph tinker = new TraversalGraph(GremlinSubject.TINKER, GRAPH)) {
            List<TraversalCost.Pair> pairs =
                    new TraversalCost(pragh, tinker, TraversalCost.starts(GRAPH, 4), 2).measure();
            assertEquals(TraversalRow.values().length, pairs.size());
            pairs.forEach(pair -> assertTrue(pair.timeRatio() > 0 && pair.bytesRatio() > 0, pair::toString));
            assertEquals(pairs.size() + 3, TraversalCost.table(pairs).lines().count());
            String json = TraversalCost.json(GRAPH, 2, pairs);
            assertTrue(json.contains("timeRatioGeometricMean"), json);
        }
    }
}
