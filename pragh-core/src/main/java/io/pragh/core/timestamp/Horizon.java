package io.pragh.core.timestamp;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.Clock;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import java.util.function.LongSupplier;

/**
 * The horizon: no snapshot anywhere, open now or later, is below it, so a version whose successor is at or below it is out of every
 * snapshot's reach. Only grows. {@link #refresh} by one thread, {@link #getAsLong} by any.
 */
public final class Horizon implements LongSupplier {
    private final TimestampWord timestamps;
    private final Endpoint endpoint;
    private final int partitions;
    private final Batch batch;
    private final Clock clock;
    private volatile long value;

    /** The horizon of a graph with so many partitions. */
    public Horizon(TimestampWord timestamps, Endpoint endpoint, int partitions, Clock clock) {
        this.clock = clock;
        this.timestamps = timestamps;
        this.endpoint = endpoint;
        this.partitions = partitions;
        this.batch = new Batch(partitions);
    }

    /**
     * Looks at T first and at all registrations afterwards: who registers later reads T later. Cost: two round trips. Unchanged when a
     * node cannot be read: it may have old snapshots, until it is expelled; and when it took so long that a node may have changed the
     * place of its registration meanwhile.
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
