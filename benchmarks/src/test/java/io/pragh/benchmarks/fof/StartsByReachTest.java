package io.pragh.benchmarks.fof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pragh.core.address.HomeMap;
import io.pragh.core.bulk.Progress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks that start vertices are divided by the partitions that their queries read. */
class StartsByReachTest {
    private static final int PARTITIONS = 8;

    @Test
    void whoReadsNothingOfTheShareIsToldApart() {
        BenchGraph graph = BenchGraph.survey(new GraphSource(null, 9, 4, 1).edges(), Progress.NONE);
        Workload workload = new Workload(128, 0.99, 100, 0, InsertPlace.STARTS, 1);
        HomeMap homes = new HomeMap(PARTITIONS);
        Map<Long, List<Long>> lists = new HashMap<>();
        graph.edges()
                .forEach(
                        (source, target) -> lists.computeIfAbsent(source, any -> new ArrayList<>())
                                .add(target),
                        Progress.NONE);
        StartsByReach starts = StartsByReach.of(graph, workload, homes, home -> home % 2 == 0, home -> home % 4 == 2);
        List<Long> reaching = new ArrayList<>();
        List<Long> others = new ArrayList<>();
        for (long start : graph.starts(workload.scope(), workload.seed())) {
            int home = homes.home(BenchGraph.listKey(start));
            if (home % 2 == 0) {
                boolean reaches = home % 4 == 2
                        || lists.get(start).stream().anyMatch(t -> homes.home(BenchGraph.listKey(t)) % 4 == 2);
                (reaches ? reaching : others).add(BenchGraph.listKey(start));
            }
        }
        assertFalse(reaching.isEmpty() || others.isEmpty(), "nothing to tell apart");
        assertEquals(reaching, starts.reaching());
        assertEquals(others, starts.others());
    }
}
