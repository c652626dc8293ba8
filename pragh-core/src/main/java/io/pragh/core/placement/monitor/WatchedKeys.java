package io.pragh.core.placement.monitor;

import java.util.Iterator;
import java.util.LinkedHashSet;

/**
 * The keys whose local reads are counted. Any thread counts, without waiting; watching and draining exclude each
 * other.
 */
final class WatchedKeys {
    // Every local read passes here and nearly none is of a watched key, so a bitmap of 8 KiB answers first: one
    // multiplication, one load. It stays right while keys are added; a key that is removed leaves its bit behind
    // until the next drain builds the map anew. Behind it is an open-addressed table. Counters only grow, and the
    // count that was last reported is kept beside each, so a drain writes no word that a reader writes. A removed key
    // leaves a mark that keeps the others findable; a table that is three quarters full of keys and marks is
    // replaced, and reads that are counted in the old one at that moment are lost.

    static final int KEYS_MAX = 1 << 16;

    private static final int FILTER_BITS_SHIFT = 48;
    private static final int FILTER_WORDS = 1 << 64 - FILTER_BITS_SHIFT - 6;
    private static final int TABLE_MIN = 1 << 8;
    /** A mark of kind 0, which no key has. */
    private static final long REMOVED = 1;

    /** Receives a watched key and its reads since the last drain. */
    @FunctionalInterface
    interface Consumer {
        void accept(long key, int reads);
    }

    /** One table of fixed size. The upper bits of the hash are the index of the first probe. */
    private static final class Table {
        final long[] keys;
        final int[] counts;
        final int[] told;
        final int shift;
        int used;

        Table(int size) {
            keys = new long[size];
            counts = new int[size];
            told = new int[size];
            shift = Long.numberOfLeadingZeros(size) + 1;
        }

        /** Slot of a key, or the complement of the free slot where the search ended. */
        int slotOf(long key, long hash) {
            int slot = (int) (hash >>> shift);
            long found = keys[slot];
            while (found != key && found != 0) {
                slot = slot + 1 & keys.length - 1;
                found = keys[slot];
            }
            return found == key ? slot : ~slot;
        }

        boolean isFull() {
            return used >= keys.length / 4 * 3;
        }
    }

    private final long[] filter = new long[FILTER_WORDS];
    private final int keysMax;
    private final LinkedHashSet<Long> oldestFirst = new LinkedHashSet<>();
    private volatile Table table = new Table(TABLE_MIN);
    private boolean filterIsStale;
    /** Whether there is any watched key; readers see a change a little later, and miss a few reads. */
    private boolean watching;

    /** An empty set of at most {@code keysMax} keys. */
    WatchedKeys(int keysMax) {
        this.keysMax = keysMax;
    }

    /** Counts a read if the key is watched. */
    void count(long key) {
        if (watching) {
            long hash = KeyHash.of(key);
            if (mayContain(hash)) {
                countWatched(key, hash);
            }
        }
    }

    private boolean mayContain(long hash) {
        int bit = (int) (hash >>> FILTER_BITS_SHIFT);
        return (filter[bit >>> 6] & 1L << bit) != 0;
    }

    private void countWatched(long key, long hash) {
        Table now = table;
        int slot = now.slotOf(key, hash);
        if (slot >= 0) {
            now.counts[slot]++;
        }
    }

    /** Starts to count a key, or makes it the youngest; the oldest is removed when there are too many. */
    synchronized void add(long key) {
        if (!oldestFirst.remove(key)) {
            if (oldestFirst.size() == keysMax) {
                Iterator<Long> oldest = oldestFirst.iterator();
                unlink(oldest.next());
                oldest.remove();
            }
            link(key);
        }
        oldestFirst.add(key);
        watching = true;
    }

    /** Stops counting a key. */
    synchronized void remove(long key) {
        if (oldestFirst.remove(key)) {
            unlink(key);
            watching = !oldestFirst.isEmpty();
        }
    }

    /** Whether a key is watched; exact on the thread that adds and removes. */
    boolean contains(long key) {
        long hash = KeyHash.of(key);
        return mayContain(hash) && table.slotOf(key, hash) >= 0;
    }

    /** How many keys are watched. */
    synchronized int size() {
        return oldestFirst.size();
    }

    /** Visits every watched key, read or not, and restarts its count. */
    synchronized void drain(Consumer consumer) {
        if (filterIsStale) {
            rebuildFilter();
        }
        Table now = table;
        for (long key : oldestFirst) {
            int slot = now.slotOf(key, KeyHash.of(key));
            int count = now.counts[slot];
            int reads = count - now.told[slot];
            now.told[slot] = count;
            consumer.accept(key, Math.max(0, reads));
        }
    }

    private void link(long key) {
        if (table.isFull()) {
            grow();
        }
        long hash = KeyHash.of(key);
        table.keys[~table.slotOf(key, hash)] = key;
        table.used++;
        setBit(filter, hash);
    }

    private void unlink(long key) {
        table.keys[table.slotOf(key, KeyHash.of(key))] = REMOVED;
        filterIsStale = true;
    }

    /** Replaces the table by one without removed keys and at least half empty. */
    private void grow() {
        Table old = table;
        int size = Math.max(TABLE_MIN, Integer.highestOneBit(oldestFirst.size() + 1) * 4);
        Table next = new Table(size);
        for (int slot = 0; slot < old.keys.length; slot++) {
            long key = old.keys[slot];
            if (key != 0 && key != REMOVED) {
                int to = ~next.slotOf(key, KeyHash.of(key));
                next.keys[to] = key;
                next.counts[to] = old.counts[slot];
                next.told[to] = old.told[slot];
                next.used++;
            }
        }
        table = next;
    }

    private void rebuildFilter() {
        long[] next = new long[FILTER_WORDS];
        for (long key : oldestFirst) {
            setBit(next, KeyHash.of(key));
        }
        System.arraycopy(next, 0, filter, 0, FILTER_WORDS);
        filterIsStale = false;
    }

    private static void setBit(long[] filter, long hash) {
        int bit = (int) (hash >>> FILTER_BITS_SHIFT);
        filter[bit >>> 6] |= 1L << bit;
    }
}
