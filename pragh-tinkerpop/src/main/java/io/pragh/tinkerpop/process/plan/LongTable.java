package io.pragh.tinkerpop.process.plan;

import java.util.Arrays;

/** How often numbers have come, in the order in which they came first. One thread. */
final class LongTable {
    /** One that nobody adds to. */
    static final LongTable NONE = new LongTable();

    private static final int CAPACITY_FIRST = 64;
    private static final int EMPTY = 0;

    private long[] keys = new long[CAPACITY_FIRST / 2];
    private long[] counts = new long[CAPACITY_FIRST / 2];
    /** Places of keys, plus one. */
    private int[] slots = new int[CAPACITY_FIRST];

    private int size;

    /** Adds so many to what is known of a number; true when it was not known. */
    boolean add(long key, long more) {
        int mask = slots.length - 1;
        int slot = hash(key) & mask;
        while (slots[slot] != EMPTY) {
            int place = slots[slot] - 1;
            if (keys[place] == key) {
                counts[place] = Math.addExact(counts[place], more);
                return false;
            }
            slot = slot + 1 & mask;
        }
        if (size == keys.length) {
            grow();
            return add(key, more);
        }
        keys[size] = key;
        counts[size++] = more;
        slots[slot] = size;
        return true;
    }

    /** The place of a number that was added. */
    int place(long key) {
        int mask = slots.length - 1;
        int slot = hash(key) & mask;
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

    /** Forgets those that have come last. */
    void removeLast(int some) {
        if (some > 0) {
            size -= some;
            Arrays.fill(slots, EMPTY);
            placeAll();
        }
    }

    private void placeAll() {
        int mask = slots.length - 1;
        for (int place = 0; place < size; place++) {
            int slot = hash(keys[place]) & mask;
            while (slots[slot] != EMPTY) {
                slot = slot + 1 & mask;
            }
            slots[slot] = place + 1;
        }
    }

    private static int hash(long key) {
        return (int) (key * 0x9E37_79B9_7F4A_7C15L >>> 33);
    }

    int size() {
        return size;
    }

    long key(int place) {
        return keys[place];
    }

    long count(int place) {
        return counts[place];
    }
}
