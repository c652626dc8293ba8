package io.pragh.benchmarks.fof;

import io.pragh.core.base.LatencyRecorder;

/**
 * One second of a run. Immutable.
 *
 * @param number counted from 1, the start of the load
 * @param phase the phase of the run
 * @param seconds its duration: the last one of a phase may be cut
 * @param queriesPerSecond queries
 * @param p99Micros 99th percentile of their latency
 * @param remoteShare share of the accesses to keys and values that went to another node
 * @param cacheHitShare share of the locations of other nodes' keys that were cached
 * @param cacheHits number of these
 * @param valuesMoved values that were moved
 * @param bytesMoved bytes of them
 */
public record Second(
        int number,
        Phase phase,
        double seconds,
        double queriesPerSecond,
        double p99Micros,
        double remoteShare,
        double cacheHitShare,
        long cacheHits,
        long valuesMoved,
        long bytesMoved) {

    static Second of(int number, Phase phase, LoadSample.Delta delta, LatencyRecorder latency) {
        return new Second(
                number,
                phase,
                delta.seconds(),
                delta.queriesPerSecond(),
                latency.percentileNanos(0.99) / 1e3,
                delta.reads().remoteShare(),
                delta.reads().cacheHitShare(),
                delta.reads().cacheHits,
                delta.valuesMoved(),
                delta.bytesMoved());
    }
}
