package io.pragh.tinkerpop.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.apache.tinkerpop.shaded.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler right before those that submit requests, which links each request to its connection. It replaces Gremlin
 * Server's answer to a request that this server ended by the reason: Gremlin Server takes every interruption for a
 * time-out. It also answers the requests over HTTP that Gremlin Server does not answer: those that fail with an
 * exception without message. Its maps are for any thread, else one thread.
 */
final class Caller extends ChannelDuplexHandler {
    /** The request that the I/O thread is handing on; Gremlin Server submits it before it returns. */
    private static final ThreadLocal<@Nullable Asked> ASKED = new ThreadLocal<>();

    /** Stands for the requests over HTTP, which have no number, and come one after the other. */
    private static final UUID OVER_HTTP = new UUID(0, 0);

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Logger LOG = LoggerFactory.getLogger(Caller.class);

    /** Answer to a request over HTTP that Gremlin Server leaves unanswered. */
    static final String NO_MESSAGE =
            "the request has failed, with an exception that has no message; over WebSocket its class is told";

    /** Reasons that are not sent yet. */
    private final Map<UUID, String> reasons = new ConcurrentHashMap<>();

    /** The request over HTTP that is not answered yet; used by the I/O thread. */
    private @Nullable Asked unanswered;

    /** The last request over HTTP that has succeeded; for any thread. */
    private volatile @Nullable Asked succeeded;

    /** A request and the connection on which it is answered. */
    record Asked(Caller caller, Channel channel, UUID request) {
        /** Makes the client's answer this reason, in place of Gremlin Server's. */
        void ended(String why) {
            caller.reasons.put(request, why);
        }

        /** This request over HTTP has a result, which another thread makes its answer. */
        void succeeded() {
            caller.succeeded = this;
        }

        /** Answers this request over HTTP, unless it has succeeded or is answered. */
        void evaluated() {
            if (caller.hasSucceeded(this)) {
                return;
            }
            try {
                channel.eventLoop().execute(() -> caller.answer(this)); // after this thread's answer
            } catch (RejectedExecutionException stopped) {
                LOG.debug("the server has stopped meanwhile", stopped);
            }
        }

        boolean isOverHttp() {
            return request.equals(OVER_HTTP);
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
        Asked asked = asked(context, message);
        unanswered = asked.isOverHttp() ? asked : null;
        ASKED.set(asked);
        try {
            context.fireChannelRead(message);
        } finally {
            ASKED.remove();
        }
    }

    @SuppressWarnings("ReferenceEquality") // each attempt at a request has its own
    private boolean hasSucceeded(Asked asked) {
        return succeeded == asked;
    }

    @SuppressWarnings("ReferenceEquality") // as above
    private void answer(Asked asked) {
        ChannelHandlerContext here = asked.channel.pipeline().context(this);
        if (unanswered == asked && !hasSucceeded(asked) && here != null) {
            unanswered = null;
            String body = JSON.createObjectNode().put("message", NO_MESSAGE).toString();
            Door.answer(here, HttpResponseStatus.INTERNAL_SERVER_ERROR, HttpHeaderValues.APPLICATION_JSON, body);
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise written) {
        if (message instanceof FullHttpResponse) {
            unanswered = null;
        }
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
