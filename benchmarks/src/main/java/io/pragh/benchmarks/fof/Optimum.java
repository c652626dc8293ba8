package io.pragh.benchmarks.fof;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of the best placement with one copy of every value: each value at the node that reads it most.
 * Immutable.
 *
 * @param valueReads all reads of values
 * @param remoteValueReads reads from other nodes than the value's best one
 */
public record Optimum(long valueReads, long remoteValueReads) {
    /** Stands for no counts, as on a single node. */
    public static final Optimum NONE = new Optimum(0, 0);

    /** The optimum for these reads: for each node, the number of its reads of each key. */
    public static Optimum of(List<Map<Long, Long>> readsByNode) {
        Map<Long, Long> total = new HashMap<>();
        Map<Long, Long> most = new HashMap<>();
        for (Map<Long, Long> reads : readsByNode) {
            reads.forEach((key, count) -> {
                total.merge(key, count, Long::sum);
                most.merge(key, count, Math::max);
            });
        }
        long all = total.values().stream().mapToLong(Long::longValue).sum();
        return new Optimum(
                all, all - most.values().stream().mapToLong(Long::longValue).sum());
    }

    /** Remote reads of values as a share of the reads of values, 0..1. */
    public double remoteValueShare() {
        return valueReads == 0 ? 0 : (double) remoteValueReads / valueReads;
    }
}
