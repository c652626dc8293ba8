package io.pragh.core.txn.home;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.store.Partition;
import io.pragh.core.store.StoreShare;
import java.util.function.Supplier;

/** The services that all claims of a home share. Immutable. */
record ClaimSetting(Supplier<StoreShare> shares, Owner elsewhere, LockQueues queues) {
    /** The owner of a block; for a key without a block, its home. */
    Owner owner(Partition home, long block) {
        StoreShare share = shares.get();
        Partition at = block == ValueAddress.ABSENT ? home : share.partition(ValueAddress.partition(block));
        return at == null ? elsewhere : new OwnerHere(at, share.installer());
    }
}
