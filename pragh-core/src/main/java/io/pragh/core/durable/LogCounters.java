package io.pragh.core.durable;

import io.pragh.core.base.Clock;
import io.pragh.core.base.LatencyHistogram;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the records, batches and bytes that a log has written, and measures the time. One thread counts, any may
 * read.
 */
public final class LogCounters {
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong batches = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final LatencyHistogram latency = new LatencyHistogram();

    long begin() {
        return Clock.SYSTEM.nanos();
    }

    /** Counts a batch that was begun at {@code began}; returns its duration in nanoseconds. */
    long written(int batchRecords, long batchBytes, long began) {
        long took = Clock.SYSTEM.nanos() - began;
        records.addAndGet(batchRecords);
        batches.incrementAndGet();
        bytes.addAndGet(batchBytes);
        latency.record(took);
        return took;
    }

    /** The number of records. */
    public long records() {
        return records.get();
    }

    /** The number of batches, each of which was synced once. */
    public long batches() {
        return batches.get();
    }

    /** The number of bytes, including the heads of batches. */
    public long bytes() {
        return bytes.get();
    }

    /** The durations of writing and syncing, by batch. */
    public LatencyHistogram latency() {
        return latency;
    }
}
