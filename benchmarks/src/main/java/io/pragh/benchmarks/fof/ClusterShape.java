package io.pragh.benchmarks.fof;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.local.LatencyModel;

/**
 * The cluster under load. Immutable.
 *
 * @param nodes number of nodes
 * @param partitions number of partitions, dealt out to them in turn
 * @param workers threads that serve all nodes
 * @param clientsPerWorker operations under way for each worker
 * @param latency the modelled latency of remote operations
 */
public record ClusterShape(int nodes, int partitions, int workers, int clientsPerWorker, LatencyModel latency) {
    /** Bound on all clients: they fit into every worker's queue. */
    public static final int CLIENTS_MAX = 1024;

    /** Checks the ranges. */
    public ClusterShape {
        if (partitions < 1 || partitions > HomeMap.PARTITIONS_MAX) {
            throw new PraghException(
                    "the number of partitions must be 1 to " + HomeMap.PARTITIONS_MAX + ": partitions=" + partitions);
        }
        if (nodes < 1 || nodes > partitions) {
            throw new PraghException(
                    "every node needs a partition of its own: nodes=" + nodes + " partitions=" + partitions);
        }
        if (workers < 1 || workers > nodes) {
            throw new PraghException("a worker serves at least one node: workers=" + workers + " nodes=" + nodes);
        }
        if (clientsPerWorker < 1 || clientsPerWorker > CLIENTS_MAX / workers) {
            throw new PraghException("the number of clients must be 1 to " + CLIENTS_MAX + " in all: clients="
                    + clientsPerWorker + " workers=" + workers);
        }
    }

    /** The number of operations under way. */
    public int clients() {
        return workers * clientsPerWorker;
    }
}
