package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.Seeds;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks that partitions move between living nodes, with all of their values. */
class HandoverTest {
    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static final int KEYS = 600;

    @Test
    void aPartitionMovesWithEverythingInIt() {
        try (TransactionCluster cluster = TransactionCluster.patient(3, FaultPlan.none(1));
                Workers workers = new Workers()) {
            fill(cluster, 0, 0);
            for (int partition = 0; partition < 6; partition++) {
                assertTrue(cluster.node((partition + 1) % 3).takeOver(partition, PATIENCE_NANOS));
                for (int n = 0; n < 3; n++) {
                    check(cluster, n, 0);
                }
            }
            fill(cluster, 1, 1);
            for (int partition = 0; partition < 6; partition++) {
                assertTrue(cluster.node(partition % 3).takeOver(partition, PATIENCE_NANOS));
            }
            fill(cluster, 2, 2);
            for (int n = 0; n < 3; n++) {
                check(cluster, n, 2);
            }
            cluster.settle(workers);
        }
    }

    /**
     * From page to page another node serves the scanned partition: the scanning node itself, or a node that it asks.
     */
    @Test
    void aScanGoesOnWhereItsPartitionHasGone() {
        try (TransactionCluster cluster = TransactionCluster.patient(3, FaultPlan.none(1));
                Workers workers = new Workers()) {
            fill(cluster, 0, 0);
            Set<Long> keys = new HashSet<>();
            for (int i = 0; i < KEYS; i++) {
                keys.add(cluster.key(i, 0));
            }
            int moves = 0;
            List<Long> seen = new ArrayList<>();
            try (NodeSession session = cluster.node(0).openSession()) {
                for (int partition = 0; partition < 6; partition++) {
                    for (long cursor = 0; cursor != KeyScan.END; ) {
                        cursor = session.scan(partition, GraphKey.KIND_ADJACENCY, cursor, 13, seen::add);
                        assertTrue(cluster.node(++moves % 3).takeOver(partition, PATIENCE_NANOS));
                    }
                }
            }
            assertTrue(moves > 6, "it never went on elsewhere");
            assertEquals(KEYS, seen.size(), "each key comes once");
            assertEquals(keys, Set.copyOf(seen));
            cluster.settle(workers);
        }
    }

    /**
     * {@code -Dpragh.handover.moves=N} sets the number of moves, {@code -Dpragh.handover.seed=N} repeats a run's
     * choices.
     */
    @Test
    void nothingFailsWhilePartitionsWander() {
        long seed = Seeds.of("pragh.handover.seed");
        int moves = Integer.getInteger("pragh.handover.moves", 12);
        try (TransactionCluster cluster = TransactionCluster.patient(3, FaultPlan.benign(seed))) {
            new WanderingPartitions(cluster, moves, seed, "-Dpragh.handover.seed=" + seed).run();
        }
    }

    /** The same over a network that loses operations, their answers and messages; no block may stay in use in the end. */
    @Test
    void nothingFailsWhilePartitionsWanderOverANetworkWithLosses() {
        long seed = Seeds.of("pragh.handover.seed");
        int moves = Integer.getInteger("pragh.handover.moves", 8);
        try (TransactionCluster cluster = TransactionCluster.patient(3, FaultPlan.hostile(seed))) {
            new WanderingPartitions(cluster, moves, seed, "-Dpragh.handover.seed=" + seed).run();
        }
    }

    private static void fill(TransactionCluster cluster, int place, long element) {
        try (NodeSession session = cluster.node(place).openSession()) {
            for (int i = 0; i < KEYS; i++) {
                assertEquals(
                        UpdateResult.APPLIED, session.update(ListOperations.append(cluster.key(i, 0), element, 0)));
            }
        }
    }

    private static void check(TransactionCluster cluster, int place, long last) {
        List<Long> expected = new ArrayList<>();
        for (long e = 0; e <= last; e++) {
            expected.add(e);
        }
        try (NodeSession session = cluster.node(place).openSession()) {
            SessionLists store = new SessionLists(session);
            for (int i = 0; i < KEYS; i++) {
                TreeSet<Long> seen = new TreeSet<>();
                store.forEach(cluster.key(i, 0), seen::add);
                assertEquals(expected, List.copyOf(seen), "list " + i + " at node " + place);
            }
        }
    }
}
