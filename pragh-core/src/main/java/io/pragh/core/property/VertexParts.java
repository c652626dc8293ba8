package io.pragh.core.property;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a vertex, of which each part is decoded on demand. A {@link VertexRecord} gets from it the parts
 * that it was not asked for before. One thread at a time.
 */
// This interface hides the storage format: callers of the graph see records only.
public interface VertexParts {
    /** Its number. */
    long vid();

    /** Whether the vertex's identifier is its number, as a {@code Long}. */
    boolean isCalledByNumber();

    /** The vertex's identifier; always the same object. */
    Object id();

    /** Its label. */
    String label();

    /** The edge labels that the vertex has had, a word each. */
    int[] directory();

    /** The number of its next property. */
    long nextNumber();

    /** All its properties, newly decoded. */
    List<VertexPropertyRecord> properties();

    /** The properties under one of the keys, newly decoded; the others are skipped. */
    List<VertexPropertyRecord> properties(String... keys);

    /** The property with a number, newly decoded, or null. */
    @Nullable
    VertexPropertyRecord property(long number);

    /**
     * Whether the vertex has a value under a key. The value is given as bytes, of a type whose values are equal
     * exactly when their bytes are.
     */
    Held held(String key, byte[] value);
}
