package io.pragh.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.local.LocalNetwork;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks crashes of a node of a {@link FaultyNetwork} at any step. */
class FaultyCrashTest {
    private final FaultyNetwork network = new FaultyNetwork(FaultPlan.none(7));
    private final LocalNetwork healthy = new LocalNetwork();
    private final FaultyFabric crashing = network.wrap(healthy.join(0));
    private final FaultyFabric other = network.wrap(healthy.join(1));
    private final Region own = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
    private final Region memory = Region.direct(Region.SEGMENT_BYTES_MIN, 1);

    @BeforeEach
    void expose() {
        own.grow();
        memory.grow();
        crashing.expose(0, own);
        other.expose(1, memory);
    }

    @Test
    void nothingHappensAfterTheLastStepWhateverTheBatch() {
        for (int last = 0; last <= 6; last++) {
            FaultyNetwork faulty = new FaultyNetwork(FaultPlan.none(last));
            LocalNetwork nodes = new LocalNetwork();
            FaultyFabric writer = faulty.wrap(nodes.join(0));
            faulty.wrap(nodes.join(1)).expose(1, memory);
            memory.clear(0, 64);
            Endpoint endpoint = writer.open();
            Batch batch = new Batch(3);
            writer.crashAfter(last);
            List<OpStatus> statuses = new ArrayList<>();
            for (int round = 0; round < 2; round++) {
                batch.clear();
                for (int op = 0; op < 3; op++) {
                    batch.writeWord(1, (round * 3 + op) * 8L, 1);
                }
                endpoint.execute(batch);
                for (int op = 0; op < 3; op++) {
                    statuses.add(batch.status(op));
                }
            }
            for (int step = 0; step < 6; step++) {
                assertEquals(step < last ? 1 : 0, memory.getLongAcquire(step * 8L), "step " + step + " of " + last);
                assertEquals(step < last ? OpStatus.OK : OpStatus.UNREACHABLE, statuses.get(step));
            }
            assertTrue(writer.crashed());
            assertEquals(last, writer.steps());
        }
    }

    @Test
    void loopbackIsAStepAndEndsToo() {
        try (Asker asker = new Asker(crashing)) {
            crashing.crashAfter(1);

            asker.write(0, 8, 1);

            assertTrue(crashing.crashed());
            assertEquals(OpStatus.UNREACHABLE, asker.tryWrite(0, 8, 2));
            assertEquals(1, own.getLongAcquire(8));
        }
    }

    @Test
    void delayedOperationsDieWithTheirNode() {
        FaultPlan late = FaultPlan.none(7).with(new FaultPlan.Operations(0, 0, 1, 0, 3, 0, 0));
        FaultyFabric node = new FaultyNetwork(late).wrap(healthy.join(2));
        Endpoint endpoint = node.open();
        Batch batch = new Batch(1);
        batch.writeWord(1, 8, 5);
        endpoint.post(batch);

        node.crash();

        assertTrue(endpoint.poll(batch));
        assertEquals(OpStatus.UNREACHABLE, batch.status(0));
        assertEquals(0, memory.getLongAcquire(8));
    }

    @Test
    void aCrashedNodesPartitionsAreUnreachableUntilASubstituteServesThem() {
        try (Asker asker = new Asker(other)) {
            asker.write(0, 8, 1);
            crashing.crash();

            assertEquals(OpStatus.UNREACHABLE, asker.tryWrite(0, 8, 2));
            crashing.expose(1, own);
            crashing.fence(1);
            crashing.withdraw(0);
            other.expose(0, memory);
            asker.write(0, 8, 3);

            assertEquals(1, own.getLongAcquire(8));
            assertEquals(3, memory.getLongAcquire(8));
        }
    }

    @Test
    void aCrashedNodeNeitherSendsNorReceivesButWhatItSentMayArrive() {
        List<Long> inbox = new ArrayList<>();
        crashing.receiveWith(message -> inbox.add(message.sequence()));
        other.receiveWith(message -> inbox.add(message.sequence()));
        crashing.send(message(0, 1, 1));
        other.send(message(1, 0, 2));

        crashing.crash();
        crashing.send(message(0, 1, 3));
        other.send(message(1, 0, 4));

        assertEquals(0, crashing.deliver(10));
        assertEquals(1, other.deliver(10));
        assertEquals(List.of(1L), inbox);
    }

    @Test
    void aHandlerThatCrashesIsHandedNothingMore() {
        List<Long> inbox = new ArrayList<>();
        crashing.receiveWith(message -> {
            inbox.add(message.sequence());
            crashing.crash();
        });
        other.send(message(1, 0, 1));
        other.send(message(1, 0, 2));

        assertEquals(1, crashing.deliver(10));
        assertEquals(0, crashing.deliver(10));
        assertEquals(List.of(1L), inbox);
    }

    @Test
    void stepsAreCountedFromTheCall() {
        try (Asker asker = new Asker(crashing)) {
            asker.write(1, 8, 1);
            asker.write(1, 8, 2);
            crashing.crashAfter(2);

            asker.write(1, 8, 3);
            assertFalse(crashing.crashed());
            asker.write(1, 8, 4);

            assertTrue(crashing.crashed());
            assertEquals(4, memory.getLongAcquire(8));
            assertEquals(4, crashing.steps());
        }
    }

    private static Message message(int from, int to, long sequence) {
        return new Message(from, to, 1, from, sequence, ByteBuffer.allocate(8));
    }
}
