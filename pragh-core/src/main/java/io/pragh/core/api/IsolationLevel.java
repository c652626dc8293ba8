package io.pragh.core.api;

/** The isolation of a transaction from concurrent transactions. */
public enum IsolationLevel {
    /**
     * Transactions appear to run one after the other, in an order that agrees with real time. The default. Absence is
     * covered where a key without value was read, or a roll watched ({@link Transaction#watch}), as the property
     * graph does for all counts and scans. A transaction that scans keys without watching a roll has repeatable read
     * (PL-2.99): others may commit values that it would have found.
     */
    STRICT_SERIALIZABLE,
    /**
     * Transactions appear to run one after the other; reads may be a few milliseconds old, but always include the
     * commits of the same session, and are never older than its earlier reads. The same holds across all sessions of
     * a property graph in one process. Begins without a READ of the timestamp word, so a traversal over values in
     * this node's memory sends nothing.
     */
    SERIALIZABLE_CACHED
}
