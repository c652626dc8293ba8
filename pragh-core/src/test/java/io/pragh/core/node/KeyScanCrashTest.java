package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.LostValueException;
import io.pragh.core.base.Clock;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.local.LocalFabric;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.ScanReply;
import io.pragh.core.protocol.WordReply;
import io.pragh.core.store.MemoryLimits;
import io.pragh.testkit.Workers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks scans of partition 1 whose home, node 1 of three, dies, hears late or sends invalid answers. */
class KeyScanCrashTest {
    private static final int VICTIM = 1;
    private static final int PARTITION = 1;
    private static final int KIND = GraphKey.KIND_ADJACENCY;
    private static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 64L << 20, 64))
            .withCacheBytes(1 << 20)
            .withLease(new LeasePolicy(20_000_000, 5_000_000));

    private final LocalNetwork network = new LocalNetwork();
    private final ClusterView view = ClusterView.inTurn(3, 3);
    private final ClusterView later = LocalCluster.without(view, VICTIM);
    private final HomeMap homes = new HomeMap(3);
    private final List<StaticMembership> memberships = new ArrayList<>();
    private final List<PraghNode> nodes = new ArrayList<>();
    private final Workers workers = new Workers();

    private void start(NodeConfig config, int count) {
        for (int n = 0; n < count; n++) {
            StaticMembership own = new StaticMembership(view);
            memberships.add(own);
            nodes.add(new PraghNode(network.join(n), own, null, config, ListOperations.ALL, Clock.SYSTEM));
        }
    }

    @AfterEach
    void end() {
        workers.close();
        nodes.forEach(PraghNode::close);
    }

    /** A session that delivers the messages of all nodes while it waits. */
    private NodeSession session(int node) {
        return nodes.get(node).openSession(() -> nodes.forEach(n -> n.parts.serve()));
    }

    private long key(int partition, int number) {
        return GraphKey.of(KIND, GraphKey.OUT, 1, homes.mint(partition, number));
    }

    private Set<Long> write(NodeSession session, int count) {
        SessionLists store = new SessionLists(session);
        Set<Long> keys = new HashSet<>();
        for (int i = 0; i < count; i++) {
            store.write(key(PARTITION, i), new long[] {7}, 0, 1);
            keys.add(key(PARTITION, i));
        }
        return keys;
    }

    private static List<Long> scan(KeyScan session, int partition) {
        List<Long> seen = new ArrayList<>();
        for (long cursor = 0; cursor != KeyScan.END; ) {
            cursor = session.scan(partition, KIND, cursor, 30, seen::add);
        }
        return seen;
    }

    private void crash() {
        network.kill(VICTIM);
        memberships.get(0).change(later);
        memberships.get(2).change(later);
    }

    @Test
    void aCursorOfADeadHomeGoesOnAtTheNewOneWhenItIsRestored() {
        start(CONFIG, 3);
        try (NodeSession here = session(0);
                NodeSession there = session(2)) {
            Set<Long> keys = write(here, 100);
            List<Long> seen = new ArrayList<>();
            long cursor = 0;
            while (seen.size() < 40) {
                cursor = here.scan(PARTITION, KIND, cursor, 20, seen::add);
            }
            crash();
            long half = cursor;
            int before = seen.size();
            for (NodeSession session : List.of(here, there)) {
                assertThrows(LostValueException.class, () -> session.scan(PARTITION, KIND, half, 20, seen::add));
            }
            assertEquals(before, seen.size(), "a call that fails hands over nothing");
            write(here, 100);
            assertThrows(LostValueException.class, () -> here.scan(PARTITION, KIND, half, 20, seen::add));
            nodes.get(0).restored(60_000_000_000L);
            while (cursor != KeyScan.END) {
                cursor = here.scan(PARTITION, KIND, cursor, 20, seen::add);
            }
            assertEquals(keys.size(), seen.size(), "no key comes twice");
            assertEquals(keys, new HashSet<>(seen));
            assertEquals(keys, new HashSet<>(scan(there, PARTITION)));
        }
    }

    @Test
    void aKeyWhoseValueDiedComesStill() {
        start(CONFIG, 3);
        try (NodeSession here = session(0);
                NodeSession there = session(2)) {
            long key = key(0, 3);
            here.update(ListOperations.append(key, 7, 0));
            nodes.get(VICTIM).pull(key);
            workers.await("the value arrives", () -> {
                long address = nodes.get(0).partitions().get(0).table().addressOf(key);
                return view.nodeOf(ValueAddress.partition(address)) == VICTIM;
            });
            crash();
            workers.await(
                    "recovery ends",
                    () -> nodes.get(0).recovered() && nodes.get(2).recovered());
            assertEquals(1, nodes.get(0).valuesLost());
            assertEquals(List.of(key), scan(here, 0));
            assertEquals(List.of(key), scan(there, 0));
        }
    }

    @Test
    void aScanThatWaitsAsksTheNewHomeUntilItKnowsThatItIs() {
        start(CONFIG, 3);
        int home = 2;
        ClusterView toNode2 = view.reassigned(later.members(), new int[] {0, home, home});
        network.kill(VICTIM);
        long asked = nodes.get(0).fabric().tally().counters().messages();
        workers.start(() -> {
            try (NodeSession session = session(0)) {
                assertThrows(LostValueException.class, () -> scan(session, PARTITION));
            }
        });
        workers.await(
                "the dead home is asked",
                () -> nodes.get(0).fabric().tally().counters().messages() > asked);
        long refused = nodes.get(home).fabric().tally().counters().messages();
        memberships.get(0).change(toNode2);
        workers.await(
                "the new home has refused",
                () -> nodes.get(home).fabric().tally().counters().messages() > refused);
        memberships.get(home).change(toNode2);
        workers.join();
    }

    @Test
    void aPartitionWithoutAHomeIsWaitedForNoLongerThanARead() {
        start(CONFIG.withRead(new ReadOptions(true, true, 50_000_000)), 3);
        network.kill(VICTIM);
        try (NodeSession session = session(0)) {
            for (int home : new int[] {VICTIM, ClusterView.NOBODY}) {
                PraghException late = assertThrows(PraghException.class, () -> scan(session, PARTITION));
                assertTrue(late.retryable(), "home " + home);
                memberships.get(0).change(view.reassigned(later.members(), new int[] {0, ClusterView.NOBODY, 2}));
            }
        }
    }

    @Test
    void anAnswerThatCannotBeOneIsNotTaken() {
        start(CONFIG, 1);
        LocalFabric stranger = network.join(VICTIM);
        long key = key(PARTITION, 5);
        List<ByteBuffer> answers = new ArrayList<>(List.of(
                ScanReply.none(-7).encode(),
                ScanReply.of(KeyScan.END, new long[] {GraphKey.of(KIND + 1, 0, 0, 5)}, 1)
                        .encode(),
                ScanReply.of(KeyScan.END, new long[] {key}, 1).encode()));
        stranger.receiveWith(request -> answer(stranger, request, MessageType.SCAN_REPLY, answers.remove(0)));
        try (NodeSession session = deliveringFor(stranger)) {
            assertEquals(List.of(key), scan(session, PARTITION));
            assertEquals(2, nodes.get(0).messagesRefused());
        }
    }

    @Test
    void aHomeThatCannotScanEndsTheCallForGood() {
        start(CONFIG, 1);
        LocalFabric stranger = network.join(VICTIM);
        List<Integer> types = new ArrayList<>(List.of(MessageType.REFUSAL, MessageType.SCAN_REPLY));
        stranger.receiveWith(request -> answer(stranger, request, types.remove(0), WordReply.failed("too old")));
        try (NodeSession session = deliveringFor(stranger)) {
            for (int i = 0; i < 2; i++) {
                PraghException refused = assertThrows(PraghException.class, () -> scan(session, PARTITION));
                assertFalse(refused.retryable());
                assertTrue(String.valueOf(refused.getMessage()).contains("too old"), refused.getMessage());
            }
        }
        assertEquals(List.of(), types);
    }

    private NodeSession deliveringFor(LocalFabric stranger) {
        return nodes.get(0).openSession(() -> {
            stranger.deliver(1);
            nodes.get(0).poll();
        });
    }

    private static void answer(LocalFabric stranger, Message request, int type, ByteBuffer payload) {
        assertEquals(MessageType.SCAN, request.type());
        stranger.send(new Message(VICTIM, 0, type, request.client(), request.sequence(), payload));
    }
}
