package io.pragh.core.txn.home;

import io.pragh.core.protocol.Claim;
import io.pragh.core.store.Partition;
import io.pragh.core.store.ValueInstaller;

/**
 * This node as the owner of values; answers at once. Immutable.
 *
 * @param at the partition that holds the values
 * @param installer makes the changes there
 */
record OwnerHere(Partition at, ValueInstaller installer) implements Owner {
    @Override
    public long hold(ClaimOperation asker, Claim claim, long old) {
        return installer.hold(at, claim, old);
    }

    @Override
    public int stamp(long key, long address, long version) {
        return installer.stamp(at, key, address, version) ? 1 : 0;
    }

    @Override
    public long append(ClaimOperation asker, Claim claim, long old, long version) {
        return installer.appends().append(at, claim.updates(), old, version) ? 0 : GONE;
    }

    @Override
    public long settle(ClaimOperation asker, long key, long old, long published) {
        installer.settle(at, key, old, published);
        return 0;
    }

    @Override
    public long abandon(ClaimOperation asker, Claim claim, long old, long unpublished) {
        installer.abandon(at, claim.key(), old, unpublished, claim.begin());
        return 0;
    }
}
