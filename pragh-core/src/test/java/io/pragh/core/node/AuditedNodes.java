package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.store.Partition;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.testkit.MemoryAudit;
import io.pragh.testkit.Workers;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Audits the memory of nodes that together serve all partitions of a graph, once they have come to rest. Stateless.
 */
final class AuditedNodes {
    private static final int LOOKS_MAX = 100;

    private AuditedNodes() {}

    /** Every partition of the graph, by its number. */
    static List<Partition> partitions(List<PraghNode> nodes) {
        return nodes.stream()
                .flatMap(n -> n.partitions().stream())
                .sorted(Comparator.comparingInt(Partition::id))
                .toList();
    }

    /** Waits until all retired blocks have rested and are freed. */
    static void settle(List<PraghNode> nodes, Workers workers) {
        for (Partition partition : partitions(nodes)) {
            workers.await(
                    "retired blocks are freed: partition " + partition.id(),
                    () -> partition.reclaimer().resting() == 0 && retiredBlocks(partition) == 0);
        }
    }

    private static int retiredBlocks(Partition partition) {
        int[] found = new int[1];
        partition.blocks().forEachBlock((offset, sizeClass) -> {
            int state = StateWord.state(partition.region().getLongAcquire(offset + ValueHeader.STATE_OFFSET));
            found[0] += state == StateWord.MOVED || state == StateWord.SUPERSEDED ? 1 : 0;
        });
        return found[0];
    }

    /**
     * Fails unless every block is free or the current value of one key. The caller has no operation under way; the
     * nodes' upkeep, which forgets deleted keys and ends migrations by itself, gets five seconds to come to rest.
     */
    static void check(List<PraghNode> nodes) {
        List<String> findings = MemoryAudit.of(partitions(nodes));
        for (int looks = 1; looks < LOOKS_MAX && !findings.isEmpty(); looks++) {
            LockSupport.parkNanos(5_000_000_000L / LOOKS_MAX);
            findings = MemoryAudit.of(partitions(nodes));
        }
        assertEquals(List.of(), findings);
    }
}
