package io.pragh.core.property;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Elements for a graph that has none yet: they are gathered in this process and checked, and nothing is stored before {@link #write}.
 * What is said of a vertex or an edge follows it. The graph must be nobody else's: readers that come while it is written see a part
 * of it. One thread.
 *
 * <p>Cost: memory of the heap until {@link #close}, docs/benchmark.md says how much, and no transaction but those that name labels and
 * keys before it is written.
 */
public interface BulkLoad extends AutoCloseable {
    /** How many elements were gathered, or stored. */
    record Stored(long vertices, long edges) {}

    /**
     * A vertex whose identifier is a {@code Long}.
     *
     * @throws ElementExistsException when there is one that is called so
     */
    void vertex(long id, String label);

    /** A vertex with any identifier that can be stored; else as {@link #vertex(long, String)}. */
    void vertex(Object id, String label);

    /** One more value of the vertex that came last, which may have several under one key. */
    void property(String key, @Nullable Object value);

    /** The same with an identifier of its own, which can be stored. */
    void property(String key, @Nullable Object value, Object id);

    /** The same without; the value is a text of the characters 0 to 127, given as bytes {@code from} to {@code to}. */
    void property(String key, byte[] text, int from, int to);

    /** What is said of the property that came last, under a key that it does not have yet. */
    void ownProperty(String key, @Nullable Object value);

    /** Whether a vertex is called so. */
    boolean hasVertex(Object id);

    /**
     * An edge between vertices whose identifiers are integral numbers.
     *
     * @param labelOfNew a vertex that is not there is made, with this label; null: it has to be there
     * @throws MissingVertexException when it is not
     */
    void edge(long out, String label, long in, @Nullable String labelOfNew);

    /**
     * An edge between vertices with any identifiers; else as {@link #edge(long, String, long, String)}.
     *
     * @param id the edge's own identifier, which must be free; null: it needs none
     */
    void edge(Object out, String label, Object in, @Nullable Object id, @Nullable String labelOfNew);

    /** What is said of the edge that came last, under a key that it does not have yet. */
    void edgeProperty(String key, @Nullable Object value);

    /** How much has come. */
    Stored gathered();

    /**
     * Stores everything that has come. May be called once. Cost: commits of about a megabyte, each of one home.
     *
     * @param stored is told, again and again, how many elements more are stored
     * @throws io.pragh.core.base.PraghException when it does not fit, and then nothing was stored; or when it could not be stored to its end,
     *     which the message says: then a part is there, and the graph is to be closed
     */
    Stored write(LongConsumer stored);

    /** Forgets what was gathered. */
    @Override
    void close();
}
