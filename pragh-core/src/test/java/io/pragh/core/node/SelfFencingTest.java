package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.base.PraghException;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.graph.AdjacencyList;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.SessionLists;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.Partition;
import io.pragh.testkit.ManualClock;
import io.pragh.testkit.ScriptedMembership;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a node that is cut off falls silent in time. Three nodes learn of the membership what the test tells
 * each; time passes when the test says so.
 */
class SelfFencingTest {
    private static final long[] NONE = {};
    private static final long LEASE = 1_000_000_000;
    private static final long TICK = LEASE / 16;
    /** The client of no session. */
    private static final long CLIENT = 99;

    private static final String UPKEEP = "pragh-upkeep-";
    /** More looks of an upkeep at the clock than pass until it has asked other nodes and has their answers. */
    private static final long LOOKS_TO_HEAR = 16;

    private static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 64L << 20, 64))
            .withCacheBytes(1 << 20)
            .withLease(new LeasePolicy(LEASE, LEASE / 4));

    private final LocalNetwork network = new LocalNetwork();
    private final ManualClock clock = new ManualClock(1, 0);
    private final ClusterView view = ClusterView.inTurn(3, 6);
    private final List<ScriptedMembership> memberships = new ArrayList<>();
    private final List<HookedFabric> fabrics = new ArrayList<>();
    private final List<PraghNode> nodes = new ArrayList<>();
    private final List<NodeSession> sessions = new ArrayList<>();
    private final Workers workers = new Workers();
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile boolean upkeepHeld;
    /** How often each upkeep has looked at the clock, by the name of its thread. */
    private final Map<String, LongAdder> upkeepLooks = new ConcurrentHashMap<>();

    SelfFencingTest() {
        for (int n = 0; n < 3; n++) {
            memberships.add(new ScriptedMembership(view));
            fabrics.add(new HookedFabric(network.join(n)));
            nodes.add(new PraghNode(fabrics.get(n), memberships.get(n), null, CONFIG, ListOperations.ALL, this::now));
        }
        nodes.forEach(n -> sessions.add(n.openSession()));
    }

    /**
     * The time; no upkeep gets an answer while the clock is held, as if it waited for a node that does not answer.
     */
    private long now() {
        String thread = Thread.currentThread().getName();
        boolean isUpkeep = thread.startsWith(UPKEEP);
        if (isUpkeep) {
            upkeepLooks.computeIfAbsent(thread, first -> new LongAdder()).increment();
        }
        if (upkeepHeld && isUpkeep) {
            try {
                assertTrue(released.await(60, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        return clock.nanos();
    }

    @AfterEach
    void stop() {
        released.countDown();
        workers.close();
        sessions.forEach(NodeSession::close);
        nodes.forEach(PraghNode::close);
    }

    private long keyOf(int node) {
        for (long vid = 1; ; vid++) {
            long key = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, vid);
            if (view.nodeOf(nodes.get(0).homes().home(key)) == node) {
                return key;
            }
        }
    }

    private SessionLists store(int node) {
        return new SessionLists(sessions.get(node));
    }

    /**
     * Reads the present state of a list of one block. The read needs no timestamp, because a transaction at a node
     * that is cut off gets none.
     */
    private List<Long> read(int node, long key) {
        List<Long> seen = new ArrayList<>();
        sessions.get(node).read(new long[] {key}, 0, 1, Integer.MAX_VALUE, (index, region, body, bodyBytes) -> {
            long[] neighbours = new long[AdjacencyList.count(region, body)];
            AdjacencyList.neighbours(region, body, neighbours.length, neighbours, 0);
            Arrays.stream(neighbours).forEach(seen::add);
        });
        return seen;
    }

    /** Lets some time pass, and waits until every node has noticed. */
    private void tick() {
        tick(TICK);
    }

    private void tick(long nanos) {
        clock.advance(nanos);
        for (ScriptedMembership membership : memberships) {
            long before = membership.asked();
            workers.await("the fence looks at the clock", () -> membership.asked() >= before + 2);
        }
    }

    /**
     * Lets some time pass in which every node asks every other one for the view that it has in force, and is
     * answered.
     */
    private void meet() {
        tick();
        Map<String, Long> before = new HashMap<>();
        upkeepLooks.forEach((thread, looks) -> before.put(thread, looks.sum()));
        workers.await(
                "each upkeep asks and hears",
                () -> upkeepLooks.size() == nodes.size()
                        && upkeepLooks.entrySet().stream()
                                .allMatch(each -> each.getValue().sum()
                                        >= before.getOrDefault(each.getKey(), 0L) + LOOKS_TO_HEAR));
    }

    private void pass(long nanos) {
        for (long passed = 0; passed < nanos; passed += TICK) {
            tick();
        }
    }

    private long address(long key) {
        int home = nodes.get(0).homes().home(key);
        for (PraghNode node : nodes) {
            for (Partition partition : node.partitions()) {
                if (partition.id() == home) {
                    return partition.table().addressOf(key);
                }
            }
        }
        throw new AssertionError("nobody serves the key's home");
    }

    private void pull(int node, long key) {
        nodes.get(node).pull(key);
        workers.await("the value arrives", () -> view.nodeOf(ValueAddress.partition(address(key))) == node);
    }

    @Test
    void withTheCoordinatorStoppedReadsGoOnAndUpdatesAndMigrationsPause() {
        long own = keyOf(0);
        long other = keyOf(1);
        store(0).append(own, 7, 0);
        store(0).append(other, 8, 0);
        memberships.forEach(ScriptedMembership::disconnect);
        pass(LEASE / 2);
        store(0).append(own, 9, 0);
        for (int round = 0; round < 4; round++) {
            pass(LEASE / 2);
            for (int node = 0; node < 3; node++) {
                assertEquals(List.of(7L, 9L), read(node, own));
                assertEquals(List.of(8L), read(node, other));
            }
        }
        PraghException refused =
                assertThrows(PraghException.class, () -> sessions.get(0).update(ListOperations.append(own, 1, 0)));
        assertTrue(refused.retryable());
        nodes.get(2).pull(own);
        pass(LEASE / 2);
        assertEquals(0, view.nodeOf(ValueAddress.partition(address(own))), "nobody could record the move");
        memberships.forEach(m -> m.reconnect(view));
        tick();
        assertEquals(UpdateResult.APPLIED, sessions.get(0).update(ListOperations.append(own, 10, 0)));
        workers.await("the value arrives", () -> view.nodeOf(ValueAddress.partition(address(own))) == 2);
        assertEquals(List.of(7L, 9L, 10L), read(1, own));
    }

    @Test
    void aNodeWhoseUpkeepWaitsForAnotherStopsTakingUpdatesAllTheSame() {
        long own = keyOf(0);
        store(0).append(own, 7, 0);
        upkeepHeld = true;
        memberships.forEach(ScriptedMembership::disconnect);
        pass(LEASE + TICK);
        PraghException refused =
                assertThrows(PraghException.class, () -> sessions.get(0).update(ListOperations.append(own, 1, 0)));
        assertTrue(refused.retryable());
    }

    @Test
    void anUpdateOfAnotherNodeIsRefusedByOneThatIsCutOff() {
        ConcurrentLinkedQueue<Message> answers = new ConcurrentLinkedQueue<>();
        fabrics.get(0).hook(message -> message.client() != CLIENT || !answers.add(message));
        memberships.get(0).disconnect();
        pass(LEASE);
        long own = keyOf(0);
        Claim claim = new Claim(own, 0, Claim.ANY, List.of(ListOperations.append(own, 1, 0)));
        fabrics.get(1)
                .send(new Message(
                        1,
                        0,
                        MessageType.PREPARE,
                        CLIENT,
                        1,
                        new PrepareRequest(1, 0, List.of(0), true, true, 1_000_000_000L, NONE, NONE, List.of(claim))
                                .encode()));
        workers.await("an answer", () -> !answers.isEmpty());
        assertEquals(
                VoteReply.REFUSED, VoteReply.decode(answers.remove().payload()).word());
        assertEquals(0, address(own));
    }

    @Test
    void anExpelledNodeThatHearsNothingFallsSilentBeforeItsSubstituteTakesAnUpdate() {
        fallsSilentBeforeItsSubstituteTakesAnUpdate(0, () -> memberships.get(0).disconnect());
    }

    /** The node's session at the keeper lives: the others were refused by its machine. */
    @Test
    void aConnectedNodeThatIsExpelledAndNotToldFallsSilentBeforeItsSubstituteTakesAnUpdate() {
        fallsSilentBeforeItsSubstituteTakesAnUpdate(0, () -> {
            long askedAt = clock.nanos();
            memberships.get(0).answersNoMore(() -> clock.nanos() - askedAt);
        });
    }

    private void fallsSilentBeforeItsSubstituteTakesAnUpdate(int victim, Runnable hearsNothing) {
        long key = keyOf(victim);
        store(victim).append(key, 7, 0);
        meet();
        meet(); // the node had no view in force when it was asked first
        hearsNothing.run();
        ClusterView later = LocalCluster.without(view, victim);
        memberships.get(1).change(later);
        memberships.get(2).change(later);
        AtomicBoolean written = new AtomicBoolean();
        workers.start(() -> {
            store(1).write(key, new long[] {8}, 0, 1);
            written.set(true);
        });
        int answered = 0;
        long lostAt = clock.nanos();
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!written.get()) {
            if (System.nanoTime() - patience > 0) {
                clock.advance(4 * LEASE); // the writer ends
                throw new AssertionError("all have heard, and the substitute takes no update");
            }
            if (clock.nanos() - lostAt < LEASE * 3 / 4) { // less than a lease: all have heard
                tick(TICK / 4);
            }
            boolean newer = written.get();
            try {
                assertEquals(List.of(7L), read(victim, key));
                assertFalse(newer, "an old value was read after a new one was written");
                answered++;
            } catch (LostValueException e) {
                throw new AssertionError(e);
            } catch (PraghException silent) {
                assertTrue(silent.retryable());
            }
        }
        workers.join();
        assertTrue(answered >= 8, "it serves for as long as nobody has fenced it, and a while after: " + answered);
        assertEquals(List.of(8L), read(2, key));
        assertThrows(PraghException.class, () -> read(victim, key));
        memberships.get(victim).reconnect(later);
        tick();
        assertTrue(nodes.get(victim).partitions().isEmpty());
    }

    /**
     * Makes the migrator's swap and nothing after it: the slot points to memory that dies, and the source still looks
     * LIVE.
     */
    private void swapBy(int dying, long key) {
        int home = nodes.get(0).homes().home(key);
        Partition at = nodes.get(0).partitions().stream()
                .filter(p -> p.id() == home)
                .findFirst()
                .orElseThrow();
        long slot = at.table().find(key);
        long word = at.region().getLongAcquire(slot);
        int target = view.partitionsOf(dying)[0];
        long copy = ValueAddress.of(target, ValueAddress.sizeClass(word), ValueAddress.generation(word) + 1, 512 << 10);
        try (Endpoint endpoint = nodes.get(dying).fabric().open()) {
            Batch batch = new Batch(1);
            batch.cas(at.id(), slot, word, copy);
            endpoint.execute(batch);
            assertEquals(word, batch.result(0));
        }
    }

    @Test
    void aNodeThatMissedALossReadsNothingByAnAddressFromBefore() {
        long key = keyOf(0);
        store(0).append(key, 7, 0);
        pull(2, key);
        assertEquals(List.of(7L), read(2, key), "by its own cached address from now on");
        swapBy(1, key);
        memberships.get(2).disconnect();
        network.kill(1);
        memberships.get(0).change(LocalCluster.without(view, 1));
        AtomicBoolean written = new AtomicBoolean();
        workers.start(() -> {
            store(0).write(key, new long[] {8}, 0, 1);
            written.set(true);
        });
        while (!written.get()) {
            tick();
        }
        workers.join();
        assertEquals(List.of(8L), read(2, key));
    }
}
