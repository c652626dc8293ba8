package io.pragh.tinkerpop.load;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Receives vertices and edges from readers of files; properties follow their element. One thread. */
interface GraphSink extends AutoCloseable {
    /** Adds a vertex with an identifier that must be free. */
    void vertex(Object id, String label);

    /** As {@link #vertex(Object, String)}; the identifier is a {@code Long}. */
    default void vertex(long id, String label) {
        vertex((Object) id, label);
    }

    /**
     * Adds a value to the last vertex, which may have several under one key; {@code id} is the value's identifier if
     * it is to keep one.
     */
    void property(String key, @Nullable Object value, @Nullable Object id);

    /** As {@link #property(String, Object, Object)}, without an identifier. */
    default void property(String key, @Nullable Object value) {
        property(key, value, null);
    }

    /**
     * As {@link #property(String, Object)}; the value is an ASCII text, given as bytes {@code from} to {@code to}.
     */
    default void property(String key, byte[] text, int from, int to) {
        property(key, new String(text, from, to - from, StandardCharsets.ISO_8859_1));
    }

    /** Adds a meta-property to the last property. */
    void ownProperty(String key, @Nullable Object value);

    /** Adds an edge between existing vertices; {@code id} if its file gives it one. */
    void edge(Object out, String label, Object in, @Nullable Object id);

    /** Adds an edge without identifier between vertices, which are created with a label if they are missing. */
    void edgeAndEnds(Object out, String label, Object in, String labelOfNew);

    /** As {@link #edgeAndEnds(Object, String, Object, String)}; the identifiers are {@code Long}s. */
    default void edgeAndEnds(long out, String label, long in, String labelOfNew) {
        edgeAndEnds((Object) out, label, (Object) in, labelOfNew);
    }

    /** Adds a property to the last edge. */
    void edgeProperty(String key, @Nullable Object value);

    /** Ends the input; all elements are in the graph when this returns. */
    void end();

    /** The number of elements in the graph after the end. */
    GraphFiles.Loaded count();

    /** Closes the sink; nothing more may be added. */
    @Override
    void close();
}
