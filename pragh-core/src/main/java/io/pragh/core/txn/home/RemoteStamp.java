package io.pragh.core.txn.home;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.store.value.ValueHeader;

/**
 * Gives unreachable blocks of other nodes their versions by one CAS, which has no effect on memory that no longer
 * belongs to the block. Used by {@link OwnersElsewhere}. Any thread; calls are serialized.
 */
final class RemoteStamp {
    private final Endpoint endpoint;
    private final Batch batch = new Batch(1);

    RemoteStamp(Fabric fabric) {
        this.endpoint = fabric.open();
    }

    /** Stamps a block: 1 when the block has the version, 0 when its memory is gone, -1 when the result is unknown. */
    synchronized int stamp(long key, long address, long version) {
        batch.clear();
        long expected = ValueHeader.unstamped(key, address);
        long offset = ValueAddress.offset(address) + ValueHeader.VERSION_OFFSET;
        batch.cas(ValueAddress.partition(address), offset, expected, version);
        endpoint.execute(batch);
        OpStatus status = batch.status(0);
        if (status == OpStatus.UNREACHABLE || status == OpStatus.FENCED) {
            return -1;
        }
        boolean stamped = status == OpStatus.OK && (batch.result(0) == expected || batch.result(0) == version);
        return stamped ? 1 : 0;
    }

    synchronized void close() {
        endpoint.close();
    }
}
