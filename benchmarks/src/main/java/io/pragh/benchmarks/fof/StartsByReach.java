package io.pragh.benchmarks.fof;

import io.pragh.core.address.HomeMap;
import io.pragh.core.bulk.Progress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The start vertices whose home is a node, as keys by rank, divided by the values that their queries read. Immutable.
 *
 * @param reaching those whose queries read values whose home is a partition that may be away
 * @param others those whose queries do not
 */
record StartsByReach(List<Long> reaching, List<Long> others) {
    /** Divides them by one pass over the edges. A list that is longer than a query's limit is judged as a whole. */
    static StartsByReach of(
            BenchGraph graph, Workload workload, HomeMap homes, IntPredicate isHere, IntPredicate isAway) {
        long[] starts = graph.starts(workload.scope(), workload.seed());
        Set<Long> here = new HashSet<>();
        Set<Long> reaching = new HashSet<>();
        for (long start : starts) {
            int home = homes.home(BenchGraph.listKey(start));
            if (isHere.test(home)) {
                here.add(start);
                if (isAway.test(home)) {
                    reaching.add(start);
                }
            }
        }
        graph.edges()
                .forEach(
                        (source, target) -> {
                            if (here.contains(source) && isAway.test(homes.home(BenchGraph.listKey(target)))) {
                                reaching.add(source);
                            }
                        },
                        Progress.NONE);
        List<Long> inside = new ArrayList<>();
        List<Long> outside = new ArrayList<>();
        for (long start : starts) {
            if (here.contains(start)) {
                (reaching.contains(start) ? inside : outside).add(BenchGraph.listKey(start));
            }
        }
        return new StartsByReach(List.copyOf(inside), List.copyOf(outside));
    }
}
