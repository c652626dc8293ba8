package io.pragh.tinkerpop.server;

import io.netty.buffer.ByteBufHolder;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;

/** Handlers that tell a {@link Visit} which messages have arrived. Any thread. */
final class Arrivals {
    /** For the position behind the decoder. */
    static final ChannelHandler PARTS = new Parts();

    /** For positions where messages are complete: before the login they have to be short. */
    static final ChannelHandler WHOLE = new Whole();

    private Arrivals() {}

    @ChannelHandler.Sharable
    private static final class Parts extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            Visit visit = Visit.of(context.channel());
            if (message instanceof HttpRequest) {
                visit.introduce();
            }
            if (message instanceof BinaryWebSocketFrame || message instanceof TextWebSocketFrame) {
                visit.ask();
            }
            if (message instanceof WebSocketFrame frame) {
                visit.whole(bytes(frame));
            } else if (message instanceof LastHttpContent) {
                visit.whole(Long.MAX_VALUE); // clients wait for the answer before they send more
            }
            context.fireChannelRead(message);
        }

        /** The frame's length as sent: opcode, length in one of three forms, mask, payload. */
        private static long bytes(WebSocketFrame frame) {
            int payload = frame.content().readableBytes();
            return 6L + (payload < 126 ? 0 : payload < 1 << 16 ? 2 : 8) + payload;
        }
    }

    @ChannelHandler.Sharable
    private static final class Whole extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            Visit visit = Visit.of(context.channel());
            if (message instanceof ByteBufHolder holder
                    && !visit.mayBring(holder.content().readableBytes())) {
                ReferenceCountUtil.release(message);
                visit.refuse("log in by a short request first: a message is too long");
            } else {
                context.fireChannelRead(message);
            }
        }
    }
}
