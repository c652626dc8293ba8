package io.pragh.core.access.location;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** A small cache whose entries a test may change, and keys that share one of its sets. */
final class CacheFixture {
    static final long LEASE_NANOS = 1000;

    final Region region = LocationCache.regionOf(LocationCache.BYTES_MIN);
    final LocationCache cache = new LocationCache(region, new LeasePolicy(LEASE_NANOS, 0));
    final CachedLocation found = new CachedLocation();

    /** The first keys of the set that vertex 1 belongs to. */
    long[] keysOfOneSet(int count) {
        int set = cache.setOf(key(1));
        return LongStream.iterate(1, vid -> vid + 1)
                .map(CacheFixture::key)
                .filter(key -> cache.setOf(key) == set)
                .limit(count)
                .toArray();
    }

    static long key(long vid) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 7, vid);
    }

    static long address(int partition, long block) {
        return ValueAddress.of(partition, 3, 1, block * ValueAddress.GRAIN_BYTES);
    }

    /** Address and stamp of a key as text, or "miss". */
    String show(long key) {
        return cache.find(key, found) ? found.address + "@" + found.stampNanos : "miss";
    }

    void count(long key, int reads) {
        for (int i = 0; i < reads; i++) {
            if (!cache.find(key, found) || cache.count(found.entry, key) == 0) {
                throw new AssertionError("not in the cache: " + GraphKey.show(key));
            }
        }
    }

    /** Begins a write of the key's entry that never ends; returns the entry's sequence. */
    int stallWriterOf(long key) {
        int at = at(key);
        ByteBuffer segment = region.segment(at);
        int sequence = CacheEntry.sequenceAcquire(segment, at);
        if (!CacheEntry.take(segment, at, sequence)) {
            throw new AssertionError("entry is taken already");
        }
        return sequence;
    }

    /** Byte index of a key's entry; the smallest cache has one segment. */
    int at(long key) {
        if (!cache.find(key, found)) {
            throw new AssertionError("not in the cache: " + GraphKey.show(key));
        }
        return found.entry * CacheEntry.LENGTH;
    }

    Map<Long, Integer> drain(int minimum) {
        Map<Long, Integer> reads = new TreeMap<>();
        cache.drainCounts(minimum, (key, address, count) -> reads.merge(key, count, Integer::sum));
        return reads;
    }
}
