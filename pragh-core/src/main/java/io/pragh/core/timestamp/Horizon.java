package io.pragh.core.timestamp;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.Clock;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import java.util.function.LongSupplier;

/**
 * Computes the horizon: no snapshot of any node, open now or later, is below it, so a version whose successor is at
 * or below it is invisible to all snapshots. Only grows. One thread calls {@link #refresh}, any thread
 * {@link #getAsLong}.
 */
public final class Horizon implements LongSupplier {
    private final TimestampWord timestamps;
    private final Endpoint endpoint;
    private final int partitions;
    private final Batch batch;
    private final Clock clock;
    private volatile long value;

    /** Creates the horizon of a graph with a number of partitions. */
    public Horizon(TimestampWord timestamps, Endpoint endpoint, int partitions, Clock clock) {
        this.clock = clock;
        this.timestamps = timestamps;
        this.endpoint = endpoint;
        this.partitions = partitions;
        this.batch = new Batch(partitions);
    }

    /**
     * Raises the horizon: reads T first and all registrations afterwards, since a snapshot that registers later reads
     * T later. Cost: two round trips. The horizon stays unchanged when a node cannot be read, because the node may
     * have old snapshots until it is expelled; and when the READs took so long that a node may have moved its
     * registration meanwhile.
     */
    public void refresh() {
        long timestamp = timestamps.read();
        long oldest = registrations();
        if (timestamp != Timestamps.NONE && oldest != Timestamps.NONE) {
            value = Math.max(value, Math.min(timestamp, oldest));
        }
    }

    private long registrations() {
        long began = clock.nanos();
        batch.clear();
        for (int partition = 0; partition < partitions; partition++) {
            batch.readWord(partition, PartitionHeader.REGISTRATION_OFFSET);
        }
        endpoint.execute(batch);
        long oldest = Timestamps.NEVER;
        for (int partition = 0; partition < partitions; partition++) {
            if (!batch.ok(partition)) {
                return Timestamps.NONE;
            }
            oldest = Math.min(oldest, batch.result(partition));
        }
        return clock.nanos() - began < OpenSnapshots.SETTLE_NANOS / 2 ? oldest : Timestamps.NONE;
    }

    @Override
    public long getAsLong() {
        return value;
    }
}
