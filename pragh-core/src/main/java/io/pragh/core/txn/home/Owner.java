package io.pragh.core.txn.home;

import io.pragh.core.api.OperationFailedException;
import io.pragh.core.protocol.Claim;

/** The owner's part of a {@link ClaimOperation}, at this node or at another. Any thread. */
interface Owner {
    /** The answer comes later, by {@link ClaimOperation#hear(long)}. */
    long AWAITED = Long.MIN_VALUE;
    /** No node serves the partition any more, so there is no owner. */
    long GONE = Long.MIN_VALUE + 1;

    /**
     * Locks the block at {@code old} for a claim and builds its successor. Returns the successor's address, another
     * answer of {@link io.pragh.core.store.ValueInstaller#hold}, {@link #AWAITED} or {@link #GONE}. Throws
     * {@link OperationFailedException}, at once or as the later answer, when an operation throws.
     */
    long hold(ClaimOperation asker, Claim claim, long old);

    /**
     * Gives an unreachable block its version: 1 when done, 0 when its memory is gone, -1 when unknown; then the
     * caller tries again.
     */
    int stamp(long key, long address, long version);

    /**
     * Appends the entries of a committed claim to the block in place: 0 when the owner has done its part,
     * {@link #AWAITED} or {@link #GONE}.
     */
    long append(ClaimOperation asker, Claim claim, long old, long version);

    /**
     * Retires the old block after the new one is published: 0 when the owner has done its part, or {@link #AWAITED}.
     */
    long settle(ClaimOperation asker, long key, long old, long published);

    /** Undoes {@link #hold} of an aborted claim: 0 when the owner has undone its part, or {@link #AWAITED}. */
    long abandon(ClaimOperation asker, Claim claim, long old, long unpublished);
}
