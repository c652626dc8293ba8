package io.pragh.core.durable;

/**
 * Decides for how many records, and how long, a log waits before it writes the next batch: a sync costs the same for
 * one record as for ten. A writer with a record in the last batch, or one that came while it was written, is expected
 * to append again. A single writer is never waited for. Used by {@link LogWriter}. One thread.
 */
class Company {
    /** The longest wait, in durations of a sync. */
    private static final int SYNCS = 3;

    private static final long NANOS_MAX = 1_000_000;
    /** The mean covers about this many syncs, as a power of two. */
    private static final int MEAN_LOG2 = 3;

    private static final int IMPATIENCE_MAX = 16;
    /** Once per this many batches, the full wait is tried again. */
    private static final int TRY_AGAIN = 64;

    private long syncNanos;
    private int expected = 1;
    private int impatience;
    private int batches;

    /**
     * Records a batch that was written and synced in {@code nanos}; {@code meanwhile} records have arrived since it
     * began.
     */
    void written(int records, long nanos, int meanwhile) {
        expected = records + meanwhile;
        syncNanos += nanos - syncNanos >> MEAN_LOG2;
        if (++batches % TRY_AGAIN == 0) {
            impatience = 0;
        }
    }

    /** The number of records that the next batch should have. */
    int expected() {
        return expected;
    }

    /** How long to wait for them, in nanoseconds: half as long after each wait in vain. */
    long nanos() {
        return Math.min(NANOS_MAX, SYNCS * syncNanos) >> impatience;
    }

    /** Records the end of a wait, and whether a record came. */
    void waited(boolean anyCame) {
        impatience = anyCame ? Math.max(0, impatience - 1) : Math.min(IMPATIENCE_MAX, impatience + 1);
    }
}
