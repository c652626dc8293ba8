package io.pragh.benchmarks.fof;

import io.pragh.core.bulk.Progress;

/**
 * A cluster and the load on it, as a run drives them, wherever the nodes are. Opened empty; closing it ends the
 * clients, and then the nodes. One thread.
 */
interface ClusterLoad extends AutoCloseable {
    /** The work of loading the graph, in the unit of its progress. */
    long loadWork(BenchGraph graph);

    /** Loads the graph; an exception of the progress ends it. */
    void load(Progress progress);

    /** Starts all clients. */
    void start();

    /** All counters as of now. */
    LoadSample sample();

    /** Starts a measurement: latencies and complete counts begin here. */
    LoadSample begin();

    /** Ends the present measurement. */
    LoadEnd end();

    /** Lets values move, in schemes with migration; does nothing the second time. */
    void startMigration();

    /** Throws a failure that has happened meanwhile, if any. */
    void failed();

    @Override
    void close();
}
