package io.pragh.core.txn.home;

import io.pragh.core.api.OperationFailedException;
import io.pragh.core.protocol.Claim;

/** The owner's part of a claim: this node's, or another one's. Any thread. */
interface Owner {
    /** The answer comes later, by {@link ClaimOperation#hear(long)}. */
    long AWAITED = Long.MIN_VALUE;
    /** No node serves the partition any more: there is no owner. */
    long GONE = Long.MIN_VALUE + 1;

    /**
     * Locks the block at {@code old} for a claim and builds the one that is to replace it: its address, or what else {@link
     * io.pragh.core.store.ValueInstaller#hold} answers, or {@link #AWAITED} or {@link #GONE}. Throws {@link OperationFailedException},
     * at once or as the later answer, when an operation does.
     */
    long hold(ClaimOperation asker, Claim claim, long old);

    /** Gives a block that nobody can reach yet its version: 1 done, 0 its memory is gone, -1 unknown, try again. */
    int stamp(long key, long address, long version);

    /** The claim is committed, and appends to the block in place: 0 when the owner has done its part, {@link #AWAITED} or {@link #GONE}. */
    long append(ClaimOperation asker, Claim claim, long old, long version);

    /** The new block is published: 0 when the owner has done its part, or {@link #AWAITED}. */
    long settle(ClaimOperation asker, long key, long old, long published);

    /** The claim is given up: 0 when the owner has undone its part, or {@link #AWAITED}. */
    long abandon(ClaimOperation asker, Claim claim, long old, long unpublished);
}
