package io.pragh.core.access;

/**
 * Learns of every read on its way: how the read path feeds the placement monitor without knowing it. Called by the reading thread
 * itself, so it must return within nanoseconds, allocate nothing and never throw. Any thread.
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
     * @param key what was read
     * @param address where it lay
     * @param cacheEntry the entry of the location cache that holds the key, or a negative number when none does
     */
    void remoteRead(long key, long address, int cacheEntry);

    /** A value was read from this node's own memory. */
    void localRead(long key);
}
