package io.pragh.core.api;

import io.pragh.core.memory.Region;

/** Receives the values of a read, each in place or in a landing buffer, in any order. One thread. */
public interface ValueVisitor {
    /**
     * Receives one value. The bytes are valid during this call only, and must not be written.
     *
     * @param index index of the key in the request
     * @param region holds the body
     * @param body offset of its first byte in the region
     * @param bodyBytes length of the whole body; only as many bytes as the read requested are valid
     */
    void value(int index, Region region, long body, int bodyBytes);

    /**
     * Receives a value with entries behind its body, those that the transaction sees; for visitors that need no
     * assembled body. A visitor that returns false gets a body with all entries by
     * {@link #value(int, Region, long, int)}.
     */
    default boolean value(int index, Region region, long body, int bodyBytes, AppendedEntries behind) {
        return false;
    }

    /** Receives a key without a value. */
    default void absent(int index) {}
}
