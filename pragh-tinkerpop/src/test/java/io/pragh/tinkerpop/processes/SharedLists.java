package io.pragh.tinkerpop.processes;

import io.pragh.core.api.ConflictException;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.base.PraghException;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.node.NodeSession;
import io.pragh.core.node.PraghNode;
import io.pragh.history.ListStore;
import io.pragh.history.Outcome;
import io.pragh.testkit.ListElements;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Adjacency lists of a cluster, as the lists of the checker, through sessions of this process's node. Any thread. */
final class SharedLists implements ListStore, AutoCloseable {
    private final PraghNode node;
    private final Consumer<PraghException> whenFailed;
    private final Map<Integer, NodeSession> sessions = new ConcurrentHashMap<>();

    /** Lists through this node; {@code whenFailed} gets every exception of a call except conflicts of commits. */
    SharedLists(PraghNode node, Consumer<PraghException> whenFailed) {
        this.node = node;
        this.whenFailed = whenFailed;
    }

    private static TransactionOptions options(Intent intent) {
        return switch (intent) {
            case UPDATE -> TransactionOptions.DEFAULT;
            case LOCKING_UPDATE -> TransactionOptions.DEFAULT.locking();
            case READ -> TransactionOptions.DEFAULT.reading();
            case CACHED_READ ->
                TransactionOptions.of(IsolationLevel.SERIALIZABLE_CACHED).reading();
        };
    }

    @Override
    public Attempt begin(int process, Intent intent) {
        NodeSession session = sessions.computeIfAbsent(process, p -> node.openSession());
        try {
            return new ListAttempt(session.begin(options(intent)));
        } catch (PraghException failed) {
            whenFailed.accept(failed);
            throw new AttemptFailedException(failed);
        }
    }

    @Override
    public void close() {
        sessions.values().forEach(NodeSession::close);
    }

    private final class ListAttempt implements Attempt {
        private final Transaction transaction;

        ListAttempt(Transaction transaction) {
            this.transaction = transaction;
        }

        @Override
        public long[] read(long key) {
            try {
                return ListElements.read(transaction, key);
            } catch (PraghException failed) {
                whenFailed.accept(failed);
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
                return Outcome.COMMITTED;
            } catch (ConflictException
                    | UpdateRefusedException
                    | OperationFailedException
                    | SnapshotTooOldException nothingHappened) {
                return Outcome.ABORTED;
            } catch (PraghException unanswered) {
                whenFailed.accept(unanswered);
                return Outcome.UNKNOWN;
            }
        }

        @Override
        public void rollback() {
            transaction.rollback();
        }
    }
}
