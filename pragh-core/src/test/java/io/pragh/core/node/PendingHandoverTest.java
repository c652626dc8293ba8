package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a partition leaves a node that has all of them, while commits of the node's other partitions wait for
 * their records.
 */
class PendingHandoverTest {
    private static final int GIVER = 0;
    private static final int TAKER = 1;
    private static final int MOVED = 1;
    private static final int STAYS = 2;
    private static final long PATIENCE_NANOS = 20_000_000_000L;

    private final HeldRecords log = new HeldRecords();
    private final StaticMembership membership = new StaticMembership(
            new ClusterView(1, ClusterView.inTurn(2, 2).members(), new int[TransactionFixture.PARTITIONS]));
    private final LocalNetwork network = new LocalNetwork();
    private final List<PraghNode> nodes = new ArrayList<>();
    private final List<NodeSession> sessions = new ArrayList<>();
    private final Workers workers = new Workers();
    /** Raised so that the drain of a partition may take as long as necessary. */
    private final AtomicLong giving = new AtomicLong();

    PendingHandoverTest() {
        NodeConfig config =
                TransactionFixture.CONFIG.withLog(log).withRead(new ReadOptions(true, true, PATIENCE_NANOS));
        for (Clock clock : List.<Clock>of(this::giversTime, Clock.SYSTEM)) {
            nodes.add(new PraghNode(network.join(nodes.size()), membership, null, config, ListOperations.ALL, clock));
        }
    }

    private long giversTime() {
        long now = Clock.SYSTEM.nanos();
        if (!Thread.currentThread().getName().startsWith("pragh-give-")) {
            return now;
        }
        giving.compareAndSet(0, now);
        return giving.get();
    }

    @AfterEach
    void end() {
        log.allDurable();
        workers.close();
        sessions.forEach(NodeSession::close);
        nodes.forEach(PraghNode::close);
    }

    private long key(int partition) {
        return GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, nodes.get(GIVER).homes().mint(partition, 1));
    }

    private void write(int partition, long number) {
        try (NodeSession session = nodes.get(TAKER).openSession()) {
            assertEquals(
                    UpdateResult.APPLIED,
                    session.update(ListOperations.replace(key(partition), TransactionFixture.bytes(number))));
        }
    }

    /** Commits through the other node, so that no thread waits inside the giver; returns the ticket. */
    private long pending(int partition, long number) {
        long before = log.appended();
        log.hold();
        workers.start(() -> write(partition, number));
        workers.await("the commit waits for its record", () -> log.appended() > before);
        return before + 1;
    }

    /** Reads in a thread of its own, since a read that waits does not end by itself. */
    private void assertReads(int partition, long number) {
        NodeSession session = nodes.get(GIVER).openSession();
        sessions.add(session);
        AtomicLong found = new AtomicLong(TransactionFixture.ABSENT);
        workers.start(() -> {
            try (Transaction now = session.begin(TransactionOptions.DEFAULT.reading())) {
                found.set(TransactionFixture.number(now, key(partition)));
            }
        });
        workers.await("it is read", () -> found.get() != TransactionFixture.ABSENT);
        assertEquals(number, found.get());
    }

    @Test
    void whatItsNextNodeTellsOfIsSeen() {
        write(MOVED, 5);
        write(STAYS, 5);
        long drained = pending(MOVED, 6);
        workers.start(() -> assertTrue(nodes.get(TAKER).takeOver(MOVED, PATIENCE_NANOS)));
        workers.await("it is drained", () -> !nodes.get(GIVER).isHome(key(MOVED)));
        pending(STAYS, 7);
        assertReads(STAYS, 5);
        log.durable(drained);
        workers.await("it has gone", () -> membership.view().nodeOf(MOVED) == TAKER);
        log.holdNoMore();
        write(MOVED, 8);
        assertReads(MOVED, 8);
        log.allDurable();
        workers.join();
        assertReads(STAYS, 7);
    }

    /** The record of a commit that began before the partition was about to leave. */
    @Test
    void whatWaitedBeforeItLeftHoldsNobodyBack() {
        write(MOVED, 5);
        write(STAYS, 5);
        pending(STAYS, 7);
        assertReads(STAYS, 5);
        log.holdNoMore();
        assertTrue(nodes.get(TAKER).takeOver(MOVED, PATIENCE_NANOS));
        write(MOVED, 8);
        assertReads(MOVED, 8);
    }
}
