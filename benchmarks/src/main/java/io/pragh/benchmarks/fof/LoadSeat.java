package io.pragh.benchmarks.fof;

import io.pragh.core.access.ReadCounters;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.TransactionOptions;
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

    /**
     * Opens two sessions at the node: reads of inserts must not be counted as those of queries.
     *
     * @param insertsWait raised when {@code inserts} waits
     * @param tally counts the values read here, or null
     */
    LoadSeat(
            NodeSession queries, NodeSession inserts, TwoHop twoHop, WaitFlag insertsWait, @Nullable StartTally tally) {
        this.queries = queries;
        this.inserts = inserts;
        this.twoHop = twoHop;
        this.insertsWait = insertsWait;
        this.tally = tally;
    }

    /** Runs a query; returns the number of values that it read. */
    int query(long startKey, int rank) {
        twoHop.run(startKey);
        if (tally != null) {
            tally.queried(rank);
        }
        return 1 + twoHop.hopCount();
    }

    /**
     * Appends an edge; {@code rank} is negative when no query starts there. Returns whether it waited for another
     * node.
     */
    boolean insert(long key, int rank, long target) {
        insertsWait.lower();
        inserts.retry(BLIND, transaction -> {
            new TransactionalLists(transaction).append(key, target, 0);
            return null;
        });
        boolean waited = insertsWait.lower();
        if (tally != null && rank >= 0) {
            tally.inserted(rank);
        }
        return waited;
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
