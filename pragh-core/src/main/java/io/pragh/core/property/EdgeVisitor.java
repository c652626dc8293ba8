package io.pragh.core.property;

/** Receives edges. One thread. */
@FunctionalInterface
public interface EdgeVisitor {
    /**
     * Receives one edge.
     *
     * @param index of the vertex, among those asked for
     * @param neighbour number of the vertex at the edge's other end
     * @param label number of the edge's label
     * @param eid its edge id; 0 when it has none
     * @param out whether it leaves the vertex asked for
     */
    void edge(int index, long neighbour, int label, long eid, boolean out);
}
