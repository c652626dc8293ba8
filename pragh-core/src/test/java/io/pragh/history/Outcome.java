package io.pragh.history;

/** The outcome of a transaction, as its process saw it. */
public enum Outcome {
    /** The commit was acknowledged. */
    COMMITTED,
    /** The transaction certainly had no effect. */
    ABORTED,
    /** The answer to the commit was lost: it happened, happens later or never. It counts once a read shows it. */
    UNKNOWN
}
