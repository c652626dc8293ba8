package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.GraphKey;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.protocol.MessageType;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks the handover of a partition whose home has an update that does not end: the handover is put off, and the
 * updates that the drain has refused succeed in between.
 */
class HandoverDrainTest {
    private static final int NODES = 3;
    private static final int PARTITIONS = 6;
    private static final int CLIENT = 0;
    private static final int GIVER = 1;
    private static final int TAKER = 2;
    private static final int MOVED = 1;
    private static final long ENDLESS = 1;
    private static final long SHORT = 2;
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final int UPDATES = 12;
    private static final NodeConfig CONFIG =
            TransactionCluster.CONFIG.withRead(new ReadOptions(true, true, PATIENCE_NANOS));

    private final LocalNetwork network = new LocalNetwork();
    private final StaticMembership membership = new StaticMembership(ClusterView.inTurn(NODES, PARTITIONS));
    private final List<HookedFabric> fabrics = new ArrayList<>();
    private final List<PraghNode> nodes = new ArrayList<>();
    private final Workers workers = new Workers();
    private final AtomicBoolean held = new AtomicBoolean();
    private final AtomicBoolean endless = new AtomicBoolean(true);
    private final AtomicBoolean underWay = new AtomicBoolean();
    private final Set<Long> attempts = ConcurrentHashMap.newKeySet();

    HandoverDrainTest() {
        for (int n = 0; n < NODES; n++) {
            fabrics.add(new HookedFabric(network.join(n)));
            Clock clock = n == GIVER ? this::giversTime : Clock.SYSTEM;
            nodes.add(new PraghNode(fabrics.get(n), membership, null, CONFIG, ListOperations.ALL, clock));
        }
        try (NodeSession session = nodes.get(CLIENT).openSession()) {
            append(session, ENDLESS, 1);
            append(session, SHORT, 1);
        }
        // the endless update's old block lies at the taker, so the update needs messages, which a test can lose
        nodes.get(TAKER).pull(key(ENDLESS));
        workers.await("it is moved", () -> nodes.get(TAKER).migrationCounters().of(MigrationOutcome.MOVED) == 1);
        fabrics.get(GIVER).hook(this::giverSends);
        fabrics.get(TAKER).hook(this::takerSends);
    }

    @AfterEach
    void close() {
        held.set(false);
        workers.close();
        nodes.forEach(PraghNode::close);
    }

    private long giversTime() {
        while (held.get() && Thread.currentThread().getName().equals("pragh-upkeep-" + GIVER)) {
            LockSupport.parkNanos(1_000_000);
        }
        return Clock.SYSTEM.nanos();
    }

    private boolean giverSends(Message message) {
        boolean ofUpdate = message.type() == MessageType.HOLD;
        underWay.compareAndSet(false, ofUpdate);
        return !ofUpdate || !endless.get();
    }

    private boolean takerSends(Message message) {
        if (message.type() == MessageType.HANDOVER) {
            attempts.add(message.client());
        }
        return true;
    }

    private long key(long number) {
        return keyAt(MOVED, number);
    }

    private long keyAt(int partition, long number) {
        return GraphKey.of(
                GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, nodes.get(0).homes().mint(partition, number));
    }

    private void append(NodeSession session, long number, long element) {
        assertEquals(UpdateResult.APPLIED, session.update(ListOperations.append(key(number), element, 0)));
    }

    /** Changes two values, one of which is at home in the partition that is to be moved. */
    private void commit(NodeSession session, long element) {
        session.retry(TransactionOptions.DEFAULT, transaction -> {
            transaction.update(ListOperations.append(key(SHORT), element, 0));
            transaction.update(ListOperations.append(keyAt(CLIENT, SHORT), element, 0));
            return transaction;
        });
    }

    private void beginEndlessUpdateAndHandover() {
        workers.start(() -> {
            try (NodeSession session = nodes.get(TAKER).openSession()) {
                append(session, ENDLESS, 2);
            }
        });
        workers.await("the update is under way", underWay::get);
        workers.start(() -> assertTrue(nodes.get(TAKER).takeOver(MOVED, PATIENCE_NANOS)));
    }

    private void assertMovesOnceNothingIsUnderWay() {
        endless.set(false);
        workers.await("it moves", () -> membership.view().nodeOf(MOVED) == TAKER);
        workers.join();
        try (NodeSession session = nodes.get(CLIENT).openSession()) {
            SessionLists store = new SessionLists(session);
            List<Long> seen = new ArrayList<>();
            store.forEach(key(ENDLESS), seen::add);
            assertEquals(List.of(1L, 2L), seen);
        }
    }

    private void assertIsPutOff(String why) {
        workers.start(() -> assertTrue(nodes.get(TAKER).takeOver(MOVED, PATIENCE_NANOS)));
        workers.await(
                "an attempt was put off, and the next one begins",
                () -> attempts.size() >= 2 || membership.view().nodeOf(MOVED) == TAKER);
        assertEquals(GIVER, membership.view().nodeOf(MOVED), why);
    }

    private static void rest(long millis) {
        long until = System.nanoTime() + millis * 1_000_000;
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Test
    void whoIsRefusedGetsInBeforeTheNextAttempt() {
        beginEndlessUpdateAndHandover();
        int atOnce = 0;
        try (NodeSession session = nodes.get(CLIENT).openSession()) {
            for (int i = 0; i < UPDATES; i++) {
                workers.await(
                        "a drain refuses updates, or would",
                        () -> !nodes.get(GIVER).isHome(key(SHORT)));
                rest(i * 170L % 500); // out of step with the handover's attempts
                int before = attempts.size();
                commit(session, 2 + i);
                atOnce += attempts.size() - before <= 1 ? 1 : 0;
            }
        }
        // each update waited for the end of the drain that had refused it, unless a busy machine delayed it beyond
        // the pause after that; if the pauses were too short, updates would wait for further drains
        assertTrue(2 * atOnce > UPDATES, "of " + UPDATES + " updates got in after one attempt: " + atOnce);
        assertMovesOnceNothingIsUnderWay();
    }

    @Test
    void aDrainEndsInTimeThoughTheUpkeepIsHeldUp() {
        beginEndlessUpdateAndHandover();
        workers.await("a drain has begun", () -> !nodes.get(GIVER).isHome(key(SHORT)));
        held.set(true);
        try (NodeSession session = nodes.get(CLIENT).openSession();
                NodeSession atGiver = nodes.get(GIVER).openSession()) {
            AtomicBoolean done = new AtomicBoolean();
            workers.start(() -> {
                append(session, SHORT, 2);
                done.set(true);
            });
            workers.await("the update gets in", () -> {
                nodes.get(GIVER).poll(); // as a worker would: the upkeep alone need not deliver messages
                return done.get();
            });
            append(atGiver, SHORT, 3);
        }
        held.set(false);
        assertMovesOnceNothingIsUnderWay();
    }

    /** The coordinator of the transaction has taken W, and its decision is late. */
    @Test
    void aPartitionStaysUnderATransactionThatHoldsItsKeys() {
        endless.set(false);
        AtomicBoolean late = new AtomicBoolean(true);
        AtomicBoolean decided = new AtomicBoolean();
        fabrics.get(CLIENT).hook(message -> {
            boolean decision = message.type() == MessageType.DECIDE;
            decided.compareAndSet(false, decision);
            return !decision || !late.get();
        });
        try (NodeSession session = nodes.get(CLIENT).openSession()) {
            workers.start(() -> commit(session, 2));
            workers.await("all homes hold its keys", decided::get);
            assertIsPutOff("who takes it over knows nothing of the transaction");
            late.set(false);
            workers.await("it moves", () -> membership.view().nodeOf(MOVED) == TAKER);
            workers.join();
            commit(session, 3);
            List<Long> seen = new ArrayList<>();
            new SessionLists(session).forEach(key(SHORT), seen::add);
            assertEquals(List.of(1L, 2L, 3L), seen);
        }
    }

    /**
     * The new value is published, and the owner of the old one has not answered: after a handover no node would
     * repeat the question.
     */
    @Test
    void aPartitionStaysUntilFormerOwnersHaveAnswered() {
        endless.set(false);
        AtomicBoolean late = new AtomicBoolean(true);
        AtomicBoolean settling = new AtomicBoolean();
        fabrics.get(GIVER).hook(message -> {
            boolean settles = message.type() == MessageType.SETTLE;
            settling.compareAndSet(false, settles);
            return !settles || !late.get();
        });
        try (NodeSession session = nodes.get(CLIENT).openSession()) {
            workers.start(() -> append(session, ENDLESS, 2));
            workers.await("the new value is published", settling::get);
            assertIsPutOff("who takes it over knows nothing of the old value");
            late.set(false);
            assertMovesOnceNothingIsUnderWay();
        }
    }
}
