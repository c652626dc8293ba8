package io.pragh.core.node;

import static io.pragh.core.node.TransactionFixture.bytes;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Transaction;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.placement.PlacementMode;
import io.pragh.core.store.MemoryLimits;
import io.pragh.testkit.Workers;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Checks how long replaced versions rest: as long as a lease when readers on other nodes may hold addresses, and not
 * at all when there are no other nodes.
 */
class RestTest {
    private static final int UPDATES = 2_000;
    private static final int LONG_BYTES = 4_000;
    /** Upkeep runs every two milliseconds. */
    private static final int UPKEEPS = 100;

    private static LocalCluster cluster(int nodes) {
        NodeConfig config = NodeConfig.DEFAULT
                .withPlacement(PlacementMode.NONE)
                .withMemory(new MemoryLimits(1 << 20, 64L << 20, 64))
                .withLease(new LeasePolicy(3_600_000_000_000L, 0));
        AtomicReference<Throwable> failure = new AtomicReference<>();
        return LocalCluster.embedded(nodes, 2, config, ListOperations.ALL, 1, failure::set);
    }

    private static void write(NodeSession session, byte[] value) {
        try (Transaction transaction = session.begin()) {
            transaction.write(GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, new HomeMap(2).mint(0, 1)), value);
            transaction.commit();
        }
    }

    @Test
    void whereNobodyElseLooksReplacedVersionsAreFreedAsTheyCome() {
        try (LocalCluster cluster = cluster(1);
                NodeSession session = cluster.node(0).openSession();
                Workers workers = new Workers()) {
            long most = 0;
            for (int i = 0; i < UPDATES; i++) {
                write(session, new byte[LONG_BYTES]);
                most = Math.max(most, cluster.node(0).parts.store.restingBytes());
            }
            assertTrue(most < UPDATES / 2 * LONG_BYTES, "a load does not wait for the upkeep: " + most);
            workers.await("nothing rests", () -> cluster.node(0).parts.store.restingBytes() == 0);
        }
    }

    @Test
    void forOtherNodesTheyRest() {
        try (LocalCluster cluster = cluster(2);
                NodeSession session = cluster.node(0).openSession()) {
            write(session, bytes(1));
            write(session, bytes(2));
            long resting = cluster.node(0).parts.store.restingBytes();
            assertTrue(resting > 0);
            for (int i = 0; i < UPKEEPS; i++) {
                LockSupport.parkNanos(2_000_000);
                assertTrue(cluster.node(0).parts.store.restingBytes() >= resting);
            }
        }
    }
}
