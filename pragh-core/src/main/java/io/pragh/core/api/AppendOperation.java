package io.pragh.core.api;

import io.pragh.core.memory.Region;

/**
 * An operation that appends entries of two words each. Where there is room behind the body they are kept there, and readers get the body
 * that has them. All such operations of a node share one form of body. Stateless, any thread.
 */
public interface AppendOperation extends ValueOperation {
    /** Whether values of this key are appended to. */
    boolean appendsTo(long key);

    /** The entries of an update. */
    AppendedEntries entries(Update update);

    /** How many entries a block that replaces this body is to take later; {@code bodyBytes} may be {@link #ABSENT}. */
    int room(Region region, long body, int bodyBytes);

    /** Whether entries of a value have numbers beyond 35 bits as a rule: its next ones are kept in records that are half as long again. */
    default boolean isWide(Region region, long body, int bodyBytes) {
        return false;
    }

    /** Whether {@link #bytesWith} is a length. */
    default boolean accepts(Region region, long body, int bodyBytes, AppendedEntries entries) {
        return bytesWith(region, body, bodyBytes, entries) >= 0;
    }

    /**
     * Length of the body with these entries at its end; {@link #FULL} when it has no room for them, {@link #WRONG_PLACE} when one that must be
     * new is not, or this body cannot tell.
     */
    int bytesWith(Region region, long body, int bodyBytes, AppendedEntries entries);

    /**
     * Whether the first bytes of a body are all that a reader has asked for which wants so many, and it would not know those of the body with
     * entries at its end from them.
     */
    boolean covers(Region region, long body, int bodyBytes, int bytesWanted);

    /** Writes that body to {@code target}; every byte of it. */
    void writeWith(Region region, long body, int bodyBytes, AppendedEntries entries, Region target, long newBody);
}
