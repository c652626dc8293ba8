package io.pragh.history;

/** How a transaction ended, as its process saw it. */
public enum Outcome {
    /** The commit was acknowledged. */
    COMMITTED,
    /** It certainly did not happen. */
    ABORTED,
    /** The answer to its commit was lost: it happened, happens later or never. It counts once a read shows it. */
    UNKNOWN
}
