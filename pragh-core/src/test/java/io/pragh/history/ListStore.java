package io.pragh.history;

/** A store of lists with transactions, as a workload sees it. Any thread; an {@link Attempt} belongs to one. */
public interface ListStore {
    /**
     * Begins a transaction.
     *
     * @throws AttemptFailedException when it cannot begin
     */
    Attempt begin(int process, Intent intent);

    /** What a transaction is for. */
    enum Intent {
        /** Reads and appends. */
        UPDATE,
        /** Reads and appends; locks what it reads when it commits. */
        LOCKING_UPDATE,
        /** Reads. */
        READ,
        /** Reads what was current a moment ago. */
        CACHED_READ;

        boolean writes() {
            return this == UPDATE || this == LOCKING_UPDATE;
        }
    }

    /** One attempt of one transaction; ends with {@link #commit} or {@link #rollback}. */
    interface Attempt {
        /**
         * The list as the transaction sees it, its own appends included; empty when there is none.
         *
         * @throws AttemptFailedException when it cannot be read; the transaction is to be rolled back
         */
        long[] read(long key);

        /** Appends an element when the transaction commits. */
        void append(long key, long element);

        /** Ends it. */
        Outcome commit();

        /** Ends it without effect. */
        void rollback();
    }

    /** A transaction cannot go on; nothing of it has happened. Immutable. */
    final class AttemptFailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** Says why. */
        public AttemptFailedException(Throwable cause) {
            super("a transaction cannot go on", cause);
        }
    }
}
