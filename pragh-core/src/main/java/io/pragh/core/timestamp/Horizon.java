package io.pragh.core.timestamp;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.base.Safeguard;
import io.pragh.core.base.Safeguards;
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
    private final boolean timestampFirst;
    private final Batch batch;
    private volatile long value;

    /** The horizon of a graph with so many partitions. */
    public Horizon(TimestampWord timestamps, Endpoint endpoint, int partitions, Safeguards safeguards) {
        this.timestamps = timestamps;
        this.endpoint = endpoint;
        this.partitions = partitions;
        this.timestampFirst = safeguards.has(Safeguard.HORIZON_READS_TIMESTAMP_FIRST);
        this.batch = new Batch(partitions);
    }

    /**
     * Looks at T first and at all registrations afterwards: who registers later reads T later. Cost: two round trips. Unchanged when a
     * node cannot be read: it may have old snapshots, until it is expelled.
     */
    public void refresh() {
        long timestamp = timestampFirst ? timestamps.read() : 0;
        long oldest = registrations();
        timestamp = timestampFirst ? timestamp : timestamps.read();
        if (timestamp != Timestamps.NONE && oldest != Timestamps.NONE) {
            value = Math.max(value, Math.min(timestamp, oldest));
        }
    }

    private long registrations() {
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
        return oldest;
    }

    @Override
    public long getAsLong() {
        return value;
    }
}
