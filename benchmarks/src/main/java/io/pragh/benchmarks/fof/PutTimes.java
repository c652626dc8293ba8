package io.pragh.benchmarks.fof;

import io.pragh.core.base.LatencyRecorder;
import org.apache.tinkerpop.shaded.jackson.annotation.JsonCreator;
import org.apache.tinkerpop.shaded.jackson.annotation.JsonProperty;

/** Latency distributions of PUTs. One thread; merge those of several threads once they are done. */
public final class PutTimes {
    private final LatencyRecorder queued;
    private final LatencyRecorder calls;
    private final LatencyRecorder waited;

    /** Distributions without PUTs. */
    public PutTimes() {
        this(new LatencyRecorder(), new LatencyRecorder(), new LatencyRecorder());
    }

    /** The counts of another process. */
    @JsonCreator
    PutTimes(
            @JsonProperty("queued") LatencyRecorder queued,
            @JsonProperty("calls") LatencyRecorder calls,
            @JsonProperty("waited") LatencyRecorder waited) {
        this.queued = queued;
        this.calls = calls;
        this.waited = waited;
    }

    /** Adds a call, and whether it had to wait for another node. */
    void called(long nanos, boolean hasWaited) {
        calls.record(nanos);
        if (hasWaited) {
            waited.record(nanos);
        }
    }

    /** Adds the time of the same PUT from its submission. */
    void took(long nanos) {
        queued.record(nanos);
    }

    void merge(PutTimes other) {
        queued.merge(other.queued);
        calls.merge(other.calls);
        waited.merge(other.waited);
    }

    /**
     * Each PUT from its submission to its end: with the time in the worker's queue, behind the operations of other
     * clients.
     */
    @JsonProperty("queued")
    public LatencyRecorder queued() {
        return queued;
    }

    /** Each PUT from call to return. */
    @JsonProperty("calls")
    public LatencyRecorder calls() {
        return calls;
    }

    /**
     * Each of those that needed another node, from call to return: the value's owner, or the node of a transaction
     * that held the key.
     */
    @JsonProperty("waited")
    public LatencyRecorder waited() {
        return waited;
    }

    /** Share of the PUTs that waited, 0..1. */
    public double waitedShare() {
        return calls.count() == 0 ? 0 : (double) waited.count() / calls.count();
    }
}
