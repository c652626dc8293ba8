package io.pragh.core.placement.migrate;

import io.pragh.core.access.LocalShare;
import io.pragh.core.access.RemoteTables;
import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.store.reclaim.RetireWriter;
import java.util.function.Supplier;

/**
 * The resources that all migrations of one migrator share. One thread.
 *
 * @param tables locations of other nodes' key tables
 * @param share the partitions of this node
 * @param cache receives the new address of a moved value
 * @param retire writes retired addresses to the former owners
 * @param endpoint carries the operations
 * @param leaseNanos the time after which a copy is no longer published
 */
public record MigrationContext(
        RemoteTables tables,
        Supplier<LocalShare> share,
        LocationCache cache,
        RetireWriter retire,
        Endpoint endpoint,
        long leaseNanos) {

    boolean isOwn(int partition) {
        return share.get().region(partition) != null;
    }

    /**
     * Whether a reader of this node has seen the value on another node, within the lease, and the place of the slot
     * is known.
     */
    boolean isCached(long key, long nowNanos, CachedLocation into) {
        return cache.find(key, into)
                && into.place != 0
                && nowNanos - into.stampNanos < leaseNanos
                && !isOwn(ValueAddress.partition(into.address));
    }

    /** Makes this node's readers find the value at its new address. */
    void cacheLocation(long key, int home, long address, long stampNanos) {
        if (!isOwn(home)) {
            cache.put(key, address, stampNanos);
        }
    }
}
