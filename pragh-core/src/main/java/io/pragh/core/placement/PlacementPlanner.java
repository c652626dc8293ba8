package io.pragh.core.placement;

import java.util.List;

/**
 * Decides which values move where. Given the same sequence of calls it returns the same plans: no clock, no chance, no I/O. One
 * thread.
 */
public interface PlacementPlanner {
    /**
     * One round.
     *
     * @param nowNanos the coordinator's clock, only ever compared with earlier values of this argument
     * @param reports what has arrived since the last round, oldest first
     * @param nodeOfPartition which node serves each partition now
     */
    MigrationPlan plan(long nowNanos, List<AccessReport> reports, int[] nodeOfPartition);
}
