package io.pragh.rdma.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.OpStatus;
import io.pragh.rdma.wire.Frame;
import io.pragh.rdma.wire.MalformedFrameException;
import io.pragh.rdma.wire.MessageFrame;
import io.pragh.rdma.wire.Part;
import io.pragh.rdma.wire.RequestFrame;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The requests and messages that this node has under way to one other node: requests up to a bound of bytes, further
 * ones in a queue of their batches' owners. A request is answered once, or fails with its connection. Any thread.
 */
final class PeerLink {
    /**
     * Bound on the bytes of messages that a slow peer has not taken yet; messages beyond it are lost. A single
     * message is always tried.
     */
    static final long MESSAGE_BYTES_QUEUED_MAX = 32L << 20;
    /** Payloads up to this length are copied; longer ones are sent in place. */
    private static final int COPIED_BYTES_MAX = 4 << 10;

    private final int node;
    private final long epoch;
    private final long flightBytesMax;
    private final Map<Long, Sent> sent = new HashMap<>();
    private final ArrayDeque<Sent> waiting = new ArrayDeque<>();
    private final AtomicLong messageBytes = new AtomicLong();
    private final LongAdder messagesLost = new LongAdder();
    private final Object messageOrder = new Object();
    private long flightBytes;
    private long nextNumber = 1;
    private boolean expelled;
    private @Nullable Channel channel;

    private record Sent(Part part, Flight flight) {}

    private record Numbered(long number, Sent sent) {}

    /** A link without a connection; {@code epoch} is this node's. */
    PeerLink(int node, long epoch, long flightBytesMax) {
        this.node = node;
        this.epoch = epoch;
        this.flightBytesMax = flightBytesMax;
    }

    int node() {
        return node;
    }

    /** Called when the peer has let this node in. */
    synchronized void opened(Channel connected) {
        channel = connected;
        expelled = false;
    }

    synchronized boolean isOpen() {
        return channel != null;
    }

    /** Called when the peer has said that this node is expelled. */
    synchronized void expelled() {
        expelled = true;
    }

    synchronized boolean isExpelled() {
        return expelled;
    }

    synchronized @Nullable Channel channel() {
        return channel;
    }

    /** Called when the connection is gone: everything under way fails. */
    void lost(Channel gone) {
        List<Sent> failed;
        synchronized (this) {
            if (channel != gone) {
                return;
            }
            channel = null;
            flightBytes = 0;
            failed = new ArrayList<>(sent.values());
            failed.addAll(waiting);
            sent.clear();
            waiting.clear();
        }
        failed.forEach(each -> fail(each, OpStatus.UNREACHABLE));
    }

    private static void fail(Sent each, OpStatus status) {
        each.flight.fail(each.part, status);
        each.flight.end();
    }

    /** Sends a part, now or when there is room. */
    void submit(Part part, Flight flight) {
        Sent mine = new Sent(part, flight);
        Channel to;
        long number;
        OpStatus refusal = null;
        synchronized (this) {
            to = channel;
            number = nextNumber;
            if (to == null) {
                refusal = expelled ? OpStatus.FENCED : OpStatus.UNREACHABLE;
            } else if (!waiting.isEmpty() || !fits(part)) {
                waiting.add(mine);
                return;
            } else {
                take(mine);
            }
        }
        if (to == null || refusal != null) {
            fail(mine, refusal == null ? OpStatus.UNREACHABLE : refusal);
        } else {
            transmit(to, new Numbered(number, mine));
        }
    }

    private boolean fits(Part part) {
        return flightBytes == 0 || flightBytes + part.cost() <= flightBytesMax;
    }

    private void take(Sent mine) {
        sent.put(nextNumber++, mine);
        flightBytes += mine.part.cost();
    }

    /** Bytes under way; for tests of the bound. */
    synchronized long flightBytes() {
        return flightBytes;
    }

    /** Sends a part; when there is no memory for it, it ends with the connection. */
    private void transmit(Channel to, Numbered each) {
        Part part = each.sent.part;
        try {
            Buffers.send(
                    to,
                    Buffers.frame(
                            to.alloc(),
                            part.frameBytes(),
                            frame -> RequestFrame.write(frame, part, each.number, epoch)));
        } catch (OutOfMemoryError full) {
            to.pipeline().fireExceptionCaught(full); // the handler at its end closes the channel
        }
    }

    /** Takes a reply. On the connection's thread, alone: parts that waited are sent there too. */
    void replied(Channel from, ByteBuffer reply) {
        long number = Frame.word(reply);
        Sent answered;
        List<Numbered> next = new ArrayList<>();
        synchronized (this) {
            answered = channel == from ? sent.remove(number) : null;
            if (answered == null) {
                throw new MalformedFrameException("a reply to nothing: number=" + number + " node=" + node);
            }
            flightBytes -= answered.part.cost();
            while (!waiting.isEmpty() && fits(waiting.element().part)) {
                next.add(new Numbered(nextNumber, waiting.element()));
                take(waiting.remove());
            }
        }
        try {
            answered.flight.take(answered.part, reply);
            answered.flight.end();
        } catch (MalformedFrameException nonsense) {
            fail(answered, OpStatus.UNREACHABLE);
            throw nonsense;
        } finally {
            next.forEach(each -> transmit(from, each));
        }
    }

    /** Sends a message; it may be lost. */
    void send(Message message) {
        Channel to = channel();
        int bytes = message.payload().remaining();
        long queued = messageBytes.addAndGet(bytes);
        if (to == null || queued > MESSAGE_BYTES_QUEUED_MAX && queued > bytes) {
            messageBytes.addAndGet(-bytes);
            messagesLost.increment();
            return;
        }
        synchronized (messageOrder) {
            int start = 0;
            try {
                do {
                    int stretch = Math.min(bytes - start, MessageFrame.STRETCH_BYTES_MAX);
                    ChannelFuture written = to.write(stretch(to, message, start, stretch));
                    ChannelFuture unused = written.addListener(done -> messageBytes.addAndGet(-stretch));
                    Buffers.watch(written);
                    start += stretch;
                } while (start < bytes);
            } catch (OutOfMemoryError full) {
                messageBytes.addAndGet(start - bytes); // the rest is not written
                messagesLost.increment();
                to.pipeline().fireExceptionCaught(full); // the handler at its end closes the channel
            }
            to.flush();
        }
    }

    private static ByteBuf stretch(Channel to, Message message, int start, int bytes) {
        ByteBuffer payload = message.payload().duplicate();
        payload.position(payload.position() + start).limit(payload.position() + bytes);
        if (bytes <= COPIED_BYTES_MAX) {
            return Buffers.frame(to.alloc(), MessageFrame.HEAD_BYTES + Frame.words(bytes), frame -> {
                MessageFrame.writeHead(frame, message, start, bytes);
                int end = MessageFrame.HEAD_BYTES + Frame.words(bytes);
                frame.limit(end).position(MessageFrame.HEAD_BYTES);
                frame.put(payload);
                while (frame.hasRemaining()) {
                    frame.put((byte) 0);
                }
                frame.position(0);
            });
        }
        ByteBuf head = Buffers.frame(
                to.alloc(), MessageFrame.HEAD_BYTES, frame -> MessageFrame.writeHead(frame, message, start, bytes));
        ByteBuf padding = Unpooled.wrappedBuffer(new byte[Frame.words(bytes) - bytes]);
        return Unpooled.wrappedBuffer(head, Unpooled.wrappedBuffer(payload), padding);
    }

    /** Messages that were not sent because the peer was out of reach or too slow. */
    long messagesLost() {
        return messagesLost.sum();
    }
}
