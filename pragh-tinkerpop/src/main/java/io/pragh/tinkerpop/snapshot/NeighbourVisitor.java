package io.pragh.tinkerpop.snapshot;

/** Receives neighbours of vertices, many at a time. It must not call the snapshot that calls it. One thread. */
@FunctionalInterface
public interface NeighbourVisitor {
    /**
     * Receives neighbours of one vertex; further ones may come in other calls: in another direction, or by another
     * label.
     *
     * @param vertex number of the vertex
     * @param neighbours numbers of neighbours, from an index to another one; not to be written to, or kept
     */
    void neighbours(long vertex, long[] neighbours, int from, int to);
}
