package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.history.Isolation;
import io.pragh.history.IsolationChecker;
import io.pragh.history.ListWorkload;
import io.pragh.history.Outcome;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/**
 * Load of readers, updaters and transactions at all nodes, while values and whole partitions move between random
 * nodes. No call may fail, no value may be lost or doubled, and all transactions must fit one order.
 */
final class WanderingPartitions {
    private static final long PATIENCE_NANOS = 120_000_000_000L;
    private static final long APPEND_NANOS = 500_000;
    private static final int LISTS = 40;
    /** The first number of keys at a home that no list of the transactions has, in any generation. */
    private static final int LIST_NUMBERS = 500;

    private static final int SLOTS = 4;

    private final TransactionCluster cluster;
    private final int moves;
    private final String origin;
    private final SplittableRandom random;
    private final AtomicInteger moved = new AtomicInteger();
    private final AtomicLongArray acknowledged = new AtomicLongArray(LISTS);

    /** A load with {@code moves} moves of partitions; {@code origin} tells how to repeat the run. */
    WanderingPartitions(TransactionCluster cluster, int moves, long seed, String origin) {
        this.cluster = cluster;
        this.moves = moves;
        this.origin = origin;
        this.random = new SplittableRandom(seed);
    }

    void run() {
        try (TransactionLists lists = new TransactionLists(cluster, IsolationLevel.STRICT_SERIALIZABLE);
                Workers workers = new Workers()) {
            ListWorkload workload = new ListWorkload(lists, SLOTS, cluster::key);
            for (int n = 0; n < cluster.size(); n++) {
                ListWorkload.Client client = workload.client(n, random.split());
                workers.start(() -> {
                    while (!client.idle() || !workers.stopped()) {
                        client.step();
                    }
                });
                int self = n;
                workers.start(() -> append(self, workers));
                SplittableRandom own = random.split();
                workers.start(() -> look(self, own, workers));
            }
            SplittableRandom own = random.split();
            workers.start(() -> move(workload, own));
            for (int move = 1; move <= moves; move++) {
                int next = move; // each move has its time
                workers.await("partitions have moved: " + next + " " + origin, () -> moved.get() >= next);
            }
            workers.stop();
            System.out.println("wandering partitions: " + origin + " moved=" + moved + " " + workload + " appended="
                    + sum() + " " + cluster.view());
            checkLists();
            assertEquals(List.of(), lists.failures(), origin);
            assertEquals(0, workload.ended(Outcome.UNKNOWN), origin);
            assertTrue(workload.ended(Outcome.COMMITTED) > 0, origin);
            IsolationChecker.assertHolds(workload.history(), Isolation.STRICT_SERIALIZABLE, origin);
            cluster.settle(workers);
        }
    }

    private long sum() {
        long sum = 0;
        for (int i = 0; i < LISTS; i++) {
            sum += acknowledged.get(i);
        }
        return sum;
    }

    /** Appends to the lists of one node, which is their only writer; their homes may be anywhere. */
    private void append(int self, Workers workers) {
        try (NodeSession session = cluster.node(self).openSession()) {
            for (int i = self; !workers.stopped(); i = i + cluster.size() < LISTS ? i + cluster.size() : self) {
                LockSupport.parkNanos(APPEND_NANOS); // replaced versions rest for a lease, and memory is small
                if (acknowledged.get(i) < 1_000) {
                    UpdateResult result = session.update(ListOperations.append(list(i), acknowledged.get(i) + 1, 0));
                    assertEquals(UpdateResult.APPLIED, result, origin);
                    acknowledged.incrementAndGet(i);
                }
            }
        }
    }

    private long list(int i) {
        return cluster.key(i + LIST_NUMBERS * cluster.view().partitions(), 0);
    }

    /** Checks that a read finds everything that was acknowledged before the read began. */
    private void look(int self, SplittableRandom own, Workers workers) {
        try (NodeSession session = cluster.node(self).openSession()) {
            SessionLists store = new SessionLists(session);
            while (!workers.stopped()) {
                int i = own.nextInt(LISTS);
                long before = acknowledged.get(i);
                long found = count(store, i);
                assertTrue(found >= before, () -> "list " + i + " has lost elements: " + origin);
                if (own.nextInt(8) == 0) {
                    cluster.node(self).pull(list(i));
                }
            }
        }
    }

    private long count(SessionLists store, int i) {
        int[] count = {0};
        store.forEach(list(i), element -> count[0]++);
        return count[0];
    }

    private void move(ListWorkload workload, SplittableRandom own) {
        while (moved.get() < moves) {
            ClusterView view = cluster.view();
            int partition = own.nextInt(view.partitions());
            int giver = view.nodeOf(partition);
            int taker = own.nextInt(cluster.size());
            cluster.node(taker).pull(workload.hotKey(own.nextInt(SLOTS)));
            if (taker != giver && view.partitionsOf(giver).length > 1) {
                assertTrue(
                        cluster.node(taker).takeOver(partition, PATIENCE_NANOS),
                        () -> "partition " + partition + " did not move: " + origin);
                moved.incrementAndGet();
            }
        }
    }

    private void checkLists() {
        for (int n = 0; n < cluster.size(); n++) {
            try (NodeSession session = cluster.node(n).openSession()) {
                SessionLists store = new SessionLists(session);
                for (int i = 0; i < LISTS; i++) {
                    List<Long> found = new ArrayList<>();
                    store.forEach(list(i), found::add);
                    List<Long> expected = LongStream.rangeClosed(1, acknowledged.get(i))
                            .boxed()
                            .toList();
                    assertEquals(expected, found, "list " + i + " at node " + n + " " + origin);
                }
            }
        }
    }
}
