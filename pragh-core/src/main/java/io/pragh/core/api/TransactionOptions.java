package io.pragh.core.api;

/**
 * The options of a transaction. Immutable.
 *
 * @param level the isolation level
 * @param readOnly whether it will not write; saves the memory of the read set
 * @param lockReads whether commit also locks keys that were read and not written, and waits instead of conflicting:
 *     for transactions that conflict repeatedly
 * @param current whether R is T: the snapshot then includes every commit that has its W, and waits for those that are
 *     not durable yet where it reads their changes; otherwise R may be below commits that are not acknowledged yet.
 *     For callers that compare R with a position in the log, and after a conflict with such a commit
 */
public record TransactionOptions(IsolationLevel level, boolean readOnly, boolean lockReads, boolean current) {
    /** Strict serializable, reads and writes. */
    public static final TransactionOptions DEFAULT = of(IsolationLevel.STRICT_SERIALIZABLE);

    /** Reads and writes at a level. */
    public static TransactionOptions of(IsolationLevel level) {
        return new TransactionOptions(level, false, false, false);
    }

    /** The same, read-only. */
    public TransactionOptions reading() {
        return new TransactionOptions(level, true, false, current);
    }

    /** The same, with locks on reads, at T. */
    public TransactionOptions locking() {
        return new TransactionOptions(level, readOnly, true, true);
    }

    /** The same, at T. */
    public TransactionOptions now() {
        return new TransactionOptions(level, readOnly, lockReads, true);
    }
}
