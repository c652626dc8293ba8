package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.GraphKey;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.Membership;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.protocol.HandoverRequest;
import io.pragh.core.protocol.HandoverRequest.Kind;
import io.pragh.core.protocol.MessageType;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that exactly one owner is left when the giver or the taker of a partition dies, or falls silent, at any step
 * of the handover.
 */
class HandoverCrashTest {
    private static final int NODES = 3;
    private static final int PARTITIONS = 6;
    private static final int GIVER = 1;
    private static final int TAKER = 2;
    private static final int MOVED = 1;
    private static final int KEYS = 40;
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final long A_WHILE_NANOS = 200_000_000;
    private static final NodeConfig CONFIG =
            TransactionCluster.CONFIG.withRead(new ReadOptions(true, true, 60_000_000_000L));

    private final LocalNetwork network = new LocalNetwork();
    private final List<HookedFabric> fabrics = new ArrayList<>();
    private final List<PraghNode> nodes = new ArrayList<>();
    private final AtomicBoolean crashed = new AtomicBoolean();
    private final Workers workers = new Workers();
    private final ConcurrentHashMap<Long, Kind> kinds = new ConcurrentHashMap<>();
    private volatile Runnable beforeDecision = () -> {};
    private volatile Runnable afterDecision = () -> {};
    private volatile int victim = -1;

    /** Runs a test's actions before and after the view is changed. */
    private final class HookedMembership implements Membership {
        private final StaticMembership kept = new StaticMembership(ClusterView.inTurn(NODES, PARTITIONS));

        @Override
        public ClusterView view() {
            return kept.view();
        }

        @Override
        public void onChange(Consumer<ClusterView> listener) {
            kept.onChange(listener);
        }

        @Override
        public boolean connected() {
            return true;
        }

        void change(ClusterView later) {
            kept.change(later);
        }

        @Override
        public boolean handOver(int partition, int from, int to, long epoch) {
            beforeDecision.run();
            boolean done = kept.handOver(partition, from, to, epoch);
            afterDecision.run();
            return done;
        }

        @Override
        public void close() {
            kept.close();
        }
    }

    private final HookedMembership membership = new HookedMembership();

    HandoverCrashTest() {
        for (int n = 0; n < NODES; n++) {
            fabrics.add(new HookedFabric(network.join(n)));
        }
        for (HookedFabric fabric : fabrics) {
            nodes.add(new PraghNode(fabric, membership, null, CONFIG, ListOperations.ALL, Clock.SYSTEM));
        }
        try (NodeSession session = nodes.get(0).openSession()) {
            for (int i = 0; i < KEYS; i++) {
                assertEquals(UpdateResult.APPLIED, session.update(ListOperations.append(key(i), i, 0)));
            }
        }
    }

    @AfterEach
    void close() {
        workers.close();
        for (PraghNode node : nodes) {
            try {
                node.close();
            } catch (PraghException ended) {
                if (node.self() != victim) {
                    throw ended;
                }
            }
        }
    }

    private long key(int i) {
        return GraphKey.of(
                GraphKey.KIND_ADJACENCY,
                GraphKey.OUT,
                1,
                nodes.get(0).homes().mint(i % PARTITIONS, 1 + i / PARTITIONS));
    }

    private void crash(int node) {
        crash(node, LocalCluster.without(membership.view(), node));
    }

    /** The node dies, and the view is replaced. */
    private void crash(int node, ClusterView later) {
        synchronized (crashed) { // of two threads the second finds the crash done
            if (!crashed.get()) {
                victim = node;
                network.kill(node);
                membership.change(later);
                crashed.set(true);
            }
        }
    }

    private Kind kindOf(Message message) {
        if (message.type() == MessageType.HANDOVER) {
            Kind kind = HandoverRequest.decode(message.payload()).kind();
            kinds.put(message.sequence(), kind);
            return kind;
        }
        return kinds.get(message.sequence());
    }

    private void handOver() {
        workers.start(() -> {
            try {
                boolean unused = nodes.get(TAKER).takeOver(MOVED, PATIENCE_NANOS);
            } catch (PraghException ended) {
                assertEquals(TAKER, victim, "only a taker that has died may fail: " + ended);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"LOOK", "TAKE", "STATE", "DIGESTS", "MEMORY", "READY"})
    void theTakerDiesAsItAsks(Kind step) {
        fabrics.get(TAKER).hook(message -> {
            if (message.type() == MessageType.HANDOVER && kindOf(message) == step) {
                crash(TAKER);
            }
            return true;
        });
        handOver();
        awaitCrash();
        assertServedBy(GIVER, 0);
        assertKeys(0, GIVER);
    }

    @ParameterizedTest
    @EnumSource(names = {"LOOK", "TAKE", "STATE", "DIGESTS", "MEMORY", "READY"})
    void theGiverDiesAsItAnswers(Kind step) {
        fabrics.get(TAKER).hook(message -> {
            if (message.type() == MessageType.HANDOVER) {
                kindOf(message);
            }
            return true;
        });
        beforeDecision = () -> crash(GIVER);
        fabrics.get(GIVER).hook(message -> {
            if (message.type() == MessageType.HANDOVER_REPLY && kindOf(message) == step) {
                crash(GIVER);
            }
            return true;
        });
        handOver();
        awaitCrash();
        assertLost();
    }

    @Test
    void theGiverDiesBeforeTheViewIsChanged() {
        beforeDecision = () -> crash(GIVER);
        handOver();
        awaitCrash();
        assertLost();
    }

    @Test
    void theGiverDiesAfterTheViewWasChanged() {
        afterDecision = () -> crash(GIVER);
        handOver();
        awaitCrash();
        assertServedBy(TAKER, 0);
        assertKeys(0, TAKER);
    }

    @Test
    void theTakerDiesBeforeTheViewIsChanged() {
        beforeDecision = () -> crash(TAKER);
        handOver();
        awaitCrash();
        assertServedBy(GIVER, 0);
        assertKeys(0, GIVER);
    }

    @Test
    void theTakerDiesAfterTheViewWasChanged() {
        afterDecision = () -> crash(TAKER);
        handOver();
        awaitCrash();
        assertLost();
    }

    @Test
    void anotherNodeDiesBeforeTheViewIsChangedAndThePartitionIsRecoveredWhereItWas() {
        beforeDecision = () -> crash(0);
        handOver();
        awaitCrash();
        // this attempt is given up, and a later one succeeds once recovery is over
        workers.await("it moves in the end", () -> membership.view().nodeOf(MOVED) == TAKER);
        workers.join();
        assertServedBy(TAKER, 0);
        assertKeys(GIVER, TAKER);
    }

    /**
     * While a partition is sealed, no node can recover it: its giver has sealed it before, and its taker receives it
     * later. Values that die meanwhile must be marked as lost all the same.
     */
    @Test
    void whatDiedWhileAPartitionWasSealedIsMarkedAsLost() {
        nodes.get(0).pull(key(MOVED));
        workers.await(
                "a value has gone to the node that will die",
                () -> nodes.get(0).migrationCounters().of(MigrationOutcome.MOVED) == 1);
        beforeDecision = () -> crash(0);
        handOver();
        awaitCrash();
        workers.await("it moves in the end", () -> membership.view().nodeOf(MOVED) == TAKER);
        workers.join();
        try (NodeSession session = nodes.get(GIVER).openSession()) {
            SessionLists store = new SessionLists(session);
            assertThrows(LostValueException.class, () -> store.forEach(key(MOVED), element -> {}));
            assertEquals(UpdateResult.APPLIED, session.update(ListOperations.replace(key(MOVED), new byte[8])));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOOK", "STATE", "DIGESTS", "MEMORY", "READY"})
    void theTakerFallsSilentAndTheGiverServesAgain(Kind step) {
        AtomicBoolean silent = new AtomicBoolean();
        fabrics.get(TAKER).hook(message -> {
            silent.set(silent.get() || message.type() == MessageType.HANDOVER && kindOf(message) == step);
            return !silent.get() || message.type() != MessageType.HANDOVER;
        });
        handOver();
        workers.await("the taker asks no more", silent::get);
        assertKeys(0, GIVER); // waits until the giver has lost patience
        assertServedBy(GIVER, 0);
        silent.set(false);
        fabrics.get(TAKER).hook(message -> true);
        workers.await("a later attempt succeeds", () -> membership.view().nodeOf(MOVED) == TAKER);
        workers.join();
        assertKeys(0, TAKER);
    }

    /**
     * The taker had a complete copy; its giver then served the partition again, acknowledged changes, and died. The
     * copy must not be served.
     */
    @Test
    void aCopyIsNotServedInALaterLife() {
        AtomicBoolean silent = new AtomicBoolean();
        fabrics.get(TAKER).hook(message -> {
            silent.set(silent.get() || message.type() == MessageType.HANDOVER && kindOf(message) == Kind.READY);
            return !silent.get() || message.type() != MessageType.HANDOVER;
        });
        handOver();
        workers.await("the taker has a copy, and asks no more", silent::get);
        assertKeys(0, GIVER); // the giver has lost patience, and has acknowledged changes that the copy lacks
        ClusterView before = membership.view();
        int[] nodeOf = new int[PARTITIONS];
        Arrays.setAll(nodeOf, p -> before.nodeOf(p) == GIVER ? TAKER : before.nodeOf(p));
        List<ClusterView.Member> rest =
                before.members().stream().filter(m -> m.node() != GIVER).toList();
        crash(GIVER, before.reassigned(rest, nodeOf));
        awaitCrash();
        assertEquals(TAKER, membership.view().nodeOf(MOVED));
        assertLost();
    }

    /** It would end, and the partition with it. */
    @Test
    void whoLeavesHasNotGivenAllWhileAPartitionIsAboutToCome() {
        AtomicBoolean leaves = new AtomicBoolean();
        AtomicBoolean gone = new AtomicBoolean();
        beforeDecision = () -> {
            if (leaves.compareAndSet(false, true)) {
                workers.start(() -> {
                    assertTrue(nodes.get(TAKER).handOverAll(PATIENCE_NANOS));
                    assertEquals(0, membership.view().partitionsOf(TAKER).length);
                    gone.set(true);
                });
                workers.await("it has given the others", () -> membership.view().partitionsOf(TAKER).length == 0);
                LockSupport.parkNanos(A_WHILE_NANOS);
                assertFalse(gone.get(), "a partition is still to come");
            }
        };
        handOver();
        workers.await("it has given all", gone::get);
        workers.join();
        assertEquals(0, membership.view().partitionsOf(TAKER).length);
    }

    private void awaitCrash() {
        workers.await("the crash", crashed::get);
        workers.await(
                "recovery ends",
                () -> nodes.stream()
                        .filter(node -> node.self() != victim)
                        .allMatch(node -> node.recovered() && servesItsOwn(node)));
    }

    private boolean servesItsOwn(PraghNode node) {
        int[] own = membership.view().partitionsOf(node.self());
        return node.partitions().stream()
                .mapToInt(p -> p.id())
                .boxed()
                .toList()
                .equals(Arrays.stream(own).boxed().toList());
    }

    private void assertServedBy(int node, int life) {
        assertEquals(node, membership.view().nodeOf(MOVED));
        assertEquals(life, membership.view().lifeOf(MOVED));
        workers.await("one node serves it", () -> servers() == 1);
    }

    private long servers() {
        return nodes.stream()
                .filter(node -> node.self() != victim)
                .filter(node -> node.partitions().stream().anyMatch(p -> p.id() == MOVED))
                .count();
    }

    /** Checks through two nodes that keys at home in the moved partition have their values, and can be changed. */
    private void assertKeys(int first, int second) {
        for (int place : new int[] {first, second}) {
            try (NodeSession session = nodes.get(place).openSession()) {
                SessionLists store = new SessionLists(session);
                for (int i = MOVED; i < KEYS; i += PARTITIONS) {
                    List<Long> seen = new ArrayList<>();
                    store.forEach(key(i), seen::add);
                    assertTrue(seen.contains((long) i), "list " + i + " " + seen);
                    assertEquals(UpdateResult.APPLIED, session.update(ListOperations.append(key(i), 100 + place, 0)));
                }
            }
        }
    }

    /**
     * The partition has begun another life: its values died with their node, and the other node does not find them by
     * accident.
     */
    private void assertLost() {
        int node = membership.view().nodeOf(MOVED);
        assertEquals(1, membership.view().lifeOf(MOVED));
        assertFalse(node == victim);
        assertServedBy(node, 1);
        try (NodeSession session = nodes.get(0).openSession()) {
            SessionLists store = new SessionLists(session);
            assertThrows(LostValueException.class, () -> store.forEach(key(MOVED), element -> {}));
            assertEquals(UpdateResult.APPLIED, session.update(ListOperations.replace(key(MOVED), new byte[8])));
        }
    }
}
