package io.pragh.testkit;

import static io.pragh.testkit.MemoryFixture.SEGMENT;
import static io.pragh.testkit.MemoryFixture.assertSameWords;
import static io.pragh.testkit.MemoryFixture.exposed;
import static io.pragh.testkit.MemoryFixture.filled;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks how access to memory ends: by fence (hole h10), withdrawal and closing. Part of {@link FabricContract}. */
interface FencingContract extends FabricNetwork.Factory {
    @Test
    default void aFencedNodeIsRefusedByTheFencingNodeAlone() {
        try (FabricNetwork network = network(3);
                Asker fenced = new Asker(network.node(0));
                Asker other = new Asker(network.node(2))) {
            Region memory = exposed(network, 1, 5);
            Region elsewhere = exposed(network, 2, 6);
            fenced.write(5, 8, 1);

            network.node(1).fence(0);

            assertEquals(OpStatus.FENCED, fenced.tryWrite(5, 8, 2));
            assertEquals(OpStatus.FENCED, fenced.tryRead(5, 8));
            assertEquals(1, memory.getLongAcquire(8));
            other.write(5, 8, 3);
            fenced.write(6, 8, 4);
            assertEquals(4, elsewhere.getLongAcquire(8));
            try (Asker late = new Asker(network.node(0))) {
                assertEquals(OpStatus.FENCED, late.tryWrite(5, 8, 5), "an endpoint opened later");
            }
        }
    }

    @Test
    default void aFenceHoldsForPartitionsThatAreExposedLater() {
        try (FabricNetwork network = network(3);
                Asker fenced = new Asker(network.node(0))) {
            Region former = exposed(network, 2, 6);
            network.node(1).fence(0);
            network.node(1).fence(0);
            Region taken = exposed(network, 1, 6);
            long word = taken.getLongAcquire(8);

            assertEquals(OpStatus.FENCED, fenced.tryWrite(6, 8, ~word));

            assertEquals(word, taken.getLongAcquire(8));
            assertEquals(word, former.getLongAcquire(8));
        }
    }

    @Test
    default void aNodeCannotFenceItself() {
        try (FabricNetwork network = network(1)) {
            assertThrows(PraghException.class, () -> network.node(0).fence(0));
        }
    }

    @Test
    default void aWithdrawnPartitionIsRefusedToAll() {
        try (FabricNetwork network = network(2);
                Asker owner = new Asker(network.node(1));
                Asker other = new Asker(network.node(0))) {
            Region memory = exposed(network, 1, 5);
            exposed(network, 1, 6);
            owner.write(5, 8, 1);

            network.node(1).withdraw(5);
            network.node(1).withdraw(5);
            network.node(1).withdraw(7);

            assertEquals(OpStatus.FENCED, owner.tryWrite(5, 8, 2));
            assertEquals(OpStatus.FENCED, other.tryWrite(5, 8, 3));
            assertEquals(1, memory.getLongAcquire(8));
            other.write(6, 8, 4);
            network.node(1).expose(5, memory);
            assertEquals(1, other.read(5, 8), "exposed again");
        }
    }

    @Test
    default void closingWithdrawsEverything() {
        try (FabricNetwork network = network(3);
                Asker left = new Asker(network.node(1));
                Asker other = new Asker(network.node(0))) {
            Region memory = exposed(network, 1, 5);
            Region elsewhere = exposed(network, 2, 6);
            Region before = filled(network, 2, 5);
            Region elsewhereBefore = filled(network, 2, 6);

            network.node(1).close();
            network.node(1).close();

            Set<OpStatus> refused = EnumSet.of(OpStatus.FENCED, OpStatus.UNREACHABLE);
            assertTrue(refused.contains(other.tryWrite(5, 8, 1)));
            assertTrue(refused.contains(other.tryRead(5, 8)));
            assertEquals(OpStatus.FENCED, left.tryWrite(5, 8, 1));
            assertEquals(OpStatus.FENCED, left.tryWrite(6, 8, 1));
            assertSameWords(before, memory, 0, 2 * SEGMENT);
            assertSameWords(elsewhereBefore, elsewhere, 0, 2 * SEGMENT);
            assertThrows(PraghException.class, () -> network.node(1).expose(7, memory));
        }
    }

    /** Every round fences a node that writes as fast as it can, and checks that nothing changes afterwards. */
    @Test
    default void nothingTakesEffectOnceFenceHasReturned() {
        int rounds = 10;
        try (FabricNetwork network = network(rounds + 1)) {
            Region memory = exposed(network, 0, 5);
            for (int node = 1; node <= rounds; node++) {
                int writer = node;
                FenceHammer hammer = new FenceHammer(network.node(writer), 5);
                hammer.strike(
                        memory,
                        filled(network, 1, writer),
                        () -> network.node(0).fence(writer));
            }
        }
    }

    @Test
    default void nothingTakesEffectOnceWithdrawHasReturned() {
        try (FabricNetwork network = network(2)) {
            Region memory = network.memory(SEGMENT, 2);
            memory.grow();
            memory.grow();
            for (int round = 0; round < 10; round++) {
                network.node(0).expose(5, memory);
                FenceHammer hammer = new FenceHammer(network.node(round % 2), 5);
                hammer.strike(
                        memory, filled(network, 1, round), () -> network.node(0).withdraw(5));
            }
        }
    }

    @Test
    default void operationsUnderWayWhenAFenceFallsAreDoneOrRefused() {
        try (FabricNetwork network = network(2);
                Endpoint endpoint = network.node(0).open()) {
            Region memory = exposed(network, 1, 5);
            Region source = filled(network, 1, 9);
            Batch batch = new Batch(64);
            for (int i = 0; i < 64; i++) {
                batch.write(5, i * 512L, 512, source, 0);
            }
            endpoint.post(batch);
            network.node(1).fence(0);
            Region after = network.memory(SEGMENT, 1);
            after.grow();
            memory.copyTo(0, after, 0, SEGMENT);
            while (!endpoint.poll(batch)) {
                Thread.onSpinWait();
            }

            for (int op = 0; op < batch.count(); op++) {
                boolean written = after.getLong(op * 512L) == source.getLong(0);
                assertTrue(
                        batch.ok(op) ? written : !written || batch.status(op) == OpStatus.UNREACHABLE,
                        "operation " + op);
            }
            assertSameWords(after, memory, 0, SEGMENT);
        }
    }
}
