package io.pragh.rdma.tcp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.FastThreadLocal;
import io.pragh.rdma.wire.FrameSeal;

/** Seals a connection from this point on, in both directions. Stateless; on the channel's thread. */
final class Seals {
    /** The connections of a thread share it in turn. */
    private static final FastThreadLocal<FrameSeal.Room> ROOM = new FastThreadLocal<>() {
        @Override
        protected FrameSeal.Room initialValue() {
            return new FrameSeal.Room();
        }
    };

    private Seals() {}

    /** Seals all later writes with this node's key; returns the seal that opens the peer's frames. */
    static FrameSeal between(ChannelHandlerContext context, byte[] own, byte[] others) {
        FrameSeal.Room room = ROOM.get();
        context.pipeline().addBefore(context.name(), "seal", new SealedWriter(FrameSeal.sealing(own, room)));
        return FrameSeal.opening(others, room);
    }
}
