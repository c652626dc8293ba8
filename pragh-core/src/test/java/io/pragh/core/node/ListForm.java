package io.pragh.core.node;

import io.pragh.core.api.Transaction;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SeenEntries;
import io.pragh.core.graph.TransactionalLists;
import io.pragh.testkit.ListElements;
import java.util.stream.LongStream;

/** What the lists of a test are made of. Stateless. */
enum ListForm {
    /** One block, which holds all that a test appends. */
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
    /** Blocks that the store chooses, as those of the property graph; appends fill the head soon, which {@link #FILLER} does beforehand. */
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

    /** An entry that is not a test's. */
    static final long FILLER = 0;

    private static final int LEFT = 4;

    /** What a transaction sees, in the order of the list. */
    abstract long[] read(Transaction transaction, long key);

    abstract void append(Transaction transaction, long key, long element);

    /** Leaves some places in the head of a list. */
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

    /** Whether a list has further blocks. */
    static boolean hasChunks(Transaction transaction, long key) {
        boolean[] found = {false};
        transaction.read(key, (index, region, body, bytes) -> found[0] = AdjacencyList.chunks(region, body) > 0);
        return found[0];
    }
}
