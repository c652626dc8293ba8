package io.pragh.core.api;

/** What a transaction may see of others that run at the same time. */
public enum IsolationLevel {
    /**
     * As if transactions ran one after the other, in an order that agrees with real time. The default. For what is not there that holds
     * where a key without value was read, or a roll watched ({@link Transaction#watch}), as the property graph does for all it counts and
     * scans. Who scans keys and watches nothing has repeatable read (PL-2.99): others may commit what it would have found.
     */
    STRICT_SERIALIZABLE,
    /**
     * As if they ran one after the other; reads may be as of a moment ago (a few milliseconds), but always see what the same session
     * has committed, and are never older than its reads before. So with all sessions of a property graph in one process. Begins without asking the leading node, so a traversal over values in this node's memory asks nobody.
     */
    SERIALIZABLE_CACHED
}
