package io.pragh.core.txn;

/** The outcome of a commit as its caller may see it. */
enum CommitOutcome {
    /** Not decided. */
    OPEN,
    /** Durable in all participants' logs. */
    COMMITTED,
    /** Has no effect and will have none. */
    ABORTED,
    /** Homes did not answer in time: all homes will reach the same outcome, but this node does not know which. */
    UNKNOWN
}
