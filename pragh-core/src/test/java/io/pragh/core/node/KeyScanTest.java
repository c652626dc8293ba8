package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.api.KeyScan;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.Partition;
import io.pragh.core.store.table.KeyTable;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.FaultyNetwork;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that a scan returns every key exactly once, from whichever of three nodes it starts. */
class KeyScanTest {
    private static final int NODES = 3;
    private static final int PARTITIONS = 6;
    private static final int KIND = GraphKey.KIND_ADJACENCY;
    private static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 64L << 20, 64))
            .withCacheBytes(1 << 20)
            .withLease(new LeasePolicy(20_000_000, 5_000_000));

    private final LocalNetwork network = new LocalNetwork();
    private final StaticMembership membership = new StaticMembership(ClusterView.inTurn(NODES, PARTITIONS));
    private final HomeMap homes = new HomeMap(PARTITIONS);
    private final List<PraghNode> nodes = new ArrayList<>();

    private void start(FaultPlan plan) {
        FaultyNetwork faults = new FaultyNetwork(plan);
        for (int n = 0; n < NODES; n++) {
            PraghNode node = new PraghNode(
                    faults.wrap(network.join(n)), membership, null, CONFIG, ListOperations.ALL, Clock.SYSTEM);
            nodes.add(node);
        }
    }

    /** A session that delivers the messages of all nodes while it waits. */
    private NodeSession session(PraghNode node) {
        return node.openSession(() -> nodes.forEach(PraghNode::poll));
    }

    @AfterEach
    void end() {
        nodes.forEach(PraghNode::close);
    }

    private static long key(long number) {
        return GraphKey.of(KIND, GraphKey.OUT, (int) (number % 3), number / 2);
    }

    private KeyTable table(int partition) {
        PraghNode home = nodes.get(membership.view().nodeOf(partition));
        return home.partitions().stream()
                .filter(p -> p.id() == partition)
                .map(Partition::table)
                .findFirst()
                .orElseThrow();
    }

    /** A number that grows whenever a table begins to grow or has grown. */
    private long shapes() {
        return IntStream.range(0, PARTITIONS)
                .mapToLong(p -> table(p).geometry().version())
                .sum();
    }

    private void insert(long key) {
        assertTrue(table(homes.home(key)).findOrInsert(key) > 0);
    }

    private Set<Long> insert(int from, int to) {
        Set<Long> keys = new HashSet<>();
        for (int i = from; i < to; i++) {
            insert(key(i));
            keys.add(key(i));
        }
        return keys;
    }

    /** All keys that a scan from a node finds, in the order of their arrival. */
    private List<Long> scan(KeyScan session, int limit) {
        List<Long> seen = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            for (long cursor = 0; cursor != KeyScan.END; ) {
                int before = seen.size();
                cursor = session.scan(partition, KIND, cursor, limit, seen::add);
                assertTrue(seen.size() <= before + limit, "a call keeps to its limit");
            }
        }
        return seen;
    }

    private static void assertOnce(Set<Long> staying, List<Long> seen, String when) {
        Set<Long> distinct = new HashSet<>(seen);
        assertEquals(distinct.size(), seen.size(), "no key comes twice, " + when);
        Set<Long> missed = new HashSet<>(staying);
        missed.removeAll(distinct);
        assertEquals(Set.of(), missed, "no key is missed, " + when);
    }

    @Test
    void keysThatStayComeOnceFromEveryNodeWhileTablesGrow() {
        start(FaultPlan.none(0));
        Set<Long> staying = insert(0, 3_000);
        Workers writer = new Workers();
        AtomicInteger wanted = new AtomicInteger(3_000);
        AtomicInteger inserted = new AtomicInteger(3_000);
        writer.start(() -> {
            while (!writer.stopped()) {
                if (inserted.get() < wanted.get()) {
                    insert(key(inserted.getAndIncrement()));
                }
            }
        });
        for (PraghNode node : nodes) {
            long before = shapes();
            try (NodeSession session = session(node)) {
                List<Long> seen = scan(
                        (partition, kind, cursor, limit, keys) -> {
                            int enough = wanted.getAndAdd(
                                    100); // no more keys, so that the scan ends; no fewer, so that the table grows
                            writer.await("keys come", () -> inserted.get() >= enough);
                            return session.scan(partition, kind, cursor, limit, keys);
                        },
                        50);
                assertOnce(staying, seen, "at node " + node.self());
            }
            assertTrue(shapes() > before + 3, "tables changed their shapes meanwhile");
        }
        writer.stop();
        writer.close();
    }

    @Test
    void updatesMakeKeysAndScansFindThem() {
        start(FaultPlan.none(0));
        Set<Long> written = new HashSet<>();
        try (NodeSession session = session(nodes.get(0))) {
            for (int i = 0; i < 300; i++) {
                session.update(ListOperations.append(key(i), 1, 0));
                written.add(key(i));
            }
            assertEquals(written, new HashSet<>(scan(session, 1_000)));
            assertEquals(KeyScan.END, session.scan(1, KIND, KeyScan.END, 1, ignored -> {}));
        }
    }

    @Test
    void aVertexWithMoreListsThanFitIntoAnAnswerComesInParts() {
        start(FaultPlan.none(0));
        Set<Long> lists = new HashSet<>();
        for (int partition = 0; partition < 2; partition++) {
            long vid = homes.mint(partition, 5);
            for (int label = 0; label < KeyScan.KEYS_MAX / 2 + 50; label++) {
                for (int direction = GraphKey.OUT; direction <= GraphKey.IN; direction++) {
                    long key = GraphKey.of(KIND, direction, label, vid);
                    lists.add(key);
                    insert(key);
                }
            }
        }
        try (NodeSession session = session(nodes.get(0))) {
            for (int limit : new int[] {777, KeyScan.KEYS_MAX, Integer.MAX_VALUE}) {
                List<Long> seen = new ArrayList<>();
                for (int partition = 0; partition < 2; partition++) {
                    for (long cursor = 0; cursor != KeyScan.END; ) {
                        int before = seen.size();
                        cursor = session.scan(partition, KIND, cursor, limit, seen::add);
                        assertTrue(seen.size() - before <= Math.min(limit, KeyScan.KEYS_MAX));
                    }
                }
                assertOnce(lists, seen, "limit " + limit);
            }
        }
    }

    @Test
    void aConsumerMayScanItself() {
        start(FaultPlan.none(0));
        Set<Long> keys = insert(0, 60);
        try (NodeSession session = session(nodes.get(0))) {
            List<Long> outer = new ArrayList<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                for (long cursor = 0; cursor != KeyScan.END; ) {
                    cursor = session.scan(partition, KIND, cursor, 10, key -> {
                        outer.add(key);
                        assertOnce(keys, scan(session, 20), "within a scan");
                    });
                }
            }
            assertOnce(keys, outer, "around scans");
        }
    }

    @Test
    void lostAndLateMessagesLoseNoKeyAndDoubleNone() {
        for (long seed = 1; seed <= 4; seed++) {
            KeyScanTest round = new KeyScanTest();
            try {
                round.start(FaultPlan.none(seed).with(new FaultPlan.Messages(0.3, 0.5, 5, 0.5)));
                Set<Long> keys = round.insert(0, 600);
                try (NodeSession session = round.session(round.nodes.get(0))) {
                    assertOnce(keys, round.scan(session, 40), "seed=" + seed);
                }
            } finally {
                round.end();
            }
        }
    }

    @Test
    void anArgumentOutOfRangeIsRefused() {
        start(FaultPlan.none(0));
        try (NodeSession session = session(nodes.get(0))) {
            for (int partition : new int[] {-1, PARTITIONS}) {
                assertThrows(PraghException.class, () -> session.scan(partition, KIND, 0, 1, ignored -> {}));
            }
            assertThrows(PraghException.class, () -> session.scan(0, 0, 0, 1, ignored -> {}));
            assertThrows(PraghException.class, () -> session.scan(0, KIND, -1, 1, ignored -> {}));
            assertThrows(PraghException.class, () -> session.scan(0, KIND, 0, 0, ignored -> {}));
        }
    }
}
