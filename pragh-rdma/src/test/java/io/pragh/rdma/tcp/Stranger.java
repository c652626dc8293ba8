package io.pragh.rdma.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.fabric.OpStatus;
import io.pragh.rdma.wire.ExposureNotice;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.FrameAssembler;
import io.pragh.rdma.wire.FrameSeal;
import io.pragh.rdma.wire.Handshake;
import io.pragh.rdma.wire.Part;
import io.pragh.rdma.wire.ReplyFrame;
import io.pragh.rdma.wire.RequestFrame;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A caller that writes its own frames, for attacks on the handshake and on what follows it. One thread. */
final class Stranger implements AutoCloseable {
    private final Credentials known =
            Credentials.of(new FabricSeat("test", 0, 1, "tcp://127.0.0.1:0", TcpNodes.withSecret()));
    private final FrameSeal.Room room = new FrameSeal.Room();
    private final FrameAssembler frames = new FrameAssembler(Frame.BYTES_MAX + FrameSeal.TAG_BYTES);
    private final TcpFabric victim;
    private final int number;
    private final SocketChannel channel;
    private @Nullable FrameSeal sealing;
    private @Nullable FrameSeal opening;

    /** Connects without sending anything yet. */
    Stranger(TcpFabric victim, int number) throws IOException {
        this.victim = victim;
        this.number = number;
        InetSocketAddress named = TcpSettings.socketAddress(victim.address(), 1);
        channel = SocketChannel.open(new InetSocketAddress(named.getHostString(), named.getPort()));
        channel.socket().setSoTimeout(30_000);
    }

    SocketChannel channel() {
        return channel;
    }

    void send(ByteBuffer bytes) throws IOException {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(bytes.position(), copy);
        channel.socket().getOutputStream().write(copy);
        channel.socket().getOutputStream().flush();
    }

    /** Seals a frame; only after the handshake. */
    ByteBuffer sealed(ByteBuffer frame) {
        assertNotNull(sealing, "it was not let in");
        ByteBuffer bytes = ByteBuffer.allocate(frame.remaining() + FrameSeal.TAG_BYTES);
        sealing.seal(new ByteBuffer[] {frame}, bytes);
        return bytes.flip();
    }

    Handshake.Hello greet(String cluster, int from, int to) throws IOException {
        Handshake.Hello hello = new Handshake.Hello(cluster, from, 1, to, new byte[Handshake.NONCE_BYTES]);
        send(hello.frame());
        return hello;
    }

    /** Does the handshake of a member, with the secret; returns the victim's notices of exposed memory. */
    List<ExposureNotice> beLetIn() throws IOException {
        return Handshake.Welcome.of(prove()).notices();
    }

    /** Sends the greeting and the proof of a member, with the secret; returns the victim's answer. */
    ByteBuffer prove() throws IOException {
        Handshake.Hello hello = greet("test", number, victim.self());
        Handshake.Challenge challenge = Handshake.Challenge.of(needed());
        Credentials.Transcript transcript = new Credentials.Transcript("test", hello, challenge);
        send(Handshake.proof(known.callerProof(transcript)));
        sealing = FrameSeal.sealing(known.callerSeal(transcript), room);
        opening = FrameSeal.opening(known.listenerSeal(transcript), room);
        return needed();
    }

    /** Sends a READ as from this life of the caller, with the key in the notice; returns how it ends. */
    OpStatus read(ExposureNotice notice, long epoch) throws IOException {
        Batch batch = new Batch(1);
        batch.readWord(notice.partition(), 8);
        Part part = new Part(batch);
        part.add(0, 0, Long.BYTES, notice.key());
        ByteBuffer request = Frame.allocate(part.frameBytes());
        RequestFrame.write(request, part, 1, epoch);
        send(sealed(request.flip()));
        ByteBuffer reply = needed();
        assertEquals(Frame.REPLY, Frame.type(reply));
        ReplyFrame.apply(reply, part);
        return batch.status(0);
    }

    private ByteBuffer needed() throws IOException {
        ByteBuffer frame = next();
        if (frame == null) {
            throw new AssertionError("hung up");
        }
        return frame;
    }

    /** The next frame, opened, or null when the other end has closed the connection. */
    @Nullable
    ByteBuffer next() throws IOException {
        InputStream in = channel.socket().getInputStream();
        byte[] some = new byte[4096];
        while (true) {
            ByteBuffer frame = frames.next();
            if (frame != null) {
                return opening == null ? frame : opening.open(frame);
            }
            int count;
            try {
                count = in.read(some);
            } catch (IOException reset) {
                return null;
            }
            if (count < 0) {
                return null;
            }
            frames.take(ByteBuffer.wrap(some, 0, count).order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    /** Reads up to the end of the connection; nothing but a refusal may come before it. */
    void assertRefused() throws IOException {
        for (ByteBuffer frame = next(); frame != null; frame = next()) {
            assertEquals(Frame.REFUSED, Frame.type(frame));
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
