package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.Partition;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks what the survivors do when node 1 of three dies; holes h8 and h10. */
class RecoveryTest {
    private static final int VICTIM = 1;
    private static final int PARTITIONS = 6;
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 64L << 20, 64))
            .withCacheBytes(1 << 20)
            .withLease(new LeasePolicy(60_000_000, 15_000_000));

    private final LocalNetwork network = new LocalNetwork();
    private final ClusterView view = ClusterView.inTurn(3, PARTITIONS);
    private final StaticMembership membership = new StaticMembership(view);
    /** The victim learns of its expulsion only when a test tells it. */
    private final StaticMembership victimsMembership = new StaticMembership(view);

    private final List<PraghNode> nodes = new ArrayList<>();
    private final List<NodeSession> sessions = new ArrayList<>();
    private final Workers workers = new Workers();

    private void start() {
        for (int n = 0; n < 3; n++) {
            StaticMembership own = n == VICTIM ? victimsMembership : membership;
            nodes.add(new PraghNode(network.join(n), own, null, CONFIG, ListOperations.ALL, Clock.SYSTEM));
            sessions.add(nodes.get(n).openSession());
        }
    }

    @AfterEach
    void end() {
        workers.close();
        nodes.forEach(PraghNode::close);
    }

    private SessionLists store(int node) {
        return new SessionLists(sessions.get(node));
    }

    private List<Long> read(int node, long key) {
        List<Long> seen = new ArrayList<>();
        store(node).forEach(key, seen::add);
        return seen;
    }

    /** A list whose home is a given node. */
    private long keyOf(int node) {
        return keyOf(node, 0);
    }

    private long keyOf(int node, int skip) {
        int left = skip;
        for (long vid = 1; ; vid++) {
            long key = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, vid);
            if (view.nodeOf(nodes.get(0).homes().home(key)) == node && left-- == 0) {
                return key;
            }
        }
    }

    private Partition home(long key) {
        int home = nodes.get(0).homes().home(key);
        return nodes.stream()
                .flatMap(n -> n.partitions().stream())
                .filter(p -> p.id() == home)
                .findFirst()
                .orElseThrow();
    }

    private long address(long key) {
        return home(key).table().addressOf(key);
    }

    private void pull(int node, long key) {
        nodes.get(node).pull(key);
        workers.await("the value arrives", () -> view.nodeOf(ValueAddress.partition(address(key))) == node);
    }

    private void expel() {
        membership.change(LocalCluster.without(view, VICTIM));
    }

    private void crash() {
        network.kill(VICTIM);
        expel();
    }

    private List<PraghNode> survivors() {
        return List.of(nodes.get(0), nodes.get(2));
    }

    private void awaitRecovery() {
        workers.await("recovery ends", () -> survivors().stream().allMatch(PraghNode::recovered));
    }

    /** The new node of a partition may be unreachable at the time at which a block is looked for. */
    @Test
    void keyWhoseBlockCouldNotBeSeenIsMarkedOnceItCan() {
        start();
        List<Long> keys = new ArrayList<>();
        for (int skip = 0; keys.size() < 16; skip++) {
            long key = keyOf(0, skip);
            if (home(key).id() == home(keyOf(0)).id()) {
                store(0).append(key, 7, 0);
                pull(VICTIM, key);
                keys.add(key);
            }
        }
        ClusterView after = LocalCluster.without(view, VICTIM);
        Map<Integer, List<Long>> byTaker =
                keys.stream().collect(Collectors.groupingBy(key -> after.nodeOf(ValueAddress.partition(address(key)))));
        assertEquals(Set.of(0, 2), byTaker.keySet());
        network.cut(0, 2);
        crash();
        workers.await(
                "what can be seen is marked",
                () -> byTaker.get(0).stream().allMatch(key -> address(key) == ValueAddress.LOST));
        assertFalse(nodes.get(0).recovered());
        network.heal(0, 2);
        awaitRecovery();
        for (long key : byTaker.get(2)) {
            assertEquals(ValueAddress.LOST, address(key));
            assertEquals(UpdateResult.LOST, sessions.get(0).update(ListOperations.append(key, 8, 0)));
        }
    }

    @Test
    void valueOfADeadOwnerIsLostUntilItIsWrittenWhole() {
        start();
        long key = keyOf(0);
        store(0).append(key, 7, 0);
        pull(VICTIM, key);
        crash();
        for (int node : new int[] {0, 2}) {
            assertThrows(LostValueException.class, () -> read(node, key));
            assertEquals(UpdateResult.LOST, sessions.get(node).update(ListOperations.append(key, 8, 0)));
        }
        store(2).write(key, new long[] {1, 2}, 0, 2);
        store(0).append(key, 3, 0);
        assertEquals(List.of(1L, 2L, 3L), read(0, key));
        assertEquals(List.of(1L, 2L, 3L), read(2, key));
        assertEquals(1, nodes.get(0).valuesLost());
    }

    @Test
    void unknownKeyOfALostHomeIsLostNotAbsentUntilItIsRestored() {
        start();
        long written = keyOf(VICTIM);
        long other = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.IN, 1, GraphKey.vid(written));
        store(0).append(written, 7, 0);
        pull(2, written);
        crash();
        for (int node : new int[] {0, 2}) {
            assertThrows(LostValueException.class, () -> read(node, written));
            assertThrows(LostValueException.class, () -> read(node, other));
            assertEquals(UpdateResult.LOST, sessions.get(node).update(ListOperations.append(other, 8, 0)));
        }
        store(0).write(written, new long[] {9}, 0, 1);
        assertEquals(List.of(9L), read(2, written));
        awaitRecovery();
        assertEquals(view.partitionsOf(VICTIM).length, nodes.get(0).restored(PATIENCE_NANOS));
        for (int node : new int[] {0, 2}) {
            assertEquals(List.of(9L), read(node, written));
            assertFalse(store(node).forEach(other, n -> {}), "absent, and known to be");
        }
        store(2).append(other, 1, 0);
        assertEquals(List.of(1L), read(0, other));
        awaitRecovery();
        assertEquals(1, nodes.get(2).orphansRetired(), "the value lay on a survivor, but its home died");
        AuditedNodes.settle(survivors(), workers);
        AuditedNodes.check(survivors());
    }

    /** As while an insert has a slot for the key and does not hold it yet. */
    @Test
    void unknownKeyOfALostHomeIsLostForAllAlsoWhenItHasASlot() {
        start();
        long key = keyOf(VICTIM);
        crash();
        int substitute =
                LocalCluster.without(view, VICTIM).nodeOf(nodes.get(0).homes().home(key));
        workers.await(
                "the home is served again",
                () -> nodes.get(substitute).partitions().stream()
                        .anyMatch(partition ->
                                partition.id() == nodes.get(0).homes().home(key)));
        nodes.get(substitute).partitions().stream()
                .filter(partition -> partition.id() == nodes.get(0).homes().home(key))
                .forEach(partition -> partition.table().findOrInsert(key));
        assertThrows(LostValueException.class, () -> read(substitute, key));
        assertThrows(LostValueException.class, () -> read(2 - substitute, key));
    }

    @Test
    void valueOfADeadOwnerIsAbsentOnceItIsGivenUp() {
        start();
        long key = keyOf(0);
        long kept = keyOf(0, 1);
        store(0).append(key, 7, 0);
        store(0).append(kept, 8, 0);
        pull(VICTIM, key);
        assertFalse(nodes.get(2).hasLosses());
        crash();
        awaitRecovery();
        assertTrue(nodes.get(2).hasLosses());
        assertThrows(LostValueException.class, () -> read(2, key));
        nodes.get(2).restored(PATIENCE_NANOS);
        assertFalse(nodes.get(2).hasLosses());
        for (int node : new int[] {0, 2}) {
            assertFalse(store(node).forEach(key, n -> {}), "absent, and known to be");
            assertEquals(List.of(8L), read(node, kept));
        }
        store(2).append(key, 9, 0);
        assertEquals(List.of(9L), read(0, key));
        AuditedNodes.settle(survivors(), workers);
        AuditedNodes.check(survivors());
    }

    @Test
    void declarationOfAnEarlierViewDoesNotGiveUpWhatWasLostAfterIt() {
        start();
        long key = keyOf(0);
        store(0).append(key, 7, 0);
        pull(VICTIM, key);
        long before = membership.view().epoch();
        crash();
        awaitRecovery();
        List<Partition> homes =
                survivors().stream().flatMap(n -> n.partitions().stream()).toList();
        homes.forEach(home -> home.region().setLongRelease(PartitionHeader.GIVEN_UP_OFFSET, before));
        workers.await(
                "all have answered",
                () -> homes.stream()
                        .allMatch(home -> home.region().getLongAcquire(PartitionHeader.SETTLED_OFFSET) == -before));
        assertThrows(LostValueException.class, () -> read(0, key));
        assertThrows(LostValueException.class, () -> read(0, keyOf(VICTIM)));
        assertTrue(nodes.get(0).hasLosses());
        nodes.get(0).restored(PATIENCE_NANOS);
        assertFalse(store(0).forEach(key, n -> {}));
        assertFalse(store(0).forEach(keyOf(VICTIM), n -> {}));
    }

    /**
     * Makes the migrator's swap and nothing after it: the slot points to memory that died, and the source still looks
     * LIVE.
     */
    private void swapByVictim(long key) {
        Partition home = home(key);
        long slot = home.table().find(key);
        long word = home.region().getLongAcquire(slot);
        int target = view.partitionsOf(VICTIM)[0];
        long copy = ValueAddress.of(target, ValueAddress.sizeClass(word), ValueAddress.generation(word) + 1, 512 << 10);
        try (Endpoint endpoint = nodes.get(VICTIM).fabric().open()) {
            Batch batch = new Batch(1);
            batch.cas(home.id(), slot, word, copy);
            endpoint.execute(batch);
            assertEquals(word, batch.result(0));
        }
    }

    @Test
    void blockLeftByADeadMigratorIsRetiredAndNeverReadAgain() {
        start();
        long key = keyOf(0);
        store(0).append(key, 7, 0);
        pull(2, key);
        assertEquals(List.of(7L), read(2, key));
        swapByVictim(key);
        assertEquals(List.of(7L), read(2, key), "still read through the cached address: nothing newer exists");
        crash();
        store(0).write(key, new long[] {8}, 0, 1);
        assertEquals(List.of(8L), read(2, key));
        assertEquals(List.of(8L), read(0, key));
        awaitRecovery();
        assertEquals(1, nodes.get(2).orphansRetired());
        AuditedNodes.settle(survivors(), workers);
        AuditedNodes.check(survivors());
    }

    private OpStatus statusOfVictimsSwap(Partition at) {
        try (Endpoint endpoint = nodes.get(VICTIM).fabric().open()) {
            Batch batch = new Batch(1);
            batch.cas(at.id(), 1024, 0, 0);
            endpoint.execute(batch);
            return batch.status(0);
        }
    }

    @Test
    void memberThatWasExpelledAndLivesOnDoesNoHarm() {
        start();
        long key = keyOf(0);
        store(0).append(key, 7, 0);
        expel();
        for (PraghNode node : survivors()) {
            for (Partition partition : node.partitions()) {
                assertEquals(OpStatus.FENCED, statusOfVictimsSwap(partition), "partition " + partition.id());
            }
        }
        nodes.get(VICTIM).pull(key);
        awaitRecovery();
        assertEquals(List.of(7L), read(2, key));
        assertEquals(0, view.nodeOf(ValueAddress.partition(address(key))));
        victimsMembership.change(membership.view());
        assertTrue(nodes.get(VICTIM).partitions().isEmpty(), "told of it, the member serves nothing");
        AuditedNodes.settle(survivors(), workers);
        AuditedNodes.check(survivors());
    }

    @Test
    void updateThatWaitsForADyingOwnerIsAnsweredLost() {
        start();
        long key = keyOf(0);
        store(0).append(key, 7, 0);
        pull(VICTIM, key);
        network.cut(0, VICTIM);
        AtomicReference<UpdateResult> result = new AtomicReference<>();
        workers.start(() -> result.set(sessions.get(2).update(ListOperations.append(key, 8, 0))));
        workers.await("the update holds the key", () -> ValueAddress.isBusy(address(key)));
        crash();
        workers.join();
        assertEquals(UpdateResult.LOST, result.get());
        awaitRecovery();
        AuditedNodes.settle(survivors(), workers);
        AuditedNodes.check(survivors());
    }
}
