package io.pragh.rdma.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.FrameSeal;
import io.pragh.rdma.wire.Handshake;
import io.pragh.rdma.wire.Part;
import io.pragh.rdma.wire.RequestFrame;
import io.pragh.testkit.Asker;
import io.pragh.testkit.Workers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a frame for which a node has no memory ends its connection, at either end and wherever the frame is on
 * its way. A frame that was only left out would be waited for without end, because the peer goes on answering pings.
 */
class ShortMemoryTest {
    private static final int PARTITION = 5;
    private static final int STRANGER = 7;
    /** If it counted as sent and not yet taken, no other message would be sent. */
    private static final int LONG_BYTES = (int) PeerLink.MESSAGE_BYTES_QUEUED_MAX + 8;

    private final TcpNodes nodes = TcpNodes.join(2, TcpNodes.withSecret());
    private final TcpFabric listener = nodes.tcp(1);
    private final Workers nobody = new Workers();

    @BeforeEach
    void expose() {
        Region memory = listener.region(1 << 16, 1);
        memory.grow();
        memory.setLong(8, 42);
        listener.expose(PARTITION, memory);
    }

    @AfterEach
    void close() {
        nobody.close();
        nodes.close();
    }

    private Channel connection() {
        return nodes.tcp(0).peers().link(1).channel();
    }

    /** Takes the memory for the next frame to the listener, in this thread or in that of the connection. */
    private void takeMemory(boolean inThisThread) {
        Thread self = Thread.currentThread();
        connection().config().setAllocator(ScarceMemory.once(() -> inThisThread == (Thread.currentThread() == self)));
    }

    private void ask(boolean inThisThread) {
        takeMemory(inThisThread);
        try (Endpoint endpoint = nodes.node(0).open();
                Asker asker = new Asker(nodes.node(0))) {
            Batch batch = new Batch(1);
            batch.readWord(PARTITION, 8);
            endpoint.post(batch);
            nobody.await("a request that was not sent ends", () -> endpoint.poll(batch));
            assertEquals(OpStatus.UNREACHABLE, batch.status(0));
            nobody.await("it calls again", () -> asker.tryRead(PARTITION, 8) == OpStatus.OK);

            batch.clear();
            batch.readWord(PARTITION, 8);
            endpoint.post(batch);
            nobody.await("the endpoint is of use", () -> endpoint.poll(batch));
            assertEquals(42, batch.result(0));
        }
    }

    @Test
    void aRequestThatCannotBeWrittenEnds() {
        ask(true);
    }

    @Test
    void aRequestThatCannotBeSealedEnds() {
        ask(false);
    }

    @Test
    void aMessageThatCannotBeWrittenIsLostAndNoOther() {
        Channel former = connection();
        takeMemory(true);
        nodes.node(0).send(new Message(0, 1, 1, 0, 1, ByteBuffer.allocate(LONG_BYTES)));
        nobody.await("it is counted", () -> nodes.tcp(0).messagesLost() == 1);
        nobody.await("it calls again", () -> connection() != former && connection() != null);
        long[] heard = {0};
        listener.receiveWith(message -> heard[0] += message.sequence());
        nodes.node(0).send(new Message(0, 1, 1, 0, 2, ByteBuffer.allocate(8)));
        nobody.await("the next one arrives", () -> listener.deliver(1) == 1);
        assertEquals(2, heard[0]);
    }

    @Test
    void aReplyThatCannotBeSealedEndsTheConnection() {
        EmbeddedChannel channel = new EmbeddedChannel(new Listener(listener));
        ByteBuf request = sealedRequest(channel);
        int[] asked = {0};
        channel.config().setAllocator(ScarceMemory.once(() -> ++asked[0] == 2)); // the reply is the first
        channel.writeInbound(request);
        channel.runPendingTasks();
        assertFalse(channel.isOpen(), "the caller waits for its answer");
    }

    @Test
    void aReplyThatHadToWaitAndCannotBeWrittenEndsTheConnection() {
        EmbeddedChannel channel = new EmbeddedChannel(new Listener(listener));
        ByteBuf request = sealedRequest(channel);
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        channel.writeInbound(request);
        channel.config().setAllocator(ScarceMemory.once(() -> true));
        assertTrue(channel.isOpen());
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        channel.runPendingTasks();
        assertFalse(channel.isOpen(), "the caller waits for its answer");
    }

    /** Does the handshake of a member; returns a READ that it has sealed. */
    private ByteBuf sealedRequest(EmbeddedChannel channel) {
        Credentials known =
                Credentials.of(new FabricSeat("test", STRANGER, 1, "tcp://127.0.0.1:0", TcpNodes.withSecret()));
        Handshake.Hello hello = new Handshake.Hello("test", STRANGER, 1, 1, new byte[Handshake.NONCE_BYTES]);
        channel.writeInbound(Unpooled.wrappedBuffer(hello.frame()));
        ByteBuf said = channel.readOutbound();
        Handshake.Challenge challenge =
                Handshake.Challenge.of(said.nioBuffer().slice().order(ByteOrder.LITTLE_ENDIAN));
        Credentials.Transcript transcript = new Credentials.Transcript("test", hello, challenge);
        channel.writeInbound(Unpooled.wrappedBuffer(Handshake.proof(known.callerProof(transcript))));
        assertNotEquals(0, channel.outboundMessages().size(), "it was not let in");

        Batch batch = new Batch(1);
        Part part = new Part(batch);
        part.add(
                batch.readWord(PARTITION, 8),
                0,
                Long.BYTES,
                listener.exposures().notices().get(0).key());
        ByteBuffer request = Frame.allocate(part.frameBytes());
        RequestFrame.write(request, part, 1, 1);
        ByteBuffer sealed = ByteBuffer.allocateDirect(part.frameBytes() + FrameSeal.TAG_BYTES);
        FrameSeal.sealing(known.callerSeal(transcript), new FrameSeal.Room())
                .seal(new ByteBuffer[] {request.flip()}, sealed);
        return Unpooled.wrappedBuffer(sealed.flip());
    }
}
