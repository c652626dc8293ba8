package io.pragh.core.api;

/**
 * How a transaction runs. Immutable.
 *
 * @param level what it may see of others
 * @param readOnly whether it will not write: spares the memory of what it has read
 * @param lockReads whether commit locks also what was read and not written, waiting instead of conflicting: for those that conflict
 *     again and again
 * @param current whether it begins behind every commit that has its timestamp, and waits for those that are not durable yet where it reads what
 *     they write; else it may begin before these, as long as nobody was told of them. For those who compare its timestamp with a log, and
 *     those who have read too early
 */
public record TransactionOptions(IsolationLevel level, boolean readOnly, boolean lockReads, boolean current) {
    /** Strict serializable, reads and writes. */
    public static final TransactionOptions DEFAULT = of(IsolationLevel.STRICT_SERIALIZABLE);

    /** Reads and writes at a level. */
    public static TransactionOptions of(IsolationLevel level) {
        return new TransactionOptions(level, false, false, false);
    }

    /** The same without writes. */
    public TransactionOptions reading() {
        return new TransactionOptions(level, true, false, current);
    }

    /** The same, locking what was read. */
    public TransactionOptions locking() {
        return new TransactionOptions(level, readOnly, true, true);
    }

    /** The same, behind every commit that has its timestamp. */
    public TransactionOptions now() {
        return new TransactionOptions(level, readOnly, lockReads, true);
    }
}
