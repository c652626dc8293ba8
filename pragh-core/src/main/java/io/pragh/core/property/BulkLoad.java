package io.pragh.core.property;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A load in bulk: gathers and checks the elements of a graph that has none yet in this process, and stores nothing
 * before {@link #write}. A property follows the vertex or edge that it belongs to. Nothing else may use the graph
 * meanwhile: a reader that comes while it is written sees a part of it. One thread.
 *
 * <p>Cost: heap memory until {@link #close} (docs/benchmark.md says how much). The only transactions before {@link
 * #write} are those that give numbers to names of labels and keys.
 */
public interface BulkLoad extends AutoCloseable {
    /** Counts of elements that were gathered, or stored. */
    record Stored(long vertices, long edges) {}

    /**
     * Adds a vertex whose identifier is a {@code Long}.
     *
     * @throws ElementExistsException when a vertex has this identifier already
     */
    void vertex(long id, String label);

    /** Adds a vertex with any identifier that can be stored; otherwise as {@link #vertex(long, String)}. */
    void vertex(Object id, String label);

    /** Adds a value to the vertex that was added last. A vertex may have several values under one key. */
    void property(String key, @Nullable Object value);

    /**
     * As {@link #property(String, Object)}, for a property with an identifier of its own, which must be one that can
     * be stored.
     */
    void property(String key, @Nullable Object value, Object id);

    /**
     * As {@link #property(String, Object)}; the value is a text of the characters 0 to 127, given as bytes {@code
     * from} to {@code to}.
     */
    void property(String key, byte[] text, int from, int to);

    /** Adds a property to the vertex property that was added last, under a key that it does not have yet. */
    void ownProperty(String key, @Nullable Object value);

    /** Whether a vertex with this identifier was added. */
    boolean hasVertex(Object id);

    /**
     * Adds an edge between vertices whose identifiers are integral numbers.
     *
     * @param labelOfNew the label with which a missing vertex is made; null: both vertices must exist
     * @throws MissingVertexException when {@code labelOfNew} is null and a vertex is missing
     */
    void edge(long out, String label, long in, @Nullable String labelOfNew);

    /**
     * Adds an edge between vertices with any identifiers; otherwise as {@link #edge(long, String, long, String)}.
     *
     * @param id the edge's own identifier, which must be free; null: the edge has none from the application
     */
    void edge(Object out, String label, Object in, @Nullable Object id, @Nullable String labelOfNew);

    /** Adds a property to the edge that was added last, under a key that it does not have yet. */
    void edgeProperty(String key, @Nullable Object value);

    /** How many elements were gathered so far. */
    Stored gathered();

    /**
     * Stores all gathered elements. May be called once. Cost: commits of about a megabyte, each of one home.
     *
     * @param stored is called repeatedly with the number of elements stored since the last call
     * @throws io.pragh.core.base.PraghException when the elements do not fit, and then nothing was stored; or when
     *     storing them failed halfway, as the message says: then the graph holds a part of them and must be closed
     */
    Stored write(LongConsumer stored);

    /** Releases the gathered elements. */
    @Override
    void close();
}
