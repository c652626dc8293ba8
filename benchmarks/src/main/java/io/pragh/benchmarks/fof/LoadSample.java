package io.pragh.benchmarks.fof;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.base.LatencyRecorder;
import io.pragh.core.fabric.FabricCounters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All counters of a load at one moment. Immutable.
 *
 * @param workers counters of each worker, by its number
 * @param fabric operations sent by all nodes
 * @param valuesMoved values that were moved
 * @param bytesMoved bytes of them
 * @param processNanos processor time of the whole processes, all their threads
 * @param regionBytes memory that the partitions have taken
 * @param calls counts of ended calls, for one process whose clients continue after failures; else null
 */
record LoadSample(
        List<LoadWorker.Sample> workers,
        FabricCounters fabric,
        long valuesMoved,
        long bytesMoved,
        long processNanos,
        long regionBytes,
        @Nullable CallCounts calls) {

    /** The differences between two samples. Immutable. */
    record Delta(
            double seconds,
            double queriesPerSecond,
            double insertsPerSecond,
            long queries,
            long inserts,
            long again,
            long valueReads,
            long cpuNanos,
            ReadCounters reads,
            FabricCounters fabric,
            long valuesMoved,
            long bytesMoved,
            long processNanos) {}

    /** Combines samples of several processes, which were taken at about the same time. */
    static LoadSample together(List<LoadSample> samples) {
        List<LoadWorker.Sample> workers = new ArrayList<>();
        FabricCounters fabric = FabricCounters.NONE;
        long valuesMoved = 0;
        long bytesMoved = 0;
        long processNanos = 0;
        long regionBytes = 0;
        for (LoadSample sample : samples) {
            workers.addAll(sample.workers);
            fabric = fabric.plus(sample.fabric);
            valuesMoved += sample.valuesMoved;
            bytesMoved += sample.bytesMoved;
            processNanos += sample.processNanos;
            regionBytes += sample.regionBytes;
        }
        return new LoadSample(workers, fabric, valuesMoved, bytesMoved, processNanos, regionBytes, null);
    }

    /** Latency of all queries since the sample before this one. */
    LatencyRecorder latency() {
        LatencyRecorder all = new LatencyRecorder();
        workers.forEach(worker -> all.merge(worker.latency()));
        return all;
    }

    /** The differences from an earlier sample; each worker's rate is by its own clock readings. */
    Delta since(LoadSample earlier) {
        double seconds = 0;
        double queryRate = 0;
        double insertRate = 0;
        long queries = 0;
        long inserts = 0;
        long again = 0;
        long valueReads = 0;
        long cpuNanos = 0;
        ReadCounters reads = new ReadCounters();
        for (int w = 0; w < workers.size(); w++) {
            LoadWorker.Sample now = workers.get(w);
            LoadWorker.Sample then = earlier.workers.get(w);
            double took = Math.max(1, now.nanos() - then.nanos()) / 1e9;
            seconds = Math.max(seconds, took);
            queryRate += (now.queries() - then.queries()) / took;
            insertRate += (now.inserts() - then.inserts()) / took;
            queries += now.queries() - then.queries();
            inserts += now.inserts() - then.inserts();
            again += now.again() - then.again();
            valueReads += now.valueReads() - then.valueReads();
            cpuNanos += now.cpuNanos() - then.cpuNanos();
            reads.add(now.reads().since(then.reads()));
        }
        return new Delta(
                seconds,
                queryRate,
                insertRate,
                queries,
                inserts,
                again,
                valueReads,
                cpuNanos,
                reads,
                fabric.since(earlier.fabric),
                valuesMoved - earlier.valuesMoved,
                bytesMoved - earlier.bytesMoved,
                processNanos - earlier.processNanos);
    }
}
