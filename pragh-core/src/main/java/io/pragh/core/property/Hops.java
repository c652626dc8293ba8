package io.pragh.core.property;

/**
 * Reads the edges of many vertices at a time, as one transaction sees them, its own changes included. One thread at a
 * time.
 */
public interface Hops {
    /** Stands for the neighbour of a vertex without an edge. */
    long NO_EDGE = -1;

    /**
     * Reads the edges of the vertices from one index to another into columns. The owner of a list is an index in
     * {@code vids}. Cost: as for {@link GraphTransaction#edges}; with a limit, no more of a list is read than the
     * limit needs.
     *
     * @param edgeIds whether edge ids are wanted, too
     */
    void expand(long[] vids, int from, int to, EdgeQuery query, boolean edgeIds, Neighbours into);

    /**
     * As {@link #expand}, for as many of these vertices, from the first one on, as are read together. A vertex with
     * very many edges is not among them: the caller reads it by {@link #pages}. This bounds the memory in use at a
     * time.
     *
     * @return the index behind the last vertex read; {@code from}, and no edge, when the first vertex has very many
     */
    int expandSome(long[] vids, int from, int to, EdgeQuery query, boolean edgeIds, Neighbours into);

    /**
     * Reads the edges between a few other vertices and as many of these vertices, from the first one on, as are read
     * together. An edge is in a list of each of its two vertices, and the lists of one side are read: those of the
     * others where they are far fewer and have no chunks, or where a vertex's own list has chunks and theirs have not
     * too many. Cost: one batch of READs for the heads of the lists of the side that is tried first, one or two for
     * the other side; where both have very many edges, as for {@link #pages}.
     *
     * @param others numbers of the vertices at the other ends, in ascending order, each once
     * @param query determines which edges of the vertices count; its limit is ignored
     * @return the index behind the last vertex read, greater than {@code from}
     * @throws ReadInterruptedException when the thread is interrupted on the way through lists with very many entries
     */
    int between(long[] vids, int from, int to, long[] others, EdgeQuery query, boolean edgeIds, Neighbours into);

    /**
     * Returns the edges of one vertex, a page at a time, for as long as the transaction is open. Cost: as for {@link
     * #expand}; pages that the caller does not ask for are not read, except chunks that are read together.
     *
     * @param index of the vertex in {@code vids}, and the owner of its lists
     */
    EdgePages pages(long[] vids, int index, EdgeQuery query, boolean edgeIds);

    /**
     * Counts the edges of each vertex from one index to another, up to the limit. Cost: as for {@link
     * GraphTransaction#degrees}.
     *
     * @param counts receives the counts, that of the vertex at {@code from} first
     */
    void count(long[] vids, int from, int to, EdgeQuery query, long[] counts);

    /**
     * Adds up the numbers of the neighbours of each vertex from one index to another, modulo 2^64; false when none of
     * the vertices has any. Cost: as for {@link #expand}; nothing is copied.
     *
     * @param sums receives the sums, that of the vertex at {@code from} first
     * @param work is overwritten
     * @throws ReadInterruptedException when the thread is interrupted on the way through a list with very many
     *     entries
     */
    boolean sum(long[] vids, int from, int to, EdgeQuery query, long[] sums, Neighbours work);

    /**
     * Picks one edge of each vertex from one index to another, and returns the number of its neighbour; {@link
     * #NO_EDGE} where there is no edge. Cost: as for {@link #expand} where each vertex has one list, otherwise twice
     * that; three batches more for a list with chunks, one of which reads the first words of the chunks. Nothing is
     * copied.
     *
     * @param picker chooses the edge
     * @param picked receives the numbers, that of the vertex at {@code from} first
     */
    void pick(long[] vids, int from, int to, EdgeQuery query, EdgePicker picker, long[] picked);
}
