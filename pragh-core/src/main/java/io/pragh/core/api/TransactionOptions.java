package io.pragh.core.api;

/**
 * How a transaction runs. Immutable.
 *
 * @param level what it may see of others
 * @param readOnly whether it will not write: spares the memory of what it has read
 * @param lockReads whether commit locks also what was read and not written, waiting instead of conflicting: for those that conflict
 *     again and again
 */
public record TransactionOptions(IsolationLevel level, boolean readOnly, boolean lockReads) {
    /** Strict serializable, reads and writes. */
    public static final TransactionOptions DEFAULT = of(IsolationLevel.STRICT_SERIALIZABLE);

    /** Reads and writes at a level. */
    public static TransactionOptions of(IsolationLevel level) {
        return new TransactionOptions(level, false, false);
    }

    /** The same without writes. */
    public TransactionOptions reading() {
        return new TransactionOptions(level, true, false);
    }

    /** The same, locking what was read. */
    public TransactionOptions locking() {
        return new TransactionOptions(level, readOnly, true);
    }
}
