package io.pragh.benchmarks.fof;

import io.pragh.benchmarks.data.SplitMix;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.graph.TransactionalLists;
import io.pragh.core.graph.TwoHop;
import io.pragh.core.node.NodeSession;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;

/**
 * A client with one call under way, which it makes on its own thread: so a call that waits does not delay others. A
 * call that fails is not repeated; the next one follows after a moment. One thread.
 */
final class CallClient implements Runnable {
    /** An append reads nothing, so it needs no fresh snapshot. */
    private static final TransactionOptions BLIND = TransactionOptions.of(IsolationLevel.SERIALIZABLE_CACHED);

    private static final long AFTER_FAILURE_NANOS = 10_000_000;

    private final int number;
    private final Kind kind;
    private final BenchGraph graph;
    private final NodeSession queries;
    private final NodeSession inserts;
    private final TwoHop twoHop;
    private final CallTally tally;
    private final BooleanSupplier over;
    private final SplitMix random;
    private final long insertsBelow;

    /**
     * The common properties of all clients of one kind.
     *
     * @param reaches whether their queries read keys or values of the share that may be away
     * @param starts start vertices of their queries
     * @param targets vertices that their inserts may name without changing that
     */
    record Kind(boolean reaches, Starts starts, LongPredicate targets) {}

    /**
     * A client that has not started.
     *
     * @param queries a separate session for reads, so that those of inserts are not counted as those of queries
     * @param inserts a separate session for inserts
     * @param over whether to end
     */
    CallClient(
            int number,
            Kind kind,
            BenchGraph graph,
            Workload workload,
            NodeSession queries,
            NodeSession inserts,
            CallTally tally,
            BooleanSupplier over,
            long seed) {
        this.number = number;
        this.kind = kind;
        this.graph = graph;
        this.queries = queries;
        this.inserts = inserts;
        this.twoHop = new TwoHop(queries, workload.limit());
        this.tally = tally;
        this.over = over;
        this.random = new SplitMix(seed);
        this.insertsBelow = (long) (workload.insertShare() * 0x1p62);
    }

    @Override
    public void run() {
        while (!over.getAsBoolean()) {
            boolean insert = random.next() >>> 2 < insertsBelow;
            long key = kind.starts.key(kind.starts.nextRank(random));
            long target = insert ? target() : 0;
            boolean answered = tally.call(number, kind.reaches, insert, () -> {
                if (insert) {
                    insert(key, target);
                } else {
                    twoHop.run(key);
                }
            });
            if (!answered) {
                LockSupport.parkNanos(AFTER_FAILURE_NANOS);
            }
        }
    }

    private long target() {
        long target = graph.source(random.next());
        while (!kind.targets.test(target)) {
            target = graph.source(random.next());
        }
        return target;
    }

    private void insert(long key, long target) {
        try (Transaction transaction = inserts.begin(BLIND)) {
            new TransactionalLists(transaction).append(key, target, 0);
            transaction.commit();
        }
    }

    /** The session of its queries. */
    NodeSession queries() {
        return queries;
    }

    /** Closes the sessions; its thread must have ended. */
    void close() {
        queries.close();
        inserts.close();
    }
}
