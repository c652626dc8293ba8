package io.pragh.benchmarks.fof;

import io.pragh.benchmarks.data.SplitMix;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.engine.TaskEngine;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The state that all clients of one load share: the distributions to draw from, the worker for each operation, and
 * the signal to end. Any thread.
 */
final class LoadScript {
    private final BenchGraph graph;
    private final Starts starts;
    private final boolean hasStarts;
    private final int[] placeOfPartition;
    private final HomeMap homes;
    private final boolean insertsAtStarts;
    private final LoadWorker[] workers;
    private final boolean anyWorker;
    private final int[] workerOfPlace;
    private final long insertsBelow;
    private final TaskEngine engine;
    private final Clock clock;
    private final CountDownLatch clientsDone;
    private volatile boolean over;

    /**
     * A script without clients.
     *
     * @param starts start vertices of queries
     * @param hasStarts whether any of them has its home here
     * @param workers all of them; with a single node all serve it, else each serves the nodes that the cluster
     *     assigns
     */
    LoadScript(
            FofConfig config,
            BenchGraph graph,
            Starts starts,
            boolean hasStarts,
            FofCluster cluster,
            LoadWorker[] workers) {
        this.hasStarts = hasStarts;
        this.graph = graph;
        this.starts = starts;
        this.placeOfPartition = cluster.placeOfPartition();
        this.homes = cluster.homes();
        this.insertsAtStarts = config.workload().insertPlace() == InsertPlace.STARTS;
        this.workers = workers;
        this.anyWorker = cluster.nodes() == 1;
        this.workerOfPlace = cluster.workerOfPlace();
        this.insertsBelow = (long) (config.workload().insertShare() * 0x1p62);
        this.engine = cluster.engine();
        this.clock = Clock.SYSTEM;
        this.clientsDone = new CountDownLatch(config.shape().clients());
    }

    Clock clock() {
        return clock;
    }

    Starts starts() {
        return starts;
    }

    boolean isInsert(long randomBits) {
        return randomBits >>> 2 < insertsBelow;
    }

    /** Whether any operation can start here. */
    boolean hasStarts() {
        return hasStarts;
    }

    /** The first list of an operation, whose home is here. */
    long nextKey(SplitMix random, boolean insert) {
        long key = anyKey(random, insert);
        while (place(key) < 0) {
            key = anyKey(random, insert);
        }
        return key;
    }

    private long anyKey(SplitMix random, boolean insert) {
        return insert && !insertsAtStarts
                ? BenchGraph.listKey(graph.source(random.next()))
                : starts.key(starts.nextRank(random));
    }

    long insertTarget(long randomBits) {
        return graph.source(randomBits);
    }

    /** The place of a list's home; negative when it is in another process. */
    int place(long key) {
        return placeOfPartition[homes.home(key)];
    }

    /** The worker that serves a place: the given one if it does. */
    LoadWorker workerAt(int place, LoadWorker atHand) {
        return anyWorker ? atHand : workers[workerOfPlace[place]];
    }

    /**
     * Puts a client into a worker's queue; there is always room, since the queue is longer than the number of
     * clients.
     */
    void submit(LoadWorker worker, LoadClient client) {
        while (!engine.submit(worker.number(), client)) {
            Thread.onSpinWait();
        }
    }

    boolean isOver() {
        return over;
    }

    void clientIsDone() {
        clientsDone.countDown();
    }

    /** Tells all clients to end after their present operation. */
    void end() {
        over = true;
    }

    /** Waits until all have ended; false when that takes too long. */
    boolean awaitClients(long nanos) throws InterruptedException {
        return clientsDone.await(nanos, TimeUnit.NANOSECONDS);
    }
}
