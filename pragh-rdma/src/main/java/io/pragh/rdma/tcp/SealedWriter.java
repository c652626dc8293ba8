package io.pragh.rdma.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.pragh.rdma.wire.FrameSeal;
import java.nio.ByteBuffer;

/**
 * Seals the frames that a node writes to a connection, one frame a buffer. On the channel's thread, where frames are
 * in the order in which the other end counts them.
 */
final class SealedWriter extends ChannelOutboundHandlerAdapter {
    private final FrameSeal seal;

    SealedWriter(FrameSeal seal) {
        this.seal = seal;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        ByteBuf frame = (ByteBuf) message;
        int bytes = frame.readableBytes() + FrameSeal.TAG_BYTES;
        ByteBuf sealed = context.alloc().directBuffer(bytes, bytes);
        try {
            ByteBuffer room = sealed.nioBuffer(0, bytes);
            seal.seal(frame.nioBuffers(), room);
            sealed.writerIndex(bytes);
        } catch (RuntimeException failed) {
            sealed.release();
            Buffers.close(context.channel()); // the other end could open no later frame
            throw failed;
        } finally {
            frame.release();
        }
        ChannelFuture unused = context.write(sealed, promise);
    }
}
