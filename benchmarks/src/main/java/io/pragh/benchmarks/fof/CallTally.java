package io.pragh.benchmarks.fof;

import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts how the calls of one process's clients end, and how long they take, those under way included. Any thread.
 */
final class CallTally {
    /** A call that has been under way for this time counts as waiting. */
    static final long WAITING_NANOS = 250_000_000;

    private static final long NONE = Long.MIN_VALUE;

    private final Clock clock;
    private final TraversalTally answered;
    /** The time when each client's call began, or {@link #NONE}. */
    private final AtomicLongArray began;

    private long reaching;
    private long others;
    private long inserts;
    private long again;
    private long againOthers;
    private long failed;
    private @Nullable String failure;
    private long longestNanos;

    /** A tally of so many clients; {@code answered} receives the answered calls. */
    CallTally(Clock clock, int clients, TraversalTally answered) {
        this.clock = clock;
        this.answered = answered;
        this.began = new AtomicLongArray(clients);
        for (int client = 0; client < clients; client++) {
            began.set(client, NONE);
        }
    }

    /**
     * Makes a call and counts its outcome; false when it fails with any exception.
     *
     * @param reaches whether it may need the share that may be away
     */
    boolean call(int client, boolean reaches, boolean insert, Runnable call) {
        long since = clock.nanos();
        began.set(client, since);
        RuntimeException thrown = null;
        try {
            call.run();
        } catch (RuntimeException met) {
            thrown = met;
        } finally {
            began.set(client, NONE);
        }
        long nanos = clock.nanos() - since;
        if (thrown == null) {
            answered(reaches, insert, nanos);
        } else {
            failed(reaches, thrown, nanos);
        }
        return thrown == null;
    }

    private synchronized void answered(boolean reaches, boolean insert, long nanos) {
        longestNanos = Math.max(longestNanos, nanos);
        if (insert) {
            inserts++;
            answered.inserted(nanos);
            return;
        }
        answered.queried(nanos);
        if (reaches) {
            reaching++;
        } else {
            others++;
        }
    }

    private synchronized void failed(boolean reaches, RuntimeException thrown, long nanos) {
        longestNanos = Math.max(longestNanos, nanos);
        boolean retryable = thrown instanceof PraghException known && known.retryable();
        if (!retryable) {
            failed++;
            failure = failure == null ? thrown.toString() : failure;
        } else if (reaches) {
            again++;
        } else {
            againOthers++;
        }
    }

    /** All counts so far; the longest call is that since the counts before. */
    synchronized CallCounts counts(int members, List<Integer> partitions) {
        long now = clock.nanos();
        int waiting = 0;
        for (int client = 0; client < began.length(); client++) {
            long since = began.get(client);
            if (since != NONE) {
                longestNanos = Math.max(longestNanos, now - since);
                waiting += now - since > WAITING_NANOS ? 1 : 0;
            }
        }
        CallCounts counts = new CallCounts(
                reaching,
                others,
                inserts,
                again,
                againOthers,
                failed,
                failure,
                waiting,
                longestNanos,
                members,
                partitions);
        longestNanos = 0;
        return counts;
    }
}
