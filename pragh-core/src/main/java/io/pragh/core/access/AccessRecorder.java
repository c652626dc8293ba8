package io.pragh.core.access;

/**
 * Receives every read as it happens, so that the read path feeds the placement monitor without a dependency on it.
 * The reading thread makes the calls, so they must return within nanoseconds, allocate nothing and never throw. Any
 * thread.
 */
public interface AccessRecorder {
    /** Counts nothing. */
    AccessRecorder NONE = new AccessRecorder() {
        @Override
        public void remoteRead(long key, long address, int cacheEntry) {}

        @Override
        public void localRead(long key) {}
    };

    /**
     * A value was read from another node's memory.
     *
     * @param key the key of the value
     * @param address the address of its block
     * @param cacheEntry the entry of the location cache that holds the key, or a negative number when none does
     */
    void remoteRead(long key, long address, int cacheEntry);

    /** A value was read from this node's own memory. */
    void localRead(long key);
}
