package io.pragh.core.durable;

import io.pragh.core.base.Clock;

/** Counts the checkpoints of a graph since it was opened. One thread counts at a time, any may read. */
public final class CheckpointCounters {
    private volatile long written;
    private volatile long failed;
    private volatile long bytes;
    private volatile long nanos;
    private volatile long since = Clock.SYSTEM.nanos();

    /** Begins a checkpoint; returns its start time. */
    public long begin() {
        return Clock.SYSTEM.nanos();
    }

    /**
     * Counts a checkpoint that was written, of {@code its} bytes, and was {@linkplain #begin begun} at {@code began}.
     */
    public synchronized void written(long its, long began) {
        since = Clock.SYSTEM.nanos();
        nanos = since - began;
        bytes = its;
        written++;
    }

    /** Counts a checkpoint that could not be written. */
    public synchronized void failed() {
        failed++;
    }

    /** The number of checkpoints written. */
    public long written() {
        return written;
    }

    /** The number of checkpoints that could not be written. */
    public long failures() {
        return failed;
    }

    /** Bytes of the last checkpoint; 0 before there was one. */
    public long bytes() {
        return bytes;
    }

    /** The duration of the last checkpoint in nanoseconds. */
    public long nanos() {
        return nanos;
    }

    /** Nanoseconds since the last checkpoint, or since the graph was opened. */
    public long age() {
        return Clock.SYSTEM.nanos() - since;
    }
}
