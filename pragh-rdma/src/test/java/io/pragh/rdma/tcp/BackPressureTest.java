package io.pragh.rdma.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.util.internal.PlatformDependent;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.rdma.wire.ExposureNotice;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.MessageInbox;
import io.pragh.rdma.wire.Part;
import io.pragh.rdma.wire.RequestFrame;
import io.pragh.testkit.Asker;
import io.pragh.testkit.Workers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Checks that a slow or silent peer costs the node at the other end a bounded amount of memory, and that it does not
 * delay other peers. The tests post more than the window allows, ask without reading the answers, send messages
 * without taking them, and let a peer fall silent.
 */
class BackPressureTest {
    private static final int SEGMENT = 1 << 20;
    private static final long WISHED_BYTES = 64L << 20;
    private static final int STALLS = 200;

    private static Region exposed(TcpFabric fabric, int partition) {
        Region memory = fabric.region(SEGMENT, 1);
        memory.grow();
        fabric.expose(partition, memory);
        return memory;
    }

    @Test
    void noMoreIsUnderWayThanTheWindowAllows() {
        long window = 1 << 20;
        try (TcpNodes nodes = TcpNodes.join(2, TcpNodes.withSecret("flightBytes", String.valueOf(window)));
                Endpoint endpoint = nodes.node(0).open()) {
            exposed(nodes.tcp(1), 5);
            Region landing = nodes.memory(SEGMENT, 1);
            landing.grow();
            PeerLink link = nodes.tcp(0).peers().link(1);
            Batch[] batches = new Batch[64];
            long most = 0;
            for (int i = 0; i < batches.length; i++) {
                batches[i] = new Batch(1);
                batches[i].read(5, 0, 512 << 10, landing, 0);
                endpoint.post(batches[i]);
                most = Math.max(most, link.flightBytes());
            }
            for (Batch batch : batches) {
                while (!endpoint.poll(batch)) {
                    most = Math.max(most, link.flightBytes());
                }
                assertEquals(OpStatus.OK, batch.status(0));
            }
            assertTrue(most > 512 << 10 && most <= window, "under way: " + most);
            assertEquals(0, link.flightBytes());
        }
    }

    /** A member sends requests for 200 GB in all, and reads none of the answers. */
    @Test
    void whoDoesNotReadItsAnswersIsNotReadEither() throws IOException {
        try (TcpNodes nodes = TcpNodes.join(2, TcpNodes.withSecret());
                Asker friend = new Asker(nodes.node(0))) {
            exposed(nodes.tcp(1), 5);
            long before = PlatformDependent.usedDirectMemory();
            try (Stranger greedy = new Stranger(nodes.tcp(1), 9)) {
                ByteBuffer wish = request(nodes.tcp(1), greedy.beLetIn());
                ByteBuffer sealed = greedy.sealed(wish);
                greedy.channel().configureBlocking(false);
                long sent = 0;
                int stalls = 0;
                while (stalls < STALLS && sent < WISHED_BYTES) {
                    int count = greedy.channel().write(sealed);
                    sent += count;
                    if (!sealed.hasRemaining()) {
                        sealed = greedy.sealed(wish);
                    }
                    if (count == 0) {
                        stalls++;
                        LockSupport.parkNanos(10_000_000);
                    } else {
                        stalls = 0;
                    }
                }

                assertTrue(sent < WISHED_BYTES, "the node goes on reading");
                long held = PlatformDependent.usedDirectMemory() - before;
                assertTrue(held < 48 << 20, "bytes held for it: " + held);
                friend.write(5, 8, 3);
                assertEquals(3, friend.read(5, 8), "others are served meanwhile");
            }
        }
    }

    private static ByteBuffer request(TcpFabric fabric, List<ExposureNotice> notices) {
        Region landing = fabric.region(SEGMENT, 1);
        landing.grow();
        Batch batch = new Batch(1);
        Part part = new Part(batch);
        part.add(
                batch.read(5, 0, Part.PIECE_BYTES_MAX, landing, 0),
                0,
                Part.PIECE_BYTES_MAX,
                notices.get(0).key());
        ByteBuffer frame = Frame.allocate(part.frameBytes());
        RequestFrame.write(frame, part, 1, 1);
        return frame.flip();
    }

    @Test
    void messagesThatNobodyTakesAreLostBeyondALimitAndCounted() {
        int excess = 100;
        try (TcpNodes nodes = TcpNodes.join(2, TcpNodes.withSecret());
                Workers nobody = new Workers()) {
            int[] delivered = {0};
            nodes.node(1).receiveWith(message -> delivered[0]++);
            for (int i = 0; i < MessageInbox.MESSAGES_MAX + excess; i++) {
                nodes.node(0).send(new Message(0, 1, 1, 0, i, ByteBuffer.allocate(8)));
            }
            nobody.await("losses", () -> nodes.tcp(1).messagesLost() == excess);
            nobody.await("the others", () -> {
                nodes.node(1).deliver(1_000);
                return delivered[0] == MessageInbox.MESSAGES_MAX;
            });
        }
    }

    @Test
    void aSilentPeerIsOutOfReachInTheEndAndIsCalledAgain() {
        try (TcpNodes nodes = TcpNodes.join(2, TcpNodes.withSecret("silenceMillis", "300"));
                Asker asker = new Asker(nodes.node(0));
                Workers nobody = new Workers()) {
            Region memory = exposed(nodes.tcp(1), 5);
            String address = nodes.tcp(1).address();
            asker.write(5, 8, 1);
            nodes.tcp(1).crash();
            nobody.await("out of reach", () -> asker.tryRead(5, 8) == OpStatus.UNREACHABLE);

            FabricSeat seat = new FabricSeat("test", 1, 2, address, TcpNodes.withSecret());
            try (TcpFabric again = (TcpFabric) new TcpFabricProvider().open(seat)) {
                nobody.await("reached again", () -> nodes.tcp(0).peers().hasReached(1));
                assertEquals(OpStatus.UNREACHABLE, asker.tryRead(5, 8), "the new life exposes nothing yet");
                exposed(again, 5);
                asker.write(5, 8, 2);
                assertEquals(1, memory.getLongAcquire(8));
            }
        }
    }
}
