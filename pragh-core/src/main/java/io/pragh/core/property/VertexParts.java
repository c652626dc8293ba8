package io.pragh.core.property;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of a vertex, of which only that is decoded which somebody asks for: where a record gets from what it was not asked
 * for before. One thread at a time.
 */
// An interface for the sake of the border: who uses the graph sees records, and never how they are stored.
public interface VertexParts {
    /** Its number. */
    long vid();

    /** Whether the application calls it by its number, as a {@code Long}. */
    boolean isCalledByNumber();

    /** What the application calls it; always the same object. */
    Object id();

    /** Its label. */
    String label();

    /** Which edge labels it has had, a word each. */
    int[] directory();

    /** The number of its next property. */
    long nextNumber();

    /** All its properties, decoded anew. */
    List<VertexPropertyRecord> properties();

    /** Those properties that have one of the keys, decoded anew; the others are passed over. */
    List<VertexPropertyRecord> properties(String... keys);

    /** The property with a number, decoded anew, or null. */
    @Nullable
    VertexPropertyRecord property(long number);

    /** Whether a property has a key and a value, given as the bytes of one of those types whose values are equal when their bytes are. */
    Held held(String key, byte[] value);
}
