package io.pragh.core.node;

import io.pragh.core.api.Transaction;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SeenEntries;
import io.pragh.core.graph.TransactionalLists;
import io.pragh.testkit.ListElements;
import java.util.stream.LongStream;

/** The form of the adjacency lists in a test. Stateless. */
enum ListForm {
    /** One block, which has room for all entries that a test appends. */
    ONE_BLOCK {
        @Override
        long[] read(Transaction transaction, long key) {
            return ListElements.read(transaction, key);
        }

        @Override
        void append(Transaction transaction, long key, long element) {
            transaction.update(ListOperations.append(key, element, 0));
        }
    },
    /**
     * Blocks of the sizes that the store chooses, as for the property graph. Appends soon fill the head, which
     * {@link #FILLER} fills beforehand.
     */
    CHUNKS {
        @Override
        long[] read(Transaction transaction, long key) {
            LongStream.Builder elements = LongStream.builder();
            SeenEntries.forEach(transaction, key, (element, edgeId) -> {
                if (element != FILLER) {
                    elements.add(element);
                }
            });
            return elements.build().toArray();
        }

        @Override
        void append(Transaction transaction, long key, long element) {
            new TransactionalLists(transaction).append(key, element, 0);
        }
    };

    /** An entry that no test appends. */
    static final long FILLER = 0;

    private static final int LEFT = 4;

    /** The entries that a transaction sees, in the order of the list. */
    abstract long[] read(Transaction transaction, long key);

    abstract void append(Transaction transaction, long key, long element);

    /** Fills the head of a list but for some places. */
    static void fill(Transaction transaction, long key) {
        int count = 0;
        while (AdjacencyList.bytes(0, count + 1, 0) <= AdjacencyList.BLOCK_BYTES_MAX) {
            count++;
        }
        TransactionalLists lists = new TransactionalLists(transaction);
        for (int i = 0; i < count - LEFT; i++) {
            lists.append(key, FILLER, 0);
        }
    }

    /** Whether a list has chunks. */
    static boolean hasChunks(Transaction transaction, long key) {
        boolean[] found = {false};
        transaction.read(key, (index, region, body, bytes) -> found[0] = AdjacencyList.chunks(region, body) > 0);
        return found[0];
    }
}
