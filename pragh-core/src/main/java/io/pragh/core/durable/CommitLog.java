package io.pragh.core.durable;

/**
 * Records commits before other transactions can see them: rule 8 of docs/protocols/transactions.md. Records are kept
 * in the order in which they were appended; of the records that were not acknowledged, a crash keeps a prefix. Any
 * thread.
 */
public interface CommitLog {
    /** A log that keeps nothing: commits are lost with their process. */
    CommitLog NONE = new CommitLog() {
        @Override
        public boolean isKept() {
            return false;
        }

        @Override
        public long append(byte[] record) {
            return 0;
        }

        @Override
        public void await(long ticket) {}

        @Override
        public void whenDurable(long ticket, Runnable then) {
            then.run();
        }
    };

    /** The decisions recorded through this log, for other participants. Each caller asks for it once. */
    default DecisionLog decisions() {
        return new MemoryDecisionLog();
    }

    /** Whether records outlive the process; if not, callers need not make any. */
    boolean isKept();

    /**
     * Adds a record behind all others, and returns a ticket to wait with. Waits only while many bytes are still to be
     * written.
     *
     * @throws LogFailedException when the log has failed: the record is not in it, nor will be
     */
    long append(byte[] record);

    /**
     * Returns when a record, and all before it, are durable.
     *
     * @throws LogFailedException when it is unknown whether they are: the node must not go on
     */
    void await(long ticket);

    /**
     * Runs {@code then} when a record, and all before it, are durable, at once or on the log's thread; it must be
     * short. It is never run if the log fails.
     */
    void whenDurable(long ticket, Runnable then);
}
