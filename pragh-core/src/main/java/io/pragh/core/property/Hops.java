package io.pragh.core.property;

/** Edges of many vertices at a time, as one transaction sees them, its own changes included. One thread at a time. */
public interface Hops {
    /** Stands for the neighbour where there is no edge. */
    long NO_EDGE = -1;

    /**
     * The edges of vertices from an index to another one, in columns. Indexes that lists have as their owners are those of {@code vids}. Cost: as
     * for {@link GraphTransaction#edges}; of lists with a limit no more is read than the limit needs.
     *
     * @param edgeIds whether edge ids are wanted, too
     */
    void expand(long[] vids, int from, int to, EdgeQuery query, boolean edgeIds, Neighbours into);

    /**
     * The same for as many of these vertices, from the first one on, as are read together: one with very many edges is not, and comes by {@link #pages}. So
     * what is held at a time is bounded.
     *
     * @return behind which vertex it has stopped; {@code from}, and no edge, when the first one has very many
     */
    int expandSome(long[] vids, int from, int to, EdgeQuery query, boolean edgeIds, Neighbours into);

    /**
     * The edges of one vertex, some at a time, for as long as the transaction is open. Cost: as for {@link #expand}; what is not asked for is not read, but for
     * chunks that are read together.
     *
     * @param index that of the vertex in {@code vids}, and the owner of its lists
     */
    EdgePages pages(long[] vids, int index, EdgeQuery query, boolean edgeIds);

    /**
     * Of each vertex from an index to another one, how many edges there are, no more than the limit. Cost: as for {@link
     * GraphTransaction#degrees}.
     *
     * @param counts gets the numbers, that of the vertex at {@code from} first
     */
    void count(long[] vids, int from, int to, EdgeQuery query, long[] counts);

    /**
     * Of each vertex from an index to another one, the sum of the numbers of its neighbours, modulo 2^64; false when none of them has any. Cost: as
     * for {@link #expand}; nothing is copied.
     *
     * @param sums gets the sums, that of the vertex at {@code from} first
     * @param work is overwritten
     * @throws ReadInterruptedException when the thread is interrupted while it goes through a list with very many entries
     */
    boolean sum(long[] vids, int from, int to, EdgeQuery query, long[] sums, Neighbours work);

    /**
     * Of each vertex from an index to another one, the number of the neighbour behind one of its edges; {@link #NO_EDGE} where it has none. Cost: as
     * for {@link #expand} where each vertex has one list, else twice that; a list that goes on in chunks three batches more, of which one reads the
     * first words of its chunks. Nothing is copied.
     *
     * @param picker says which edge it is
     * @param picked gets the numbers, that of the vertex at {@code from} first
     */
    void pick(long[] vids, int from, int to, EdgeQuery query, EdgePicker picker, long[] picked);
}
