package io.pragh.core.store;

import io.pragh.core.protocol.Claim;

/** The owner's part of a claim when the owner is another node. Any thread. */
interface RemoteOwner {
    /** Asks the owner of {@code old} to hold the key for a claim; false when no node serves its partition any more. */
    boolean hold(ClaimOperation operation, long old, Claim claim);

    /** Tells the owner that the new block is published. */
    void settle(ClaimOperation operation, long key, long old, long published);

    /** Tells the owner that the claim is given up. */
    void abandon(ClaimOperation operation, Claim claim, long old, long unpublished);

    /** Gives a block at its owner its version: 1 done, 0 its memory is gone, -1 unknown, try again. */
    int stamp(long key, long address, long version);
}
