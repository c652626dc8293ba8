package io.pragh.core.durable;

/**
 * For how many records a log waits before it writes the next batch, and how long: a sync costs the same for one record as for ten. Whoever
 * had a record in the last batch, or while it was written, is expected to come again; one writer alone is never waited for. One thread.
 */
class Company {
    /** So many times as long as a sync takes is waited at most. */
    private static final int SYNCS = 3;

    private static final long NANOS_MAX = 1_000_000;
    /** The mean is of about so many syncs. */
    private static final int MEAN_LOG2 = 3;

    private static final int IMPATIENCE_MAX = 16;
    /** After so many batches it is tried again whether somebody comes. */
    private static final int TRY_AGAIN = 64;

    private long syncNanos;
    private int expected = 1;
    private int impatience;
    private int batches;

    /** A batch was written and synced, which took so long; so many records have come meanwhile. */
    void written(int records, long nanos, int meanwhile) {
        expected = records + meanwhile;
        syncNanos += nanos - syncNanos >> MEAN_LOG2;
        if (++batches % TRY_AGAIN == 0) {
            impatience = 0;
        }
    }

    /** How many records the next batch should have. */
    int expected() {
        return expected;
    }

    /** How long they are waited for, in nanoseconds: half as long each time that nobody came. */
    long nanos() {
        return Math.min(NANOS_MAX, SYNCS * syncNanos) >> impatience;
    }

    /** The log has waited; whether a record came. */
    void waited(boolean anyCame) {
        impatience = anyCame ? Math.max(0, impatience - 1) : Math.min(IMPATIENCE_MAX, impatience + 1);
    }
}
