package io.pragh.core.api;

/** Which attempt of a transaction to commit it is: what its updates may rely on. */
public enum Attempt {
    /** The first one: on what is remembered of parts, and on what the transaction has seen. */
    FIRST,
    /** A part was full: on nothing that was remembered. */
    AFRESH,
    /** Another transaction was in the way: also not on what this one has seen of others. */
    CAUTIOUS
}
