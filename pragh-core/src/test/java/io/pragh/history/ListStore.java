package io.pragh.history;

/** A store of lists with transactions, as a workload sees it. Any thread; an {@link Attempt} belongs to one. */
public interface ListStore {
    /**
     * Begins a transaction.
     *
     * @throws AttemptFailedException when it cannot begin
     */
    Attempt begin(int process, Intent intent);

    /** The purpose of a transaction. */
    enum Intent {
        /** Reads and appends. */
        UPDATE,
        /** Reads and appends; locks what it reads when it commits. */
        LOCKING_UPDATE,
        /** Reads. */
        READ,
        /** Reads a recent snapshot, which need not be current. */
        CACHED_READ;

        boolean writes() {
            return this == UPDATE || this == LOCKING_UPDATE;
        }
    }

    /** One attempt of one transaction; ends with {@link #commit} or {@link #rollback}. */
    interface Attempt {
        /**
         * The list as the transaction sees it, with its own appends; empty when there is none.
         *
         * @throws AttemptFailedException when it cannot be read; the transaction is to be rolled back
         */
        long[] read(long key);

        /** Appends an element when the transaction commits. */
        void append(long key, long element);

        /** Commits the transaction; returns its outcome. */
        Outcome commit();

        /** Ends the transaction without effect. */
        void rollback();
    }

    /** Says that a transaction cannot go on, and has had no effect. Immutable. */
    final class AttemptFailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** An exception with its cause. */
        public AttemptFailedException(Throwable cause) {
            super("a transaction cannot go on", cause);
        }
    }
}
