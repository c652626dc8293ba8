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
 * What all migrations of one migrator share. One thread.
 *
 * @param tables where other nodes' key tables lie
 * @param share what lies here
 * @param cache gets the new address of a value that arrived
 * @param retire tells the former owners
 * @param endpoint carries the operations
 * @param leaseNanos after this a copy is not published any more
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

    /** Whether a reader of this node has seen the value on another node, within the lease, and where in its bucket the slot is. */
    boolean isCached(long key, long nowNanos, CachedLocation into) {
        return cache.find(key, into)
                && into.place != 0
                && nowNanos - into.stampNanos < leaseNanos
                && !isOwn(ValueAddress.partition(into.address));
    }

    /** This node's readers find the value here from now on. */
    void cacheLocation(long key, int home, long address, long stampNanos) {
        if (!isOwn(home)) {
            cache.put(key, address, stampNanos);
        }
    }
}
