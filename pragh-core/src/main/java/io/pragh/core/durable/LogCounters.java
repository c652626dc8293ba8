package io.pragh.core.durable;

import io.pragh.core.base.Clock;
import io.pragh.core.base.LatencyHistogram;
import java.util.concurrent.atomic.AtomicLong;

/** What a log has written so far, and how long that took. One thread counts, any may read. */
public final class LogCounters {
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong batches = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final LatencyHistogram latency = new LatencyHistogram();

    long begin() {
        return Clock.SYSTEM.nanos();
    }

    /** Returns how long that took, in nanoseconds. */
    long written(int batchRecords, long batchBytes, long began) {
        long took = Clock.SYSTEM.nanos() - began;
        records.addAndGet(batchRecords);
        batches.incrementAndGet();
        bytes.addAndGet(batchBytes);
        latency.record(took);
        return took;
    }

    /** Records. */
    public long records() {
        return records.get();
    }

    /** Batches: each was synced once. */
    public long batches() {
        return batches.get();
    }

    /** Bytes, with the heads of batches. */
    public long bytes() {
        return bytes.get();
    }

    /** How long writing and syncing took, batch by batch. */
    public LatencyHistogram latency() {
        return latency;
    }
}
