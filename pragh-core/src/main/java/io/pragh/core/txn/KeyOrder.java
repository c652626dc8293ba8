package io.pragh.core.txn;

import java.util.Arrays;

/** Sorts keys. A radix sort, because there are thousands of keys and most of their bytes are equal. Stateless. */
final class KeyOrder {
    private static final int FEW = 32;
    private static final int RADIX_BITS = 8;
    private static final int RADIX = 1 << RADIX_BITS;

    private KeyOrder() {}

    /** Indexes of the keys in ascending unsigned order of the keys; a stable sort. */
    static int[] of(long[] keys) {
        int[] order = new int[keys.length];
        Arrays.setAll(order, i -> i);
        return keys.length <= FEW ? inserted(keys, order) : distributed(keys, order);
    }

    private static int[] inserted(long[] keys, int[] order) {
        for (int i = 1; i < keys.length; i++) {
            int index = order[i];
            int to = i;
            while (to > 0 && Long.compareUnsigned(keys[order[to - 1]], keys[index]) > 0) {
                order[to] = order[to - 1];
                to--;
            }
            order[to] = index;
        }
        return order;
    }

    private static int[] distributed(long[] keys, int[] order) {
        long differing = 0;
        for (long key : keys) {
            differing |= key ^ keys[0];
        }
        int[] from = order;
        int[] to = new int[keys.length];
        for (int shift = 0; shift < Long.SIZE; shift += RADIX_BITS) {
            if ((differing >>> shift & RADIX - 1) != 0) {
                distribute(keys, shift, from, to);
                int[] next = from;
                from = to;
                to = next;
            }
        }
        return from;
    }

    private static void distribute(long[] keys, int shift, int[] from, int[] to) {
        int[] places = new int[RADIX + 1];
        for (long key : keys) {
            places[(int) (key >>> shift & RADIX - 1) + 1]++;
        }
        for (int i = 1; i <= RADIX; i++) {
            places[i] += places[i - 1];
        }
        for (int index : from) {
            to[places[(int) (keys[index] >>> shift & RADIX - 1)]++] = index;
        }
    }
}
