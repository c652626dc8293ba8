package io.pragh.core.access.location;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where the values of other homes were seen last: a bounded map from key to address, shared by all threads of a node. It forgets
 * when it likes; what it does tell was put into it as told, address and stamp together. Any thread; nobody ever waits.
 */
public final class LocationCache {
    // Sets of four entries lie in two neighbouring cache lines; a hash of the whole key chooses the set. A key is in
    // at most one entry of its set: a writer shows its key in the entry it has taken before it looks for the same key
    // in the others, so that of two writers of one key at least one sees the other and gives up.
    //
    // Every operation takes effect at one point: find when it reads the sequence again, writes when they take the
    // entry (the CAS proves that what they decided on still holds). A thread that loses its entry to another, or
    // finds it taken, gives up: the next reader misses and puts again. So a writer that stalls blocks its entry, and
    // nothing else.

    /** The smallest cache. */
    public static final long BYTES_MIN = 64 << 10;
    /** The largest: entries are numbered with an {@code int}. */
    public static final long BYTES_MAX = 32L << 30;
    /** What a node uses unless it is told otherwise: four million locations. */
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
    /** What was stamped before is not to be found, once {@link #cleared}. */
    private volatile long clearedNanos;

    private volatile boolean cleared;

    /**
     * An empty cache, all of its memory taken at once.
     *
     * @param bytes its size, 64 KiB to 32 GiB; up to a sixteenth may be left unused
     * @param lease how long an address can be of use to a reader without the value: older ones are replaced first
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
     * Looks a key up. Whether the lease still holds is for the caller to judge: an address in its own memory needs none.
     *
     * @param into filled in when the key is found, left alone otherwise
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
     * Remembers a location; one with an older stamp than the key's present one is ignored. When its set is full it takes the place
     * of an expired entry, else of the least read one.
     *
     * @param address the address of a block, without the busy bit
     * @param place where in the bucket at which the search for it begins the key's slot is, seven bits; 0 for elsewhere, or not known
     * @param stampNanos the caller's clock before the READ that found it
     * @return the entry that holds the key now, for {@link #count}, or {@link #NO_ENTRY} when others were writing or all of
     *     that time was forgotten
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

    /** Forgets a key if its address is still this one; for readers that followed it in vain. */
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
     * Forgets everything that was READ before a time on the callers' clock, also what somebody is about to put, and begins another
     * {@link #generation}.
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

    /** Changes with every {@link #clear}, after it: who keeps addresses of his own forgets them, too, when it has changed. */
    public int generation() {
        return generation;
    }

    /**
     * Counts one read of a key. Threads that count at the same time may lose one of their reads, and a read that meets the
     * replacement of its key may be counted for the successor: a report is a hint, and exact counts would cost every read a locked
     * instruction.
     *
     * @param entry where {@link #find} found the key; negative for nowhere
     * @return reads of the key since the last drain, or 0 when the entry holds another key by now or is just being drained
     */
    public int count(int entry, long key) {
        return entry < 0 ? 0 : counters.count(entry, key);
    }

    /**
     * Visits every key that was read at least {@code minimum} times since the last drain, and sets all counters to zero. Looks only
     * at the neighbourhood of keys that were read. One drain at a time; others wait.
     *
     * @param minimum at least 1
     */
    public void drainCounts(int minimum, CountConsumer consumer) {
        counters.drain(minimum, consumer);
    }

    /** How many keys it holds, roughly while others write. */
    public long entries() {
        return entries.sum();
    }

    /** How many keys it could hold. */
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

    /** Writes a newer location of a key over the one at {@code at}; whether the entry holds the key afterwards. */
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

    /** Writes a location over the one its set can spare best; returns the way, or {@link #NOT_FOUND} when others were writing. */
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

    /** How much an entry deserves to stay: -2 when it is free, -1 when its lease is over, else its reads. */
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

    /** Frees an entry unless somebody has written it since {@code sequence} was read. */
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

    /** A region of that size whose segments, powers of two, leave at most a sixteenth of it unused. */
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
