package io.pragh.core.node;

import io.pragh.core.api.ConflictException;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.base.PraghException;
import io.pragh.core.graph.ListOperations;
import io.pragh.history.ListStore;
import io.pragh.history.Outcome;
import io.pragh.testkit.ListElements;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Adjacency lists of a cluster as the checker's lists: process p runs its transactions at node p modulo nodes. Any thread. */
final class TransactionLists implements ListStore, AutoCloseable {
    private final TransactionCluster cluster;
    private final IsolationLevel level;
    private final Queue<PraghException> failures = new ConcurrentLinkedQueue<>();
    private final Map<Integer, NodeSession> sessions = new ConcurrentHashMap<>();

    /** Lists of a cluster. */
    TransactionLists(TransactionCluster cluster, IsolationLevel level) {
        this.cluster = cluster;
        this.level = level;
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
            return new StoreAttempt(place(process), session.begin(options(intent)));
        } catch (PraghException failed) {
            failures.add(failed);
            throw new AttemptFailedException(failed);
        }
    }

    /** What calls have thrown, but for the conflicts of commits. */
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
        private final Transaction transaction;

        StoreAttempt(int place, Transaction transaction) {
            this.place = place;
            this.transaction = transaction;
        }

        @Override
        public long[] read(long key) {
            try {
                return ListElements.read(transaction, key);
            } catch (PraghException failed) {
                failures.add(failed);
                throw new AttemptFailedException(failed);
            }
        }

        @Override
        public void append(long key, long element) {
            transaction.update(ListOperations.append(key, element, 0));
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
