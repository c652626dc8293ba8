package io.pragh.core.api;

/** The outcome of a transaction for its caller. */
public enum TransactionEnd {
    /** Committed without updates, and so without a message. */
    READ_ONLY,
    /** Committed its updates. */
    COMMITTED,
    /** Aborted because of a conflict with another transaction. */
    CONFLICT,
    /**
     * Aborted because an update could not be applied: precondition, memory, lost value, or an exception of its
     * operation.
     */
    REFUSED,
    /** Aborted because its snapshot was open for too long. */
    TOO_OLD,
    /** Failed otherwise: the homes did not answer in time, and the commit may have happened or not. */
    UNKNOWN,
    /** Rolled back by the caller. */
    ROLLED_BACK
}
