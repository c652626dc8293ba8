package io.pragh.core.durable;

/**
 * Where commits are written down before anybody sees them: rule 8 of docs/protocols/transactions.md. Records are kept in the order in
 * which they were appended; of those that nobody was told of, a crash leaves the first ones. Any thread.
 */
public interface CommitLog {
    /** A log that keeps nothing: commits end with their process. */
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

    /** What other participants may ask a node for that commits through this log: asked for once by each. */
    default DecisionLog decisions() {
        return new MemoryDecisionLog();
    }

    /** Whether records outlive the process; who has a log that keeps none need not make any. */
    boolean isKept();

    /**
     * Adds a record behind all others, and returns a ticket to wait with. Waits only while much is to be written already.
     *
     * @throws LogFailedException when nothing can be written any more: the record is not there, nor will it be
     */
    long append(byte[] record);

    /**
     * Returns when a record, and all before it, are durable.
     *
     * @throws LogFailedException when nobody can tell whether they are: the node must not go on
     */
    void await(long ticket);

    /** Runs {@code then} when a record, and all before it, are durable, at once or on the log's thread; it must be short. Never if the log fails. */
    void whenDurable(long ticket, Runnable then);
}
