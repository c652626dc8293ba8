package io.pragh.rdma.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import io.pragh.core.fabric.Message;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.FrameSeal;
import io.pragh.rdma.wire.Handshake;
import io.pragh.rdma.wire.MalformedFrameException;
import io.pragh.rdma.wire.MessageAssembler;
import io.pragh.rdma.wire.RequestFrame;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The listening end of a connection: performs the listener's handshake, and then executes the caller's requests as a
 * network card would. On the channel's thread, unless a method says otherwise.
 */
final class Listener extends ChannelInboundHandlerAdapter {
    private static final long HANDSHAKE_MILLIS_MAX = 5_000;
    /** A member says HELLO as soon as it is connected; with TLS, that takes a while. */
    private static final long HELLO_MILLIS_MAX = 1_000;

    private static final int SILENCES = 3;

    private final TcpFabric fabric;
    private final FrameFlow flow = new FrameFlow(Frame.HANDSHAKE_BYTES_MAX, true, this::take);
    private final Object executing = new Object();
    private Handshake.@Nullable Hello hello;
    private Handshake.@Nullable Challenge challenge;
    private @Nullable FrameSeal opening;
    private @Nullable MessageAssembler messages;
    private @Nullable ScheduledFuture<?> watch;
    private long heardNanos;
    private volatile @Nullable Channel channel;
    private volatile boolean greeted;
    private volatile boolean open;
    private volatile long noticesTaken;
    /** Whether the caller's requests are still executed; guarded by {@code executing}. */
    private boolean allowed = true;

    Listener(TcpFabric fabric) {
        this.fabric = fabric;
    }

    /** Number of the caller; any thread, once it was let in. */
    int from() {
        Handshake.Hello said = hello;
        return said == null ? -1 : said.from();
    }

    long epoch() {
        Handshake.Hello said = hello;
        return said == null ? -1 : said.epoch();
    }

    /** The caller's address without the port. Any thread, once it has called. */
    Object host() {
        Channel from = channel;
        SocketAddress remote = from == null ? null : from.remoteAddress();
        return remote instanceof InetSocketAddress inet ? inet.getAddress() : String.valueOf(remote);
    }

    /** Whether the caller has said which member it is, proved or not. Any thread. */
    boolean hasGreeted() {
        return greeted;
    }

    /** Ends the connection to make room for another caller. Any thread. */
    void makeRoom() {
        Channel to = channel;
        if (to != null) {
            fabric.refusals().refused(to.remoteAddress(), "too many callers at once", "");
            Buffers.close(to);
        }
    }

    /** Refuses all later requests, and returns once no request of the caller takes effect any more. Any thread. */
    void disallow() {
        synchronized (executing) {
            allowed = false;
        }
    }

    /** Whether the caller is still a member, as far as this node knows. Any thread. */
    boolean isAllowed() {
        synchronized (executing) {
            return allowed;
        }
    }

    /** Returns once the requests that execute at the time of the call are done. Any thread. */
    void awaitIdle() {
        synchronized (executing) {
            // while this thread has the monitor, no request executes
        }
    }

    /** Whether the caller has acknowledged a notice, or is gone. Any thread. */
    boolean hasTaken(long notice) {
        return noticesTaken >= notice || !open;
    }

    /** Sends the caller a frame. Any thread. */
    void tell(ByteBuffer frame) {
        Channel to = channel;
        if (to != null) {
            Buffers.send(to, Buffers.of(frame));
        }
    }

    /** Ends the connection. Any thread. */
    void hangUp() {
        Channel to = channel;
        if (to != null) {
            Buffers.close(to);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        channel = context.channel();
        heardNanos = System.nanoTime();
        watch = context.executor()
                .scheduleAtFixedRate(
                        () -> look(context), HANDSHAKE_MILLIS_MAX, HANDSHAKE_MILLIS_MAX, TimeUnit.MILLISECONDS);
        if (!fabric.greets(this)) {
            Buffers.close(context.channel());
        } else if (fabric.credentials().seals()) {
            var unused = context.executor().schedule(() -> lookEarly(context), HELLO_MILLIS_MAX, TimeUnit.MILLISECONDS);
        }
    }

    private void lookEarly(ChannelHandlerContext context) {
        if (!greeted && context.channel().isActive()) {
            fabric.refusals().refused(context.channel().remoteAddress(), "a caller did not say who it is in time", "");
            Buffers.close(context.channel());
        }
    }

    private void look(ChannelHandlerContext context) {
        boolean silent =
                System.nanoTime() - heardNanos > SILENCES * fabric.settings().silenceNanos();
        if (!open) {
            fabric.refusals().refused(context.channel().remoteAddress(), "a caller did not prove itself in time", "");
            Buffers.close(context.channel());
        } else if (silent && context.channel().config().isAutoRead()) {
            Buffers.close(context.channel());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        heardNanos = System.nanoTime();
        flow.read(context, (ByteBuf) message);
        context.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            context.executor().execute(() -> {
                try {
                    flow.go(context);
                    context.flush();
                } catch (Throwable failed) { // an Error too: the caller waits for its answer
                    exceptionCaught(context, failed);
                }
            });
        }
    }

    private void take(ChannelHandlerContext context, ByteBuffer frame) {
        if (open) {
            takeOpen(context, opening == null ? frame : opening.open(frame));
        } else if (hello == null) {
            greeted(context, Handshake.Hello.of(frame));
        } else {
            proved(context, hello, Handshake.proofOf(frame));
        }
    }

    private void greeted(ChannelHandlerContext context, Handshake.Hello said) {
        String problem = fabric.problemWith(said);
        if (problem == null) {
            problem = fabric.credentials().problemWith(context.pipeline(), fabric.cluster(), said.from());
        }
        if (problem != null) {
            refuse(context, problem, Handshake.refused(problem));
            return;
        }
        hello = said;
        greeted = true;
        challenge = fabric.challenge();
        Buffers.send(context.channel(), Buffers.of(challenge.frame()));
    }

    private void refuse(ChannelHandlerContext context, String why, ByteBuffer said) {
        fabric.refusals().refused(context.channel().remoteAddress(), why, "");
        ChannelFuture written = context.writeAndFlush(Buffers.of(said));
        ChannelFuture unused = written.addListener(done -> Buffers.close(context.channel()));
    }

    private void proved(ChannelHandlerContext context, Handshake.Hello said, byte[] proof) {
        Handshake.Challenge asked = challenge;
        if (asked == null) {
            throw new MalformedFrameException("a proof before the challenge");
        }
        Credentials.Transcript transcript = new Credentials.Transcript(fabric.cluster(), said, asked);
        if (!Credentials.same(proof, fabric.credentials().callerProof(transcript))) {
            String stranger = "the caller does not know the secret";
            refuse(context, stranger, Handshake.refused(stranger));
            return;
        }
        if (fabric.credentials().seals()) {
            byte[] own = fabric.credentials().listenerSeal(transcript);
            opening = Seals.between(context, own, fabric.credentials().callerSeal(transcript));
        }
        messages = new MessageAssembler(said.from(), fabric.self());
        String problem = fabric.letIn(this, () -> {
            flow.bytesMax(Frame.BYTES_MAX + FrameSeal.TAG_BYTES);
            open = true;
            byte[] own = fabric.credentials().listenerProof(transcript);
            tell(new Handshake.Welcome(own, fabric.exposures().notices()).frame());
        });
        if (problem != null) {
            refuse(context, problem, Handshake.expelled(problem));
        }
    }

    private void takeOpen(ChannelHandlerContext context, ByteBuffer frame) {
        switch (Frame.type(frame)) {
            case Frame.REQUEST -> request(context, frame);
            case Frame.MESSAGE -> {
                MessageAssembler assembler = messages;
                Message message = assembler == null ? null : assembler.take(frame);
                if (message != null) {
                    fabric.received(message);
                }
            }
            case Frame.NOTICE_TAKEN -> {
                noticesTaken = Frame.word(frame);
                fabric.noticeTaken();
            }
            case Frame.PING -> Buffers.send(context.channel(), Buffers.of(Frame.bare(Frame.PONG, 0)));
            default -> throw new MalformedFrameException("a caller does not send this: type=" + Frame.type(frame));
        }
    }

    private void request(ChannelHandlerContext context, ByteBuffer frame) {
        int replyBytes = RequestFrame.checked(frame);
        Buffers.watch(context.write(Buffers.frame(context.alloc(), replyBytes, reply -> {
            synchronized (executing) {
                if (allowed && RequestFrame.epoch(frame) == epoch()) {
                    VarHandle.fullFence();
                    RequestFrame.execute(frame, fabric.exposures()::open, reply);
                    VarHandle.fullFence(); // effects come before the answer, whichever thread sees it
                } else {
                    RequestFrame.refuse(frame, reply);
                }
            }
        })));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fabric.unusual(context.channel(), cause);
        Buffers.close(context.channel());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        ScheduledFuture<?> timer = watch;
        if (timer != null) {
            timer.cancel(false);
        }
        open = false;
        flow.release();
        fabric.hungUp(this);
        fabric.noticeTaken();
    }
}
