package io.pragh.core.durable;

import io.pragh.core.base.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** What a log has written so far, and how long that took. One thread counts, any may read. */
public final class LogCounters {
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong batches = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong nanosMax = new AtomicLong();

    long begin() {
        return Clock.SYSTEM.nanos();
    }

    void written(int batchRecords, long batchBytes, long began) {
        long took = Clock.SYSTEM.nanos() - began;
        records.addAndGet(batchRecords);
        batches.incrementAndGet();
        bytes.addAndGet(batchBytes);
        nanos.addAndGet(took);
        nanosMax.accumulateAndGet(took, Math::max);
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

    /** Nanoseconds that writing and syncing batches took. */
    public long nanos() {
        return nanos.get();
    }

    /** The longest of these times. */
    public long nanosMax() {
        return nanosMax.get();
    }
}
