package io.pragh.tinkerpop.process.plan;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often numbers have come, each by itself or together with its path, in the order of their first
 * occurrence. One thread.
 */
final class LongTable {
    /** An empty table that is never added to. */
    static final LongTable NONE = new LongTable();

    /** Bytes of a number, its count and its slots, with room for growth. */
    private static final int ENTRY_BYTES = 48;

    private static final int CAPACITY_FIRST = 64;
    private static final int EMPTY = 0;

    private long[] keys = new long[CAPACITY_FIRST / 2];
    private long[] counts = new long[CAPACITY_FIRST / 2];
    /** Indexes of keys, plus one. */
    private int[] slots = new int[CAPACITY_FIRST];

    /** Paths of keys; null as long as none has one. */
    private @Nullable Trail @Nullable [] trails;

    private int size;

    /** Adds to the count of a number; true when the number is new. */
    boolean add(long key, long more) {
        return add(key, null, more);
    }

    /** As {@link #add(long, long)}, for a number with a path, which is compared by identity. */
    boolean add(long key, @Nullable Trail trail, long more) {
        int mask = slots.length - 1;
        int slot = hash(key, trail) & mask;
        while (slots[slot] != EMPTY) {
            int place = slots[slot] - 1;
            if (keys[place] == key && trail(place) == trail) {
                counts[place] = Math.addExact(counts[place], more);
                return false;
            }
            slot = slot + 1 & mask;
        }
        if (size == keys.length) {
            grow();
            return add(key, trail, more);
        }
        if (trail != null) {
            put(size, trail);
        }
        keys[size] = key;
        counts[size++] = more;
        slots[slot] = size;
        return true;
    }

    private void put(int place, Trail trail) {
        @Nullable Trail[] known = trails;
        if (known == null || known.length < keys.length) {
            known = known == null ? new Trail[keys.length] : Arrays.copyOf(known, keys.length);
            trails = known;
        }
        known[place] = trail;
    }

    /** The path of a number. */
    @Nullable
    Trail trail(int place) {
        @Nullable Trail[] known = trails;
        return known == null || place >= known.length ? null : known[place];
    }

    /** Adds a row, by itself or together with its path. */
    void add(Rows rows, int row, boolean withTrail) {
        add(rows.numbers[row], withTrail ? rows.trail(row) : null, rows.bulk(row));
    }

    /** Puts the entries from an index to another one into rows of vertices. */
    void into(Rows rows, int from, int to) {
        rows.begin(RowType.VERTEX, to - from, true, false, trails != null);
        for (int place = from; place < to; place++) {
            rows.numbers[rows.count] = keys[place];
            Objects.requireNonNull(rows.bulks)[rows.count] = counts[place];
            if (trails != null) {
                Objects.requireNonNull(rows.trails)[rows.count] = trail(place);
            }
            rows.count++;
        }
    }

    /** The index of a number that was added. */
    int place(long key) {
        int mask = slots.length - 1;
        int slot = hash(key, null) & mask;
        while (keys[slots[slot] - 1] != key) {
            slot = slot + 1 & mask;
        }
        return slots[slot] - 1;
    }

    private void grow() {
        keys = Arrays.copyOf(keys, 2 * size);
        counts = Arrays.copyOf(counts, 2 * size);
        slots = new int[4 * size];
        placeAll();
    }

    /** Removes all entries. */
    void clear() {
        size = 0;
        @Nullable Trail[] known = trails;
        if (known != null) {
            Arrays.fill(known, null);
        }
        Arrays.fill(slots, EMPTY);
    }

    private void placeAll() {
        int mask = slots.length - 1;
        for (int place = 0; place < size; place++) {
            int slot = hash(keys[place], trail(place)) & mask;
            while (slots[slot] != EMPTY) {
                slot = slot + 1 & mask;
            }
            slots[slot] = place + 1;
        }
    }

    private static int hash(long key, @Nullable Trail trail) {
        long both = trail == null ? key : key + ((long) System.identityHashCode(trail) << 32);
        return (int) (both * 0x9E37_79B9_7F4A_7C15L >>> 33);
    }

    int size() {
        return size;
    }

    /** Its approximate size in bytes. */
    long bytes() {
        return (long) ENTRY_BYTES * size;
    }

    long key(int place) {
        return keys[place];
    }

    long count(int place) {
        return counts[place];
    }
}
