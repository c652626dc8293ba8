package io.pragh.core.graph;

import io.pragh.core.api.LostValueException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** The adjacency lists of a session; each call is a transaction of its own. One thread. */
public final class SessionLists {
    private final TransactionSource session;

    /** Lists of the graph that {@code session} opens. */
    public SessionLists(TransactionSource session) {
        this.session = session;
    }

    /** Appends an entry; edge id 0 stands for none. */
    public void append(long key, long neighbour, long edgeId) {
        session.retry(TransactionOptions.DEFAULT, transaction -> {
            new TransactionalLists(transaction).append(key, neighbour, edgeId);
            return null;
        });
    }

    /** Removes one entry with exactly this edge id; false when there is none. */
    public boolean remove(long key, long neighbour, long edgeId) {
        return session.retry(
                TransactionOptions.DEFAULT, transaction -> SeenEntries.remove(transaction, key, neighbour, edgeId));
    }

    /** Writes a whole list, which replaces the former list, also a lost one. */
    public void write(long key, long[] neighbours, int from, int to) {
        long[] entries = Arrays.copyOfRange(neighbours, from, to);
        session.retry(TransactionOptions.DEFAULT, transaction -> {
            try {
                long[] withoutIds = Arrays.stream(entries)
                        .flatMap(neighbour -> LongStream.of(neighbour, 0))
                        .toArray();
                new TransactionalLists(transaction).replace(key, withoutIds);
            } catch (LostValueException lost) {
                byte[] body = ListBodies.of(entries, 0, entries.length, new long[0]);
                transaction.update(ListOperations.replace(key, body));
            }
            return null;
        });
    }

    /** Visits every neighbour in list order; false when there is no list. */
    public boolean forEach(long key, LongConsumer neighbour) {
        try (Transaction transaction = session.begin(TransactionOptions.DEFAULT.reading())) {
            return SeenEntries.forEach(transaction, key, (id, edge) -> neighbour.accept(id));
        }
    }
}
