package io.pragh.core.node;

import io.pragh.core.api.ConflictException;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.base.PraghException;
import io.pragh.history.ListStore;
import io.pragh.history.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;

/**
 * The adjacency lists of a cluster as a {@link ListStore} of the checker: process p runs its transactions at node p
 * modulo the number of nodes. Any thread.
 */
final class TransactionLists implements ListStore, AutoCloseable {
    private final TransactionCluster cluster;
    private final IsolationLevel level;
    private final ListForm form;
    private final Set<Long> filled = ConcurrentHashMap.newKeySet();
    private final Queue<PraghException> failures = new ConcurrentLinkedQueue<>();
    private final Map<Integer, NodeSession> sessions = new ConcurrentHashMap<>();

    /** Lists of a cluster, each in one block. */
    TransactionLists(TransactionCluster cluster, IsolationLevel level) {
        this(cluster, level, ListForm.ONE_BLOCK);
    }

    TransactionLists(TransactionCluster cluster, IsolationLevel level, ListForm form) {
        this.cluster = cluster;
        this.level = level;
        this.form = form;
    }

    private int place(int process) {
        return process % cluster.size();
    }

    private TransactionOptions options(Intent intent) {
        return switch (intent) {
            case UPDATE -> TransactionOptions.of(level);
            case LOCKING_UPDATE -> TransactionOptions.of(level).locking();
            case READ -> TransactionOptions.of(level).reading();
            case CACHED_READ ->
                TransactionOptions.of(IsolationLevel.SERIALIZABLE_CACHED).reading();
        };
    }

    @Override
    public Attempt begin(int process, Intent intent) {
        NodeSession session =
                sessions.computeIfAbsent(process, p -> cluster.node(place(p)).openSession());
        try {
            return new StoreAttempt(place(process), session, session.begin(options(intent)));
        } catch (PraghException failed) {
            failures.add(failed);
            throw new AttemptFailedException(failed);
        }
    }

    /** The number of these lists that have chunks, as node {@code place} sees them; lost lists do not count. */
    long chunked(int place, long[] keys) {
        try (NodeSession session = cluster.node(place).openSession()) {
            return LongStream.of(keys).filter(key -> isChunked(session, key)).count();
        }
    }

    private static boolean isChunked(NodeSession session, long key) {
        try (Transaction now = session.begin(TransactionOptions.DEFAULT.reading())) {
            return ListForm.hasChunks(now, key);
        } catch (PraghException lost) {
            return false;
        }
    }

    /** The exceptions of all calls, except conflicts of commits. */
    List<PraghException> failures() {
        return List.copyOf(failures);
    }

    @Override
    public void close() {
        sessions.forEach((process, session) -> {
            if (!cluster.crashed(place(process))) {
                session.close();
            }
        });
    }

    private final class StoreAttempt implements Attempt {
        private final int place;
        private final NodeSession session;
        private final Transaction transaction;

        StoreAttempt(int place, NodeSession session, Transaction transaction) {
            this.place = place;
            this.session = session;
            this.transaction = transaction;
        }

        @Override
        public long[] read(long key) {
            try {
                return form.read(transaction, key);
            } catch (PraghException failed) {
                failures.add(failed);
                throw new AttemptFailedException(failed);
            }
        }

        @Override
        public void append(long key, long element) {
            if (form == ListForm.CHUNKS && filled.add(key)) {
                fill(key);
            }
            form.append(transaction, key, element);
        }

        private void fill(long key) {
            try (Transaction before = session.begin(TransactionOptions.DEFAULT)) {
                ListForm.fill(before, key);
                before.commit();
            } catch (PraghException failed) {
                filled.remove(key); // the next append tries again
                failures.add(failed);
                throw new AttemptFailedException(failed);
            }
        }

        @Override
        public Outcome commit() {
            try {
                transaction.commit();
                return cluster.crashed(place) ? Outcome.UNKNOWN : Outcome.COMMITTED;
            } catch (ConflictException
                    | UpdateRefusedException
                    | OperationFailedException
                    | SnapshotTooOldException nothingHappened) {
                return Outcome.ABORTED;
            } catch (PraghException unanswered) {
                failures.add(unanswered);
                return Outcome.UNKNOWN;
            }
        }

        @Override
        public void rollback() {
            transaction.rollback();
        }
    }
}
