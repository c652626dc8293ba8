package io.pragh.core.node;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.access.VersionReader;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.StoreSession;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.store.StoreNode;
import io.pragh.core.timestamp.PendingCommits;
import io.pragh.core.txn.CommitCounters;
import io.pragh.core.txn.Transactions;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The access of one thread to a node. A read outside of transactions sees the latest committed value, an update is a
 * transaction of one key. One thread.
 */
public final class NodeSession implements StoreSession, TransactionSource, KeyScan {
    private final long id;
    private final StoreNode store;
    private final VersionReader reader;
    private final PendingCommits pending;
    private final Supplier<Transactions> opening;
    private volatile @Nullable Transactions transactions;
    private final SessionScan scans;
    private final Consumer<NodeSession> whenClosed;

    NodeSession(
            long id,
            StoreNode store,
            VersionReader reader,
            PendingCommits pending,
            Supplier<Transactions> opening,
            SessionScan scans,
            Consumer<NodeSession> whenClosed) {
        this.id = id;
        this.store = store;
        this.reader = reader;
        this.pending = pending;
        this.opening = opening;
        this.scans = scans;
        this.whenClosed = whenClosed;
    }

    /** A number for a session, unique in the history of the graph. */
    long id() {
        return id;
    }

    @Override
    public void read(long[] keys, int from, int count, int bodyBytesMax, ValueVisitor visitor) {
        reader.read(keys, from, count, bodyBytesMax, visitor);
        pending.awaitShown(); // whoever has this call behind him may rely on what it found
    }

    @Override
    public UpdateResult update(Update update) {
        store.checkTakesUpdates(update.key());
        return transactions().update(update);
    }

    /** Opened with the first update or transaction: a session that only reads needs none. */
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
    public <T> T retry(TransactionOptions options, Function<Transaction, T> work) {
        return transactions().retry(options, work);
    }

    @Override
    public long scan(int partition, int kind, long cursor, int limit, LongConsumer keys) {
        return scans.scan(partition, kind, cursor, limit, keys);
    }

    /**
     * Counts this session's reads, including those in transactions. On other threads than the session's the numbers
     * may be slightly outdated.
     */
    public ReadCounters counters() {
        return reader.counters();
    }

    /** Adds the outcomes of the session's transactions. Any thread; the numbers may be slightly outdated. */
    void addCommitsTo(CommitCounters sum) {
        Transactions opened = transactions;
        if (opened != null) {
            sum.add(opened.commitCounters());
        }
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
}
