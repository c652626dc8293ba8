package io.pragh.core.access;

import io.pragh.core.address.PartitionHeader;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.memory.Region;
import io.pragh.core.store.table.TableGeometry;
import org.jspecify.annotations.Nullable;

/**
 * The geometries of other nodes' key tables, READ when needed and used for one lease, like a cached address. One
 * thread.
 *
 * <p>Cost: three READs per partition and lease, and again when a table has grown.
 */
public final class RemoteTables {
    private static final int TORN_MAX = 16;

    /** The meaning of a bucket without the sought key. */
    public enum Unknown {
        /** The key has no value. */
        ABSENT,
        /** The key's value, if it had one, was lost with the partition's former node. */
        LOST,
        /**
         * The bytes may have been no bucket: the partition has begun another life, or cannot be reached. Look the key
         * up again.
         */
        UNDECIDED
    }

    private final Endpoint endpoint;
    private final long leaseNanos;
    private final @Nullable TableGeometry[] geometries;
    private final long[] stamps;
    private final long[] lives;
    private final Batch batch = new Batch(1);
    private final Region landing = Region.whole(TableGeometry.BYTES, 1);

    /** Creates an empty set of geometries, which are READ through an endpoint. */
    public RemoteTables(Endpoint endpoint, long leaseNanos, int partitions) {
        this.endpoint = endpoint;
        this.leaseNanos = leaseNanos;
        this.geometries = new TableGeometry[partitions];
        this.stamps = new long[partitions];
        this.lives = new long[partitions];
    }

    /** The geometry of a partition's table, or null when its node cannot be reached. */
    public @Nullable TableGeometry geometry(int partition, long nowNanos) {
        TableGeometry known = geometries[partition];
        if (known == null || nowNanos - stamps[partition] >= leaseNanos) {
            known = read(partition);
            geometries[partition] = known;
            stamps[partition] = nowNanos;
        }
        return known;
    }

    /** Whether the geometry that was returned last still covers a READ that has arrived by now (h5, for buckets). */
    public boolean isCurrent(int partition, long nowNanos) {
        return geometries[partition] != null && nowNanos - stamps[partition] < leaseNanos;
    }

    /** Drops a geometry, because the table has grown or another node serves the partition. */
    public void forget(int partition) {
        geometries[partition] = null;
    }

    /**
     * The life of a partition before its geometry was READ; results found by that geometry belong to no earlier life.
     */
    public long life(int partition) {
        return PartitionHeader.lifeNumber(lives[partition]);
    }

    /** The reason why a bucket found by this partition's geometry lacks a key: one READ. */
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
