package io.pragh.benchmarks.fof;

import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.placement.PlacementMode;

/**
 * The configuration of a run, without the graph and the scheme. Immutable.
 *
 * @param api the clients' interface
 * @param shape the cluster
 * @param workload the clients' operations
 * @param mode the planner of migrations, in the schemes with migration; never none
 * @param reportNanos interval of the nodes' reports
 * @param cacheBytes location cache of each node; 0 for one that fits the graph
 * @param lease how long cached addresses may be used
 */
public record FofConfig(
        Api api,
        ClusterShape shape,
        Workload workload,
        PlacementMode mode,
        long reportNanos,
        long cacheBytes,
        LeasePolicy lease) {
    /** Checks the ranges. */
    public FofConfig {
        if (mode == PlacementMode.NONE) {
            throw new PraghException(
                    "somebody decides on migrations; to have none, run a scheme without: mode=" + mode);
        }
        if (reportNanos < 1) {
            throw new PraghException("nodes report at a positive interval: reportNanos=" + reportNanos);
        }
    }
}
