package io.pragh.benchmarks.fof;

import java.util.List;

/** The load on the nodes that this process hosts. One thread. */
interface NodeLoad extends ClusterLoad {
    /**
     * Starts all clients; those that continue after failures distinguish these partitions, which may be away, from
     * the others.
     */
    default void start(List<Integer> awayPartitions) {
        start();
    }

    /** Ends all clients; the nodes continue to serve others. */
    void quiet();
}
