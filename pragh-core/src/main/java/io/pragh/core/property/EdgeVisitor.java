package io.pragh.core.property;

/** Gets edges. One thread. */
@FunctionalInterface
public interface EdgeVisitor {
    /**
     * One edge.
     *
     * @param index of which of the vertices asked for
     * @param neighbour number of the vertex at its other end
     * @param label number of its label
     * @param eid its edge id; 0 when it has none
     * @param out whether it leaves the vertex asked for
     */
    void edge(int index, long neighbour, int label, long eid, boolean out);
}
