package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.PraghException;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.history.Isolation;
import io.pragh.history.IsolationChecker;
import io.pragh.history.ListWorkload;
import io.pragh.testkit.FabricNetwork;
import io.pragh.testkit.Seeds;
import io.pragh.testkit.Workers;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Checks that the store behaves over any fabric as over the local one: a fabric's test extends this class with a way
 * to make networks. {@code -Dpragh.store.seed=N} repeats a run's choices.
 */
public abstract class StoreContract implements FabricNetwork.Factory {
    private static final int NODES = 3;
    private static final int KEYS = 150;
    private static final int KEYS_EMULATED = 60;

    private final long seed = Seeds.of("pragh.store.seed");

    /**
     * Whether nodes run on an emulator, which makes them wait for each other: then there are fewer keys, and the
     * nodes' time limits are longer than those of the tests, which are the same everywhere.
     */
    protected boolean isEmulated() {
        return false;
    }

    private int keys() {
        return isEmulated() ? KEYS_EMULATED : KEYS;
    }

    private TransactionCluster cluster(FabricNetwork network) {
        return isEmulated() ? TransactionCluster.patient(network, NODES) : new TransactionCluster(network, NODES);
    }

    /** Every node appends to every list and pulls every third list; finally all nodes read the same. */
    @Test
    void updatesReadsAndMigrationsOfAllNodesAddUp() {
        try (FabricNetwork network = network(NODES);
                TransactionCluster cluster = cluster(network);
                Workers workers = new Workers()) {
            for (int n = 0; n < NODES; n++) {
                int self = n;
                workers.start(() -> append(cluster, self));
            }
            workers.join();
            workers.await("values arrive", () -> moved(cluster) > keys() / 10);
            for (int n = 0; n < NODES; n++) {
                int self = n;
                workers.start(() -> assertComplete(cluster, self));
            }
            workers.join();
            cluster.settle(workers);
        }
    }

    private static long moved(TransactionCluster cluster) {
        long moved = 0;
        for (int n = 0; n < NODES; n++) {
            moved += cluster.node(n).migrationCounters().of(MigrationOutcome.MOVED);
        }
        return moved;
    }

    private void append(TransactionCluster cluster, int self) {
        try (NodeSession session = cluster.node(self).openSession()) {
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < keys(); i++) {
                    long key = cluster.key(i, 0);
                    UpdateResult result = session.update(ListOperations.append(key, 10L * round + self, 0));
                    assertEquals(UpdateResult.APPLIED, result);
                    if (i % NODES == (self + 1) % NODES) { // its home is another node
                        cluster.node(self).pull(key);
                    }
                }
            }
        }
    }

    private void assertComplete(TransactionCluster cluster, int self) {
        try (NodeSession session = cluster.node(self).openSession()) {
            SessionLists store = new SessionLists(session);
            for (int i = 0; i < keys(); i++) {
                Set<Long> seen = new HashSet<>();
                store.forEach(cluster.key(i, 0), seen::add);
                assertEquals(Set.of(0L, 1L, 2L, 10L, 11L, 12L), seen, "list " + i);
            }
        }
    }

    /** Random transactions of clients at all nodes, while the lists move: all answers must fit one order. */
    @Test
    void transactionsAreStrictlySerializableWhileValuesMove() {
        int slots = 4;
        int readOnly = 150;
        try (FabricNetwork network = network(NODES);
                TransactionCluster cluster = cluster(network);
                TransactionLists lists = new TransactionLists(cluster, IsolationLevel.STRICT_SERIALIZABLE);
                Workers workers = new Workers()) {
            ListWorkload workload = new ListWorkload(lists, slots, cluster::key);
            SplittableRandom random = new SplittableRandom(seed);
            AtomicInteger done = new AtomicInteger();
            for (int w = 0; w < NODES; w++) {
                ListWorkload.Client client = workload.client(w, random.split());
                workers.start(() -> {
                    while (!client.idle() || !workers.stopped()) {
                        client.step();
                    }
                });
            }
            SplittableRandom own = random.split();
            workers.start(() -> {
                while (done.getAndIncrement() < readOnly || moved(cluster) == 0) {
                    long[] keys = {workload.hotKey(own.nextInt(slots)), workload.hotKey(own.nextInt(slots))};
                    assertTrue(workload.readAll(NODES, keys), "a reader never aborts: seed=" + seed);
                    cluster.node(own.nextInt(NODES)).pull(keys[0]);
                }
            });
            workers.await(
                    "the reader has read, and something has moved", () -> done.get() > readOnly && moved(cluster) > 0);
            workers.stop();
            IsolationChecker.assertHolds(workload.history(), Isolation.STRICT_SERIALIZABLE, "seed=" + seed);
            cluster.settle(workers);
        }
    }

    /** Partitions move between nodes under load; clients notice nothing but delays. */
    @Test
    void nothingFailsWhilePartitionsWander() {
        try (FabricNetwork network = network(NODES);
                TransactionCluster cluster = TransactionCluster.patient(network, NODES)) {
            new WanderingPartitions(cluster, 6, seed, "-Dpragh.store.seed=" + seed).run();
        }
    }

    /** A node crashes under load; the others take over its partitions, and every key can be updated again. */
    @Test
    void survivorsServeEverythingAfterACrash() {
        int victim = NODES - 1;
        try (FabricNetwork network = network(NODES);
                TransactionCluster cluster = cluster(network);
                Workers workers = new Workers()) {
            for (int n = 0; n < NODES; n++) {
                int self = n;
                workers.start(() -> append(cluster, self));
            }
            workers.join();
            cluster.crash(victim);
            network.crash(victim);
            workers.await("recovery ends", () -> {
                cluster.alive().forEach(PraghNode::poll);
                return cluster.alive().stream().allMatch(PraghNode::recovered);
            });
            for (PraghNode node : cluster.alive()) {
                try (NodeSession session = node.openSession()) {
                    for (int i = 0; i < keys(); i++) {
                        updateInTheEnd(session, cluster.key(i, 0), workers);
                    }
                }
            }
        }
    }

    private static void updateInTheEnd(NodeSession session, long key, Workers workers) {
        workers.await("an update is applied", () -> {
            try {
                return session.update(ListOperations.replace(key, new byte[8])) == UpdateResult.APPLIED;
            } catch (PraghException away) {
                if (!away.retryable()) {
                    throw away;
                }
                return false;
            }
        });
    }
}
