package io.pragh.core.txn.home;

/** The result of one step of a {@link ClaimOperation}. */
enum ClaimProgress {
    /** The step was made; make the next one. */
    ADVANCED,
    /** Another claim holds the key, or its block is not settled yet: try again later. */
    BLOCKED,
    /** A message to the owner is under way, or the transaction is not decided: an event will resume the claim. */
    AWAITING,
    /** The claim has ended. */
    DONE
}
