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
 * A property graph as of one moment, with this transaction's own changes. A change to a record, once told by
 * {@code change}, is seen by every later read of this transaction; until then by nobody else. One thread at a time; no tie to a thread.
 */
public interface GraphTransaction extends AutoCloseable {
    /**
     * Another transaction, for reading, that sees the moment which this one sees, without this one's changes; both are as good as the
     * other afterwards, and each can be used by a thread of its own. Cost: none.
     *
     * @throws io.pragh.core.api.SnapshotTooOldException when this one has been open for too long
     */
    GraphTransaction reader();

    /** Whether it was open for too long: what it sees is not kept any more, and nothing but {@link #close} is left to do. Cost: none. */
    boolean isExpired();

    // ---- vertices

    /**
     * A new vertex.
     *
     * @param id the application's identifier, or null: then a number is given out
     * @throws ElementExistsException when the identifier is taken
     * @throws io.pragh.core.base.PraghException when the identifier's type is none that can be stored, or the label has too many peers
     */
    VertexRecord addVertex(String label, @Nullable Object id);

    /** A vertex, or null. Cost: one READ unless its value is here, none when it was read lately. */
    @Nullable
    VertexRecord vertex(long vid);

    /** Vertices, null where there is none, in the order asked for. Cost: one batch of READs. */
    @Nullable
    VertexRecord[] vertices(long[] vids);

    /**
     * Reads vertices that are going to be asked for: until some thousand others were read, each costs nothing then. Cost: one batch of
     * READs for those that were not read lately.
     */
    void readAhead(long[] vids);

    /** A vertex by the application's identifier, or null; integral numbers are equal by value whatever their type. */
    @Nullable
    VertexRecord vertexOf(Object id);

    /**
     * What a vertex is called, null when it is not there, for a caller that may give it an edge. If this transaction does, others may
     * change the vertex meanwhile, though not remove it: that conflicts. If it does not, or reads the vertex, the commit conflicts as
     * with any vertex that was read. Cost: as {@link #vertex}, which costs nothing afterwards.
     */
    @Nullable
    Object nameOf(long vid);

    /** The number of a vertex by the application's identifier, negative when there is none; relied on as by {@link #nameOf}. */
    long numberOf(Object id);

    /** All vertices whose home is a partition, in batches; this transaction's own included, those it removes left out. */
    default Iterator<VertexRecord> scanVertices(int partition) {
        return scanVertices(partition, VertexSearch.ALL);
    }

    /** As {@link #scanVertices(int)} for those that have one of some labels. */
    default Iterator<VertexRecord> scanVertices(int partition, Collection<String> labels) {
        return scanVertices(partition, VertexSearch.ALL.of(labels));
    }

    /**
     * As {@link #scanVertices(int)} for those that a search finds, and those of which it cannot tell without decoding. What happens to
     * vertices that have none of its labels is no conflict, nor that there are more of them; what happens to others is. Stored vertices are
     * looked at where they lie, in batches, and only those that are given out are copied. Cost: none where the partition's home is this
     * node and the values are here; else a message and a batch of READs for each batch.
     */
    Iterator<VertexRecord> scanVertices(int partition, VertexSearch search);

    /**
     * How many vertices there are. Cost: one batch of READs, one for each partition; where other commits have left this
     * transaction's moment far behind, a scan of keys, without properties.
     */
    long countVertices();

    /** The vertex's properties were changed. */
    void change(VertexRecord vertex);

    /** The record as this transaction has it now: another one when it was changed through another read of it. Cost: none. */
    VertexRecord current(VertexRecord vertex);

    /** A number for a new property of a vertex, unique among its properties. */
    long nextPropertyNumber(VertexRecord vertex);

    /** Removes a vertex, its properties and its edges. Cost: reads of its lists; updates of each neighbour's. */
    void removeVertex(VertexRecord vertex);

    // ---- edges

    /**
     * A new edge between two vertices, by their numbers; id as for {@link #addVertex}. It is {@linkplain EdgeRef#PENDING pending} unless an
     * identifier is supplied. That they exist is looked at when the transaction
     * commits, which conflicts if one does not. Cost: none before commit, but for a label that is new or an identifier.
     */
    EdgeRef addEdge(long out, String label, long in, @Nullable Object id);

    /** As {@link #addEdge(long, String, long, Object)}. */
    default EdgeRef addEdge(VertexRecord out, String label, VertexRecord in, @Nullable Object id) {
        return addEdge(out.vid(), label, in.vid(), id);
    }

    /** What becomes of the edges that this transaction adds. */
    NewEdges newEdges();

    /** What the application calls an edge: the identifier it supplied (one READ), or text made of the parts (none). A new edge keeps it. */
    Object idOf(EdgeRef edge);

    /** An edge by what the application calls it, or null. Cost: a READ or a walk over the list it is in. */
    @Nullable
    EdgeRef edgeOf(Object id);

    /**
     * Edges that another transaction has found, as this one sees them, in the order given: one that has got its number meanwhile has it, or
     * has none yet; null for one that is gone. Those that always had a number are not looked for: of them, the ones are null that this
     * transaction has removed. What is done to an edge here, is done to what this returns. Cost: none for those; of the others two batches of
     * READs, and a walk over the shorter one of the two lists that each is in.
     */
    @Nullable
    EdgeRef[] findAgain(List<EdgeRef> edges);

    /** Properties and identifier of an edge, which a new one keeps; an empty record when it has none. Cost: one READ unless its value is here. */
    EdgeRecord record(EdgeRef edge);

    /** As {@link #record} for several, in one batch of READs. */
    List<EdgeRecord> records(List<EdgeRef> edges);

    /** Whether a vertex was removed by this transaction. Cost: none. */
    boolean isRemoved(long vid);

    /** Whether an edge was removed by this transaction. Cost: none. */
    boolean isRemoved(EdgeRef edge);

    /** The edge's properties were changed. */
    void change(EdgeRecord edge);

    /** The record as this transaction has it now: another one when it was changed through another read of it. Cost: none. */
    EdgeRecord current(EdgeRecord edge);

    /** Removes an edge and its properties. */
    void removeEdge(EdgeRef edge);

    /**
     * Visits the edges of several vertices, in batches of READs: vertices in the order given, and of each the outgoing ones first.
     *
     * @param out whether those that leave the vertices
     * @param in whether those that arrive
     * @param labels numbers of the labels wanted; null for all (one batch more, for the vertices' directories)
     * @param limit most edges visited per vertex
     */
    void edges(long[] vids, boolean out, boolean in, int @Nullable [] labels, long limit, EdgeVisitor visitor);

    /** Reads edges of many vertices at a time, as this transaction sees them; always the same, for the transaction's thread. Cost: none. */
    Hops hops();

    /**
     * Whether all vertices are called by their numbers, which are {@code Long}s to applications, so that nobody has to read a vertex to know what it
     * is called. False where that is not known. Cost: at most one READ in a transaction.
     */
    boolean isCalledByNumbers();

    /** How many edges of each vertex there are; cost as for {@link #edges}, without the entries themselves. */
    long[] degrees(long[] vids, boolean out, boolean in, int @Nullable [] labels);

    /** All edges that leave a vertex whose home is a partition, in batches. */
    Iterator<EdgeRef> scanEdges(int partition);

    /** How many edges there are. Cost: as for {@link #countVertices}; a scan is one of the heads of outgoing lists. */
    long countEdges();

    // ---- indexes, variables

    /** Vertices that have a value under a key which has an index, equal by value and type of number as the property is. */
    List<VertexRecord> verticesByIndex(String key, Object value);

    /** Edges that have a value under a key which has an index. */
    List<EdgeRef> edgesByIndex(String key, Object value);

    /**
     * Vertices that have one of several values under a key which has an index; numbers are equal when they are as numbers, whatever
     * their types. Cost: a batch of READs for the index; the vertices in batches as they are asked for, a few at first.
     */
    Iterator<VertexRecord> verticesWithAny(String key, Collection<?> values);

    /** Edges that have one of several values under a key which has an index, as {@link #verticesWithAny}. */
    Iterator<EdgeRef> edgesWithAny(String key, Collection<?> values);

    /** No fewer than {@link #verticesWithAny} or {@link #edgesWithAny} find, this transaction's changes aside. Cost: a batch of READs. */
    long countWithAny(ElementKind kind, String key, Collection<?> values);

    /** Keys that have an index which answers in this transaction. Cost: one READ in a transaction. */
    Set<String> indexes(ElementKind kind);

    /** The graph's variables. */
    Map<String, Object> variables();

    /** Sets a variable, or removes it (null). */
    void variable(String key, @Nullable Object value);

    // ---- end

    /** Whether there is something to commit. */
    boolean isChanged();

    /** Grows with every change to vertices and edges: what was read at one count is what would be read now if it is the same. */
    long changeCount();

    /** What this transaction's session has read so far; the difference of two is what was read between. Cost: none. */
    ReadCounts readCounts();

    /**
     * Makes the changes visible to all at once.
     *
     * @throws io.pragh.core.api.ConflictException when another transaction was in the way, or a vertex was removed meanwhile that an
     *     edge was added to: nothing happened, run it again
     */
    void commit();

    /** Gives the changes up. */
    void rollback();

    /** Whether it has neither committed nor rolled back. */
    boolean isOpen();

    /** Called once with whether it committed. */
    void whenEnded(Consumer<Boolean> listener);

    /** Rolls back what was not committed. */
    @Override
    default void close() {
        rollback();
    }
}
