package io.pragh.core.property;

/** Chooses one edge of a vertex. One thread. */
@FunctionalInterface
public interface EdgePicker {
    /**
     * Returns the index of the chosen edge, from 0 in the order in which the edges would be found. Vertices may come
     * in any order.
     *
     * @param index of the vertex, among those asked for
     * @param edges how many edges the vertex has, at least one
     */
    long pick(int index, long edges);
}
