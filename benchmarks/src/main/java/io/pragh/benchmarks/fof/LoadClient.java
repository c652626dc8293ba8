package io.pragh.benchmarks.fof;

import io.pragh.benchmarks.data.SplitMix;

/**
 * A client with one operation under way: draws the next one when the last is done and submits it to a worker that
 * serves the home of its first list. It is its own task, so that nothing is allocated and no thread is needed only
 * for asking. One thread at a time.
 *
 * <p>An operation whose home the worker at hand serves runs at once, a few in a row; any other waits in its worker's
 * queue, and the waiting time counts.
 */
final class LoadClient implements Runnable {
    /** Bound on operations in a row; services and other clients run in between. */
    private static final int IN_A_ROW_MAX = 8;

    private final LoadScript script;
    private final SplitMix random;
    private LoadWorker worker;
    private long key;
    private int place;
    private boolean insert;
    private long submittedNanos;

    /** A client that starts at a given worker. */
    LoadClient(LoadScript script, long seed, LoadWorker worker) {
        this.script = script;
        this.random = new SplitMix(seed);
        this.worker = worker;
    }

    /** Draws the first operation and submits it. */
    void start(long nowNanos) {
        draw(nowNanos);
        script.submit(worker, this);
    }

    @Override
    public void run() {
        LoadWorker here = worker;
        for (int i = 0; i < IN_A_ROW_MAX && worker == here; i++) {
            long target = insert ? script.insertTarget(random.next()) : 0;
            here.run(place, key, script.starts().rankOf(key), insert, target);
            long now = script.clock().nanos();
            here.took(insert, now - submittedNanos);
            if (script.isOver()) {
                script.clientIsDone();
                return;
            }
            draw(now);
        }
        script.submit(worker, this);
    }

    private void draw(long nowNanos) {
        insert = script.isInsert(random.next());
        key = script.nextKey(random, insert);
        place = script.place(key);
        worker = script.workerAt(place, worker);
        submittedNanos = nowNanos;
    }
}
