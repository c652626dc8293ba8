package io.pragh.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FaultyFabricTest {
    private static final FaultPlan QUIET = FaultPlan.none(7);

    /** Three nodes, each with the partition of its number. */
    private static final class World {
        private final FaultyNetwork network;
        private final FaultyFabric[] nodes = new FaultyFabric[3];
        private final Region[] memories = new Region[3];
        private final List<List<Long>> inboxes = new ArrayList<>();
        private final Batch batch = new Batch(8);

        World(FaultPlan plan) {
            network = new FaultyNetwork(plan);
            LocalNetwork healthy = new LocalNetwork();
            for (int node = 0; node < nodes.length; node++) {
                nodes[node] = network.wrap(healthy.join(node));
                memories[node] = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
                memories[node].grow();
                nodes[node].expose(node, memories[node]);
                List<Long> inbox = new ArrayList<>();
                inboxes.add(inbox);
                nodes[node].receiveWith(message -> inbox.add(message.sequence()));
            }
        }

        long word(int node) {
            return memories[node].getLongAcquire(8);
        }

        OpStatus write(int from, int to, long word) {
            try (Asker asker = new Asker(nodes[from])) {
                return asker.tryWrite(to, 8, word);
            }
        }

        void send(int from, int to, long sequence) {
            nodes[from].send(new Message(from, to, 1, from, sequence, ByteBuffer.allocate(8)));
        }

        void deliverAll(int node) {
            for (int i = 0; i < 100; i++) {
                nodes[node].deliver(100);
            }
        }
    }

    private static FaultPlan operations(long seed, FaultPlan.Operations faults) {
        return FaultPlan.none(seed).with(faults);
    }

    @Test
    void withoutFaultsEverythingHappensAtOnce() {
        World world = new World(QUIET);
        Endpoint endpoint = world.nodes[0].open();
        world.batch.writeWord(1, 8, 5);

        endpoint.post(world.batch);

        assertEquals(5, world.word(1));
        assertTrue(endpoint.poll(world.batch));
        assertTrue(world.batch.ok(0));
        assertTrue(endpoint.poll(world.batch), "and stays complete");
    }

    @Test
    void anOperationLostOnItsWayHasNoEffect() {
        World world = new World(operations(7, new FaultPlan.Operations(1, 0, 0, 0, 1, 0, 0)));

        assertEquals(OpStatus.UNREACHABLE, world.write(0, 1, 5));
        assertEquals(0, world.word(1));
        assertEquals(OpStatus.OK, world.write(0, 0, 6), "a node does not lose its own operations");
        assertEquals(6, world.word(0));
    }

    @Test
    void anOperationWhoseAnswerIsLostHasItsEffect() {
        World world = new World(operations(7, new FaultPlan.Operations(0, 1, 0, 0, 1, 0, 0)));

        assertEquals(OpStatus.UNREACHABLE, world.write(0, 1, 5));
        assertEquals(5, world.word(1));
    }

    @Test
    void anEffectIsDelayedByPolls() {
        Set<Integer> delays = new TreeSet<>();
        for (long seed = 0; seed < 40; seed++) {
            World world = new World(operations(seed, new FaultPlan.Operations(0, 0, 1, 0, 3, 0, 0)));
            Endpoint endpoint = world.nodes[0].open();
            world.batch.writeWord(1, 8, 5);
            endpoint.post(world.batch);
            int polls = 0;
            while (world.word(1) == 0) {
                assertEquals(OpStatus.PENDING, world.batch.status(0));
                endpoint.poll(world.batch);
                polls++;
            }
            assertTrue(endpoint.poll(world.batch));
            assertTrue(world.batch.ok(0));
            delays.add(polls);
        }
        assertEquals(Set.of(1, 2, 3), delays);
    }

    @Test
    void aCompletionIsDelayedByPolls() {
        Set<Integer> delays = new TreeSet<>();
        for (long seed = 0; seed < 40; seed++) {
            World world = new World(operations(seed, new FaultPlan.Operations(0, 0, 0, 1, 3, 0, 0)));
            Endpoint endpoint = world.nodes[0].open();
            world.batch.writeWord(1, 8, 5);
            endpoint.post(world.batch);
            assertEquals(5, world.word(1));
            int early = 0;
            while (!endpoint.poll(world.batch)) {
                assertEquals(OpStatus.PENDING, world.batch.status(0));
                early++;
            }
            delays.add(early);
        }
        assertEquals(Set.of(1, 2, 3), delays);
    }

    @Test
    void pollingOneBatchBringsAllForward() {
        World world = new World(operations(7, new FaultPlan.Operations(0, 0, 1, 0, 3, 0, 0)));
        Endpoint endpoint = world.nodes[0].open();
        Batch other = new Batch(1);
        other.writeWord(1, 8, 5);
        world.batch.readWord(2, 8);
        endpoint.post(other);
        endpoint.post(world.batch);

        for (int i = 0; i < 4; i++) {
            endpoint.poll(world.batch);
        }

        assertEquals(5, world.word(1));
        assertTrue(endpoint.poll(other));
    }

    @Test
    void operationsOfABatchAreReordered() {
        Set<Long> last = new HashSet<>();
        for (long seed = 0; seed < 60; seed++) {
            World world = new World(operations(seed, FaultPlan.Operations.NONE.reordering(1)));
            Endpoint endpoint = world.nodes[0].open();
            for (int word = 1; word <= 4; word++) {
                world.batch.writeWord(1, 8, word);
            }
            world.batch.readWord(2, 8);
            endpoint.execute(world.batch);
            for (int op = 0; op < 5; op++) {
                assertTrue(world.batch.ok(op));
            }
            last.add(world.word(1));
        }
        assertEquals(Set.of(1L, 2L, 3L, 4L), last);
    }

    @Test
    void aReadIsTornInTheMiddleEitherWay() {
        Set<List<Long>> seen = new HashSet<>();
        for (long seed = 0; seed < 40; seed++) {
            World world = new World(operations(seed, FaultPlan.Operations.NONE.tearing(1)));
            Region landing = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
            landing.grow();
            Endpoint endpoint = world.nodes[0].open();
            world.batch.read(1, 0, 32, landing, 64);
            world.batch.read(1, 0, 8, landing, 128);
            endpoint.post(world.batch);
            for (int at = 0; at < 32; at += Long.BYTES) {
                world.memories[1].setLongRelease(at, 1);
            }
            while (!endpoint.poll(world.batch)) {
                Thread.onSpinWait();
            }
            assertEquals(0, landing.getLong(128), "a single word is never torn or late");
            seen.add(LongStream.of(64, 72, 80, 88).map(landing::getLong).boxed().toList());
        }
        assertTrue(seen.contains(List.of(0L, 0L, 1L, 1L)), seen.toString());
        assertTrue(seen.contains(List.of(1L, 1L, 0L, 0L)), seen.toString());
    }

    @Test
    void aTornReadIsOutOfBoundsWhenTheWholeIs() {
        World world = new World(operations(7, FaultPlan.Operations.NONE.tearing(1)));
        world.memories[1] = Region.direct(Region.SEGMENT_BYTES_MIN, 2);
        world.memories[1].grow();
        world.memories[1].grow();
        world.nodes[1].expose(1, world.memories[1]);
        Region landing = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
        landing.grow();
        world.batch.read(1, Region.SEGMENT_BYTES_MIN - 8, 16, landing, 0);

        world.nodes[0].open().execute(world.batch);

        assertEquals(OpStatus.OUT_OF_BOUNDS, world.batch.status(0));
    }

    @Test
    void aDelayedOperationIsRefusedByAFenceThatFellMeanwhile() {
        World world = new World(operations(7, new FaultPlan.Operations(0, 0, 1, 0, 3, 0, 0)));
        Endpoint endpoint = world.nodes[0].open();
        world.batch.writeWord(1, 8, 5);
        endpoint.post(world.batch);

        world.nodes[1].fence(0);
        while (!endpoint.poll(world.batch)) {
            Thread.onSpinWait();
        }

        assertEquals(OpStatus.FENCED, world.batch.status(0));
        assertEquals(0, world.word(1));
    }

    @Test
    void aCutLinkCarriesNothing() {
        World world = new World(QUIET);
        world.network.cut(0, 1);

        assertEquals(OpStatus.UNREACHABLE, world.write(0, 1, 5));
        assertEquals(OpStatus.UNREACHABLE, world.write(1, 0, 5));
        assertEquals(OpStatus.OK, world.write(0, 2, 5));
        world.send(0, 1, 1);
        world.network.heal(1, 0);
        assertEquals(OpStatus.OK, world.write(0, 1, 6));
        world.send(0, 1, 2);
        world.deliverAll(1);

        assertEquals(6, world.word(1));
        assertEquals(0, world.word(0));
        assertEquals(List.of(2L), world.inboxes.get(1));
    }

    @Test
    void messagesAreLostButNotThoseToOneself() {
        World world = new World(QUIET.with(new FaultPlan.Messages(1, 0, 1, 0)));
        world.send(0, 1, 1);
        world.send(1, 1, 2);
        world.deliverAll(1);

        assertEquals(List.of(2L), world.inboxes.get(1));
        assertEquals(1, world.nodes[0].tally().counters().messages(), "it was sent");
    }

    @Test
    void aMessageIsDelayedByDeliveries() {
        Set<Integer> delays = new TreeSet<>();
        for (long seed = 0; seed < 40; seed++) {
            World world = new World(FaultPlan.none(seed).with(new FaultPlan.Messages(0, 1, 3, 0)));
            world.send(0, 1, 1);
            int early = 0;
            while (world.nodes[1].deliver(10) == 0) {
                early++;
            }
            delays.add(early);
        }
        assertEquals(Set.of(1, 2, 3), delays);
    }

    @Test
    void messagesOvertakeEachOtherAndNoneIsDoubled() {
        World world = new World(FaultPlan.none(7).with(new FaultPlan.Messages(0, 0, 1, 0.5)));
        for (int i = 0; i < 100; i++) {
            world.send(0, 1, i);
        }
        world.deliverAll(1);

        List<Long> inbox = world.inboxes.get(1);
        List<Long> sorted = LongStream.range(0, 100).boxed().toList();
        assertNotEquals(sorted, inbox);
        assertEquals(sorted, inbox.stream().sorted().toList());
    }

    @Test
    void equalPlansMakeEqualRuns() {
        assertEquals(run(11), run(11));
        assertNotEquals(run(11), run(12));
    }

    /** The outcomes of some operations and messages, in one string. */
    private static String run(long seed) {
        World world = new World(FaultPlan.hostile(seed));
        StringBuilder history = new StringBuilder();
        Endpoint endpoint = world.nodes[0].open();
        for (int round = 0; round < 50; round++) {
            world.batch.clear();
            for (int op = 0; op < 4; op++) {
                world.batch.fetchAdd(1 + op % 2, 8, round * 4L + op);
            }
            endpoint.post(world.batch);
            int polls = 0;
            while (!endpoint.poll(world.batch)) {
                polls++;
            }
            history.append(polls);
            for (int op = 0; op < 4; op++) {
                history.append(world.batch.status(op)).append(world.batch.result(op));
            }
            world.send(0, 1, round);
            world.nodes[1].deliver(2);
        }
        return history.append(world.inboxes).toString();
    }

    @Test
    void thePlanAndItsSeedArePrinted() {
        World world = new World(FaultPlan.hostile(4711));

        assertTrue(world.network.toString().contains("seed=4711"), world.network.toString());
        assertTrue(world.nodes[0].toString().contains("seed=4711"), world.nodes[0].toString());
    }
}
