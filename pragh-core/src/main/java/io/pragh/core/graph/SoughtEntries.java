package io.pragh.core.graph;

import io.pragh.core.api.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Searches many lists for entries at once, and tells the block of each. Used by {@link TransactionalLists}. One
 * thread.
 */
// Heads are read many at a time, and chunks only of the lists whose heads did not have all entries. Each block is
// searched once, however many entries are sought: a list may lose a hundred thousand.
final class SoughtEntries {
    private static final int HEADS_AT_ONCE = 256;
    static final int CHUNKS_AT_ONCE = 32;

    private final Transaction transaction;
    private final List<SoughtList> lists = new ArrayList<>();

    /** Receives the entries that were found in one block. */
    interface BlockVisitor {
        /** Entries of a block of a list; those without an edge id have the id 0. */
        void found(long list, long block, ListEntries entries);
    }

    private record Entry(long neighbour, long edgeId) {}

    /** The entries sought in one list, with their multiplicity. */
    private static final class SoughtList {
        final long key;
        final Map<Entry, Integer> missing = new HashMap<>(2);

        SoughtList(long key) {
            this.key = key;
        }

        /** Removes the entries of a block from the missing ones, and returns them. */
        ListEntries takeFrom(ListBlock block) {
            ListEntries found = new ListEntries();
            for (int i = 0; i < block.count() && !missing.isEmpty(); i++) {
                Entry entry = new Entry(block.neighbour(i), block.edgeId(i));
                Integer times = missing.get(entry);
                if (times != null) {
                    found.add(entry.neighbour, entry.edgeId);
                    if (times == 1) {
                        missing.remove(entry);
                    } else {
                        missing.put(entry, times - 1);
                    }
                }
            }
            return found;
        }
    }

    SoughtEntries(Transaction transaction, long[] keys, long[] neighbours, long[] edgeIds) {
        this.transaction = transaction;
        Map<Long, SoughtList> byKey = new HashMap<>();
        for (int i = 0; i < keys.length; i++) {
            SoughtList list = byKey.computeIfAbsent(keys[i], key -> {
                SoughtList added = new SoughtList(key);
                lists.add(added);
                return added;
            });
            list.missing.merge(new Entry(neighbours[i], edgeIds[i]), 1, Integer::sum);
        }
    }

    /** Visits every block that has some of the entries; returns how many were found. The reads are not validated. */
    int find(BlockVisitor visitor) {
        int found = 0;
        for (int from = 0; from < lists.size(); from += HEADS_AT_ONCE) {
            List<SoughtList> some = lists.subList(from, Math.min(lists.size(), from + HEADS_AT_ONCE));
            long[] keys = some.stream().mapToLong(list -> list.key).toArray();
            ListBlock[] heads = ListBlock.read(transaction, keys, 0, keys.length, false);
            for (int i = 0; i < heads.length; i++) {
                found += take(some.get(i), keys[i], heads[i], visitor) + findInChunks(some.get(i), heads[i], visitor);
            }
        }
        return found;
    }

    private int findInChunks(SoughtList list, ListBlock head, BlockVisitor visitor) {
        long[] keys = head.chunkKeys();
        int found = 0;
        for (int from = 0; from < keys.length && !list.missing.isEmpty(); from += CHUNKS_AT_ONCE) {
            int count = Math.min(CHUNKS_AT_ONCE, keys.length - from);
            ListBlock[] chunks = ListBlock.read(transaction, keys, from, count, false);
            for (int i = 0; i < count; i++) {
                found += take(list, keys[from + i], chunks[i], visitor);
            }
        }
        return found;
    }

    private static int take(SoughtList list, long key, ListBlock block, BlockVisitor visitor) {
        ListEntries entries = list.takeFrom(block);
        if (entries.size() > 0) {
            visitor.found(list.key, key, entries);
        }
        return entries.size();
    }
}
