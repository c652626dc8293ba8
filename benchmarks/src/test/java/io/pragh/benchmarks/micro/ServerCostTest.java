package io.pragh.benchmarks.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.micro.ServedTraversalGraph.Way;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Checks that both graphs answer the same requests before their costs are shown. */
class ServerCostTest {
    private static final RmatParameters GRAPH = new RmatParameters(6, 4, RmatParameters.Quadrants.GRAPH500, 1);
    private static final int CLIENTS = 16;

    @Test
    void bothGraphsAnswerTheSameAndCostsAreShownForEveryRow() {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try (ServedTraversalGraph pragh = new ServedTraversalGraph(GremlinSubject.PRAGH, GRAPH, CLIENTS);
                ServedTraversalGraph tinker = new ServedTraversalGraph(GremlinSubject.TINKER, GRAPH, CLIENTS)) {
            long[] starts = TraversalCost.starts(GRAPH, 8);
            for (ServerRow row : ServerRow.values()) {
                for (long start : starts) {
                    for (Way way : List.of(Way.BYTECODE, Way.TEXT)) {
                        assertEquals(1, pragh.ask(way, row, start), () -> way + " " + row + " from " + start);
                    }
                    assertEquals(tinker.post(row, start), pragh.post(row, start), () -> row + " from " + start);
                    assertTrue(pragh.post(row, start).length() > "\"result\":{\"data\":[]".length(), row::title);
                }
            }
            List<ServerCost.Pair> pairs = new ServerCost(pragh, tinker, starts, 2, CLIENTS, threads).measure();
            assertEquals(Way.values().length * 2 * ServerRow.values().length, pairs.size());
            pairs.forEach(pair -> assertTrue(pair.pragh().serverMicros() > 0, pair::toString));
            // a process's clock of CPU time has ticks, and a row of this test may be shorter than one
            assertTrue(
                    pairs.stream()
                                    .mapToDouble(pair -> pair.pragh().processMicros())
                                    .sum()
                            > 0,
                    pairs::toString);
            assertEquals(pairs.size() + 3, ServerCost.table(pairs).lines().count());
        } finally {
            threads.shutdown();
        }
    }
}
