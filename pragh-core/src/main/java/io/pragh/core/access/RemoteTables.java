package io.pragh.core.access;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import io.pragh.core.store.table.TableGeometry;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of other nodes' key tables, READ when needed and used for one lease, like a cached address. One thread.
 *
 * <p>Cost: three READs per partition and lease, and again when a table has grown.
 */
public final class RemoteTables {
    private static final int TORN_MAX = 16;

    /** What it means that a bucket does not know a key. */
    public enum Unknown {
        /** The key has no value. */
        ABSENT,
        /** The key's value, if it had one, was lost with the partition's former node. */
        LOST,
        /** The bucket was perhaps not one: the partition has begun another life, or cannot be reached. Look the key up again. */
        UNDECIDED
    }

    private final Endpoint endpoint;
    private final long leaseNanos;
    private final @Nullable TableGeometry[] geometries;
    private final long[] stamps;
    private final long[] lives;
    private final Batch batch = new Batch(1);
    private final Region landing = Region.whole(TableGeometry.BYTES, 1);

    /** Shapes read through an endpoint. */
    public RemoteTables(Endpoint endpoint, long leaseNanos, int partitions) {
        this.endpoint = endpoint;
        this.leaseNanos = leaseNanos;
        this.geometries = new TableGeometry[partitions];
        this.stamps = new long[partitions];
        this.lives = new long[partitions];
    }

    /** The shape of a partition's table, or null when its node cannot be reached. */
    public @Nullable TableGeometry geometry(int partition, long nowNanos) {
        TableGeometry known = geometries[partition];
        if (known == null || nowNanos - stamps[partition] >= leaseNanos) {
            known = read(partition);
            geometries[partition] = known;
            stamps[partition] = nowNanos;
        }
        return known;
    }

    /** Whether the shape last given out may be trusted for what a READ by it has brought by now (h5, for buckets). */
    public boolean isCurrent(int partition, long nowNanos) {
        return geometries[partition] != null && nowNanos - stamps[partition] < leaseNanos;
    }

    /** The shape has changed, or the partition is served by another node. */
    public void forget(int partition) {
        geometries[partition] = null;
    }

    /** Number of the life that a partition was in before its shape was READ; what was found by that shape was not of an earlier one. */
    public long life(int partition) {
        return PartitionHeader.lifeNumber(lives[partition]);
    }

    /** Why a bucket found by this partition's geometry does not know a key: one READ. */
    public Unknown whyUnknown(int partition) {
        batch.clear();
        batch.readWord(partition, PartitionHeader.LIFE_OFFSET);
        endpoint.execute(batch);
        // compared with the word read before the geometry: neither a new life nor a restore lies between bucket and
        // answer
        if (geometries[partition] == null || !batch.ok(0) || batch.result(0) != lives[partition]) {
            forget(partition);
            return Unknown.UNDECIDED;
        }
        return PartitionHeader.isIncomplete(lives[partition]) ? Unknown.LOST : Unknown.ABSENT;
    }

    private @Nullable TableGeometry read(int partition) {
        batch.clear();
        batch.readWord(partition, PartitionHeader.LIFE_OFFSET);
        endpoint.execute(batch);
        if (!batch.ok(0)) {
            return null;
        }
        lives[partition] = batch.result(0);
        batch.clear();
        batch.readWord(partition, PartitionHeader.TABLE_OFFSET);
        endpoint.execute(batch);
        if (!batch.ok(0) || batch.result(0) == 0) {
            return null;
        }
        long offset = batch.result(0);
        for (int tries = 0; tries < TORN_MAX; tries++) {
            batch.clear();
            batch.read(partition, offset, TableGeometry.BYTES, landing, 0);
            endpoint.execute(batch);
            if (!batch.ok(0)) {
                return null;
            }
            TableGeometry whole = TableGeometry.decode(landing, 0);
            if (whole != null) {
                return whole;
            }
        }
        return null;
    }
}
