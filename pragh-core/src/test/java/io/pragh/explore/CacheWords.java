package io.pragh.explore;

import io.pragh.core.access.location.LocationCache;
import io.pragh.core.memory.Region;

/** The words of a location cache that may hold a key. One thread. */
final class CacheWords {
    private static final int ENTRY_BYTES = 32;
    private static final int ENTRY_WORDS = 3;

    private final Region region;
    private final long set;

    CacheWords(LocationCache cache, long key) {
        this.region = (Region) Lens.peek(cache, "region");
        long any = 1L << 38;
        int entry = cache.put(key, any, 0);
        this.set = (long) entry * ENTRY_BYTES & -128L;
        cache.drop(key, any);
    }

    /** Adds all entries that may hold the key; sequence and read count are not part of the state. */
    void addTo(MemoryImage memory) {
        for (long entry = set; entry < set + 128; entry += ENTRY_BYTES) {
            memory.add(region, entry, ENTRY_WORDS, true);
            memory.add(region, entry + ENTRY_WORDS * Long.BYTES, 1, false);
        }
    }
}
