package io.pragh.core.property;

import java.util.List;

/**
 * What is stored of a vertex, of which only that is decoded which somebody asks for: where a record gets from what it was not asked
 * for before. One thread at a time.
 */
// An interface for the sake of the border: who uses the graph sees records, and never how they are stored.
public interface VertexParts {
    /** Its number. */
    long vid();

    /** What the application calls it; always the same object. */
    Object id();

    /** Its label. */
    String label();

    /** Which edge labels it has had, a word each. */
    int[] directory();

    /** The number of its next property. */
    long nextNumber();

    /** Those properties that are wanted, decoded anew; the others are passed over. */
    List<VertexPropertyRecord> properties(Wanted wanted);

    /** Which properties are to be decoded. */
    interface Wanted {
        /** Whether this one is. */
        boolean wants(long number, String key);
    }
}
