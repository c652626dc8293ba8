package io.pragh.core.api;

import java.util.function.Function;

/** Where transactions begin; a session always sees its own commits. One thread. */
public interface TransactionSource {
    /** Begins a transaction. Cost: one READ of the timestamp word, none at {@link IsolationLevel#SERIALIZABLE_CACHED}. */
    Transaction begin(TransactionOptions options);

    /** Begins a strict serializable transaction. */
    default Transaction begin() {
        return begin(TransactionOptions.DEFAULT);
    }

    /**
     * Begins a transaction for reading that sees what another one of the same node saw when it began, none of that one's own updates.
     * Cost: none.
     *
     * @param other is open until this call returns, and nobody else uses it meanwhile
     * @throws SnapshotTooOldException when the other one has been open for too long
     */
    Transaction beginBeside(Transaction other);

    /** The latest moment that a transaction begun here has seen or, committing, made; 0 before the first. */
    long seen();

    /** No transaction begun here from now on is older than this moment, which another session has {@link #seen}. */
    void see(long moment);

    /**
     * Runs {@code work} in a transaction and commits it; again when it conflicts, after a while that grows and is left to chance, and
     * after a few conflicts with what it reads locked. The last conflict comes out.
     */
    <T> T retry(TransactionOptions options, Function<Transaction, T> work);
}
