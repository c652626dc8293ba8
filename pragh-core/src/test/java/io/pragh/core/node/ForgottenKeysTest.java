package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueOperation;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.Partition;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that keys that are inserted and deleted leave nothing behind; two nodes, with a lease of some milliseconds.
 */
class ForgottenKeysTest {
    private static final int PER_ROUND = 2_000;
    private static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 64L << 20, 64))
            .withCacheBytes(1 << 20)
            .withLease(new LeasePolicy(5_000_000, 2_000_000));

    private final LocalNetwork network = new LocalNetwork();
    private final StaticMembership membership = new StaticMembership(ClusterView.inTurn(2, 2));
    private final List<PraghNode> nodes = new ArrayList<>();
    private final NodeSession session;
    private final Workers workers = new Workers();

    ForgottenKeysTest() {
        for (int n = 0; n < 2; n++) {
            nodes.add(new PraghNode(network.join(n), membership, null, CONFIG, ListOperations.ALL, Clock.SYSTEM));
        }
        session = nodes.get(0).openSession(() -> nodes.forEach(PraghNode::poll)); // also the other node's worker
    }

    @AfterEach
    void close() {
        workers.close();
        session.close();
        nodes.forEach(PraghNode::close);
    }

    private static long key(long vid) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, vid);
    }

    private List<Partition> partitions() {
        return AuditedNodes.partitions(nodes);
    }

    private long forgotten() {
        return nodes.stream().mapToLong(PraghNode::keysForgotten).sum();
    }

    private long address(long key) {
        return partitions().get(nodes.get(0).homes().home(key)).table().addressOf(key);
    }

    private void append(long key, long neighbour) {
        assertEquals(UpdateResult.APPLIED, session.update(ListOperations.append(key, neighbour, 0)));
    }

    @Test
    void theTableOfKeysThatComeAndGoStaysAsLargeAsItsLargestMoment() {
        long vid = 1;
        long deleted = 0;
        long bytesOnce = 0;
        for (int round = 0; round < 12; round++) {
            long first = vid;
            for (int i = 0; i < PER_ROUND; i++) {
                append(key(vid++), i);
            }
            if (round % 3 == 1) {
                long moved = key(first + 1);
                nodes.forEach(n -> n.pull(moved));
            }
            for (long gone = first; gone < vid; gone++) {
                if (gone % 100 != 0) { // some stay
                    assertEquals(
                            UpdateResult.APPLIED, session.update(new Update(ValueOperation.ERASE, key(gone), 0, 0)));
                    deleted++;
                }
            }
            long expected = deleted;
            workers.await("deleted keys are forgotten", () -> forgotten() == expected);
            if (round == 2) {
                bytesOnce = bytes();
            }
        }
        assertTrue(bytes() <= 2 * bytesOnce, "after 3 rounds " + bytesOnce + ", after 12 " + bytes());
        long slots = partitions().stream().mapToLong(p -> p.table().size()).sum();
        assertTrue(slots < 3 * PER_ROUND, "slots=" + slots);
        SessionLists store = new SessionLists(session);
        for (long v = 1; v < vid; v++) {
            assertEquals(v % 100 == 0, store.forEach(key(v), n -> {}), "vid " + v);
        }
        AuditedNodes.settle(nodes, workers);
        AuditedNodes.check(nodes);
        long blocks = partitions().stream()
                .mapToLong(p -> p.blocks().stats().allocatedBlocks())
                .sum();
        assertEquals((vid - 1) / 100, blocks, "no tombstone is left");
    }

    private long bytes() {
        return partitions().stream().mapToLong(p -> p.table().bytes()).sum();
    }

    @Test
    void aForgottenKeyHasAnEmptySlotAndCanBeWrittenAgain() {
        for (long vid = 1; vid <= 50; vid++) {
            append(key(vid), 1);
            session.update(new Update(ValueOperation.ERASE, key(vid), 0, 0));
        }
        workers.await("deleted keys are forgotten", () -> forgotten() == 50);
        for (long vid = 1; vid <= 50; vid++) {
            assertEquals(ValueAddress.ABSENT, address(key(vid)));
            append(key(vid), 2);
        }
        AuditedNodes.settle(nodes, workers);
        AuditedNodes.check(nodes);
    }

    @Test
    void aKeyThatIsWrittenAgainInTimeIsNotForgotten() {
        append(key(1), 1);
        session.update(new Update(ValueOperation.ERASE, key(1), 0, 0));
        append(key(1), 2);
        append(key(2), 1);
        session.update(new Update(ValueOperation.ERASE, key(2), 0, 0));
        workers.await("the later one is forgotten", () -> forgotten() == 1);
        assertTrue(ValueAddress.isBlock(address(key(1))));
    }
}
