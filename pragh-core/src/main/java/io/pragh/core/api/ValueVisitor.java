package io.pragh.core.api;

import io.pragh.core.memory.Region;

/** Gets the values of a read, each in place or in a landing buffer; not in the order of the keys. One thread. */
public interface ValueVisitor {
    /**
     * One value. The bytes may be looked at during this call only, and never written.
     *
     * @param index which of the keys asked for
     * @param region where the body lies
     * @param body offset of its first byte in the region
     * @param bodyBytes length of the whole body; only as many bytes as the read asked for are there
     */
    void value(int index, Region region, long body, int bodyBytes);

    /**
     * The same of a value that has entries behind its body, of which the transaction sees these: for who can do without having them put
     * together. False for who cannot: then {@link #value(int, Region, long, int)} gets a body that has them all.
     */
    default boolean value(int index, Region region, long body, int bodyBytes, AppendedEntries behind) {
        return false;
    }

    /** The key has no value. */
    default void absent(int index) {}
}
