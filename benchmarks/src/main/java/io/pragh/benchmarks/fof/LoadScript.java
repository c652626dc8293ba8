package io.pragh.benchmarks.fof;

import io.pragh.benchmarks.data.SplitMix;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.engine.TaskEngine;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What all clients of one load share: what to draw from, where each operation runs, and when to stop. Any thread. */
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
     * A script that nobody follows yet.
     *
     * @param starts where queries start from
     * @param hasStarts whether any of them is at home here
     * @param workers all of them; with a single node each serves it, else they share the nodes as the cluster says
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

    /** Whether there is anything to do. */
    boolean hasStarts() {
        return hasStarts;
    }

    /** The list that an operation begins with: one that is at home here. */
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

    /** Where a list is at home; negative when it is so in another process. */
    int place(long key) {
        return placeOfPartition[homes.home(key)];
    }

    /** The worker that serves a place: the one at hand if it does. */
    LoadWorker workerAt(int place, LoadWorker atHand) {
        return anyWorker ? atHand : workers[workerOfPlace[place]];
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
