package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.IsolationLevel;
import io.pragh.core.base.Safeguard;
import io.pragh.core.base.Safeguards;
import io.pragh.history.Anomaly;
import io.pragh.history.Anomaly.Kind;
import io.pragh.history.Isolation;
import io.pragh.history.IsolationChecker;
import io.pragh.history.ListWorkload;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.Seeds;
import io.pragh.testkit.Workers;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Random transactions without one of the rules: the checker finds what the rule prevents, and without missing rules nothing. */
class MissingRuleTest {
    private static final int NODES = 3;
    private static final int CLIENTS = 4;
    private static final int SLOTS = 3;
    private static final long ROUND_NANOS = 400_000_000;
    private static final int ROUNDS_MAX = 50;

    private final long seed = Seeds.of("pragh.txn.seed");

    private List<Anomaly> round(Safeguards safeguards, long roundSeed) {
        SplittableRandom random = new SplittableRandom(roundSeed);
        FaultPlan plan = FaultPlan.none(roundSeed)
                .with(FaultPlan.Operations.NONE.delaying(0.2, 3))
                .with(new FaultPlan.Messages(0, 0.3, 4, 0.3));
        try (TransactionCluster cluster = new TransactionCluster(NODES, plan, safeguards);
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

    private void findsWithout(Safeguard rule, Kind... expected) {
        Set<Kind> found = EnumSet.noneOf(Kind.class);
        Safeguards others = Safeguards.ALL.without(rule);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < ROUNDS_MAX && !found.containsAll(List.of(expected)); i++) {
            round(others, random.nextLong()).forEach(anomaly -> found.add(anomaly.kind()));
        }
        assertTrue(found.containsAll(List.of(expected)), rule + " " + found + " -Dpragh.txn.seed=" + seed);
    }

    @Test
    void withAllRulesNothingIsFound() {
        assertEquals(List.of(), round(Safeguards.ALL, seed), "-Dpragh.txn.seed=" + seed);
    }

    @Test
    void withoutValidationThereIsWriteSkew() {
        findsWithout(Safeguard.VALIDATE_READS, Kind.WRITE_SKEW);
    }

    @Test
    void withoutVersionsComparedUnderTheLockUpdatesAreLost() {
        findsWithout(Safeguard.CHECK_VERSION_UNDER_LOCK, Kind.LOST_UPDATE);
    }

    @Test
    void withATimestampTakenBeforeTheLocksReadsAreSkewed() {
        findsWithout(Safeguard.TIMESTAMP_AFTER_LOCKS, Kind.READ_SKEW);
    }

    @Test
    void withoutLocksThatShowAnOlderTimestampReadsAreSkewed() {
        findsWithout(Safeguard.LOCK_SHOWS_BEGIN, Kind.READ_SKEW);
    }

    @Test
    void withATimestampNotAboveTheSnapshotsBeforeItReadsAreSkewed() {
        findsWithout(Safeguard.COMMIT_ABOVE_TIMESTAMP, Kind.READ_SKEW);
    }
}
