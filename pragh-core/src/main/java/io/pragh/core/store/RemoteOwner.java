package io.pragh.core.store;

import io.pragh.core.api.Update;
import io.pragh.core.protocol.Claim;

/** The owner's part of an update when the owner is another node. Any thread. */
interface RemoteOwner {
    /** Asks the owner of {@code old} to apply the update; false when no node serves its partition any more. */
    boolean apply(UpdateOperation operation, long old, Update update);

    /** Asks the owner of {@code old} to hold the key for a claim; false when no node serves its partition any more. */
    boolean hold(UpdateOperation operation, long old, Claim claim);

    /** Tells the owner that the new block is published. */
    void settle(UpdateOperation operation, long key, long old, long published);

    /** Tells the owner that the claim is given up. */
    void abandon(UpdateOperation operation, Claim claim, long old, long unpublished);

    /** Gives a block at its owner its version: 1 done, 0 its memory is gone, -1 unknown, try again. */
    int stamp(long key, long address, long version);
}
