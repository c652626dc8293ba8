package io.pragh.benchmarks.fof;

import io.pragh.core.address.HomeMap;
import io.pragh.core.bulk.Progress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The start vertices at home at a node, as keys by rank, told apart by what queries from them read. Immutable.
 *
 * @param reaching those from which something is read whose home is a partition that may be away
 * @param others those from which nothing is
 */
record StartsByReach(List<Long> reaching, List<Long> others) {
    /** By one pass over the edges. A list longer than what a query follows is judged as a whole. */
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
