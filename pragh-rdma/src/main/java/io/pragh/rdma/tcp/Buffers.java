package io.pragh.rdma.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.pragh.rdma.wire.Frame;
import java.nio.ByteBuffer;

/** Netty buffers whose frames start at a word boundary. Stateless. */
final class Buffers {
    private Buffers() {}

    /** Fills a frame of a known length, or less. */
    interface Writer {
        /** Writes from position 0 and leaves the limit at the frame's end. */
        void write(ByteBuffer frame);
    }

    /** Writes and flushes; a failure closes the channel, which ends the requests that wait on it. */
    static void send(Channel channel, Object message) {
        watch(channel.writeAndFlush(message));
    }

    /** Lets a failure to write a frame end its channel: nobody answers a frame that is missing. */
    static void watch(ChannelFuture written) {
        ChannelFuture unused = written.addListener(done -> {
            Throwable why = done.cause();
            if (why != null && written.channel().isOpen()) {
                written.channel().pipeline().fireExceptionCaught(why); // the handler at its end closes the channel
            }
        });
    }

    /** Closes the channel, which ends the requests that wait on it. */
    static void close(Channel channel) {
        ChannelFuture unused = channel.close();
    }

    /** A small frame that was built beforehand. */
    static ByteBuf of(ByteBuffer frame) {
        return Unpooled.wrappedBuffer(frame);
    }

    /** A frame in a pooled buffer. */
    static ByteBuf frame(ByteBufAllocator allocator, int bytesMax, Writer writer) {
        ByteBuf buffer = allocator.directBuffer(bytesMax + Long.BYTES, bytesMax + Long.BYTES);
        try {
            ByteBuffer whole = buffer.nioBuffer(0, bytesMax + Long.BYTES);
            int start = Long.BYTES - whole.alignmentOffset(0, Long.BYTES) & Long.BYTES - 1;
            ByteBuffer frame = Frame.aligned(whole, bytesMax);
            writer.write(frame);
            return buffer.setIndex(start, start + frame.limit());
        } catch (RuntimeException failed) {
            buffer.release();
            throw failed;
        }
    }
}
