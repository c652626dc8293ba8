package io.pragh.core.durable;

import io.pragh.core.base.Clock;

/** What has become of the checkpoints of a graph since it was opened. One thread counts at a time, any may read. */
public final class CheckpointCounters {
    private volatile long written;
    private volatile long failed;
    private volatile long bytes;
    private volatile long nanos;
    private volatile long since = Clock.SYSTEM.nanos();

    /** When one is begun. */
    public long begin() {
        return Clock.SYSTEM.nanos();
    }

    /** One was written, which was {@linkplain #begin begun} then. */
    public synchronized void written(long its, long began) {
        since = Clock.SYSTEM.nanos();
        nanos = since - began;
        bytes = its;
        written++;
    }

    /** One could not be written. */
    public synchronized void failed() {
        failed++;
    }

    /** How many were written. */
    public long written() {
        return written;
    }

    /** How many could not be. */
    public long failures() {
        return failed;
    }

    /** Bytes of the last one; 0 before there was one. */
    public long bytes() {
        return bytes;
    }

    /** Nanoseconds that the last one took. */
    public long nanos() {
        return nanos;
    }

    /** Nanoseconds since the last one, or since the graph was opened. */
    public long age() {
        return Clock.SYSTEM.nanos() - since;
    }
}
