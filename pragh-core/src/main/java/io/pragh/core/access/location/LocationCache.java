package io.pragh.core.access.location;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;

/**
 * A bounded map from key to the last known address of its value, for keys whose home or value is on another node,
 * shared by all threads of a node. It may forget entries at any time; an entry that it returns is as it was put,
 * address and stamp together. Any thread; no call waits.
 */
public final class LocationCache {
    // Sets of four entries lie in two neighbouring cache lines; a hash of the whole key chooses the set. A key is in
    // at most one entry of its set: a writer shows its key in the entry that it has taken before it looks for the
    // same key in the others, so of two writers of one key at least one sees the other and gives up.
    //
    // Every operation takes effect at one point: find when it reads the sequence again, writes when they take the
    // entry (the CAS proves that their decision still holds). A thread that loses its entry to another, or finds it
    // taken, gives up: the next reader misses and puts again. So a writer that stalls blocks its entry, and nothing
    // else.

    /** The smallest cache. */
    public static final long BYTES_MIN = 64 << 10;
    /** The largest: entries are numbered with an {@code int}. */
    public static final long BYTES_MAX = 32L << 30;
    /** The default size: four million locations. */
    public static final long BYTES_DEFAULT = 128L << 20;
    /** Says that no entry holds the key. */
    public static final int NO_ENTRY = -1;

    static final int WAYS = 4;

    private static final int SET_SHIFT = 7;
    private static final int NOT_FOUND = -1;

    private final Region region;
    private final long leaseNanos;
    private final int sets;
    private final ReadCounters counters;
    private final LongAdder entries = new LongAdder();
    private volatile int generation;
    /** Locations with an earlier stamp are invalid, once {@link #cleared}. */
    private volatile long clearedNanos;

    private volatile boolean cleared;

    /**
     * Creates an empty cache, and allocates all of its memory.
     *
     * @param bytes its size, 64 KiB to 32 GiB; up to a sixteenth may be left unused
     * @param lease how long an address is of use to a reader without the value: older ones are replaced first
     */
    public LocationCache(long bytes, LeasePolicy lease) {
        this(regionOf(bytes), lease);
    }

    LocationCache(Region region, LeasePolicy lease) {
        this.region = region;
        this.leaseNanos = lease.cacheNanos();
        this.sets = (int) (region.bytes() >>> SET_SHIFT);
        this.counters = new ReadCounters(region);
    }

    /**
     * Looks a key up. The caller checks the lease, because an address in its own memory needs none.
     *
     * @param into filled in when the key is found, unchanged otherwise
     * @return false when the key is not there, or is being written right now
     */
    public boolean find(long key, CachedLocation into) {
        int set = setOf(key);
        long offset = (long) set << SET_SHIFT;
        ByteBuffer segment = region.segment(offset);
        int at = region.index(offset);
        int way = wayOf(key, segment, at);
        if (way == NOT_FOUND || key == 0) {
            return false;
        }
        at += way * CacheEntry.LENGTH;
        int sequence = CacheEntry.sequenceAcquire(segment, at);
        long found = CacheEntry.key(segment, at);
        long location = CacheEntry.location(segment, at);
        long stampNanos = CacheEntry.stampNanos(segment, at);
        if (CacheEntry.isTaken(sequence)
                || found != key
                || !CacheEntry.unchanged(segment, at, sequence)
                || isForgotten(stampNanos)) {
            return false;
        }
        into.address = CacheEntry.address(location);
        into.place = CacheEntry.place(location);
        into.stampNanos = stampNanos;
        into.entry = set * WAYS + way;
        return true;
    }

    /** As {@link #put(long, long, int, long)}, of a key whose slot the caller does not know. */
    public int put(long key, long address, long stampNanos) {
        return put(key, address, 0, stampNanos);
    }

    /**
     * Remembers a location, unless its stamp is older than that of the key's present one. In a full set it replaces
     * an expired entry, else the least read one.
     *
     * @param address the address of a block, without the busy bit
     * @param place place of the key's slot in the bucket at which the search for it begins, seven bits; 0 when it is
     *     elsewhere or unknown
     * @param stampNanos the caller's clock before the READ that found the location
     * @return the entry that holds the key now, for {@link #count}, or {@link #NO_ENTRY} when other threads were
     *     writing, or the cache was cleared since the stamp
     */
    public int put(long key, long address, int place, long stampNanos) {
        assert GraphKey.kind(key) != 0 : "no key";
        assert ValueAddress.isBlock(address) && !ValueAddress.isBusy(address) : ValueAddress.show(address);
        if (isForgotten(stampNanos)) {
            return NO_ENTRY;
        }
        long location = CacheEntry.location(address, place);
        int set = setOf(key);
        long offset = (long) set << SET_SHIFT;
        ByteBuffer segment = region.segment(offset);
        int at = region.index(offset);
        int way = wayOf(key, segment, at);
        if (way == NOT_FOUND) {
            way = insert(segment, at, key, location, stampNanos);
        } else if (!refresh(segment, at + way * CacheEntry.LENGTH, key, location, stampNanos)) {
            way = NOT_FOUND;
        }
        return way == NOT_FOUND ? NO_ENTRY : set * WAYS + way;
    }

    /** Forgets a key if it still has this address; for readers that followed the address in vain. */
    public void drop(long key, long address) {
        long offset = (long) setOf(key) << SET_SHIFT;
        ByteBuffer segment = region.segment(offset);
        int at = region.index(offset);
        int way = wayOf(key, segment, at);
        if (way == NOT_FOUND || key == 0) {
            return;
        }
        at += way * CacheEntry.LENGTH;
        int sequence = CacheEntry.sequenceAcquire(segment, at);
        if (CacheEntry.key(segment, at) == key && CacheEntry.address(segment, at) == address) {
            erase(segment, at, sequence);
        }
    }

    /**
     * Forgets all locations that were READ before a time on the callers' clock, including those that are still to be
     * put, and begins another {@link #generation}.
     */
    public synchronized void clear(long nowNanos) {
        clearedNanos = nowNanos;
        cleared = true;
        for (long offset = 0; offset < region.bytes(); offset += CacheEntry.LENGTH) {
            ByteBuffer segment = region.segment(offset);
            int at = region.index(offset);
            if (CacheEntry.key(segment, at) != 0) {
                erase(segment, at, CacheEntry.sequenceAcquire(segment, at));
            }
        }
        generation++;
    }

    private boolean isForgotten(long stampNanos) {
        return cleared && stampNanos - clearedNanos < 0;
    }

    /**
     * Changes with every {@link #clear}, after it: a caller with addresses of its own must drop them, too, when it
     * has changed.
     */
    public int generation() {
        return generation;
    }

    /**
     * Counts one read of a key. Threads that count at the same time may lose one of their reads, and a read that
     * meets the replacement of its key may be counted for the successor: a report is a hint, and exact counts would
     * cost every read a locked instruction.
     *
     * @param entry where {@link #find} found the key; negative for none
     * @return reads of the key since the last drain, or 0 when the entry holds another key by now or is just being
     *     drained
     */
    public int count(int entry, long key) {
        return entry < 0 ? 0 : counters.count(entry, key);
    }

    /**
     * Visits every key that was read at least {@code minimum} times since the last drain, and sets all counters to
     * zero. Looks only at the neighbourhood of keys that were read. One drain at a time; other callers wait.
     *
     * @param minimum at least 1
     */
    public void drainCounts(int minimum, CountConsumer consumer) {
        counters.drain(minimum, consumer);
    }

    /** Number of keys; approximate while other threads write. */
    public long entries() {
        return entries.sum();
    }

    /** Number of keys for which there is room. */
    public long capacity() {
        return (long) sets * WAYS;
    }

    /** Bytes of memory it occupies outside the heap. */
    public long bytes() {
        return region.bytes();
    }

    /** The set of a key. */
    int setOf(long key) {
        long hash = (key ^ key >>> 32) * 0x9E3779B97F4A7C15L;
        hash = (hash ^ hash >>> 32) * 0xC2B2AE3D27D4EB4FL;
        return (int) ((hash >>> 32) * sets >>> 32);
    }

    private static int wayOf(long key, ByteBuffer segment, int setAt) {
        for (int way = 0, at = setAt; way < WAYS; way++, at += CacheEntry.LENGTH) {
            if (CacheEntry.key(segment, at) == key) {
                return way;
            }
        }
        return NOT_FOUND;
    }

    /**
     * Writes a newer location of a key over the one at {@code at}; returns whether the entry holds the key
     * afterwards.
     */
    private static boolean refresh(ByteBuffer segment, int at, long key, long location, long stampNanos) {
        int sequence = CacheEntry.sequenceAcquire(segment, at);
        if (CacheEntry.isTaken(sequence) || CacheEntry.key(segment, at) != key) {
            return false;
        }
        if (stampNanos - CacheEntry.stampNanos(segment, at) < 0) {
            return CacheEntry.unchanged(segment, at, sequence);
        }
        if (!CacheEntry.take(segment, at, sequence)) {
            return false;
        }
        CacheEntry.write(segment, at, key, location, stampNanos);
        CacheEntry.release(segment, at, sequence);
        return true;
    }

    /**
     * Replaces the least valuable entry of a set; returns the way, or {@link #NOT_FOUND} when other threads were
     * writing.
     */
    private int insert(ByteBuffer segment, int setAt, long key, long location, long stampNanos) {
        int victim = NOT_FOUND;
        int victimSequence = 0;
        int victimWeight = 0;
        long victimStamp = 0;
        for (int way = 0, at = setAt; way < WAYS; way++, at += CacheEntry.LENGTH) {
            int sequence = CacheEntry.sequenceAcquire(segment, at);
            if (!CacheEntry.isTaken(sequence)) {
                long stamp = CacheEntry.stampNanos(segment, at);
                int weight = weight(segment, at, stampNanos - stamp);
                if (victim == NOT_FOUND || weight < victimWeight || weight == victimWeight && stamp - victimStamp < 0) {
                    victim = way;
                    victimSequence = sequence;
                    victimWeight = weight;
                    victimStamp = stamp;
                }
            }
        }
        int at = setAt + victim * CacheEntry.LENGTH;
        if (victim == NOT_FOUND || !CacheEntry.take(segment, at, victimSequence)) {
            return NOT_FOUND;
        }
        boolean wasFree = CacheEntry.key(segment, at) == 0;
        CacheEntry.claim(segment, at, key);
        boolean alone = isOnlyIn(victim, key, segment, setAt);
        if (alone) {
            CacheEntry.write(segment, at, key, location, stampNanos);
        } else {
            CacheEntry.write(segment, at, 0, 0, 0);
        }
        CacheEntry.setCount(segment, at, counters.fresh());
        CacheEntry.release(segment, at, victimSequence);
        if (wasFree == alone) {
            entries.add(alone ? 1 : -1);
        }
        return alone ? victim : NOT_FOUND;
    }

    /** Replacement weight of an entry: -2 when it is free, -1 when its lease is over, else its weighted reads. */
    private int weight(ByteBuffer segment, int at, long ageNanos) {
        if (CacheEntry.key(segment, at) == 0) {
            return -2;
        }
        return ageNanos > leaseNanos ? -1 : counters.weight(CacheEntry.countAcquire(segment, at));
    }

    /** Whether no other way of the set shows a key that this way has claimed. */
    private static boolean isOnlyIn(int claimed, long key, ByteBuffer segment, int setAt) {
        for (int way = 0, at = setAt; way < WAYS; way++, at += CacheEntry.LENGTH) {
            if (way != claimed && CacheEntry.keyVolatile(segment, at) == key) {
                return false;
            }
        }
        return true;
    }

    /** Frees an entry unless another thread has written it since {@code sequence} was read. */
    private void erase(ByteBuffer segment, int at, int sequence) {
        if (CacheEntry.isTaken(sequence) || !CacheEntry.take(segment, at, sequence)) {
            return;
        }
        boolean wasFree = CacheEntry.key(segment, at) == 0;
        CacheEntry.write(segment, at, 0, 0, 0);
        CacheEntry.setCount(segment, at, counters.fresh());
        CacheEntry.release(segment, at, sequence);
        if (!wasFree) {
            entries.decrement();
        }
    }

    /**
     * A region of that size, with segment sizes that are powers of two and leave at most a sixteenth of it unused.
     */
    static Region regionOf(long bytes) {
        if (bytes < BYTES_MIN || bytes > BYTES_MAX) {
            throw new PraghException("a location cache has 64 KiB to 32 GiB: bytes=" + bytes);
        }
        int segmentBytes = (int) Long.highestOneBit(Math.min(bytes, Region.SEGMENT_BYTES_MAX));
        while (bytes % segmentBytes > bytes / 16) {
            segmentBytes /= 2;
        }
        return Region.whole(segmentBytes, (int) (bytes / segmentBytes));
    }
}
