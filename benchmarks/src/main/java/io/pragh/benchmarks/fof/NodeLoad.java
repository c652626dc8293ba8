package io.pragh.benchmarks.fof;

import java.util.List;

/** The load on the nodes that this process hosts. One thread. */
interface NodeLoad extends ClusterLoad {
    /** Starts all clients; those that go on when calls fail tell these partitions, which may be away, from the others. */
    default void start(List<Integer> awayPartitions) {
        start();
    }

    /** Ends all clients; the nodes go on serving others. */
    void quiet();
}
