package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.pragh.core.base.Seldom;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.apache.tinkerpop.gremlin.server.handler.StateKey;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends connections that fail. A client's hang-up, be it in the middle of a request, is not logged; other failures
 * that reach the end of a pipeline are, at most one a second. Shared by connections.
 */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    /** Answer to a message that is no request; a frame that ends a connection has room for 123 bytes. */
    static final String UNREADABLE =
            "This is no request that can be read: after the name of its format come its id, its operation and its arguments";

    private static final long SAY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Seldom lines = new Seldom(SAY_NANOS, System.nanoTime());

    /** For the position before the handler that answers failures: hang-ups end here. */
    final ChannelHandler hangUps = new HangUps();

    /** For the end of a pipeline. */
    final ChannelHandler others = new Others();

    /** For the position behind the decoding of requests: answers those that could not be read. */
    final ChannelHandler unread = new Unread();

    private static boolean isHangUp(Throwable cause) {
        return cause instanceof PrematureChannelClosureException
                || cause instanceof IOException && !(cause instanceof SSLException);
    }

    @ChannelHandler.Sharable
    private static final class HangUps extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (isHangUp(cause)) {
                LOG.debug("a client has hung up: remote={}", context.channel().remoteAddress(), cause);
                var unused = context.close(); // also if that fails
            } else {
                context.fireExceptionCaught(cause);
            }
        }
    }

    @ChannelHandler.Sharable
    private final class Others extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            try {
                if (isHangUp(cause)) {
                    LOG.debug(
                            "a client has hung up: remote={}", context.channel().remoteAddress(), cause);
                } else {
                    say(
                            context,
                            "a connection is closed, because what came over it cannot be served",
                            cause.toString());
                    LOG.debug("so it came", cause);
                }
            } finally {
                var unused = context.close(); // also without memory for a line; also if that fails
            }
        }
    }

    @ChannelHandler.Sharable
    private final class Unread extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (!RequestMessage.INVALID.equals(message)) {
                context.fireChannelRead(message);
                return;
            }
            say(context, "a request is refused", "it cannot be read");
            if (context.channel().attr(StateKey.SERIALIZER).get() == null) {
                CloseWebSocketFrame end =
                        new CloseWebSocketFrame(WebSocketCloseStatus.INVALID_PAYLOAD_DATA, UNREADABLE);
                context.writeAndFlush(end).addListener(ChannelFutureListener.CLOSE); // no format could carry more
                return;
            }
            ResponseMessage answer = ResponseMessage.build(RequestMessage.INVALID)
                    .code(ResponseStatusCode.REQUEST_ERROR_MALFORMED_REQUEST)
                    .statusMessage(UNREADABLE)
                    .create();
            context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        }
    }

    private void say(ChannelHandlerContext context, String what, String reason) {
        if (lines.isDue(System.nanoTime())) {
            LOG.warn("{}: remote={} reason={}", what, context.channel().remoteAddress(), reason);
        }
    }
}
