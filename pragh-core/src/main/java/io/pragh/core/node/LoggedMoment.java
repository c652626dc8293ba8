package io.pragh.core.node;

import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Begins the transactions of a checkpoint when the node was closed that has T: at the latest timestamp in the log, or
 * the latest T that the session's node has read. One thread.
 */
// A commit that this does not see has a later W than any record in the log so far, and so a record behind them. A
// commit that it sees holds its keys until its record is durable.
final class LoggedMoment implements TransactionSource {
    private final NodeSession session;
    private final LongSupplier latest;

    LoggedMoment(NodeSession session, LongSupplier latest) {
        this.session = session;
        this.latest = latest;
    }

    @Override
    public Transaction begin(TransactionOptions options) {
        session.see(latest.getAsLong());
        return session.begin(
                TransactionOptions.of(IsolationLevel.SERIALIZABLE_CACHED).reading());
    }

    @Override
    public Transaction beginBeside(Transaction other) {
        return session.beginBeside(other);
    }

    @Override
    public long seen() {
        return session.seen();
    }

    @Override
    public void see(long moment) {
        session.see(moment);
    }

    @Override
    public <T> T retry(TransactionOptions options, Function<Transaction, T> work) {
        return session.retry(options, work);
    }
}
