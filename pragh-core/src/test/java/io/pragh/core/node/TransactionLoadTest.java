package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.fabric.FabricCounters;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListOperations;
import io.pragh.history.Isolation;
import io.pragh.history.IsolationChecker;
import io.pragh.history.ListStore.Intent;
import io.pragh.history.ListWorkload;
import io.pragh.history.Outcome;
import io.pragh.history.TransactionHistory;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.Seeds;
import io.pragh.testkit.Workers;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Checks what loads may rely on: appends and reads never conflict, and reads of local values send nothing.
 * {@code -Dpragh.txn.seed=N} repeats a run's choices.
 */
class TransactionLoadTest {
    private static final int READERS = 2;
    private static final int WRITERS = 2;

    private final long seed = Seeds.of("pragh.txn.seed");

    @Test
    void edgesAppendedToOneHotVertexFromEightNodesNeitherConflictNorGetLostNorDoubled() {
        int nodes = 8;
        int perNode = 60;
        try (TransactionCluster cluster = new TransactionCluster(nodes, FaultPlan.benign(seed));
                TransactionLists lists = new TransactionLists(cluster, IsolationLevel.STRICT_SERIALIZABLE);
                Workers workers = new Workers()) {
            long hot = cluster.key(0, 0);
            TransactionHistory history = new TransactionHistory();
            for (int n = 0; n < nodes; n++) {
                int node = n;
                workers.start(() -> {
                    for (int i = 0; i < perNode; i++) {
                        long edge = 1 + (long) node * perNode + i;
                        var recording = history.begin(node);
                        var attempt = lists.begin(node, Intent.UPDATE);
                        recording.append(hot, edge).append(cluster.key(node, 1), edge);
                        attempt.append(hot, edge);
                        attempt.append(cluster.key(node, 1), edge); // the edge's other end, at another home
                        assertEquals(Outcome.COMMITTED, attempt.commit(), "seed=" + seed);
                        recording.committed();
                    }
                });
            }
            for (int n = 0; n < nodes; n++) {
                cluster.node(n).pull(hot);
            }
            workers.join();
            var recording = history.begin(nodes);
            var reading = lists.begin(nodes, Intent.READ);
            long[] edges = reading.read(hot);
            assertEquals(
                    Outcome.COMMITTED,
                    reading.commit(),
                    "seed=" + seed); // an open snapshot keeps the versions it may still read
            recording.read(hot, edges).committed();
            assertEquals(nodes * perNode, edges.length, "none is lost");
            assertEquals(edges.length, Arrays.stream(edges).distinct().count(), "none is doubled");
            IsolationChecker.assertHolds(history, Isolation.STRICT_SERIALIZABLE, "seed=" + seed);
            cluster.settle(workers);
        }
    }

    @Test
    void readOnlyTransactionsNeverAbortWhileHalfOfTheLoadUpdates() {
        int reads = 400;
        int slots = 4;
        try (TransactionCluster cluster = new TransactionCluster(4, FaultPlan.benign(seed));
                TransactionLists lists = new TransactionLists(cluster, IsolationLevel.STRICT_SERIALIZABLE);
                Workers workers = new Workers()) {
            ListWorkload workload = new ListWorkload(lists, slots, cluster::key);
            SplittableRandom random = new SplittableRandom(seed);
            AtomicInteger done = new AtomicInteger();
            for (int w = 0; w < WRITERS; w++) {
                ListWorkload.Client client = workload.client(w, random.split());
                workers.start(() -> {
                    while (!client.idle() || !workers.stopped()) {
                        client.step();
                    }
                });
            }
            for (int r = 0; r < READERS; r++) {
                int process = WRITERS + r;
                SplittableRandom own = random.split();
                workers.start(() -> {
                    while (done.getAndIncrement() < reads) {
                        long[] keys = {workload.hotKey(own.nextInt(slots)), workload.hotKey(own.nextInt(slots))};
                        assertTrue(workload.readAll(process, keys), "a reader never aborts: seed=" + seed);
                        cluster.node(own.nextInt(4)).pull(keys[0]);
                    }
                });
            }
            workers.await("the readers have read", () -> done.get() >= reads + READERS);
            workers.stop();
            IsolationChecker.assertHolds(workload.history(), Isolation.STRICT_SERIALIZABLE, "seed=" + seed);
            cluster.settle(workers);
        }
    }

    @Test
    void traversalOnACachedTimestampAsksNobodyOnceItsValuesAreHere() {
        int hops = 3;
        int width = 8;
        try (TransactionCluster cluster = new TransactionCluster(3, FaultPlan.none(seed));
                NodeSession session = cluster.node(0).openSession();
                Workers workers = new Workers()) {
            // a list's elements are the numbers of the slots that it leads to; the lists are at home at all nodes
            for (int slot = 0; slot < hops * width; slot++) {
                long key = cluster.key(slot, 0);
                int level = slot / width;
                session.retry(TransactionOptions.DEFAULT, t -> {
                    for (int i = 0; i < width && level + 1 < hops; i++) {
                        t.update(ListOperations.append(key, (level + 1L) * width + i, 0));
                    }
                    t.update(ListOperations.append(key, level, 0));
                    return key;
                });
                cluster.node(0).pull(key);
            }
            workers.await("all values are here and seen", () -> operationsOf(cluster, session, hops, width) == 0);
            long again = operationsOf(cluster, session, hops, width);
            assertEquals(0, again, "values stay, so nobody is asked any more");
        }
    }

    /** Remote one-sided reads of values and keys, and messages, of this session's traversal. */
    private static long operationsOf(TransactionCluster cluster, NodeSession session, int hops, int width) {
        long before = remoteReads(session);
        FabricCounters fabric = cluster.node(0).fabric().tally().counters();
        long[] visited = {0};
        try (Transaction read = session.begin(
                TransactionOptions.of(IsolationLevel.SERIALIZABLE_CACHED).reading())) {
            long[] frontier = {cluster.key(0, 0)};
            for (int hop = 0; hop < hops; hop++) {
                LongStream.Builder next = LongStream.builder();
                read.navigate(frontier, 0, frontier.length, Integer.MAX_VALUE, (index, region, body, bytes) -> {
                    visited[0]++;
                    int flags = AdjacencyList.flags(region, body);
                    for (int i = 0; i < AdjacencyList.count(region, body) - 1; i++) {
                        next.add(cluster.key((int) AdjacencyList.neighbour(region, body, flags, i), 0));
                    }
                });
                frontier = next.build().distinct().toArray();
            }
        }
        assertEquals(1L + (hops - 1L) * width, visited[0]);
        return remoteReads(session)
                - before
                + cluster.node(0).fabric().tally().counters().since(fabric).messages();
    }

    private static long remoteReads(NodeSession session) {
        return session.counters().valuesRemote + session.counters().keysRemote;
    }
}
