package io.pragh.core.api;

/** What a transaction may see of others that run at the same time. */
public enum IsolationLevel {
    /** As if transactions ran one after the other, in an order that agrees with real time. The default. */
    STRICT_SERIALIZABLE,
    /**
     * As if they ran one after the other; reads may be as of a moment ago (a few milliseconds), but always see what the same session
     * has committed, and are never older than its reads before. Begins without asking the leading node, so a traversal over values in this node's memory asks nobody.
     */
    SERIALIZABLE_CACHED,
    /** Reads are of one moment, and no update is lost; but two transactions may each change what the other has read (write skew). */
    SNAPSHOT
}
