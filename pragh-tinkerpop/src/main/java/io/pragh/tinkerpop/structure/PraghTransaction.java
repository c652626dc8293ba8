package io.pragh.tinkerpop.structure;

import io.pragh.core.api.ConflictException;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.GraphTransaction;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.util.AbstractTransaction;
import org.jspecify.annotations.Nullable;

/**
 * Gremlin's interface to transactions: one for each thread, begun by the first read or write; or one that all threads
 * share, which ends for good with its commit. Any thread.
 */
public final class PraghTransaction extends AbstractTransaction {
    // Gremlin's own base class for this keeps a thread's state in four thread-locals, and reads one of them for every
    // property. This class has one, read once.

    private final Supplier<State> mine;
    private final Function<@Nullable Object, GraphTransaction> begin;
    private final BooleanSupplier closed;
    private final Supplier<? extends Graph> shared;

    private final OpenStates states;

    /** The open transaction of a thread, and its settings. */
    static final class State {
        private @Nullable GraphTransaction open;
        /** The identifier of the vertex with which the next transaction would begin. */
        private @Nullable Object first;

        private Consumer<Transaction> readWrite = READ_WRITE_BEHAVIOR.AUTO;
        private Consumer<Transaction> close = CLOSE_BEHAVIOR.ROLLBACK;
        private final List<Consumer<Transaction.Status>> listeners = new CopyOnWriteArrayList<>();

        boolean isOpen() {
            return open != null;
        }

        /** Rolls back; for a caller that knows that the owning thread has ended. */
        void rollback() {
            GraphTransaction left = open;
            open = null;
            if (left != null) {
                left.rollback();
            }
        }
    }

    private PraghTransaction(
            Graph graph,
            OpenStates states,
            Supplier<State> mine,
            Function<@Nullable Object, GraphTransaction> begin,
            BooleanSupplier closed,
            Supplier<? extends Graph> shared) {
        super(graph);
        this.states = states;
        this.mine = mine;
        this.begin = begin;
        this.closed = closed;
        this.shared = shared;
    }

    /**
     * One transaction for each thread.
     *
     * @param begin begins one, at the home of the vertex with an identifier if there is one
     * @param closed whether the graph is closed, and all transactions with it
     * @param shared makes a graph of which all threads share one
     */
    public static PraghTransaction perThread(
            Graph graph,
            Function<@Nullable Object, GraphTransaction> begin,
            BooleanSupplier closed,
            Supplier<? extends Graph> shared) {
        OpenStates states = new OpenStates();
        return new PraghTransaction(graph, states, ThreadLocal.withInitial(states::add)::get, begin, closed, shared);
    }

    /** One transaction for all threads, which is open already. */
    public static PraghTransaction shared(Graph graph, GraphTransaction open, BooleanSupplier closed) {
        State state = new State();
        state.open = new SharedTransaction(open);
        return new PraghTransaction(
                graph,
                new OpenStates(),
                () -> state,
                first -> {
                    throw new IllegalStateException(
                            "A threaded transaction has ended for good; begin another with createThreadedTx()");
                },
                closed,
                () -> {
                    throw Transaction.Exceptions.threadedTransactionsNotSupported();
                });
    }

    /**
     * The transaction of the calling thread, begun if transactions begin automatically.
     *
     * @throws IllegalStateException when none is open and none may be begun, or the graph is closed
     */
    public GraphTransaction current() {
        return current(null);
    }

    /**
     * As {@link #current()}; {@code first} is the vertex with which the transaction begins, if it is begun now and
     * begins with one.
     */
    public GraphTransaction current(@Nullable Object first) {
        State state = mine.get();
        checkNotClosed(state);
        if (state.open == null || state.readWrite != READ_WRITE_BEHAVIOR.AUTO) {
            state.first = first;
            state.readWrite.accept(this);
            state.first = null;
        }
        GraphTransaction open = state.open;
        if (open == null) {
            throw Transaction.Exceptions.transactionMustBeOpenToReadWrite();
        }
        return open;
    }

    private void checkNotClosed(State state) {
        if (closed.getAsBoolean()) {
            state.open = null;
            throw new IllegalStateException(
                    "The graph is closed; transactions that were open then have been rolled back");
        }
    }

    @Override
    public boolean isOpen() {
        return mine.get().open != null && !closed.getAsBoolean();
    }

    /**
     * As Gremlin specifies. Does nothing when the graph is closed, because all transactions have been rolled back,
     * and begins none only to roll it back: a finally block may always call it.
     */
    @Override
    public void rollback() {
        State state = mine.get();
        boolean nothing = state.open == null && state.readWrite == READ_WRITE_BEHAVIOR.AUTO;
        try {
            if (!closed.getAsBoolean() && nothing) {
                fireOnRollback();
            } else if (!closed.getAsBoolean()) {
                super.rollback();
            }
        } catch (IllegalStateException failed) {
            if (!closed.getAsBoolean()) { // or it was closed just now
                throw failed;
            }
        }
        if (closed.getAsBoolean()) {
            state.open = null;
        }
    }

    @Override
    protected void doOpen() {
        State state = mine.get();
        checkNotClosed(state);
        state.open = begin.apply(state.first);
    }

    @Override
    protected void doCommit() {
        end(GraphTransaction::commit);
    }

    @Override
    protected void doRollback() {
        end(GraphTransaction::rollback);
    }

    private void end(Consumer<GraphTransaction> how) {
        State state = mine.get();
        checkNotClosed(state);
        GraphTransaction open = state.open;
        if (open == null) {
            return;
        }
        try (open) {
            how.accept(open);
        } catch (ConflictException conflict) {
            throw new CommitConflictException(conflict);
        } catch (UpdateRefusedException refused) {
            throw refused.result() == UpdateResult.OUT_OF_MEMORY ? outOfMemory(refused) : refused;
        } finally {
            state.open = null;
        }
    }

    private static PraghException outOfMemory(UpdateRefusedException refused) {
        return new PraghException(
                "The memory is full, so nothing of the transaction happened; remove something, much of it in small"
                        + " transactions, which makes room within some seconds, or open the graph with more: pragh.partitionBytesMax for a partition, -XX:MaxDirectMemorySize for all of a process",
                refused);
    }

    /**
     * Rolls back the calling thread's transaction, if the versions that it sees are not kept any more.
     *
     * @return whether it did
     */
    public boolean rollbackIfExpired() {
        GraphTransaction open = mine.get().open;
        if (open == null || !open.isExpired()) {
            return false;
        }
        rollback();
        return true;
    }

    /**
     * The approximate number of threads with an open transaction, while they begin and end; without the shared one.
     */
    public long openInThreads() {
        return states.open();
    }

    /**
     * Rolls back the transactions of ended threads, which no other thread can end. Costs some nanoseconds for each
     * thread.
     */
    public void rollbackAbandoned() {
        states.rollbackAbandoned();
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the interface is
    public <G extends Graph> G createThreadedTx() {
        return (G) shared.get();
    }

    @Override
    protected void doReadWrite() {
        mine.get().readWrite.accept(this);
    }

    @Override
    protected void doClose() {
        State state = mine.get();
        state.close.accept(this);
        state.close = CLOSE_BEHAVIOR.ROLLBACK;
        state.readWrite = READ_WRITE_BEHAVIOR.AUTO;
    }

    @Override
    public Transaction onReadWrite(@Nullable Consumer<Transaction> consumer) {
        if (consumer == null) {
            throw Transaction.Exceptions.onReadWriteBehaviorCannotBeNull();
        }
        mine.get().readWrite = consumer;
        return this;
    }

    @Override
    public Transaction onClose(@Nullable Consumer<Transaction> consumer) {
        if (consumer == null) {
            throw Transaction.Exceptions.onCloseBehaviorCannotBeNull();
        }
        mine.get().close = consumer;
        return this;
    }

    @Override
    protected void fireOnCommit() {
        mine.get().listeners.forEach(l -> l.accept(Status.COMMIT));
    }

    @Override
    protected void fireOnRollback() {
        mine.get().listeners.forEach(l -> l.accept(Status.ROLLBACK));
    }

    @Override
    public void addTransactionListener(Consumer<Status> listener) {
        mine.get().listeners.add(Objects.requireNonNull(listener));
    }

    @Override
    public void removeTransactionListener(Consumer<Status> listener) {
        mine.get().listeners.remove(listener);
    }

    @Override
    public void clearTransactionListeners() {
        mine.get().listeners.clear();
    }
}
