package io.pragh.core.property.bulk;

import io.pragh.core.address.HomeMap;
import java.util.Arrays;

/** Keys of identifiers with the elements that have them, by home: 20 bytes each. One thread. */
// Sorted are words of the first 33 of the at most 50 bits of a key's place, and an index of 31 bits. Those with the
// same
// 33 bits are few, and are compared one by one.
final class IdentityOrder {
    private static final int INDEX_BITS = 31;
    private static final int PLACE_SHIFT = 17;
    private static final int CAPACITY_FIRST = 1 << 10;
    private static final int ENTRY_BYTES = 2 * Long.BYTES + Integer.BYTES;

    private final HomeMap homes;
    private final StagingBudget budget;
    private long[] keys = new long[CAPACITY_FIRST];
    private int[] elements = new int[CAPACITY_FIRST];
    private int size;

    /** Takes the elements whose identifiers have one key. */
    interface Group {
        void together(long key, int[] elements, int count);
    }

    IdentityOrder(HomeMap homes, StagingBudget budget) {
        this.homes = homes;
        this.budget = budget;
        budget.take((long) CAPACITY_FIRST * ENTRY_BYTES);
    }

    void add(long key, int element) {
        if (size == keys.length) {
            budget.take((long) size * ENTRY_BYTES);
            keys = Arrays.copyOf(keys, 2 * size);
            elements = Arrays.copyOf(elements, 2 * size);
        }
        keys[size] = key;
        elements[size++] = element;
    }

    /** Hands all groups over, those of a home together, and forgets them. */
    void drain(Group groups) {
        long[] order = new long[size];
        for (int i = 0; i < size; i++) {
            order[i] = homes.place(keys[i]) >>> PLACE_SHIFT << INDEX_BITS | i;
        }
        Arrays.sort(order);
        int[] together = new int[1];
        for (int from = 0; from < order.length; from++) {
            int first = index(order[from]);
            if (elements[first] < 0) {
                continue; // it went with one before it
            }
            int count = 0;
            for (int at = from; at < order.length && order[at] >>> INDEX_BITS == order[from] >>> INDEX_BITS; at++) {
                int other = index(order[at]);
                if (elements[other] >= 0 && keys[other] == keys[first]) {
                    together = count < together.length ? together : Arrays.copyOf(together, 2 * count);
                    together[count++] = elements[other];
                    elements[other] = -1;
                }
            }
            groups.together(keys[first], together, count);
        }
        size = 0;
    }

    private static int index(long word) {
        return (int) (word & (1L << INDEX_BITS) - 1);
    }
}
