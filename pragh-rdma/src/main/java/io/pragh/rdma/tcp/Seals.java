package io.pragh.rdma.tcp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.FastThreadLocal;
import io.pragh.rdma.wire.FrameSeal;

/** Seals a connection from here on, for both directions. Stateless; on the channel's thread. */
final class Seals {
    /** Connections of a thread take turns. */
    private static final FastThreadLocal<FrameSeal.Room> ROOM = new FastThreadLocal<>() {
        @Override
        protected FrameSeal.Room initialValue() {
            return new FrameSeal.Room();
        }
    };

    private Seals() {}

    /** Has what is written after this sealed with this node's key; returns what opens the frames of the other. */
    static FrameSeal between(ChannelHandlerContext context, byte[] own, byte[] others) {
        FrameSeal.Room room = ROOM.get();
        context.pipeline().addBefore(context.name(), "seal", new SealedWriter(FrameSeal.sealing(own, room)));
        return FrameSeal.opening(others, room);
    }
}
