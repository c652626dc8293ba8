package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.memory.Region;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.Workers;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that a node lets go of the memory of a partition that another node has taken over. */
class GivenMemoryTest {
    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static final int KEYS = 600;

    @Test
    void nobodyReachesTheMemoryOfAPartitionThatHasGone() {
        try (TransactionCluster cluster = TransactionCluster.patient(3, FaultPlan.none(1));
                Workers workers = new Workers()) {
            for (int n = 0; n < 3; n++) {
                use(cluster, n);
            }
            List<WeakReference<Region>> gone = new ArrayList<>();
            for (int partition = 0; partition < 6; partition++) {
                gone.add(new WeakReference<>(memory(cluster.node(partition % 3), partition)));
                assertTrue(cluster.node((partition + 1) % 3).takeOver(partition, PATIENCE_NANOS));
            }
            for (int n = 0; n < 3; n++) {
                use(cluster, n);
            }
            cluster.settle(workers);
            workers.await("all memory is let go", () -> {
                System.gc();
                return gone.stream().allMatch(memory -> memory.get() == null);
            });
        }
    }

    private static Region memory(PraghNode node, int partition) {
        return node.partitions().stream()
                .filter(served -> served.id() == partition)
                .findFirst()
                .orElseThrow()
                .region();
    }

    private static void use(TransactionCluster cluster, int place) {
        try (NodeSession session = cluster.node(place).openSession()) {
            SessionLists store = new SessionLists(session);
            for (int i = 0; i < KEYS; i++) {
                session.update(ListOperations.append(cluster.key(i, 0), place, 0));
                store.forEach(cluster.key(i, 0), element -> {});
            }
        }
    }
}
