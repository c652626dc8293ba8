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
 * <p>Cost: two READs per partition and lease, and again when a table has grown.
 */
public final class RemoteTables {
    private static final int TORN_MAX = 16;

    private final Endpoint endpoint;
    private final long leaseNanos;
    private final @Nullable TableGeometry[] geometries;
    private final long[] stamps;
    private final Batch batch = new Batch(1);
    private final Region landing = Region.direct(TableGeometry.BYTES, 1);

    /** Shapes read through an endpoint. */
    public RemoteTables(Endpoint endpoint, long leaseNanos, int partitions) {
        this.endpoint = endpoint;
        this.leaseNanos = leaseNanos;
        this.geometries = new TableGeometry[partitions];
        this.stamps = new long[partitions];
        landing.grow();
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

    /** The shape has changed, or the partition is served by another node. */
    public void forget(int partition) {
        geometries[partition] = null;
    }

    private @Nullable TableGeometry read(int partition) {
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
