package io.pragh.testkit;

import static io.pragh.testkit.MemoryFixture.exposed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks what other nodes notice of a crashed node. Part of {@link FabricContract}. */
interface CrashContract extends FabricNetwork.Factory {
    @Test
    default void aCrashedNodeBecomesUnreachableAndTheOthersGoOn() {
        try (FabricNetwork network = network(3);
                Workers nobody = new Workers();
                Asker asker = new Asker(network.node(0))) {
            exposed(network, 1, 5);
            Region other = exposed(network, 2, 6);
            asker.write(5, 8, 1);
            assumeTrue(network.crash(1), "nodes of this network cannot crash");

            nobody.await("the crash is noticed", () -> asker.tryRead(5, 8) == OpStatus.UNREACHABLE);

            assertEquals(OpStatus.UNREACHABLE, asker.tryWrite(5, 8, 2), "and it stays so");
            asker.write(6, 8, 3);
            assertEquals(3, other.getLongAcquire(8));
            network.node(0).fence(1);
            assertNotEquals(OpStatus.OK, asker.tryRead(5, 8));
            Region substitute = exposed(network, 2, 5);
            asker.write(5, 8, 4);
            assertEquals(4, substitute.getLongAcquire(8), "a substitute serves its partition");
        }
    }

    @Test
    default void messagesToACrashedNodeVanishAndOthersArrive() {
        try (FabricNetwork network = network(3);
                Workers nobody = new Workers()) {
            List<Message> inbox = new ArrayList<>();
            network.node(2).receiveWith(inbox::add);
            assumeTrue(network.crash(1), "nodes of this network cannot crash");
            for (int i = 0; i < 1_000; i++) {
                network.node(0).send(new Message(0, 1, 1, 1, i, ByteBuffer.allocate(1_000)));
            }
            network.node(0).send(new Message(0, 2, 1, 1, 7, ByteBuffer.allocate(8)));

            nobody.await("the other's message", () -> network.node(2).deliver(10) > 0);

            assertEquals(1, inbox.size());
            assertTrue(inbox.get(0).sequence() == 7);
        }
    }
}
