package io.pragh.tinkerpop.process.plan;

/** The kind of rows with which a chain begins. Immutable. */
enum Begin {
    /** Rows of a source. */
    SOURCE,
    /** Rows of an outer chain, whose results continue in it: the rows are processed together. */
    ONWARD,
    /** As {@link #ONWARD}, where each row stands for one traverser. */
    APART,
    /** Rows of an outer chain, each processed as if it were alone. */
    ALONE;

    /** Whether the chain's results continue in the outer chain. */
    boolean goesOn() {
        return this == ONWARD || this == APART;
    }
}
