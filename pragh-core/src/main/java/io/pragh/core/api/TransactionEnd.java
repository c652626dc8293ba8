package io.pragh.core.api;

/** How a transaction ended for its caller. */
public enum TransactionEnd {
    /** Committed, and had nothing to write: nobody was asked. */
    READ_ONLY,
    /** Committed what it wrote. */
    COMMITTED,
    /** Aborted, because another transaction was in the way. */
    CONFLICT,
    /** Aborted, because one of its updates could not be applied: its precondition, no memory, a lost value, an operation that threw. */
    REFUSED,
    /** Aborted, because its snapshot was open for too long. */
    TOO_OLD,
    /** Its commit failed otherwise: the homes did not answer in time, and it may have happened or not. */
    UNKNOWN,
    /** Given up by the caller. */
    ROLLED_BACK
}
