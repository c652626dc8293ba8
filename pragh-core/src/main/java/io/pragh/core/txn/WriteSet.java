package io.pragh.core.txn;

import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.KeyMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The write set of a transaction: updates by key, those of one key in their order. One thread. */
// A log, because a bulk load writes many keys and never looks one up. The index by key is built at the first lookup.
final class WriteSet {
    private static final int CAPACITY_FIRST = 8;
    private static final Update[] NONE = {};

    private Update[] log = NONE;
    private int size;
    private final KeyMap<List<Update>> byKey = new KeyMap<>();
    /** Number of the log's first updates that are indexed by key. */
    private int indexed;

    private boolean erases;

    boolean isEmpty() {
        return size == 0;
    }

    void add(Update update) {
        if (size == log.length) {
            log = Arrays.copyOf(log, Math.max(CAPACITY_FIRST, 2 * size));
        }
        log[size++] = update;
        erases |= update.operation() == ValueOperation.ERASE;
    }

    /** Whether any key is erased. */
    boolean erases() {
        return erases;
    }

    boolean contains(long key) {
        return !of(key).isEmpty();
    }

    /** The updates of a key; empty when there are none. */
    List<Update> of(long key) {
        while (indexed < size) {
            index(log[indexed++]);
        }
        List<Update> known = byKey.get(key);
        return known == null ? List.of() : known;
    }

    private void index(Update update) {
        List<Update> before = byKey.get(update.key());
        if (before == null) {
            byKey.put(update.key(), Collections.singletonList(update)); // most keys have one update
        } else if (before instanceof ArrayList<Update> several) {
            several.add(update);
        } else {
            List<Update> several = new ArrayList<>(before);
            several.add(update);
            byKey.put(update.key(), several);
        }
    }

    /** All updates in ascending unsigned order of keys, those of one key in their order. */
    Update[] sorted() {
        long[] keys = new long[size];
        for (int i = 0; i < size; i++) {
            keys[i] = log[i].key();
        }
        int[] order = KeyOrder.of(keys);
        Update[] all = new Update[size];
        for (int i = 0; i < size; i++) {
            all[i] = log[order[i]];
        }
        return all;
    }
}
