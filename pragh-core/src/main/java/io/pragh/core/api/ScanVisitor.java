package io.pragh.core.api;

import io.pragh.core.memory.Region;

/**
 * Receives the values that a {@linkplain Transaction#scan scan} finds, each with its key, in place or in a landing
 * buffer. One thread.
 */
public interface ScanVisitor {
    /**
     * Receives one value. The bytes are valid during this call only, and must not be written; the session that scans
     * must not be used.
     *
     * @param key the key of the value
     * @param place index of the key among the keys of this call of the scan; values that lie elsewhere come out of
     *     order
     * @param region holds the body
     * @param body offset of its first byte in the region
     * @param bodyBytes length of the body
     * @return whether the transaction relies on the value, so that commit validates it
     */
    boolean value(long key, int place, Region region, long body, int bodyBytes);

    /**
     * Receives a key whose value was deleted, or is newer than the snapshot; returns whether the transaction relies
     * on that.
     */
    default boolean absent(long key) {
        return false;
    }
}
