package io.pragh.core.txn;

/** How a commit stands for its caller. */
enum CommitOutcome {
    /** Not decided. */
    OPEN,
    /** Durable in all participants' logs. */
    COMMITTED,
    /** Nothing of it happened or will happen. */
    ABORTED,
    /** Homes did not answer in time; they will all come to one end, and nobody here knows which. */
    UNKNOWN
}
