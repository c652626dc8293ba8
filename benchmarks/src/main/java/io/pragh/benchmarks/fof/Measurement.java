package io.pragh.benchmarks.fof;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.base.LatencyRecorder;
import io.pragh.core.fabric.FabricCounters;

/**
 * The results over some seconds of load. Immutable, since the contained counters and recorders are not written any
 * more.
 *
 * @param seconds the duration
 * @param queriesPerSecond queries, without inserts
 * @param insertsPerSecond inserts
 * @param queries queries
 * @param inserts inserts
 * @param again calls that were made again, since they had failed with a retryable exception
 * @param valueReads values that queries read, by the clients' own count
 * @param cpuNanos processor time of the workers
 * @param processNanos processor time of the whole processes: workers, fabric, migration, compiler and all
 * @param reads accesses of queries
 * @param fabric operations of all nodes, migration and inserts included
 * @param valuesMoved values that were moved meanwhile
 * @param bytesMoved bytes of them
 * @param queryLatency from submission to end, time in the worker's queue included
 * @param insertTimes latencies of inserts
 * @param optimum the best that one copy of every value could have done
 */
public record Measurement(
        double seconds,
        double queriesPerSecond,
        double insertsPerSecond,
        long queries,
        long inserts,
        long again,
        long valueReads,
        long cpuNanos,
        long processNanos,
        ReadCounters reads,
        FabricCounters fabric,
        long valuesMoved,
        long bytesMoved,
        LatencyRecorder queryLatency,
        PutTimes insertTimes,
        Optimum optimum) {

    static Measurement of(LoadSample begun, LoadEnd end) {
        LoadSample.Delta delta = end.sample().since(begun);
        return new Measurement(
                delta.seconds(),
                delta.queriesPerSecond(),
                delta.insertsPerSecond(),
                delta.queries(),
                delta.inserts(),
                delta.again(),
                delta.valueReads(),
                delta.cpuNanos(),
                delta.processNanos(),
                delta.reads(),
                delta.fabric(),
                delta.valuesMoved(),
                delta.bytesMoved(),
                end.queries(),
                end.inserts(),
                Optimum.of(end.readsByNode()));
    }

    /** Share of the accesses to keys and values that went to another node, 0..1. */
    public double remoteShare() {
        return reads.remoteShare();
    }

    /**
     * {@link #remoteShare} for the optimal placement, with every value at the node that reads it most and every
     * location cached: the denominator is the same, all accesses that were made.
     */
    public double optimalRemoteShare() {
        long all = reads.keysLocal + reads.keysRemote + reads.valuesLocal + reads.valuesRemote;
        return all == 0 ? 0 : (double) optimum.remoteValueReads() / all;
    }

    /** Share of the accesses to values that went to another node, 0..1. */
    public double remoteValueShare() {
        long all = reads.valuesLocal + reads.valuesRemote;
        return all == 0 ? 0 : (double) reads.valuesRemote / all;
    }

    /** A total divided by the number of queries; 0 without queries. */
    public double perQuery(double total) {
        return queries == 0 ? 0 : total / queries;
    }

    /** READs, WRITEs and atomics per query. */
    public double oneSidedOpsPerQuery() {
        return perQuery((double) fabric.oneSided());
    }

    /** Bytes per query, in one-sided operations and messages. */
    public double bytesPerQuery() {
        return perQuery((double) fabric.bytes() + fabric.messageBytes());
    }

    /** Percentile of the query latency in microseconds. */
    public double queryMicros(double share) {
        return queryLatency.percentileNanos(share) / 1e3;
    }

    /** Percentile of the insert latency in microseconds, from submission to end. */
    public double insertMicros(double share) {
        return insertTimes.queued().percentileNanos(share) / 1e3;
    }
}
