package io.pragh.rdma.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.pragh.rdma.wire.FrameSeal;

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
        ByteBuf sealed;
        try {
            sealed = sealed(context.alloc(), frame);
        } finally {
            frame.release();
        }
        ChannelFuture unused = context.write(sealed, promise);
    }

    /** The sealed frame. After a failure the other end can open no later frame; the writer ends the channel. */
    private ByteBuf sealed(ByteBufAllocator allocator, ByteBuf frame) {
        int bytes = frame.readableBytes() + FrameSeal.TAG_BYTES;
        ByteBuf sealed = allocator.directBuffer(bytes, bytes);
        boolean whole = false;
        try {
            seal.seal(frame.nioBuffers(), sealed.nioBuffer(0, bytes));
            sealed.writerIndex(bytes);
            whole = true;
            return sealed;
        } finally {
            if (!whole) {
                sealed.release();
            }
        }
    }
}
