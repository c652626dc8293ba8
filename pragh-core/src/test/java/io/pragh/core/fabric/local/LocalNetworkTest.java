package io.pragh.core.fabric.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.testkit.Asker;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks what only a network in one process can do: crashes, cut links, and the limit of its inboxes. */
class LocalNetworkTest {
    private final LocalNetwork network = new LocalNetwork();
    private final LocalFabric[] nodes = {network.join(0), network.join(1), network.join(2)};
    private final Region[] memories = new Region[3];
    private final List<Long> inbox = new ArrayList<>();

    @BeforeEach
    void exposeOnePartitionEach() {
        for (int node = 0; node < nodes.length; node++) {
            memories[node] = Region.direct(Region.SEGMENT_BYTES_MIN, 1);
            memories[node].grow();
            nodes[node].expose(node, memories[node]);
            nodes[node].receiveWith(message -> inbox.add(message.sequence()));
        }
    }

    private static Message message(int from, int to, long sequence) {
        return new Message(from, to, 1, from, sequence, ByteBuffer.allocate(8));
    }

    private static OpStatus write(Fabric node, int partition) {
        try (Asker asker = new Asker(node)) {
            return asker.tryWrite(partition, 8, 1);
        }
    }

    @Test
    void aKilledNodeReachesNobodyAndIsReachedByNobody() {
        try (Asker opened = new Asker(nodes[1])) {
            network.kill(1);

            assertEquals(OpStatus.UNREACHABLE, write(nodes[0], 1));
            assertEquals(OpStatus.UNREACHABLE, opened.tryWrite(0, 8, 1));
            assertEquals(OpStatus.UNREACHABLE, opened.tryWrite(1, 8, 1), "not even itself");
            assertEquals(0, memories[0].getLongAcquire(8));
            assertEquals(0, memories[1].getLongAcquire(8));
            assertEquals(OpStatus.OK, write(nodes[0], 2), "others go on");
        }
    }

    @Test
    void messagesOfAndToAKilledNodeVanish() {
        nodes[1].send(message(1, 0, 1));
        nodes[0].send(message(0, 1, 2));

        network.kill(1);
        nodes[1].send(message(1, 0, 3));
        nodes[0].send(message(0, 1, 4));
        nodes[2].send(message(2, 0, 5));
        for (LocalFabric node : nodes) {
            node.deliver(10);
        }

        assertEquals(List.of(5L), inbox);
    }

    @Test
    void aKilledNodeChangesNothingAnyMore() {
        network.kill(1);

        nodes[1].expose(0, memories[1]);
        nodes[1].withdraw(1);
        nodes[1].fence(0);
        assertEquals(OpStatus.OK, write(nodes[2], 0));
        assertEquals(1, memories[0].getLongAcquire(8));

        nodes[2].expose(1, memories[1]);
        assertEquals(OpStatus.OK, write(nodes[0], 1), "a substitute serves its partition");
        nodes[1].close();
        assertEquals(OpStatus.OK, write(nodes[0], 1));
        assertEquals(OpStatus.UNREACHABLE, write(nodes[1], 0));
    }

    @Test
    void aCutSeparatesTwoNodesBothWaysUntilItIsHealed() {
        nodes[1].send(message(1, 0, 1));
        network.cut(0, 1);

        assertEquals(OpStatus.UNREACHABLE, write(nodes[0], 1));
        assertEquals(OpStatus.UNREACHABLE, write(nodes[1], 0));
        assertEquals(OpStatus.OK, write(nodes[1], 2));
        assertEquals(OpStatus.OK, write(nodes[1], 1));
        nodes[1].send(message(1, 0, 2));
        nodes[0].deliver(10);
        assertEquals(List.of(1L), inbox, "what was sent before arrives");

        network.heal(1, 0);

        assertEquals(OpStatus.OK, write(nodes[0], 1));
        assertEquals(OpStatus.OK, write(nodes[1], 0));
        nodes[1].send(message(1, 0, 3));
        nodes[0].deliver(10);
        assertEquals(List.of(1L, 3L), inbox);
    }

    @Test
    void anExpelledNodeMayBeFencedBeforeAndAfterItDies() {
        network.kill(1);
        nodes[0].fence(1);
        nodes[0].fence(9);

        LocalFabric late = network.join(9);

        assertEquals(OpStatus.FENCED, write(late, 0));
        assertEquals(OpStatus.OK, write(late, 2));
    }

    @Test
    void aNumberJoinsOnce() {
        network.kill(1);
        nodes[2].close();

        assertThrows(PraghException.class, () -> network.join(0));
        assertThrows(PraghException.class, () -> network.join(1));
        assertThrows(PraghException.class, () -> network.join(2));
        assertThrows(PraghException.class, () -> network.join(-1));
        assertThrows(PraghException.class, () -> network.kill(3));
        assertThrows(PraghException.class, () -> network.cut(0, 3));
    }

    @Test
    void messagesBeyondTheLimitOfAnInboxAreLostAndCounted() {
        for (int i = 0; i < LocalNetwork.INBOX_MESSAGES_MAX + 3; i++) {
            nodes[0].send(message(0, 1, i));
        }

        assertEquals(3, nodes[1].messagesLost());
        assertEquals(LocalNetwork.INBOX_MESSAGES_MAX, nodes[1].deliver(Integer.MAX_VALUE));
        assertEquals(LocalNetwork.INBOX_MESSAGES_MAX - 1L, inbox.get(inbox.size() - 1));
        nodes[0].send(message(0, 1, -1));
        assertEquals(1, nodes[1].deliver(10), "there is room again");
    }
}
