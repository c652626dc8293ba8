package io.pragh.core.graph;

import io.pragh.core.api.Transaction;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import java.util.List;

/**
 * The adjacency lists of one transaction, whatever blocks they are made of. Two transactions that append to one list never conflict.
 * One thread at a time; no state beside the transaction's.
 */
// An append names its list; the block is chosen when the transaction commits (ListPlacement), so it needs no read. A
// remove names the block where the entry was seen at the transaction's moment. What a snapshot sees of a list is what
// its head named then: chunks are named in the head once and for all, so every entry is seen once, whatever chunks
// were added since.
public final class TransactionalLists {
    private final Transaction transaction;
    private final int append;

    /** The lists that a transaction reads and changes. */
    public TransactionalLists(Transaction transaction) {
        this(transaction, ListOperations.APPEND_ALL);
    }

    /** Lists that are appended to by {@link ListOperations#APPEND_ALL} or {@link ListOperations#APPEND_TO_VERTEX}. */
    public TransactionalLists(Transaction transaction, int append) {
        this.transaction = transaction;
        this.append = append;
    }

    /**
     * Appends an entry; edge id 0 for none. Cost: nothing before commit. At most {@link ListPlacement#BLOCKS_MAX} blocks of entries go
     * to one list in one transaction.
     */
    public void append(long key, long neighbour, long edgeId) {
        checkAppend(key);
        transaction.update(new Update(append, key, neighbour, edgeId));
    }

    /** As {@link #append(long, long, long)} for several entries: neighbour and edge id in turn. */
    public void append(long key, long[] entries) {
        if (entries.length == 2) {
            append(key, entries[0], entries[1]);
        } else if (entries.length > 0) {
            checkAppend(key);
            byte[] bytes = EntryBytes.of(entries, 0, entries.length);
            transaction.update(new Update(append, key, 0, 0, bytes));
        }
    }

    private void checkAppend(long key) {
        List<Update> before = transaction.erases() ? transaction.updates(key) : List.of();
        if (!before.isEmpty() && before.get(before.size() - 1).operation() == ValueOperation.ERASE) {
            throw new PraghException("a list that a transaction has deleted cannot be appended to before it commits");
        }
    }

    /**
     * Removes an entry from each of several lists (the same one several times, for several entries): {@code keys[i]} loses
     * {@code (neighbours[i], edgeIds[i])}, edge id 0 for an entry without one. What this transaction has appended is not looked at.
     * Tells {@code taken} how many entries of which lists were there, and returns how many in all; the transaction conflicts if one of
     * those is gone when it commits. Cost: a read for all heads, and for those lists whose heads did not have all, one for every {@link
     * SoughtEntries#CHUNKS_AT_ONCE} chunks.
     */
    public int removeAll(long[] keys, long[] neighbours, long[] edgeIds, EntryCount taken) {
        return new SoughtEntries(transaction, keys, neighbours, edgeIds).find((list, block, found) -> {
            transaction.update(found.takeFrom(block));
            taken.entries(list, found.size());
        });
    }

    /** Hears how many entries of a list something was done to; of one list perhaps several times. */
    @FunctionalInterface
    public interface EntryCount {
        /** So many more of this list. */
        void entries(long list, int count);
    }

    /**
     * Demands that entries are in lists when the transaction commits, else it conflicts; arguments, cost and result as for
     * {@link #removeAll}.
     */
    public int requireAll(long[] keys, long[] neighbours, long[] edgeIds) {
        return new SoughtEntries(transaction, keys, neighbours, edgeIds)
                .find((list, block, found) -> found.requireIn(block, transaction::update));
    }

    /**
     * Removes the whole list; this transaction cannot append to it again. Conflicts with whoever changes it meanwhile. Returns how many
     * entries it had before this transaction. Cost: a read for the head and, without the entries, one for its chunks.
     */
    public long delete(long key) {
        pending(key).forEach((n, e) -> transaction.update(ListOperations.takeBack(key, n, e)));
        ListBlock head = ListBlock.head(transaction, key, true);
        long[] chunks = head.chunkKeys();
        long[] count = {head.count()};
        transaction.read(
                chunks,
                0,
                chunks.length,
                AdjacencyList.IDS_OFFSET,
                (index, region, body, bytes) -> count[0] += AdjacencyList.count(region, body));
        transaction.delete(key);
        for (long chunk : chunks) {
            transaction.delete(chunk);
        }
        return count[0];
    }

    /**
     * Replaces the whole list by these entries, neighbour and edge id in turn, the latter 0 for none, in one block however long they are.
     * Conflicts, costs and returns as {@link #delete}; this transaction cannot append to it again.
     */
    public long replace(long key, long[] entries) {
        long before = delete(key);
        ListEntries all = new ListEntries();
        for (int i = 0; i < entries.length; i += 2) {
            all.add(entries[i], entries[i + 1]);
        }
        transaction.update(ListOperations.replace(key, all.body()));
        return before;
    }

    private ListEntries pending(long key) {
        return ListEntries.pending(transaction.updates(key));
    }
}
