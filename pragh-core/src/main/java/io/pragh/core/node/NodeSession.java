package io.pragh.core.node;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.access.StoreReader;
import io.pragh.core.access.UpdateClient;
import io.pragh.core.address.GraphKey;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.OperationFailedException;
import io.pragh.core.api.StoreSession;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.base.Waiting;
import io.pragh.core.store.StoreNode;
import io.pragh.core.store.UpdateOperation;
import io.pragh.core.txn.CommitCounters;
import io.pragh.core.txn.Transactions;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One thread's door to a node: updates of keys whose home is here run on this thread, all others are sent. One thread. */
public final class NodeSession implements StoreSession, TransactionSource, KeyScan {
    private final StoreReader reader;
    private final StoreNode store;
    private final UpdateClient client;
    private final Supplier<Transactions> opening;
    private @Nullable Transactions transactions;
    private final SessionScan scans;
    private final Clock clock;
    private final long timeoutNanos;
    private final Runnable whileWaiting;
    private final Consumer<NodeSession> whenClosed;

    /** How long a call waits, by which clock, and what it does meanwhile. */
    record Patience(Clock clock, long timeoutNanos, Runnable whileWaiting) {}

    NodeSession(
            StoreReader reader,
            StoreNode store,
            UpdateClient client,
            Supplier<Transactions> opening,
            SessionScan scans,
            Patience patience,
            Consumer<NodeSession> whenClosed) {
        this.reader = reader;
        this.store = store;
        this.client = client;
        this.opening = opening;
        this.scans = scans;
        this.clock = patience.clock;
        this.timeoutNanos = patience.timeoutNanos;
        this.whileWaiting = patience.whileWaiting;
        this.whenClosed = whenClosed;
    }

    @Override
    public void read(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor) {
        reader.read(keys, from, count, bodyBytesMax, visitor);
    }

    @Override
    public UpdateResult update(Update update) {
        if (!store.isHome(update.key())) {
            return client.update(update);
        }
        Decision decision = new Decision();
        UpdateOperation operation = store.beginHere(update, decision);
        if (operation == null) {
            return client.update(update); // another node has become its home, or is about to
        }
        store.drive(operation);
        if (decision.code == Decision.OPEN) {
            await(decision, update);
        }
        OperationFailedException failure = operation.failure();
        if (failure != null) {
            throw failure;
        }
        return UpdateResult.of(decision.code);
    }

    private void await(Decision decision, Update update) {
        long began = clock.nanos();
        while (decision.code == Decision.OPEN) {
            whileWaiting.run();
            long waited = clock.nanos() - began;
            Waiting.afterNanos(waited);
            if (waited >= timeoutNanos) {
                throw new PraghException(
                        "the value's owner did not answer an update in time; it may have happened or not: key="
                                + GraphKey.show(update.key()),
                        null,
                        true);
            }
        }
    }

    /** Opened with the first transaction: most sessions of a load or a measurement have none. */
    private Transactions transactions() {
        Transactions opened = transactions;
        if (opened == null) {
            opened = opening.get();
            transactions = opened;
        }
        return opened;
    }

    @Override
    public Transaction begin(TransactionOptions options) {
        return transactions().begin(options);
    }

    @Override
    public Transaction beginBeside(Transaction other) {
        return transactions().beginBeside(other);
    }

    @Override
    public long seen() {
        return transactions().seen();
    }

    @Override
    public void see(long moment) {
        transactions().see(moment);
    }

    @Override
    public Transaction resume(byte[] context) {
        return transactions().resume(context);
    }

    @Override
    public <T> T retry(TransactionOptions options, Function<Transaction, T> work) {
        return transactions().retry(options, work);
    }

    @Override
    public long scan(int partition, int kind, long cursor, int limit, LongConsumer keys) {
        return scans.scan(partition, kind, cursor, limit, keys);
    }

    /** What this session has read so far; read it from the session's thread, or accept numbers of a moment ago. */
    public ReadCounters counters() {
        return reader.counters();
    }

    /** What this session's transactions have read so far. */
    public ReadCounters snapshotCounters() {
        return transactions().readCounters();
    }

    /** Adds all that it has read, in transactions too. Any thread: numbers of a moment ago. */
    void addReadsTo(ReadCounters sum) {
        sum.add(reader.counters());
        Transactions opened = transactions;
        if (opened != null) {
            sum.add(opened.readCounters());
        }
    }

    /** Adds how its transactions have ended. Any thread: numbers of a moment ago. */
    void addCommitsTo(CommitCounters sum) {
        Transactions opened = transactions;
        if (opened != null) {
            sum.add(opened.commitCounters());
        }
    }

    UpdateClient client() {
        return client;
    }

    @Override
    public void close() {
        reader.close();
        scans.close();
        Transactions opened = transactions;
        if (opened != null) {
            opened.close();
        }
        whenClosed.accept(this);
    }

    private static final class Decision implements LongConsumer {
        private static final int OPEN = -1;

        private volatile int code = OPEN;

        @Override
        public void accept(long result) {
            code = (int) result;
        }
    }
}
