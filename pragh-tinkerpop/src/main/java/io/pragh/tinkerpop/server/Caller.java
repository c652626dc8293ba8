package io.pragh.tinkerpop.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.apache.tinkerpop.shaded.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

/**
 * A handler right before those that submit requests, which links each request to its connection. It replaces Gremlin
 * Server's answer to a request that this server ended by the reason: Gremlin Server takes every interruption for a
 * time-out. Its maps are for any thread, else one thread.
 */
final class Caller extends ChannelDuplexHandler {
    /** The request that the I/O thread is handing on; Gremlin Server submits it before it returns. */
    private static final ThreadLocal<@Nullable Asked> ASKED = new ThreadLocal<>();

    /** Stands for the requests over HTTP, which have no number, and come one after the other. */
    private static final UUID OVER_HTTP = new UUID(0, 0);

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Reasons that are not sent yet. */
    private final Map<UUID, String> reasons = new ConcurrentHashMap<>();

    /** A request and the connection on which it is answered. */
    record Asked(Caller caller, Channel channel, UUID request) {
        /** Makes the client's answer this reason, in place of Gremlin Server's. */
        void ended(String why) {
            caller.reasons.put(request, why);
        }
    }

    /** The request that the calling thread is handing on; null when it handles no request. */
    static @Nullable Asked asked() {
        return ASKED.get();
    }

    /** The request in a message of this connection. */
    Asked asked(ChannelHandlerContext context, Object message) {
        return new Asked(
                this, context.channel(), message instanceof RequestMessage sent ? sent.getRequestId() : OVER_HTTP);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ASKED.set(asked(context, message));
        try {
            context.fireChannelRead(message);
        } finally {
            ASKED.remove();
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise written) {
        var unused = context.write(reasons.isEmpty() ? message : told(message), written); // the promise tells
    }

    private Object told(Object message) {
        if (message instanceof ResponseMessage answer
                && !answer.getStatus().getCode().isSuccess()) {
            String why = reasons.remove(answer.getRequestId());
            return why == null ? answer : told(answer, why);
        }
        if (message instanceof FullHttpResponse answer) {
            String why = reasons.remove(OVER_HTTP);
            return why == null || !answer.status().equals(HttpResponseStatus.INTERNAL_SERVER_ERROR)
                    ? answer
                    : told(answer, why);
        }
        return message;
    }

    private static ResponseMessage told(ResponseMessage answer, String why) {
        return ResponseMessage.build(answer.getRequestId())
                .code(ResponseStatusCode.SERVER_ERROR)
                .statusMessage(why)
                .create();
    }

    private static FullHttpResponse told(FullHttpResponse answer, String why) {
        byte[] body = JSON.createObjectNode().put("message", why).toString().getBytes(StandardCharsets.UTF_8);
        FullHttpResponse changed = answer.replace(Unpooled.wrappedBuffer(body));
        changed.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        answer.release();
        return changed;
    }
}
