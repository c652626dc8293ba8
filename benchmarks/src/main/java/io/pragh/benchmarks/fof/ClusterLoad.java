package io.pragh.benchmarks.fof;

import io.pragh.core.bulk.Progress;

/**
 * A cluster and the load on it, as a run drives them, wherever the nodes are. Opened empty; closing it ends the clients, and then the
 * nodes. One thread.
 */
interface ClusterLoad extends AutoCloseable {
    /** The work of loading the graph, in the unit of its progress. */
    long loadWork(BenchGraph graph);

    /** Loads the graph; what the progress throws ends it. */
    void load(Progress progress);

    /** Starts all clients. */
    void start();

    /** All counters now. */
    LoadSample sample();

    /** Starts a measurement: latencies and complete counts begin here. */
    LoadSample begin();

    /** Ends the measurement that was begun last. */
    LoadEnd end();

    /** Lets values move, in schemes in which they do; nothing happens the second time. */
    void startMigration();

    /** Throws what has failed meanwhile, if anything has. */
    void failed();

    @Override
    void close();
}
