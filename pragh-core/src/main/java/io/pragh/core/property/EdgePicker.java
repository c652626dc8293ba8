package io.pragh.core.property;

/** Says which of a vertex's edges is picked. One thread. */
@FunctionalInterface
public interface EdgePicker {
    /**
     * One of the edges, numbered from 0 in the order in which they would be found. Vertices may be asked for in any order.
     *
     * @param index of which of the vertices asked for
     * @param edges how many it has, at least one
     */
    long pick(int index, long edges);
}
