package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.api.IsolationLevel;
import io.pragh.history.Anomaly;
import io.pragh.history.Isolation;
import io.pragh.history.IsolationChecker;
import io.pragh.history.ListWorkload;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.Seeds;
import io.pragh.testkit.Workers;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Checks random transactions: with all rules in force the checker finds no anomaly. {@code -Dpragh.txn.seed=N} sets
 * the first seed.
 */
class MissingRuleTest {
    private static final int NODES = 3;
    private static final int CLIENTS = 4;
    private static final int SLOTS = 3;
    private static final long ROUND_NANOS = 400_000_000;
    private static final int ROUNDS = 3;

    private static final long SEED = Seeds.of("pragh.txn.seed");

    /** Each run of the test with the same classes takes other rounds. */
    private static final SplittableRandom ROUND_SEEDS = new SplittableRandom(SEED);

    private List<Anomaly> round(long roundSeed) {
        SplittableRandom random = new SplittableRandom(roundSeed);
        FaultPlan plan = FaultPlan.none(roundSeed)
                .with(FaultPlan.Operations.NONE.delaying(0.2, 3))
                .with(new FaultPlan.Messages(0, 0.3, 4, 0.3));
        try (TransactionCluster cluster = new TransactionCluster(NODES, plan);
                TransactionLists lists = new TransactionLists(cluster, IsolationLevel.STRICT_SERIALIZABLE);
                Workers workers = new Workers()) {
            ListWorkload workload = new ListWorkload(lists, SLOTS, cluster::key);
            for (int p = 0; p < CLIENTS; p++) {
                ListWorkload.Client client = workload.client(p, random.split());
                workers.start(() -> {
                    while (!client.idle() || !workers.stopped()) {
                        client.step();
                    }
                });
            }
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < ROUND_NANOS) {
                LockSupport.parkNanos(ROUND_NANOS); // leaves the processors to the clients
            }
            workers.stop();
            for (long key : workload.allKeys()) {
                workload.readAll(CLIENTS, key);
            }
            return IsolationChecker.check(workload.history().transactions(), Isolation.STRICT_SERIALIZABLE);
        }
    }

    /**
     * The checker finds no anomaly in a few rounds. {@code RulesTest} repeats the test without a rule until a run
     * finds the anomaly that the rule prevents.
     */
    @Test
    void nothingIsFound() {
        for (int i = 0; i < ROUNDS; i++) {
            assertEquals(List.of(), round(ROUND_SEEDS.nextLong()), "-Dpragh.txn.seed=" + SEED);
        }
    }
}
