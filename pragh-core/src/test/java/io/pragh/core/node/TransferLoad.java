package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.testkit.Workers;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Load of transfers between accounts at two nodes, while a third node is going to crash. Each transfer is also noted
 * at the third node: that part dies with it, and the others must end alike. Any thread.
 */
final class TransferLoad implements AutoCloseable {
    static final int NODES = 3;
    static final int ACCOUNTS = 8;
    static final long BALANCE = 100;

    final Workers workers = new Workers();
    final LocalCluster cluster;
    final long[] keys = new long[ACCOUNTS];
    /** The notes at the node that is going to crash. */
    private final long[] notes = new long[ACCOUNTS];
    /** The number of transfers that each node has committed. */
    final AtomicIntegerArray transfers = new AtomicIntegerArray(NODES);

    private final AtomicReference<Throwable> taskFailure = new AtomicReference<>();
    private final long seed;
    private final int victim;
    private volatile boolean crashing;
    private volatile boolean stopped;

    /** Even accounts have their home at one survivor, odd ones at the other. */
    TransferLoad(int victim, long seed) {
        this.victim = victim;
        this.seed = seed;
        this.cluster = new LocalCluster(
                LocalCluster.staticSeats(NODES, TransactionFixture.PARTITIONS),
                TransactionFixture.CONFIG,
                LatencyModel.NONE,
                ListOperations.ALL,
                1,
                taskFailure::set);
        for (int i = 0; i < ACCOUNTS; i++) {
            int home = survivor(i % 2);
            long vid = cluster.node(0).homes().mint(home, i + 1);
            keys[i] = GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, vid);
            notes[i] = GraphKey.of(
                    GraphKey.KIND_PLAIN, 0, 0, cluster.node(0).homes().mint(victim, i + 1));
        }
        inTransaction(survivor(0), t -> {
            for (long key : keys) {
                t.write(key, TransactionFixture.bytes(BALANCE));
            }
        });
    }

    int survivor(int which) {
        return (victim + 1 + which) % NODES;
    }

    private void inTransaction(int node, java.util.function.Consumer<Transaction> work) {
        try (NodeSession session = cluster.node(node).openSession()) {
            session.retry(TransactionOptions.DEFAULT, t -> {
                work.accept(t);
                return t;
            });
        }
    }

    /** Makes transfers until the load is stopped, or until the node crashes. */
    void transfer(int node) {
        SplittableRandom random = new SplittableRandom(seed + node);
        try (NodeSession session = cluster.node(node).openSession()) {
            while (!stopped) {
                int from = random.nextInt(ACCOUNTS);
                int to = (from + 1 + 2 * random.nextInt(ACCOUNTS / 2)) % ACCOUNTS; // at the other home
                try {
                    session.retry(TransactionOptions.DEFAULT, t -> {
                        long amount = 1L + random.nextInt(5);
                        t.write(
                                keys[from],
                                TransactionFixture.bytes(TransactionFixture.number(t, keys[from]) - amount));
                        t.write(keys[to], TransactionFixture.bytes(TransactionFixture.number(t, keys[to]) + amount));
                        t.write(notes[from], TransactionFixture.bytes(amount));
                        return t;
                    });
                    transfers.incrementAndGet(node);
                } catch (PraghException ended) {
                    if (node == victim && crashing) {
                        return;
                    }
                    if (!ended.retryable()) {
                        throw ended;
                    }
                    // the transfer may have happened or not: the sum is the same
                }
            }
        } catch (PraghException closing) {
            if (node != victim || !crashing) {
                throw closing;
            }
        }
    }

    /** Reads the sum in one snapshot after the other. */
    void watch(int node) {
        try (NodeSession session = cluster.node(node).openSession()) {
            while (!stopped) {
                try (Transaction read = session.begin(TransactionOptions.DEFAULT.reading())) {
                    assertEquals(ACCOUNTS * BALANCE, sum(read), "seed=" + seed);
                } catch (PraghException away) {
                    if (!away.retryable()) {
                        throw away;
                    }
                }
            }
        }
    }

    long sum(Transaction read) {
        long sum = 0;
        for (long key : keys) {
            sum += TransactionFixture.number(read, key);
        }
        return sum;
    }

    void startTransfers() {
        for (int n = 0; n < NODES; n++) {
            int node = n;
            workers.start(() -> transfer(node));
        }
        workers.start(() -> watch(survivor(1)));
    }

    /** Crashes the victim {@code nanos} nanoseconds after it has committed {@code commits} transfers. */
    void crashAfter(int commits, long nanos) {
        workers.await("the victim is busy", () -> transfers.get(victim) >= commits);
        long at = System.nanoTime() + nanos;
        workers.await("the moment has come", () -> System.nanoTime() - at >= 0);
        crashing = true;
        cluster.crash(victim);
    }

    /** Waits until the survivors commit as before. */
    void awaitProgress() {
        int[] before = {transfers.get(survivor(0)), transfers.get(survivor(1))};
        workers.await(
                "both survivors commit, seed=" + seed,
                () -> transfers.get(survivor(0)) > before[0] + 3 && transfers.get(survivor(1)) > before[1] + 3);
    }

    /** Ends the load, writes every account, and audits all money and memory. */
    void finish() {
        stopped = true;
        workers.stop();
        for (int i = 0; i < ACCOUNTS; i++) {
            long key = keys[i];
            inTransaction(
                    survivor(i % 2), t -> t.write(key, TransactionFixture.bytes(TransactionFixture.number(t, key))));
        }
        for (int which = 0; which < 2; which++) {
            inTransaction(survivor(which), t -> assertEquals(ACCOUNTS * BALANCE, sum(t), "seed=" + seed));
        }
        Workers rest = workers;
        var alive = java.util.List.of(cluster.node(survivor(0)), cluster.node(survivor(1)));
        rest.await(
                "nothing is under way",
                () -> alive.stream().allMatch(node -> node.parts.transactions.underWay() == 0 && node.recovered()));
        AuditedNodes.settle(alive, rest);
        AuditedNodes.check(alive);
        assertEquals(null, taskFailure.get());
    }

    @Override
    public void close() {
        stopped = true;
        workers.close();
        cluster.close();
    }
}
