package io.pragh.core.graph;

/** Receives the entries of a list, one after the other. */
@FunctionalInterface
interface EntryVisitor {
    /** Receives an entry; its edge id is 0 when it has none. */
    void entry(long neighbour, long edgeId);
}
