package io.pragh.core.api;

/** The kind of a transaction's attempt to commit, which says what information its updates may rely on. */
public enum Attempt {
    /** The first attempt: may rely on remembered parts, and on what the transaction has read. */
    FIRST,
    /** A part was full: must not rely on remembered parts. */
    AFRESH,
    /**
     * Another transaction conflicted: must not rely on what this one has seen of other transactions' changes, either.
     */
    CAUTIOUS
}
