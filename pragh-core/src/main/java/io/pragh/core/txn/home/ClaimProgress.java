package io.pragh.core.txn.home;

/** What a claim's next step has achieved. */
enum ClaimProgress {
    /** The step was made: go on. */
    ADVANCED,
    /** Another claim holds the key, or its block is not settled yet: try again later. */
    BLOCKED,
    /** A message is under way to the owner, or the transaction is not decided: somebody will go on. */
    AWAITING,
    /** Over. */
    DONE
}
