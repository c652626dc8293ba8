package io.pragh.core.txn;

import io.pragh.core.api.Update;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The updates that a transaction wants, by key, those of one key in their order. One thread. */
final class WriteSet {
    private static final int CAPACITY_FIRST = 16;
    private static final long[] NO_KEYS = new long[1];
    private static final List<Update>[] NO_UPDATES = lists(1);

    private long[] keys = NO_KEYS;
    private List<Update>[] updates = NO_UPDATES;
    private int size;

    @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
    private static List<Update>[] lists(int capacity) {
        return new List[capacity];
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** How many keys there are. */
    int size() {
        return size;
    }

    void add(Update update) {
        if (keys == NO_KEYS) {
            keys = new long[CAPACITY_FIRST];
            updates = lists(CAPACITY_FIRST);
        }
        int at = ReadSet.find(keys, update.key());
        List<Update> before = updates[at];
        if (before == null) {
            keys[at] = update.key();
            updates[at] = Collections.singletonList(update); // most keys have one
            if (++size * 2 > keys.length) {
                enlarge();
            }
        } else if (before instanceof ArrayList<Update> several) {
            several.add(update);
        } else {
            List<Update> several = new ArrayList<>(before);
            several.add(update);
            updates[at] = several;
        }
    }

    boolean contains(long key) {
        return updates[ReadSet.find(keys, key)] != null;
    }

    /** The updates of a key, empty when there are none. */
    List<Update> of(long key) {
        List<Update> known = updates[ReadSet.find(keys, key)];
        return known == null ? List.of() : known;
    }

    /** All keys in ascending order, unsigned. */
    long[] keys() {
        long[] sorted = new long[size];
        int at = 0;
        for (long key : keys) {
            if (key != 0) {
                sorted[at++] = key + Long.MIN_VALUE;
            }
        }
        Arrays.sort(sorted);
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] -= Long.MIN_VALUE;
        }
        return sorted;
    }

    private void enlarge() {
        long[] largerKeys = new long[keys.length * 2];
        List<Update>[] largerUpdates = lists(keys.length * 2);
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != 0) {
                int at = ReadSet.find(largerKeys, keys[i]);
                largerKeys[at] = keys[i];
                largerUpdates[at] = updates[i];
            }
        }
        keys = largerKeys;
        updates = largerUpdates;
    }
}
