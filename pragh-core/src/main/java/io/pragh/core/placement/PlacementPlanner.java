package io.pragh.core.placement;

import java.util.List;

/**
 * Decides which values move to which nodes. The same sequence of calls gives the same plans: no clock, no randomness,
 * no I/O. One thread.
 */
public interface PlacementPlanner {
    /**
     * Makes the plan of one round.
     *
     * @param nowNanos the coordinator's clock, only ever compared with earlier values of this argument
     * @param reports those that have arrived since the last round, oldest first
     * @param nodeOfPartition the node that serves each partition now
     */
    MigrationPlan plan(long nowNanos, List<AccessReport> reports, int[] nodeOfPartition);
}
