package io.pragh.core.graph;

import io.pragh.core.api.Transaction;
import io.pragh.core.api.Update;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.PraghException;
import java.util.List;

/**
 * Reads and changes adjacency lists in one transaction, whatever blocks they consist of. Two transactions that append
 * to one list never conflict. One thread at a time; no state beside the transaction's.
 */
// An append names its list; the block is chosen at commit (ListPlacement), so it needs no read. A removal names the
// block where the entry was seen in the snapshot. A snapshot sees the chunks that the list's head named then. The
// head keeps the names of its chunks for ever, so every entry is seen once, whatever chunks were added since.
public final class TransactionalLists {
    private final Transaction transaction;
    private final int append;

    /** The lists that a transaction reads and changes. */
    public TransactionalLists(Transaction transaction) {
        this(transaction, ListOperations.APPEND_ALL);
    }

    /**
     * Lists to which entries are appended by {@link ListOperations#APPEND_ALL} or {@link
     * ListOperations#APPEND_TO_VERTEX}.
     */
    public TransactionalLists(Transaction transaction, int append) {
        this.transaction = transaction;
        this.append = append;
    }

    /**
     * Appends an entry; edge id 0 for none. Cost: none before commit. A transaction can append at most {@link
     * ListPlacement#BLOCKS_MAX} blocks of entries to one list.
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
     * Removes an entry from each of several lists: {@code keys[i]} loses {@code (neighbours[i], edgeIds[i])}, edge id
     * 0 for an entry without one; a key comes several times for several entries. Entries that this transaction has
     * appended are not found. Tells {@code taken} how many entries each list had, and returns how many were found in
     * all; the transaction conflicts if one of them is gone when it commits. Cost: a batch of READs for all heads;
     * for each list whose head did not have all entries, one for every {@link SoughtEntries#CHUNKS_AT_ONCE} chunks.
     */
    public int removeAll(long[] keys, long[] neighbours, long[] edgeIds, EntryCount taken) {
        return new SoughtEntries(transaction, keys, neighbours, edgeIds).find((list, block, found) -> {
            transaction.update(found.takeFrom(block));
            taken.entries(list, found.size());
        });
    }

    /** Receives the number of entries of a list that were found; may be called several times for a list. */
    @FunctionalInterface
    public interface EntryCount {
        /** Receives the number of further entries found in this list. */
        void entries(long list, int count);
    }

    /**
     * Requires that lists have entries when the transaction commits, which conflicts otherwise; arguments, cost and
     * result are as for {@link #removeAll}.
     */
    public int requireAll(long[] keys, long[] neighbours, long[] edgeIds) {
        return new SoughtEntries(transaction, keys, neighbours, edgeIds)
                .find((list, block, found) -> found.requireIn(block, transaction::update));
    }

    /**
     * Removes the whole list; this transaction cannot append to it again. Conflicts with any concurrent change of it.
     * Returns how many entries it had before this transaction. Cost: a read of the head, and one of its chunks
     * without the entries.
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
     * Replaces the whole list by these entries, neighbour and edge id (0 for none) in turn, in one block of any
     * length. Conflicts, cost and result are as for {@link #delete}; this transaction cannot append to it again.
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
