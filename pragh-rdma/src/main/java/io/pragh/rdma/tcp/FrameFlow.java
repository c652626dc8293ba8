package io.pragh.rdma.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.pragh.rdma.wire.FrameAssembler;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Hands over the frames of a channel one by one. On a channel that answers requests, reading stops while the channel
 * cannot be written to: a peer that does not read its answers is not read either, so that a slow peer costs no memory
 * here. On a channel that takes answers, reading never stops, or two nodes would wait for each other. On the
 * channel's thread.
 */
final class FrameFlow {
    private final FrameAssembler assembler;
    private final boolean answers;
    private final Taker taker;
    private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();
    private boolean running;

    /** Takes a frame; the frame is invalid when this returns. */
    interface Taker {
        void take(ChannelHandlerContext context, ByteBuffer frame);
    }

    FrameFlow(int bytesMax, boolean answers, Taker taker) {
        this.assembler = new FrameAssembler(bytesMax);
        this.answers = answers;
        this.taker = taker;
    }

    /** Allows frames of this length from now on. */
    void bytesMax(int bytes) {
        assembler.bytesMax(bytes);
    }

    /** Takes received bytes; their buffer belongs to this object now. */
    void read(ChannelHandlerContext context, ByteBuf bytes) {
        waiting.add(bytes);
        go(context);
    }

    /** Continues with waiting bytes and frames; to be called when the channel becomes writable again. */
    void go(ChannelHandlerContext context) {
        if (running) {
            return; // a frame's answer made the channel writable while its frame is taken
        }
        running = true;
        try {
            while (context.channel().isActive() && step(context)) {
                // one frame, or one stretch of bytes, at a time
            }
        } finally {
            running = false;
        }
        if (!context.channel().isActive()) {
            release();
        }
        context.channel().config().setAutoRead(waiting.isEmpty());
    }

    /** Takes a frame if the channel may be written to, or bytes; false when there is nothing to do. */
    private boolean step(ChannelHandlerContext context) {
        if (answers && !context.channel().isWritable()) {
            return false;
        }
        ByteBuffer frame = assembler.next();
        if (frame != null) {
            taker.take(context, frame);
            return true;
        }
        ByteBuf bytes = waiting.peek();
        if (bytes == null) {
            return false;
        }
        int before = bytes.readableBytes();
        ByteBuffer view = bytes.nioBuffer();
        assembler.take(view);
        bytes.skipBytes(before - view.remaining());
        if (!bytes.isReadable()) {
            waiting.remove().release();
        }
        return true;
    }

    /** Releases all buffers. */
    void release() {
        while (!waiting.isEmpty()) {
            waiting.remove().release();
        }
    }
}
