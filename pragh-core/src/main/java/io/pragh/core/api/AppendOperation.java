package io.pragh.core.api;

import io.pragh.core.memory.Region;

/**
 * An operation that appends entries of two words each. Where there is room behind the body, the store keeps the
 * entries there, and readers get a body that includes them. All such operations of a node share one form of body.
 * Stateless, any thread.
 */
public interface AppendOperation extends ValueOperation {
    /** Whether the value of this key takes appended entries. */
    boolean appendsTo(long key);

    /** The entries of an update. */
    AppendedEntries entries(Update update);

    /**
     * Number of later entries for which a block that replaces this body is to have room; {@code bodyBytes} may be
     * {@link #ABSENT}.
     */
    int room(Region region, long body, int bodyBytes);

    /**
     * Whether the entries of a value typically have numbers beyond 35 bits. Its next entries are then kept in records
     * that are half as long again.
     */
    default boolean isWide(Region region, long body, int bodyBytes) {
        return false;
    }

    /** Whether these entries can be appended, so that {@link #bytesWith} is a length. */
    default boolean accepts(Region region, long body, int bodyBytes, AppendedEntries entries) {
        return bytesWith(region, body, bodyBytes, entries) >= 0;
    }

    /**
     * Length of the body with these entries at its end; {@link #FULL} when it has no room for them;
     * {@link #WRONG_PLACE} when an entry that must be new is not, or when this body cannot tell.
     */
    int bytesWith(Region region, long body, int bodyBytes, AppendedEntries entries);

    /**
     * Whether the first {@code bytesWanted} bytes of the body satisfy a reader that wants only so many, and are the
     * same as those of the body with entries at its end.
     */
    boolean covers(Region region, long body, int bodyBytes, int bytesWanted);

    /** Writes the body with the entries to {@code target}, every byte of it. */
    void writeWith(Region region, long body, int bodyBytes, AppendedEntries entries, Region target, long newBody);
}
