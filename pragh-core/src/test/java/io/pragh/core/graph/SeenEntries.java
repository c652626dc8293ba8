package io.pragh.core.graph;

import io.pragh.core.api.Transaction;

/**
 * Visits all entries of a list as one transaction sees them: those of its head, of its chunks, and those that the
 * transaction appends. Stateless.
 */
public final class SeenEntries {
    private SeenEntries() {}

    /** Receives the entries of a list one by one. */
    @FunctionalInterface
    public interface Visitor {
        /** An entry; its edge id is 0 when it has none. */
        void entry(long neighbour, long edgeId);
    }

    /**
     * Visits every entry; false when there is no list. The transaction conflicts if entries are added or removed by
     * others before it commits.
     */
    public static boolean forEach(Transaction transaction, long key, Visitor visitor) {
        ListBlock head = ListBlock.head(transaction, key, true);
        boolean any = visit(head, visitor);
        long[] chunks = head.chunkKeys();
        for (ListBlock chunk : ListBlock.read(transaction, chunks, 0, chunks.length, true)) {
            any |= visit(chunk, visitor);
        }
        ListEntries pending = ListEntries.pending(transaction.updates(key));
        pending.forEach(visitor::entry);
        return any || pending.size() > 0;
    }

    private static boolean visit(ListBlock block, Visitor visitor) {
        for (int i = 0; i < block.count(); i++) {
            visitor.entry(block.neighbour(i), block.edgeId(i));
        }
        return block.count() > 0;
    }

    /** Removes one stored entry, wherever it is in the list; false when there is none. */
    public static boolean remove(Transaction transaction, long key, long neighbour, long edgeId) {
        long[] list = {key};
        return new TransactionalLists(transaction)
                        .removeAll(list, new long[] {neighbour}, new long[] {edgeId}, (of, count) -> {})
                == 1;
    }
}
