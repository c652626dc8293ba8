package io.pragh.core.base;

import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A map from keys, which are words other than 0, to values. Keeps the order of insertion; keys cannot be removed. One
 * thread.
 */
public final class KeyMap<V> {
    private static final int CAPACITY_FIRST = 8;
    private static final int[] NO_PLACES = new int[1];
    private static final long[] NO_KEYS = {};
    private static final Object[] NO_VALUES = {};

    /** Numbers of keys plus 1, by hash; the length is at least twice the number of keys. */
    private int[] places = NO_PLACES;

    private long[] keys = NO_KEYS;
    private @Nullable Object[] values = NO_VALUES;
    private int size;

    /** Whether there is no key. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Number of keys. */
    public int size() {
        return size;
    }

    /** The value of a key, or null. */
    public @Nullable V get(long key) {
        int place = places[slot(key)];
        return place == 0 ? null : value(place - 1);
    }

    /** The value of a key; made and added when there is none. */
    public V computeIfAbsent(long key, Function<Long, V> make) {
        V known = get(key);
        if (known == null) {
            known = make.apply(key);
            put(key, known);
        }
        return known;
    }

    /** Sets the value of a key. */
    public void put(long key, V value) {
        int place = places[slot(key)];
        if (place == 0) {
            place = add(key);
        }
        values[place - 1] = value;
    }

    private int add(long key) {
        Invariant.check(key != 0, "a key is not 0", key);
        if (size == keys.length) {
            int capacity = Math.max(CAPACITY_FIRST, size * 2);
            keys = Arrays.copyOf(keys, capacity);
            values = Arrays.copyOf(values, capacity);
            places = new int[capacity * 2];
            for (int i = 0; i < size; i++) {
                places[slot(keys[i])] = i + 1;
            }
        }
        places[slot(key)] = size + 1;
        keys[size++] = key;
        return size;
    }

    private int slot(long key) {
        int mask = places.length - 1;
        // folded first: keys of one vertex differ only in their high bits, which multiplication would not spread to
        // others
        int at = (int) ((key ^ key >>> 32) * 0x9E37_79B9_7F4A_7C15L >>> 32) & mask;
        while (places[at] != 0 && keys[places[at] - 1] != key) {
            at = at + 1 & mask;
        }
        return at;
    }

    /** The i-th key in the order of insertion, from 0. */
    public long key(int i) {
        return keys[i];
    }

    /** The value of the i-th key in the order of insertion, from 0. */
    @SuppressWarnings("unchecked") // the array holds only values of this type
    public V value(int i) {
        return (V) values[i];
    }

    /** All keys in the order of insertion. */
    public long[] keys() {
        return Arrays.copyOf(keys, size);
    }
}
