package io.pragh.tinkerpop.load;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Where readers of files deliver vertices and edges; what is said of one follows it. One thread. */
interface GraphSink extends AutoCloseable {
    /** A new vertex with an identifier that must be free. */
    void vertex(Object id, String label);

    /** The same; its identifier is a {@code Long}. */
    default void vertex(long id, String label) {
        vertex((Object) id, label);
    }

    /** A value of the vertex that came last, which may have several under one key; {@code id} when it is to keep one. */
    void property(String key, @Nullable Object value, @Nullable Object id);

    /** The same without. */
    default void property(String key, @Nullable Object value) {
        property(key, value, null);
    }

    /** The same; the value is a text of the characters 0 to 127, given as bytes {@code from} to {@code to}. */
    default void property(String key, byte[] text, int from, int to) {
        property(key, new String(text, from, to - from, StandardCharsets.ISO_8859_1));
    }

    /** Something that is said of the property that came last. */
    void ownProperty(String key, @Nullable Object value);

    /** A new edge between vertices that have to be there; {@code id} when its file gives it one. */
    void edge(Object out, String label, Object in, @Nullable Object id);

    /** A new edge without identifier between vertices that are there, or are made with a label. */
    void edgeAndEnds(Object out, String label, Object in, String labelOfNew);

    /** The same; the identifiers are {@code Long}s. */
    default void edgeAndEnds(long out, String label, long in, String labelOfNew) {
        edgeAndEnds((Object) out, label, (Object) in, labelOfNew);
    }

    /** A property of the edge that came last. */
    void edgeProperty(String key, @Nullable Object value);

    /** Everything has come, and is in the graph when this returns. */
    void end();

    /** How much there is in the graph after the end. */
    GraphFiles.Loaded count();

    /** No more comes. */
    @Override
    void close();
}
