package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.protocol.Claim;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.OwnWords;
import io.pragh.core.store.Partition;
import io.pragh.core.store.ValueInstaller;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.store.reclaim.ReaderPins;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.testkit.LonePartition;
import io.pragh.testkit.NicNetwork;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Checks two nodes on network cards whose atomics are not atomic with the processor: every word that both change must
 * go through the card.
 */
class NicAtomicsTest {
    private static final int KEYS = 2_000;
    private static final LeasePolicy LEASE = new LeasePolicy(40_000_000, 10_000_000);
    private static final MemoryLimits MEMORY = new MemoryLimits(1 << 20, 64L << 20, 64);

    private final LocalNetwork network = new LocalNetwork();
    private final NicNetwork cards = new NicNetwork();

    private static long key(int number) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, number);
    }

    @Test
    void slotsAndStatesAreChangedThroughTheCardAlone() {
        NodeConfig config =
                NodeConfig.DEFAULT.withMemory(MEMORY).withCacheBytes(1 << 20).withLease(LEASE);
        StaticMembership membership = new StaticMembership(ClusterView.inTurn(2, 4));
        List<PraghNode> nodes = new ArrayList<>();
        for (int n = 0; n < 2; n++) {
            Fabric fabric = cards.over(network.join(n));
            nodes.add(new PraghNode(fabric, membership, null, config, ListOperations.ALL, Clock.SYSTEM));
        }
        try (Workers workers = new Workers()) {
            for (int n = 0; n < 2; n++) {
                int self = n;
                workers.start(() -> work(nodes.get(self), self));
            }
            workers.join();
            workers.await(
                    "values arrive",
                    () -> nodes.stream()
                                    .mapToLong(n -> n.migrationCounters().of(MigrationOutcome.MOVED))
                                    .sum()
                            > KEYS / 10);
            for (PraghNode node : nodes) {
                for (Partition partition : node.partitions()) {
                    assertTrue(partition.table().geometry().version() > 2, "the table has grown");
                }
            }
            try (NodeSession session = nodes.get(0).openSession()) {
                SessionLists store = new SessionLists(session);
                for (int i = 0; i < KEYS; i++) {
                    int[] seen = {0};
                    store.forEach(key(i), neighbour -> seen[0]++);
                    assertEquals(i % 5 == 0 ? 0 : 4, seen[0], "key " + i);
                }
            }
        } finally {
            nodes.forEach(PraghNode::close);
        }
        assertTrue(cards.words() > KEYS, "words=" + cards.words());
        assertEquals(List.of(), cards.findings());
    }

    /** Appends twice to every list, pulls every third value, and replaces every fifth list by an empty one. */
    private static void work(PraghNode node, int self) {
        try (NodeSession session = node.openSession()) {
            for (int i = 0; i < KEYS; i++) {
                assertEquals(UpdateResult.APPLIED, session.update(ListOperations.append(key(i), 2 * i + self, 0)));
                if (i % 3 == self) {
                    node.pull(key(i));
                }
            }
            for (int i = 0; i < KEYS; i++) {
                session.update(ListOperations.append(key(i), 2 * i + self, 0));
                if (i % 5 == 0) {
                    session.update(ListOperations.replace(key(i), new byte[8]));
                }
            }
        }
    }

    /**
     * A node that serves a partition changes its words through the fabric, which would go to the former node's
     * memory, or fail, if the partition were not exposed first.
     */
    @Test
    void aPartitionIsExposedBeforeItIsServed() {
        NodeConfig config = NodeConfig.DEFAULT.withMemory(MEMORY).withLease(LEASE);
        StaticMembership membership = new StaticMembership(ClusterView.inTurn(2, 4));
        AtomicReference<PraghNode> heir = new AtomicReference<>();
        Set<Integer> exposed = ConcurrentHashMap.newKeySet();
        Set<Integer> servedBefore = ConcurrentHashMap.newKeySet();
        Fabric fabric = cards.over(network.join(0), partition -> {
            exposed.add(partition);
            PraghNode node = heir.get();
            if (node != null && node.partitions().stream().anyMatch(each -> each.id() == partition)) {
                servedBefore.add(partition);
            }
        });
        Fabric other = cards.over(network.join(1));
        try (PraghNode node = new PraghNode(fabric, membership, null, config, ListOperations.ALL, Clock.SYSTEM);
                PraghNode leaving = new PraghNode(other, membership, null, config, ListOperations.ALL, Clock.SYSTEM);
                Workers nobody = new Workers()) {
            heir.set(node);
            network.kill(1);
            membership.change(LocalCluster.without(membership.view(), leaving.self()));
            nobody.await("it serves everything", () -> node.partitions().size() == 4);
        }
        assertEquals(Set.of(0, 1, 2, 3), exposed);
        assertEquals(Set.of(), servedBefore);
    }

    @Test
    void whoChangesAWordOfTheCardsBehindItsBackIsFoundOut() {
        Fabric fabric = cards.over(network.join(0));
        Partition partition = LonePartition.create(0, new HomeMap(1), MEMORY, new ReaderPins(), LEASE);
        fabric.expose(0, partition.region());
        OwnWords words = OwnWords.of(fabric);
        long slot = partition.table().findOrInsert(key(1));
        long first = ValueAddress.of(0, 2, 1, 1 << 16);
        assertEquals(0, words.compareAndExchange(partition, slot, 0, first));
        assertEquals(List.of(), cards.findings());
        partition.region().compareAndExchange(slot, first, first | ValueAddress.BUSY);
        assertEquals(1, cards.findings().size());
    }

    /** Until then the copying migrator alone changes it, so it may do that by the processor. */
    @Test
    void aCopyIsNotTouchedByTheCardBeforeItIsLive() {
        Fabric fabric = cards.over(network.join(0));
        Partition partition = LonePartition.create(0, new HomeMap(1), MEMORY, new ReaderPins(), LEASE);
        fabric.expose(0, partition.region());
        ValueInstaller installer =
                new ValueInstaller(new ValueOperations(ListOperations.ALL), OwnWords.of(fabric), Clock.SYSTEM);
        int sizeClass = SizeClass.of(ValueHeader.LENGTH + 8);
        long copy = ValueAddress.of(0, sizeClass, 1, partition.blocks().allocate(sizeClass));
        ValueHeader.write(partition.region(), copy, key(1), StateWord.pending(key(1), copy), 3, 0, 8);
        Claim claim = new Claim(key(1), 9, Claim.ANY, List.of(ListOperations.append(key(1), 2, 0)));
        assertEquals(ValueInstaller.UNSETTLED, installer.hold(partition, claim, copy));
        long state = ValueAddress.offset(copy) + ValueHeader.STATE_OFFSET;
        partition.region().setLongRelease(state, StateWord.live(key(1), copy));
        assertEquals(List.of(), cards.findings());
        assertTrue(ValueAddress.isBlock(installer.hold(partition, claim, copy)), "from now on it is held");
    }

    @Test
    void aSwapThatTheCardDoesNotMakeIsNoSwap() {
        Fabric fabric = cards.over(network.join(0));
        Partition partition = LonePartition.create(0, new HomeMap(1), MEMORY, new ReaderPins(), LEASE);
        fabric.expose(0, partition.region());
        OwnWords words = OwnWords.of(fabric);
        long slot = partition.table().findOrInsert(key(1));
        fabric.withdraw(0);
        PraghException withdrawn =
                assertThrows(PraghException.class, () -> words.compareAndExchange(partition, slot, 0, 16));
        assertTrue(withdrawn.retryable(), "nothing has happened");
        network.kill(0);
        PraghException unknown =
                assertThrows(PraghException.class, () -> words.compareAndExchange(partition, slot, 0, 16));
        assertTrue(!unknown.retryable(), "nobody knows");
        assertEquals(0, partition.region().getLong(slot));
    }
}
