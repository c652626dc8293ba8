package io.pragh.tinkerpop.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.shaded.jackson.core.JsonProcessingException;
import org.apache.tinkerpop.shaded.jackson.databind.JsonNode;
import org.apache.tinkerpop.shaded.jackson.databind.ObjectMapper;
import org.apache.tinkerpop.shaded.jackson.databind.node.ObjectNode;

/**
 * Does for HTTP, where texts are fields of JSON, the checks of {@link RequestTexts} and {@link EvaluationLimit}. One
 * thread.
 */
// Gremlin Server does not call its authorizer for HTTP, so requests that run code are recognized here.
final class HttpTexts extends ChannelInboundHandlerAdapter {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final boolean scripts;
    private final EvaluationLimit limit;

    HttpTexts(boolean scripts, EvaluationLimit limit) {
        this.scripts = scripts;
        this.limit = limit;
    }

    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        final transient HttpResponseStatus status;

        Refused(HttpResponseStatus status, String why) {
            super(why);
            this.status = status;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof FullHttpRequest request)) {
            context.fireChannelRead(message);
            return;
        }
        try {
            context.fireChannelRead(checked(request));
        } catch (Refused refused) {
            request.release();
            refuse(context, refused);
        }
    }

    private FullHttpRequest checked(FullHttpRequest request) throws Refused {
        if (isOfDriver(request)) {
            if (!scripts) {
                throw new Refused(
                        HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE,
                        "send {\"gremlin\": \"…\"} as application/json, or use WebSocket: content-type="
                                + request.headers().get(HttpHeaderNames.CONTENT_TYPE));
            }
            return request;
        }
        JsonNode body = body(request);
        JsonNode text = body.path(Tokens.ARGS_GREMLIN);
        String refusal = text.isTextual() ? refusal(text.asText()) : "";
        if (!refusal.isEmpty()) {
            throw new Refused(HttpResponseStatus.BAD_REQUEST, refusal);
        }
        if (scripts) {
            return request;
        }
        JsonNode language = body.path(Tokens.ARGS_LANGUAGE);
        if (language.isMissingNode() || language.isNull()) {
            ((ObjectNode) body).put(Tokens.ARGS_LANGUAGE, RequestTexts.LANGUAGE);
            return withBody(request, body);
        }
        if (!RequestTexts.LANGUAGE.equals(language.asText())) {
            throw new Refused(HttpResponseStatus.FORBIDDEN, TraversalsOnly.REFUSAL);
        }
        return request;
    }

    private String refusal(String text) {
        String tooLong = TextLimits.refusal(text);
        return tooLong.isEmpty() ? limit.refusal(text) : tooLong;
    }

    /** Drivers send serialized requests, with their serializer's content type. */
    private static boolean isOfDriver(FullHttpRequest request) {
        String type = request.headers().get(HttpHeaderNames.CONTENT_TYPE);
        return type != null && type.contains("application/vnd.");
    }

    private static JsonNode body(FullHttpRequest request) throws Refused {
        try {
            JsonNode body = JSON.readTree(request.content().toString(StandardCharsets.UTF_8));
            if (body instanceof ObjectNode) {
                return body;
            }
        } catch (JsonProcessingException malformed) {
            throw new Refused(HttpResponseStatus.BAD_REQUEST, "not JSON: reason=" + malformed.getOriginalMessage());
        }
        throw new Refused(HttpResponseStatus.BAD_REQUEST, "a request is {\"gremlin\": \"…\"}");
    }

    private static FullHttpRequest withBody(FullHttpRequest request, JsonNode body) {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        FullHttpRequest changed = request.replace(Unpooled.wrappedBuffer(bytes));
        changed.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
        request.release();
        return changed;
    }

    private static void refuse(ChannelHandlerContext context, Refused why) {
        ObjectNode answer = JSON.createObjectNode().put("message", why.getMessage());
        Door.answer(context, why.status, HttpHeaderValues.APPLICATION_JSON, answer.toString());
    }
}
