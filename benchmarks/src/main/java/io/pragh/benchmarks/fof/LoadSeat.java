package io.pragh.benchmarks.fof;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.PraghException;
import io.pragh.core.graph.TransactionalLists;
import io.pragh.core.graph.TwoHop;
import io.pragh.core.node.NodeSession;
import org.jspecify.annotations.Nullable;

/** The sessions of one worker at one node. One thread. */
final class LoadSeat {
    /** An append reads nothing, so it needs no fresh snapshot. */
    private static final TransactionOptions BLIND = TransactionOptions.of(IsolationLevel.SERIALIZABLE_CACHED);

    private final NodeSession queries;
    private final NodeSession inserts;
    private final TwoHop twoHop;
    private final WaitFlag insertsWait;
    private final @Nullable StartTally tally;
    private final Patience patience;

    /**
     * Opens two sessions at the node: reads of inserts must not be counted as those of queries.
     *
     * @param insertsWait raised when {@code inserts} waits
     * @param tally counts the values read here, or null
     * @param patience with calls that fail for a moment
     */
    LoadSeat(
            NodeSession queries,
            NodeSession inserts,
            TwoHop twoHop,
            WaitFlag insertsWait,
            @Nullable StartTally tally,
            Patience patience) {
        this.patience = patience;
        this.queries = queries;
        this.inserts = inserts;
        this.twoHop = twoHop;
        this.insertsWait = insertsWait;
        this.tally = tally;
    }

    /** Runs a query; returns the number of values that it read. */
    int query(long startKey, int rank) {
        runQuery(startKey);
        if (tally != null) {
            tally.queried(rank);
        }
        return 1 + twoHop.hopCount();
    }

    private void runQuery(long startKey) {
        for (int tries = 1; ; tries++) {
            try {
                twoHop.run(startKey);
                return;
            } catch (PraghException failed) {
                patience.rest(failed, tries);
            }
        }
    }

    /**
     * Appends an edge; {@code rank} is negative when no query starts there. Returns whether it waited for another
     * node.
     */
    boolean insert(long key, int rank, long target) {
        insertsWait.lower();
        runInsert(key, target);
        boolean waited = insertsWait.lower();
        if (tally != null && rank >= 0) {
            tally.inserted(rank);
        }
        return waited;
    }

    /** A commit with an unknown outcome is made again, too: the edge may be there twice then. */
    private void runInsert(long key, long target) {
        for (int tries = 1; ; tries++) {
            try {
                inserts.retry(BLIND, transaction -> {
                    new TransactionalLists(transaction).append(key, target, 0);
                    return null;
                });
                return;
            } catch (PraghException failed) {
                patience.rest(failed, tries);
            }
        }
    }

    /** Number of calls that were made again. */
    long again() {
        return patience.again();
    }

    /** Counters of the queries' reads so far. */
    ReadCounters counters() {
        return queries.counters();
    }

    /** The session whose reads are not counted. */
    NodeSession uncounted() {
        return inserts;
    }

    @Nullable
    StartTally tally() {
        return tally;
    }

    void close() {
        queries.close();
        inserts.close();
    }
}
