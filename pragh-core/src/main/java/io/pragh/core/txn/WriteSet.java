package io.pragh.core.txn;

import io.pragh.core.api.Update;
import io.pragh.core.base.KeyMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The updates that a transaction wants, by key, those of one key in their order. One thread. */
final class WriteSet {
    private final KeyMap<List<Update>> updates = new KeyMap<>();

    boolean isEmpty() {
        return updates.isEmpty();
    }

    /** How many keys there are. */
    int size() {
        return updates.size();
    }

    void add(Update update) {
        List<Update> before = updates.get(update.key());
        if (before == null) {
            updates.put(update.key(), Collections.singletonList(update)); // most keys have one
        } else if (before instanceof ArrayList<Update> several) {
            several.add(update);
        } else {
            List<Update> several = new ArrayList<>(before);
            several.add(update);
            updates.put(update.key(), several);
        }
    }

    boolean contains(long key) {
        return updates.get(key) != null;
    }

    /** The updates of a key, empty when there are none. */
    List<Update> of(long key) {
        List<Update> known = updates.get(key);
        return known == null ? List.of() : known;
    }

    /** All keys in ascending order, unsigned. */
    long[] keys() {
        return updates.sortedKeys();
    }
}
