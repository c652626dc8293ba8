package io.pragh.benchmarks.fof;

import io.pragh.benchmarks.data.SplitMix;
import io.pragh.benchmarks.data.ZipfSampler;
import io.pragh.core.base.Clock;
import io.pragh.core.engine.TaskEngine;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What all clients of one load share: what to draw from, where each operation runs, and when to stop. Any thread. */
final class LoadScript {
    private final BenchGraph graph;
    private final long[] startKeys;
    private final int[] places;
    private final LoadWorker[] workers;
    private final boolean anyWorker;
    private final int[] workerOfPlace;
    private final ZipfSampler ranks;
    private final long insertsBelow;
    private final TaskEngine engine;
    private final Clock clock;
    private final CountDownLatch clientsDone;
    private volatile boolean over;

    /**
     * A script that nobody follows yet.
     *
     * @param startKeys lists that queries start from, by rank
     * @param places where each of them is at home
     * @param workers all of them; with a single node each serves it, else they share the nodes as the cluster says
     */
    LoadScript(
            FofConfig config,
            BenchGraph graph,
            long[] startKeys,
            int[] places,
            LoadWorker[] workers,
            FofCluster cluster) {
        this.graph = graph;
        this.startKeys = startKeys;
        this.places = places;
        this.workers = workers;
        this.anyWorker = cluster.nodes() == 1;
        this.workerOfPlace = cluster.workerOfPlace();
        this.ranks = new ZipfSampler(startKeys.length, config.workload().theta());
        this.insertsBelow = (long) (config.workload().insertShare() * 0x1p62);
        this.engine = cluster.engine();
        this.clock = Clock.SYSTEM;
        this.clientsDone = new CountDownLatch(config.shape().clients());
    }

    Clock clock() {
        return clock;
    }

    int nextRank(SplitMix random) {
        return ranks.next(random);
    }

    boolean isInsert(long randomBits) {
        return randomBits >>> 2 < insertsBelow;
    }

    long insertTarget(long randomBits) {
        return graph.source(randomBits);
    }

    long startKey(int rank) {
        return startKeys[rank];
    }

    int place(int rank) {
        return places[rank];
    }

    /** The worker that serves a start vertex's home: the one at hand if it does. */
    LoadWorker workerOf(int rank, LoadWorker atHand) {
        return anyWorker ? atHand : workers[workerOfPlace[places[rank]]];
    }

    /** Puts a client into a worker's queue; there is always room, since clients are fewer than places. */
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

    /** Tells all clients to end with the operation they are at. */
    void end() {
        over = true;
    }

    /** Waits until all have; false when that takes too long. */
    boolean awaitClients(long nanos) throws InterruptedException {
        return clientsDone.await(nanos, TimeUnit.NANOSECONDS);
    }
}
