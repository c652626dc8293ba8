package io.pragh.rdma.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ScheduledFuture;
import io.pragh.rdma.wire.ExposureNotice;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.FrameSeal;
import io.pragh.rdma.wire.Handshake;
import io.pragh.rdma.wire.MalformedFrameException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The calling end of a connection: performs the caller's handshake, and takes replies. On the channel's thread. */
final class Caller extends ChannelInboundHandlerAdapter {
    private static final int HANDSHAKE_BYTES_MAX = 8 << 10;
    private static final int PINGS_PER_SILENCE = 4;

    private final TcpFabric fabric;
    private final PeerLink link;
    private final FrameFlow flow = new FrameFlow(HANDSHAKE_BYTES_MAX, false, this::take);
    private final Handshake.Hello hello;
    private Handshake.@Nullable Challenge challenge;
    private @Nullable FrameSeal opening;
    private boolean open;
    private long heardNanos;
    private @Nullable ScheduledFuture<?> pings;

    Caller(TcpFabric fabric, PeerLink link) {
        this.fabric = fabric;
        this.link = link;
        this.hello = fabric.hello(link.node());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        heardNanos = System.nanoTime();
        fabric.peers().answered(link.node());
        long nanos = fabric.settings().silenceNanos() / PINGS_PER_SILENCE;
        pings = context.executor().scheduleAtFixedRate(() -> ping(context), nanos, nanos, TimeUnit.NANOSECONDS);
        Buffers.send(context.channel(), Buffers.of(hello.frame()));
    }

    private void ping(ChannelHandlerContext context) {
        if (System.nanoTime() - heardNanos > fabric.settings().silenceNanos()) {
            Buffers.close(context.channel());
        } else if (open) {
            Buffers.send(context.channel(), Buffers.of(Frame.bare(Frame.PING, 0)));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        heardNanos = System.nanoTime();
        flow.read(context, (ByteBuf) message);
    }

    private void take(ChannelHandlerContext context, ByteBuffer frame) {
        Handshake.Challenge asked = challenge;
        if (!open && Frame.type(frame) == Frame.REFUSED) {
            notLetIn(context, frame);
        } else if (asked == null) {
            challenged(context, Handshake.Challenge.of(frame));
        } else {
            takeOpened(context, asked, opening == null ? frame : opening.open(frame));
        }
    }

    private void takeOpened(ChannelHandlerContext context, Handshake.Challenge asked, ByteBuffer frame) {
        if (open) {
            takeOpen(context, frame);
        } else if (Frame.type(frame) == Frame.EXPELLED) {
            link.expelled();
            notLetIn(context, frame);
        } else {
            welcomed(context, asked, Handshake.Welcome.of(frame));
        }
    }

    private void notLetIn(ChannelHandlerContext context, ByteBuffer frame) {
        fabric.refusals()
                .refused(context.channel().remoteAddress(), "this node was not let in", Handshake.reasonOf(frame));
        Buffers.close(context.channel());
    }

    private void challenged(ChannelHandlerContext context, Handshake.Challenge said) {
        if (said.node() != link.node()) {
            throw new MalformedFrameException(
                    "another node answers at this address: node=" + said.node() + " expected=" + link.node());
        }
        String problem = fabric.credentials().problemWith(context.pipeline(), fabric.cluster(), said.node());
        if (problem != null) {
            throw new MalformedFrameException(problem);
        }
        challenge = said;
        byte[] proof = fabric.credentials().callerProof(transcript(said));
        Buffers.send(context.channel(), Buffers.of(Handshake.proof(proof)));
        if (fabric.credentials().seals()) {
            byte[] own = fabric.credentials().callerSeal(transcript(said));
            opening = Seals.between(context, own, fabric.credentials().listenerSeal(transcript(said)));
        }
    }

    private Credentials.Transcript transcript(Handshake.Challenge said) {
        return new Credentials.Transcript(fabric.cluster(), hello, said);
    }

    private void welcomed(ChannelHandlerContext context, Handshake.Challenge said, Handshake.Welcome welcome) {
        if (!Credentials.same(welcome.proof(), fabric.credentials().listenerProof(transcript(said)))) {
            throw new MalformedFrameException("the listener does not know the secret: node=" + link.node());
        }
        open = true;
        flow.bytesMax(Frame.BYTES_MAX + FrameSeal.TAG_BYTES);
        fabric.reached(link.node(), welcome.notices());
        link.opened(context.channel());
    }

    private void takeOpen(ChannelHandlerContext context, ByteBuffer frame) {
        switch (Frame.type(frame)) {
            case Frame.REPLY -> link.replied(context.channel(), frame);
            case Frame.NOTICE -> {
                fabric.heard(link.node(), ExposureNotice.of(frame));
                Buffers.send(context.channel(), Buffers.of(Frame.bare(Frame.NOTICE_TAKEN, Frame.word(frame))));
            }
            case Frame.PONG -> {
                // heard
            }
            default -> throw new MalformedFrameException("a listener does not send this: type=" + Frame.type(frame));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fabric.unusual(context.channel(), cause);
        Buffers.close(context.channel());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        Future<?> timer = pings;
        if (timer != null) {
            timer.cancel(false);
        }
        flow.release();
        link.lost(context.channel());
        fabric.callAgain(link);
    }
}
