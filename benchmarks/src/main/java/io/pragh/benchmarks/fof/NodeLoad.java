package io.pragh.benchmarks.fof;

/** The load on the nodes that this process hosts. One thread. */
interface NodeLoad extends ClusterLoad {
    /** Ends all clients; the nodes go on serving others. */
    void quiet();
}
