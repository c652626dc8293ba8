package io.pragh.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Records transactions while they run. Instants come from one counter, so "ended before the other began" is exact
 * among the threads of this process, or from a clock that several processes share. Any thread; each {@link Recording}
 * belongs to one.
 */
public final class TransactionHistory {
    private final LongSupplier instants;
    private final AtomicInteger ids = new AtomicInteger();
    private final Collection<Recording> recordings = new ConcurrentLinkedQueue<>();

    /** A history of this process alone. */
    public TransactionHistory() {
        this(new AtomicLong()::getAndIncrement);
    }

    /** A history with instants shared with others: two transactions of the same instant count as concurrent. */
    public TransactionHistory(LongSupplier instants) {
        this.instants = instants;
    }

    /** Records a begin; called before the transaction begins. */
    public Recording begin(int process) {
        return begin(process, true);
    }

    /**
     * Records a begin; called before a transaction begins that may read an older snapshot, but sees its own process's
     * commits.
     */
    public Recording beginCached(int process) {
        return begin(process, false);
    }

    private Recording begin(int process, boolean fresh) {
        Recording recording = new Recording(process, fresh);
        recordings.add(recording);
        return recording;
    }

    /**
     * All recorded transactions; those that have not ended are {@link Outcome#UNKNOWN}. Called when all recording has
     * stopped.
     */
    public List<RecordedTransaction> transactions() {
        return recordings.stream().map(Recording::result).toList();
    }

    /** One transaction while it is recorded. One thread. */
    public final class Recording {
        private final int id = ids.getAndIncrement();
        private final int process;
        private final boolean fresh;
        private final long invoked = instants.getAsLong();
        private final List<Step> steps = new ArrayList<>(4);
        private long completed = Long.MAX_VALUE;
        private Outcome outcome = Outcome.UNKNOWN;

        private Recording(int process, boolean fresh) {
            this.process = process;
            this.fresh = fresh;
        }

        /** Records that a read has returned these elements. */
        public Recording read(long key, long... elements) {
            steps.add(new Step.Read(key, elements));
            return this;
        }

        /** Records an append before it is made. */
        public Recording append(long key, long element) {
            steps.add(new Step.Append(key, element));
            return this;
        }

        /** Records that the commit was acknowledged. */
        public void committed() {
            end(Outcome.COMMITTED);
        }

        /** Records that the transaction was rolled back, or its commit was refused. */
        public void aborted() {
            end(Outcome.ABORTED);
        }

        /** Records that the commit's answer is lost. */
        public void unknown() {
            end(Outcome.UNKNOWN);
        }

        private void end(Outcome how) {
            if (completed != Long.MAX_VALUE) {
                throw new IllegalStateException("a transaction ends once: id=" + id);
            }
            outcome = how;
            completed = instants.getAsLong();
        }

        private RecordedTransaction result() {
            return new RecordedTransaction(id, process, invoked, completed, outcome, fresh, List.copyOf(steps));
        }
    }
}
