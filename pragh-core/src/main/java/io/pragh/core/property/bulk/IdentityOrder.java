package io.pragh.core.property.bulk;

import io.pragh.core.address.HomeMap;
import java.util.Arrays;

/**
 * Sorts keys, with the elements that belong to each, by home: 20 bytes each, drained once. Used for identities and
 * for lists of indexes. One thread.
 */
// The sort compares words made of the first 33 of the at most 50 bits of a key's place, and an index of 31 bits. Few
// keys share the 33 bits, and those are compared one by one.
final class IdentityOrder {
    private static final int INDEX_BITS = 31;
    private static final int PLACE_SHIFT = 17;

    private final HomeMap homes;
    private final StagingBudget budget;
    private final LongColumn keys;
    private final IntColumn elements;

    /** Receives the elements of one key. */
    interface Group {
        void together(long key, int[] elements, int count);
    }

    IdentityOrder(HomeMap homes, StagingBudget budget) {
        this.homes = homes;
        this.budget = budget;
        this.keys = new LongColumn(budget);
        this.elements = new IntColumn(budget);
    }

    void add(long key, int element) {
        keys.set(elements.size(), key);
        elements.add(element);
    }

    /** Passes on all groups, those of a home together, and releases them. */
    void drain(Group groups) {
        int size = elements.size();
        budget.take((long) size * Long.BYTES);
        long[] order = new long[size];
        for (int i = 0; i < size; i++) {
            order[i] = homes.place(keys.get(i)) >>> PLACE_SHIFT << INDEX_BITS | i;
        }
        Arrays.sort(order);
        int[] together = new int[1];
        for (int from = 0; from < order.length; from++) {
            int first = index(order[from]);
            if (elements.get(first) < 0) {
                continue; // was passed on with an earlier one
            }
            int count = 0;
            for (int at = from; at < order.length && order[at] >>> INDEX_BITS == order[from] >>> INDEX_BITS; at++) {
                int other = index(order[at]);
                if (elements.get(other) >= 0 && keys.get(other) == keys.get(first)) {
                    together = count < together.length ? together : Arrays.copyOf(together, 2 * count);
                    together[count++] = elements.get(other);
                    elements.set(other, -1);
                }
            }
            groups.together(keys.get(first), together, count);
        }
        budget.giveBack((long) size * Long.BYTES);
        keys.forget();
        elements.forget();
    }

    private static int index(long word) {
        return (int) (word & (1L << INDEX_BITS) - 1);
    }
}
