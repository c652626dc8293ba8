package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Transaction;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.placement.PlacementMode;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Checks that idle nodes send each other little, and wake up for a commit. */
class IdleClusterTest {
    private static final int NODES = 2;
    private static final int PARTITIONS = 8;
    /**
     * T is read every 10 ms, and other words every 100 ms; with T every 2 ms and the horizon every 10 ms, the rate
     * would exceed 500.
     */
    private static final double BATCHES_PER_SECOND = 150;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @Test
    void nodesThatNobodyUsesAskEachOtherLittle() {
        try (LocalCluster cluster = LocalCluster.embedded(
                NODES,
                PARTITIONS,
                NodeConfig.DEFAULT.withPlacement(PlacementMode.NONE),
                ListOperations.ALL,
                1,
                failure::set)) {
            long key = GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, new HomeMap(PARTITIONS).mint(0, 1));
            for (int round = 0; round < 2; round++) {
                awaitQuiet(cluster);
                try (NodeSession session = cluster.node(1).openSession();
                        Transaction transaction = session.begin()) {
                    transaction.write(key, TransactionFixture.bytes(round));
                    transaction.commit(); // the nodes are busy now, and come to rest again
                }
            }
            awaitQuiet(cluster);
        }
        assertEquals(null, failure.get());
    }

    /** Waits until the nodes are quiet, which a busy machine only makes sooner. */
    private static void awaitQuiet(LocalCluster cluster) {
        long began = System.nanoTime();
        double rate = Double.MAX_VALUE;
        while (rate > BATCHES_PER_SECOND) {
            assertTrue(System.nanoTime() - began < TimeUnit.SECONDS.toNanos(30), "still busy: batches/s=" + rate);
            long from = System.nanoTime();
            long before = batches(cluster);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            rate = (batches(cluster) - before) / ((System.nanoTime() - from) / 1e9);
        }
    }

    /** The number of batches of the node that has no timestamp word of its own. */
    private static long batches(LocalCluster cluster) {
        return cluster.node(1).fabric().tally().counters().batches();
    }
}
