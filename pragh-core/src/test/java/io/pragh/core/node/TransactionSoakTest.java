package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.IsolationLevel;
import io.pragh.core.base.Safeguards;
import io.pragh.history.Isolation;
import io.pragh.history.IsolationChecker;
import io.pragh.history.ListWorkload;
import io.pragh.history.Outcome;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.Workers;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random transactions over a few hot lists, on three to eight nodes whose messages and operations are late, out of order and lost, while
 * the lists migrate and a node crashes. {@link IsolationChecker} judges what all of them saw.
 *
 * <p>Some seconds by default; {@code -Dpragh.txn.seconds=600} for long runs, {@code -Dpragh.txn.seed=…} to repeat a run's random
 * choices (not its interleaving).
 */
class TransactionSoakTest {
    private static final long SECONDS = Long.getLong("pragh.txn.seconds", 12);
    private static final long ROUND_NANOS = 2_500_000_000L;
    private static final long PULL_NANOS = 1_000_000;
    private static final int CLIENTS_MAX = 6;

    private final long seed = Long.getLong("pragh.txn.seed", System.nanoTime());

    private enum Network {
        CALM,
        BENIGN,
        LOSSY,
        HOSTILE;

        FaultPlan plan(long seed) {
            return switch (this) {
                case CALM -> FaultPlan.none(seed);
                case BENIGN -> FaultPlan.benign(seed);
                case LOSSY -> FaultPlan.none(seed).with(new FaultPlan.Messages(0.03, 0.3, 4, 0.3));
                case HOSTILE -> FaultPlan.hostile(seed);
            };
        }
    }

    private record Round(int nodes, int slots, Network network, boolean crashes, IsolationLevel level, long seed) {
        Isolation promise() {
            return level == IsolationLevel.SNAPSHOT ? Isolation.STRONG_SNAPSHOT : Isolation.STRICT_SERIALIZABLE;
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void historiesAreAsIsolatedAsPromised() {
        SplittableRandom random = new SplittableRandom(seed);
        long rounds = Math.max(4, SECONDS * 1_000_000_000L / ROUND_NANOS);
        for (int i = 0; i < rounds; i++) {
            Network network = Network.values()[i % Network.values().length];
            IsolationLevel level = i % 7 == 5 ? IsolationLevel.SNAPSHOT : IsolationLevel.STRICT_SERIALIZABLE;
            run(new Round(3 + random.nextInt(6), 2 + random.nextInt(5), network, i % 2 == 1, level, random.nextLong()));
        }
    }

    private void run(Round round) {
        SplittableRandom random = new SplittableRandom(round.seed);
        int victim = round.crashes ? random.nextInt(round.nodes) : TransactionLists.NOBODY;
        try (TransactionCluster cluster =
                        new TransactionCluster(round.nodes, round.network.plan(round.seed), Safeguards.ALL);
                TransactionLists lists = new TransactionLists(cluster, round.level, victim);
                Workers workers = new Workers()) {
            ListWorkload workload =
                    new ListWorkload(lists, round.slots, cluster::key, round.level == IsolationLevel.SNAPSHOT);
            int clients = Math.min(CLIENTS_MAX, round.nodes + 1);
            for (int p = 0; p < clients; p++) {
                int place = p % round.nodes;
                ListWorkload.Client client = workload.client(p, random.split());
                workers.start(() -> {
                    while (!client.idle() || !workers.stopped() && !cluster.crashed(place)) {
                        client.step();
                    }
                });
            }
            disturb(cluster, workload, victim, random.split(), round);
            workers.stop();
            readAll(cluster, workload, round.nodes);
            System.out.println("transactions: " + round + " " + workload);
            assertTrue(workload.ended(Outcome.COMMITTED) > 10, () -> "transactions commit: " + workload + " " + this);
            IsolationChecker.assertHolds(workload.history(), round.promise(), this + " " + round);
            cluster.settle(workers);
        }
    }

    /** Pulls lists about, and lets the victim crash in the middle. */
    private static void disturb(
            TransactionCluster cluster, ListWorkload workload, int victim, SplittableRandom random, Round round) {
        long begin = System.nanoTime();
        boolean crashPending = victim != TransactionLists.NOBODY;
        for (long tick = 1; System.nanoTime() - begin < ROUND_NANOS; tick++) {
            long next = begin + tick * PULL_NANOS;
            while (System.nanoTime() - next < 0) {
                LockSupport.parkNanos(PULL_NANOS / 4); // leaves the processors to the clients
            }
            if (crashPending && System.nanoTime() - begin > ROUND_NANOS / 2) {
                crashPending = false;
                cluster.crash(victim);
            }
            PraghNode puller = cluster.node(random.nextInt(cluster.size()));
            if (!cluster.crashed(puller.self())) {
                puller.pull(workload.hotKey(random.nextInt(round.slots)));
            }
        }
    }

    /** Reads every list at a node that is alive; those that died with the victim cannot be read. */
    private static void readAll(TransactionCluster cluster, ListWorkload workload, int firstProcess) {
        int process = firstProcess;
        while (cluster.crashed(process % cluster.size())) {
            process++;
        }
        for (long key : workload.allKeys()) {
            workload.readAll(process, key);
        }
    }

    @Override
    public String toString() {
        return "-Dpragh.txn.seed=" + seed;
    }
}
