package io.pragh.core.api;

import java.util.function.Function;

/** Begins transactions, for one session, which always sees its own commits. One thread. */
public interface TransactionSource {
    /** Begins a transaction. Cost: one READ of the timestamp word, none at {@link IsolationLevel#SERIALIZABLE_CACHED}. */
    Transaction begin(TransactionOptions options);

    /** Begins a strict serializable transaction. */
    default Transaction begin() {
        return begin(TransactionOptions.DEFAULT);
    }

    /**
     * Begins a read-only transaction at the snapshot of another one of the same node, without the other one's own
     * updates. Cost: none.
     *
     * @param other is open until this call returns, and is not used concurrently
     * @throws SnapshotTooOldException when the other one has been open for too long
     */
    Transaction beginBeside(Transaction other);

    /** The greatest R or W of the transactions begun here; 0 before the first. */
    long seen();

    /**
     * Ensures that no later transaction begun here is older than this timestamp, which another session has
     * {@link #seen}.
     */
    void see(long moment);

    /**
     * Runs {@code work} in a transaction and commits it. Repeats this after a conflict or when the snapshot was too
     * old, with a random delay from a growing range, and after a few conflicts with read locks. Throws the last of
     * these exceptions when all attempts have failed.
     */
    <T> T retry(TransactionOptions options, Function<Transaction, T> work);
}
