package io.pragh.tinkerpop.process.plan;

/** What the rows are that a chain begins with. Immutable. */
enum Begin {
    /** Those of a source. */
    SOURCE,
    /** Those of an outer chain, which goes on with what comes: they must not know of each other. */
    ONWARD,
    /** The same, where each stands for one traverser, and what comes of it goes on. */
    APART,
    /** Those of an outer chain, each as if it were alone. */
    ALONE;

    /** Whether what comes of them goes on in the outer chain. */
    boolean goesOn() {
        return this == ONWARD || this == APART;
    }
}
