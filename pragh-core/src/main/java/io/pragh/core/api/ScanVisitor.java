package io.pragh.core.api;

import io.pragh.core.memory.Region;

/** Gets the values that a {@linkplain Transaction#scan scan} finds, each in place or in a landing buffer, with its key. One thread. */
public interface ScanVisitor {
    /**
     * One value. The bytes may be looked at during this call only, and never written; the session that scans may not be used.
     *
     * @param key whose value it is
     * @param place which of the keys of this call of the scan it is; values do not come in this order where some lie elsewhere
     * @param region where the body lies
     * @param body offset of its first byte in the region
     * @param bodyBytes length of the body
     * @return whether the transaction relies on it: then it is validated
     */
    boolean value(long key, int place, Region region, long body, int bodyBytes);

    /** A key whose value was deleted, or is newer than the transaction; whether the transaction relies on that. */
    default boolean absent(long key) {
        return false;
    }
}
