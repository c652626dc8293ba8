package io.pragh.tinkerpop.snapshot;

/** Gets neighbours of vertices, many at a time. It must not ask the snapshot that calls it. One thread. */
@FunctionalInterface
public interface NeighbourVisitor {
    /**
     * Neighbours of one vertex, of which more may follow, or have come, by other calls: in another direction, or by another label.
     *
     * @param vertex number of the vertex
     * @param neighbours numbers of neighbours, from an index to another one; not to be written to, or kept
     */
    void neighbours(long vertex, long[] neighbours, int from, int to);
}
