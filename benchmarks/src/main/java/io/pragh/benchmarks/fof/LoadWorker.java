package io.pragh.benchmarks.fof;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.base.Clock;
import io.pragh.core.base.LatencyRecorder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The seats of one worker, and its counters. One thread: the worker's. */
final class LoadWorker {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final int number;
    private final @Nullable LoadSeat[] seats;
    private final Clock clock;
    private LatencyRecorder queryLatency = new LatencyRecorder();
    private LatencyRecorder sinceSample = new LatencyRecorder();
    private PutTimes inserted = new PutTimes();
    private long queries;
    private long inserts;
    private long valueReads;

    /**
     * Counters of one worker at one moment. Immutable, since the contained counters and recorder are not written any
     * more.
     *
     * @param again calls that were made again after a retryable failure
     * @param latency of the queries since the sample before
     */
    record Sample(
            long nanos,
            long queries,
            long inserts,
            long again,
            long valueReads,
            long cpuNanos,
            ReadCounters reads,
            LatencyRecorder latency) {}

    /** A worker with its seats by the place of the node; null where others serve it. */
    LoadWorker(int number, @Nullable LoadSeat[] seats, Clock clock) {
        this.number = number;
        this.seats = seats;
        this.clock = clock;
    }

    /** Its number in the engine. */
    int number() {
        return number;
    }

    /** Runs one operation at a node that this worker serves. */
    void run(int place, long startKey, int rank, boolean insert, long target) {
        LoadSeat seat = seats[place];
        if (seat == null) {
            throw new IllegalStateException("a client came to the wrong worker: worker=" + number + " place=" + place);
        }
        if (insert) {
            long began = clock.nanos();
            boolean waited = seat.insert(startKey, rank, target);
            inserted.called(clock.nanos() - began, waited);
            inserts++;
        } else {
            valueReads += seat.query(startKey, rank);
            queries++;
        }
    }

    /** Notes how long an operation took from its submission. */
    void took(boolean insert, long nanos) {
        if (insert) {
            inserted.took(nanos);
        } else {
            queryLatency.record(nanos);
            sinceSample.record(nanos);
        }
    }

    Sample sample() {
        ReadCounters reads = new ReadCounters();
        long again = 0;
        for (LoadSeat seat : seats) {
            if (seat != null) {
                reads.add(seat.counters());
                again += seat.again();
            }
        }
        LatencyRecorder latency = sinceSample;
        sinceSample = new LatencyRecorder();
        return new Sample(
                clock.nanos(), queries, inserts, again, valueReads, THREADS.getCurrentThreadCpuTime(), reads, latency);
    }

    /** Starts a measurement: latencies and tallies are counted from here. */
    Sample begin() {
        for (LoadSeat seat : seats) {
            if (seat != null && seat.tally() != null) {
                seat.tally().begin(seat.uncounted());
            }
        }
        queryLatency.reset();
        inserted = new PutTimes();
        return sample();
    }

    /** The results of a worker at the end of a measurement. Immutable. */
    record Measured(
            Sample end, LatencyRecorder queries, PutTimes inserts, Map<Integer, Map<Long, Long>> readsByPlace) {}

    /** Ends a measurement. */
    Measured end() {
        Sample end = sample();
        LatencyRecorder queriesNow = queryLatency;
        PutTimes insertedNow = inserted;
        queryLatency = new LatencyRecorder();
        inserted = new PutTimes();
        Map<Integer, Map<Long, Long>> reads = new HashMap<>();
        for (int place = 0; place < seats.length; place++) {
            LoadSeat seat = seats[place];
            if (seat != null && seat.tally() != null) {
                reads.put(place, seat.tally().end(seat.uncounted()));
            }
        }
        return new Measured(end, queriesNow, insertedNow, reads);
    }

    void close() {
        for (LoadSeat seat : seats) {
            if (seat != null) {
                seat.close();
            }
        }
    }
}
