package io.pragh.core.property;

import io.pragh.core.api.ReadCounts;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A transaction on a property graph: reads one snapshot of it, with this transaction's own changes. A changed record
 * is seen by later reads of this transaction once it was passed to {@code change}, and by other transactions after
 * commit. One thread at a time; not tied to a thread.
 */
public interface GraphTransaction extends AutoCloseable {
    /**
     * Returns another transaction, for reading, at the snapshot of this one and without its changes. Neither depends
     * on the other afterwards, and each can be used by a thread of its own. Cost: none.
     *
     * @throws io.pragh.core.api.SnapshotTooOldException when this one has been open for too long
     */
    GraphTransaction reader();

    /**
     * Whether the transaction was open for too long: the versions of its snapshot are not kept any more, and only
     * {@link #close} may be called. Cost: none.
     */
    boolean isExpired();

    // ---- vertices

    /**
     * Adds a vertex.
     *
     * @param id the application's identifier, or null: then the graph gives out a number
     * @throws ElementExistsException when the identifier is taken
     * @throws io.pragh.core.base.PraghException when the identifier's type cannot be stored, or there are too many
     *     labels
     */
    VertexRecord addVertex(String label, @Nullable Object id);

    /**
     * Returns a vertex, or null. Cost: one READ unless the value is in this node's memory; none when it was read
     * lately.
     */
    @Nullable
    VertexRecord vertex(long vid);

    /** Returns vertices in the order asked for, null where there is none. Cost: one batch of READs. */
    @Nullable
    VertexRecord[] vertices(long[] vids);

    /**
     * Reads vertices ahead of calls that ask for them: each of those costs nothing until some thousand other vertices
     * were read. Cost: one batch of READs for those that were not read lately.
     */
    void readAhead(long[] vids);

    /** Returns a vertex by its identifier, or null; integral numbers are equal by value, whatever their types. */
    @Nullable
    VertexRecord vertexOf(Object id);

    /**
     * Returns the identifier of a vertex, null when there is none, for a caller that may give the vertex an edge. If
     * this transaction adds such an edge, other transactions may change the vertex meanwhile but not remove it, which
     * conflicts. If it does not, or also reads the vertex, the commit conflicts as for any vertex that was read.
     * Cost: as {@link #vertex}, which costs nothing afterwards.
     */
    @Nullable
    Object nameOf(long vid);

    /**
     * Returns the number of a vertex by its identifier, negative when there is none; the commit depends on it as for
     * {@link #nameOf}.
     */
    long numberOf(Object id);

    /**
     * Returns all vertices whose home is a partition, in batches, with this transaction's new vertices and without
     * those it removes.
     */
    default Iterator<VertexRecord> scanVertices(int partition) {
        return scanVertices(partition, VertexSearch.ALL);
    }

    /** As {@link #scanVertices(int)}, for the vertices that have one of some labels. */
    default Iterator<VertexRecord> scanVertices(int partition, Collection<String> labels) {
        return scanVertices(partition, VertexSearch.ALL.of(labels));
    }

    /**
     * As {@link #scanVertices(int)}, for the vertices that match a search, and those that may match and would have to
     * be decoded to tell. A change, addition or removal of a vertex with none of the search's labels is no conflict;
     * that of any other vertex is. Stored vertices are visited in batches where they lie, and only those returned are
     * copied. Cost: none where the partition's home is this node and the values are in its memory; otherwise a
     * message and a batch of READs for each batch.
     */
    Iterator<VertexRecord> scanVertices(int partition, VertexSearch search);

    /**
     * Returns the number of vertices. Cost: one batch of READs, one for each partition; a scan of keys, without
     * properties, when other commits have left this transaction's snapshot far behind.
     */
    long countVertices();

    /** Notes that the vertex's properties were changed. */
    void change(VertexRecord vertex);

    /**
     * Returns this transaction's latest record of the vertex, which is another object when the vertex was changed
     * through another read. Cost: none.
     */
    VertexRecord current(VertexRecord vertex);

    /** Returns a number for a new property of a vertex, unique among its properties. */
    long nextPropertyNumber(VertexRecord vertex);

    /**
     * Removes a vertex, its properties and its edges. Cost: reads of its lists, and an update of a list of each
     * neighbour.
     */
    void removeVertex(VertexRecord vertex);

    // ---- edges

    /**
     * Adds an edge between two vertices, given by their numbers; {@code id} is as for {@link #addVertex}. The edge is
     * {@linkplain EdgeRef#PENDING pending} unless an identifier is supplied. Commit checks that both vertices exist,
     * and conflicts if one does not. Cost: none before commit, except for a new label or an identifier.
     */
    EdgeRef addEdge(long out, String label, long in, @Nullable Object id);

    /** As {@link #addEdge(long, String, long, Object)}. */
    default EdgeRef addEdge(VertexRecord out, String label, VertexRecord in, @Nullable Object id) {
        return addEdge(out.vid(), label, in.vid(), id);
    }

    /** Tells which of the edges that this transaction adds get a number. */
    NewEdges newEdges();

    /**
     * Returns the identifier of an edge: the one that the application supplied (one READ), or a text made of the
     * edge's parts (no READ). A new edge keeps it.
     */
    Object idOf(EdgeRef edge);

    /** Returns an edge by its identifier, or null. Cost: a READ, or a walk over the list that holds the edge. */
    @Nullable
    EdgeRef edgeOf(Object id);

    /**
     * Returns, in the order given, edges that another transaction has found as this transaction sees them: with a
     * number if they have one here, without if not, and null for an edge that is gone. Edges that always had a number
     * are not looked up: null stands only for those that this transaction has removed. Use the returned references
     * for changes in this transaction. Cost: none for edges that always had a number; two batches of READs for the
     * others, and for each a walk over the shorter of its two lists.
     */
    @Nullable
    EdgeRef[] findAgain(List<EdgeRef> edges);

    /**
     * Returns identifier and properties of an edge; the record is empty when it has no properties, and a new edge
     * keeps its identifier. Cost: one READ unless the value is in this node's memory.
     */
    EdgeRecord record(EdgeRef edge);

    /** As {@link #record} for several edges, in one batch of READs. */
    List<EdgeRecord> records(List<EdgeRef> edges);

    /** Whether a vertex was removed by this transaction. Cost: none. */
    boolean isRemoved(long vid);

    /**
     * A vertex that this transaction has removed: its identifier and its label, without properties; null when it has
     * removed none with this number. Cost: none.
     */
    @Nullable
    VertexRecord removed(long vid);

    /** Whether an edge was removed by this transaction. Cost: none. */
    boolean isRemoved(EdgeRef edge);

    /** Notes that the edge's properties were changed. */
    void change(EdgeRecord edge);

    /**
     * Returns this transaction's latest record of the edge, which is another object when the edge was changed through
     * another read. Cost: none.
     */
    EdgeRecord current(EdgeRecord edge);

    /** Removes an edge and its properties. */
    void removeEdge(EdgeRef edge);

    /**
     * Visits the edges of several vertices, in batches of READs, in the order of the vertices given; outgoing edges
     * of a vertex come first.
     *
     * @param out whether edges that leave the vertices are wanted
     * @param in whether edges that arrive are wanted
     * @param labels numbers of the labels wanted; null for all (one more batch, for the vertices' directories)
     * @param limit most edges visited per vertex
     */
    void edges(long[] vids, boolean out, boolean in, int @Nullable [] labels, long limit, EdgeVisitor visitor);

    /**
     * Returns the reader of many vertices' edges at a time, as this transaction sees them; always the same object,
     * for the transaction's thread. Cost: none.
     */
    Hops hops();

    /**
     * Whether the identifier of every vertex is its number, as a {@code Long}, so that it is known without reading
     * the vertex. False when that is not known. Cost: at most one READ in a transaction.
     */
    boolean isCalledByNumbers();

    /** Returns the number of edges of each vertex; cost as for {@link #edges}, without the entries themselves. */
    long[] degrees(long[] vids, boolean out, boolean in, int @Nullable [] labels);

    /** Returns all edges that leave a vertex whose home is a partition, in batches. */
    Iterator<EdgeRef> scanEdges(int partition);

    /**
     * Returns the number of edges. Cost: as for {@link #countVertices}, where a scan reads the heads of outgoing
     * lists.
     */
    long countEdges();

    // ---- indexes, variables

    /**
     * Returns the vertices that have a value under an indexed key; values are equal by value and by type of number.
     */
    List<VertexRecord> verticesByIndex(String key, Object value);

    /** Returns the edges that have a value under an indexed key. */
    List<EdgeRef> edgesByIndex(String key, Object value);

    /**
     * Returns the vertices that have one of several values under an indexed key; numbers of different types are equal
     * when their values are. Cost: a batch of READs for the index; the vertices in batches as the caller asks for
     * them, the first ones small.
     */
    Iterator<VertexRecord> verticesWithAny(String key, Collection<?> values);

    /** Returns the edges that have one of several values under an indexed key, as {@link #verticesWithAny}. */
    Iterator<EdgeRef> edgesWithAny(String key, Collection<?> values);

    /**
     * Returns an upper bound for the number of elements that {@link #verticesWithAny} or {@link #edgesWithAny} finds,
     * without this transaction's changes. Cost: a batch of READs.
     */
    long countWithAny(ElementKind kind, String key, Collection<?> values);

    /** Returns the keys that have an index ready for this transaction. Cost: one READ in a transaction. */
    Set<String> indexes(ElementKind kind);

    /** The graph's variables. */
    Map<String, Object> variables();

    /** Sets a variable, or removes it (null). */
    void variable(String key, @Nullable Object value);

    // ---- end

    /** Whether there is something to commit. */
    boolean isChanged();

    /**
     * Returns a count that grows with every change to vertices and edges: a read repeated at the same count has the
     * same result.
     */
    long changeCount();

    /**
     * Returns what this transaction's session has read so far; the difference of two results counts the reads between
     * them. Cost: none.
     */
    ReadCounts readCounts();

    /**
     * Commits: makes all changes visible to other transactions at once.
     *
     * @throws io.pragh.core.api.ConflictException when another transaction was in the way, or has removed a vertex
     *     that this one added an edge to: nothing was changed, and the transaction should be run again
     */
    void commit();

    /** Discards the changes. */
    void rollback();

    /** Whether the transaction has neither committed nor rolled back. */
    boolean isOpen();

    /** Calls the listener once at the end, with whether the transaction committed. */
    void whenEnded(Consumer<Boolean> listener);

    /** Rolls back unless the transaction has ended. */
    @Override
    default void close() {
        rollback();
    }
}
