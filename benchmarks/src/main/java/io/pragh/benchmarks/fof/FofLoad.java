package io.pragh.benchmarks.fof;

import io.pragh.benchmarks.data.SplitMix;
import io.pragh.core.base.Clock;
import io.pragh.core.base.LatencyRecorder;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.FabricCounters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The load on a cluster: its clients, and their counters. Each worker counts and is asked for its counters on its own
 * thread, so that no counter is read while it is written. One thread, except {@link #failed}.
 */
final class FofLoad implements AutoCloseable {
    private static final long ANSWER_NANOS_MAX = 30_000_000_000L;
    private static final long LOOK_NANOS = 20_000_000;
    private static final long CLIENT_SALT = 17;

    private final FofCluster cluster;
    private final LoadWorker[] workers;
    private final LoadScript script;
    private final FofConfig config;
    private final AtomicReference<@Nullable Throwable> failure;
    private boolean started;

    /**
     * A load that has not started.
     *
     * @param failure where the cluster puts the exception of a task
     */
    FofLoad(FofCluster cluster, FofConfig config, BenchGraph graph, AtomicReference<@Nullable Throwable> failure) {
        this.cluster = cluster;
        this.config = config;
        this.failure = failure;
        long[] startKeys =
                graph.startKeys(config.workload().scope(), config.workload().seed());
        int[] places = cluster.placesOf(startKeys);
        this.workers = new LoadWorker[config.shape().workers()];
        for (int w = 0; w < workers.length; w++) {
            @Nullable LoadSeat[] seats = new LoadSeat[cluster.nodes()];
            for (int place = 0; place < seats.length; place++) {
                seats[place] = cluster.seat(w, place, startKeys, places);
            }
            workers[w] = new LoadWorker(w, seats, Clock.SYSTEM);
        }
        Starts starts = new Starts(startKeys, config.workload().theta());
        boolean hasStarts = Arrays.stream(places).anyMatch(place -> place >= 0);
        this.script = new LoadScript(config, graph, starts, hasStarts, cluster, workers);
    }

    /** Starts all clients; none if no start vertex has its home here. */
    void start() {
        started = true;
        int clients = config.shape().clients();
        long first = (long) cluster.firstNode() * clients; // otherwise the clients of every process would draw the same
        for (int i = 0; i < clients; i++) {
            if (!script.hasStarts()) {
                script.clientIsDone();
                continue;
            }
            long seed = SplitMix.derive(config.workload().seed(), CLIENT_SALT + first + i);
            new LoadClient(script, seed, workers[i % workers.length]).start(Clock.SYSTEM.nanos());
        }
    }

    /** All counters as of now. */
    LoadSample sample() {
        List<LoadWorker.Sample> counted = askWorkers(LoadWorker::sample);
        return sample(counted, cluster.fabric());
    }

    private LoadSample sample(List<LoadWorker.Sample> counted, FabricCounters fabric) {
        return new LoadSample(
                counted,
                fabric,
                cluster.valuesMoved(),
                cluster.bytesMoved(),
                ProcessTime.nanos(),
                cluster.regionBytes(),
                null);
    }

    /**
     * Starts a measurement. The fabric's counters are read before the workers', and at the end after them: so they
     * include all of the workers' operations.
     */
    LoadSample begin() {
        FabricCounters fabric = cluster.fabric();
        return sample(askWorkers(LoadWorker::begin), fabric);
    }

    /** Ends the present measurement. */
    LoadEnd end() {
        List<LoadWorker.Measured> answers = askWorkers(LoadWorker::end);
        LoadSample to = sample(answers.stream().map(LoadWorker.Measured::end).toList(), cluster.fabric());
        LatencyRecorder queries = new LatencyRecorder();
        PutTimes inserts = new PutTimes();
        List<Map<Long, Long>> reads = new ArrayList<>();
        for (LoadWorker.Measured answer : answers) {
            queries.merge(answer.queries());
            inserts.merge(answer.inserts());
            reads.addAll(answer.readsByPlace().values());
        }
        return new LoadEnd(to, queries, inserts, reads);
    }

    /** Asks every worker on its own thread, all at about the same time. */
    private <T> List<T> askWorkers(Function<LoadWorker, T> question) {
        AtomicReferenceArray<@Nullable T> answers = new AtomicReferenceArray<>(workers.length);
        CountDownLatch open = new CountDownLatch(workers.length);
        for (LoadWorker worker : workers) {
            Runnable task = () -> {
                answers.set(worker.number(), question.apply(worker));
                open.countDown();
            };
            while (!cluster.engine().submit(worker.number(), task)) {
                Thread.onSpinWait();
            }
        }
        await(nanos -> open.await(nanos, TimeUnit.NANOSECONDS), "a worker did not answer");
        List<T> all = new ArrayList<>();
        for (int w = 0; w < workers.length; w++) {
            T answer = answers.get(w);
            if (answer == null) {
                throw new IllegalStateException("a worker answered nothing: worker=" + w);
            }
            all.add(answer);
        }
        return all;
    }

    private interface Wait {
        boolean within(long nanos) throws InterruptedException;
    }

    /** Waits in small steps, so that a task's failure is noticed. */
    private void await(Wait wait, String otherwise) {
        long deadline = Clock.SYSTEM.nanos() + ANSWER_NANOS_MAX;
        try {
            while (!wait.within(LOOK_NANOS)) {
                failed();
                if (Clock.SYSTEM.nanos() - deadline > 0) {
                    throw new PraghException(otherwise + ": seconds=" + ANSWER_NANOS_MAX / 1_000_000_000);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PraghException("interrupted while waiting for the workers", e);
        }
    }

    /** Throws the exception of a task, if there was one. */
    void failed() {
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new PraghException("the load failed: " + thrown.getMessage(), thrown);
        }
    }

    /** Ends all clients and closes the sessions. */
    @Override
    public void close() {
        if (failure.get() != null) {
            return; // a failed task loses its client, and so the order for closing
        }
        if (started) {
            script.end();
            await(script::awaitClients, "a client did not end");
        }
        askWorkers(worker -> {
            worker.close();
            return Arrays.asList(true);
        });
    }
}
