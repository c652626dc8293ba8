package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.shaded.jackson.core.JsonProcessingException;
import org.apache.tinkerpop.shaded.jackson.databind.JsonNode;
import org.apache.tinkerpop.shaded.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

/**
 * As {@link Retries}, for HTTP: requests come one after the other, and each answer as a whole. For one connection;
 * one thread.
 */
final class HttpRetries extends ChannelDuplexHandler {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The request that is being executed; kept until it is answered. */
    private @Nullable FullHttpRequest request;

    private RetryBudget budget = RetryBudget.begin();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (request == null && message instanceof FullHttpRequest asked) {
            request = asked.retainedDuplicate();
            budget = RetryBudget.begin();
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise written) {
        FullHttpRequest asked = request;
        if (asked != null && message instanceof FullHttpResponse answer) {
            if (isConflict(answer)
                    && budget.isLeft()
                    && Retries.staysInside(asked.content().toString(StandardCharsets.UTF_8))) {
                answer.release(); // otherwise a waiting listener would close the connection
                var unused =
                        context.executor().schedule(() -> again(context), budget.pauseMillis(), TimeUnit.MILLISECONDS);
                budget = budget.next();
                return;
            }
            forget();
        }
        var unused = context.write(message, written); // the promise reports the outcome
    }

    private void again(ChannelHandlerContext context) {
        FullHttpRequest asked = request;
        if (asked != null) { // otherwise the connection is closed
            context.fireChannelRead(asked.retainedDuplicate());
            context.fireChannelReadComplete();
        }
    }

    private static boolean isConflict(FullHttpResponse answer) {
        if (!answer.status().equals(HttpResponseStatus.INTERNAL_SERVER_ERROR)) {
            return false;
        }
        try {
            JsonNode names = JSON.readTree(answer.content().toString(StandardCharsets.UTF_8))
                    .path(Tokens.STATUS_ATTRIBUTE_EXCEPTIONS);
            return StreamSupport.stream(names.spliterator(), false)
                    .map(JsonNode::asText)
                    .anyMatch(Retries.CONFLICT::equals);
        } catch (JsonProcessingException other) {
            return false; // a client whose answers are not JSON gets no exceptions
        }
    }

    private void forget() {
        FullHttpRequest asked = request;
        request = null;
        if (asked != null) {
            asked.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        forget();
        context.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        forget();
    }
}
