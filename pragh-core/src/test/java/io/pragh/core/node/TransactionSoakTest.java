package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.IsolationLevel;
import io.pragh.history.Isolation;
import io.pragh.history.IsolationChecker;
import io.pragh.history.ListWorkload;
import io.pragh.history.Outcome;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.Seeds;
import io.pragh.testkit.Workers;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks random transactions over a few hot lists with {@link IsolationChecker}: three to eight nodes whose messages
 * and operations are late, out of order and lost, while the lists migrate and nodes crash.
 *
 * <p>The default covers every level, every network with a crash, two deaths, and lists of several blocks; it takes
 * some seconds. {@code -Dpragh.txn.seconds=600} continues with random courses; {@code -Dpragh.txn.seed=N} repeats a
 * run's random choices (not its interleaving).
 */
class TransactionSoakTest {
    private static final long SECONDS = Long.getLong("pragh.txn.seconds", 0);
    private static final long ROUND_NANOS = 1_500_000_000L;
    private static final long ROUND_NANOS_MAX = 60_000_000_000L;
    private static final int COMMITTED_MIN = 10;
    /** Time between two deaths: long before the recovery from the first is over, and sometimes after it. */
    private static final long BETWEEN_NANOS_MAX = 200_000_000L;

    private static final long PULL_NANOS = 1_000_000;
    private static final int CLIENTS_MAX = 6;

    private final long seed = Seeds.of("pragh.txn.seed");

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

    private record Round(
            int nodes, int slots, Network network, int deaths, IsolationLevel level, ListForm form, long seed) {
        Isolation promise() {
            return switch (level) {
                case STRICT_SERIALIZABLE -> Isolation.STRICT_SERIALIZABLE;
                case SERIALIZABLE_CACHED -> Isolation.SERIALIZABLE;
            };
        }
    }

    /**
     * The number of deaths, the network, the level and the form of lists; every run covers a fixed set of courses.
     */
    private record Course(Network network, int deaths, IsolationLevel level, ListForm form) {}

    private static final List<Course> COURSES = List.of(
            new Course(Network.CALM, 1, IsolationLevel.STRICT_SERIALIZABLE, ListForm.ONE_BLOCK),
            new Course(Network.BENIGN, 1, IsolationLevel.STRICT_SERIALIZABLE, ListForm.ONE_BLOCK),
            new Course(Network.LOSSY, 1, IsolationLevel.SERIALIZABLE_CACHED, ListForm.ONE_BLOCK),
            new Course(Network.HOSTILE, 1, IsolationLevel.STRICT_SERIALIZABLE, ListForm.ONE_BLOCK),
            new Course(Network.CALM, 2, IsolationLevel.STRICT_SERIALIZABLE, ListForm.ONE_BLOCK),
            new Course(Network.LOSSY, 2, IsolationLevel.STRICT_SERIALIZABLE, ListForm.ONE_BLOCK),
            new Course(Network.HOSTILE, 0, IsolationLevel.SERIALIZABLE_CACHED, ListForm.ONE_BLOCK),
            new Course(Network.HOSTILE, 2, IsolationLevel.SERIALIZABLE_CACHED, ListForm.ONE_BLOCK),
            new Course(Network.CALM, 0, IsolationLevel.STRICT_SERIALIZABLE, ListForm.CHUNKS),
            new Course(Network.LOSSY, 1, IsolationLevel.STRICT_SERIALIZABLE, ListForm.CHUNKS),
            new Course(Network.HOSTILE, 1, IsolationLevel.SERIALIZABLE_CACHED, ListForm.CHUNKS));

    private static Course anyCourse(SplittableRandom random) {
        return new Course(
                any(Network.values(), random),
                random.nextInt(3),
                any(IsolationLevel.values(), random),
                any(ListForm.values(), random));
    }

    private static <T> T any(T[] all, SplittableRandom random) {
        return all[random.nextInt(all.length)];
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void historiesAreAsIsolatedAsPromised() {
        SplittableRandom random = new SplittableRandom(seed);
        long rounds = Math.max(COURSES.size(), SECONDS * 1_000_000_000L / ROUND_NANOS);
        for (int i = 0; i < rounds; i++) {
            Course course = i < COURSES.size() ? COURSES.get(i) : anyCourse(random);
            run(new Round(
                    3 + course.deaths / 2 + random.nextInt(5),
                    2 + random.nextInt(5),
                    course.network,
                    course.deaths,
                    course.level,
                    course.form,
                    random.nextLong()));
        }
    }

    private void run(Round round) {
        SplittableRandom random = new SplittableRandom(round.seed);
        try (TransactionCluster cluster = new TransactionCluster(round.nodes, round.network.plan(round.seed));
                TransactionLists lists = new TransactionLists(cluster, round.level, round.form);
                Workers workers = new Workers()) {
            ListWorkload workload = new ListWorkload(lists, round.slots, cluster::key);
            workload.appendOnceEach(round.form == ListForm.CHUNKS);
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
            disturb(cluster, workload, random.split(), round);
            workers.stop();
            readAll(cluster, workload, round.nodes);
            long chunked = lists.chunked(cluster.alive().get(0).self(), workload.allKeys());
            System.out.println("transactions: " + round + " " + workload + " chunked=" + chunked);
            if (round.form == ListForm.CHUNKS && round.network == Network.CALM && round.deaths == 0) {
                assertTrue(chunked > 0, () -> "lists have chunks: " + this);
            }
            assertTrue(
                    workload.ended(Outcome.COMMITTED) > COMMITTED_MIN,
                    () -> "transactions commit: " + workload + " " + this);
            IsolationChecker.assertHolds(workload.history(), round.promise(), this + " " + round);
            cluster.settle(workers);
        }
    }

    /** A round lasts for its time, and on a slow machine until some transactions have committed. */
    private static boolean goesOn(ListWorkload workload, long nanos) {
        return nanos < ROUND_NANOS || workload.ended(Outcome.COMMITTED) <= COMMITTED_MIN && nanos < ROUND_NANOS_MAX;
    }

    /** Pulls lists from node to node, and crashes the victims halfway. */
    private static void disturb(
            TransactionCluster cluster, ListWorkload workload, SplittableRandom random, Round round) {
        long begin = System.nanoTime();
        long nextDeath = begin + ROUND_NANOS / 2;
        int deaths = 0;
        for (long tick = 1; goesOn(workload, System.nanoTime() - begin); tick++) {
            long next = begin + tick * PULL_NANOS;
            while (System.nanoTime() - next < 0) {
                LockSupport.parkNanos(PULL_NANOS / 4); // leaves the processors to the clients
            }
            if (deaths < round.deaths && System.nanoTime() - nextDeath > 0) {
                List<PraghNode> alive = cluster.alive();
                cluster.crash(alive.get(random.nextInt(alive.size())).self());
                deaths++;
                nextDeath = System.nanoTime() + random.nextLong(BETWEEN_NANOS_MAX);
            }
            PraghNode puller = cluster.node(random.nextInt(cluster.size()));
            if (!cluster.crashed(puller.self())) {
                puller.pull(workload.hotKey(random.nextInt(round.slots)));
            }
        }
    }

    /** Reads every list at a living node; lists that died with a node cannot be read. */
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
