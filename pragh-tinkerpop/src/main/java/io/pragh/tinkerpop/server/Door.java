package io.pragh.tinkerpop.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import io.pragh.tinkerpop.server.Doorway.DoorSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.apache.tinkerpop.gremlin.server.AbstractChannelizer;
import org.apache.tinkerpop.gremlin.server.handler.HttpGremlinEndpointHandler;
import org.apache.tinkerpop.gremlin.server.handler.HttpUserAgentHandler;

/**
 * First handler of a connection: refuses requests by their head, and routes those without WebSocket to the HTTP
 * endpoint. One thread.
 */
final class Door extends ChannelInboundHandlerAdapter {
    /** Content type of textual answers. */
    static final String PLAIN_TEXT = "text/plain; charset=utf-8";

    private static final String LOGIN = "Basic realm=\"pragh\", charset=\"UTF-8\"";
    private static final String ENDPOINT = "http-endpoint";

    private final HttpGremlinEndpointHandler http;
    private final DoorSettings settings;
    private boolean closed;

    Door(HttpGremlinEndpointHandler http, DoorSettings settings) {
        this.http = http;
        this.settings = settings;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (closed && message instanceof HttpObject) {
            ReferenceCountUtil.release(message); // the rest of a refused request
        } else if (message instanceof HttpRequest request) {
            head(context, request);
        } else {
            context.fireChannelRead(message);
        }
    }

    private void head(ChannelHandlerContext context, HttpRequest request) {
        HttpHeaders headers = request.headers();
        InetAddress local = ((InetSocketAddress) context.channel().localAddress()).getAddress();
        String refusal =
                settings.callers.refusal(headers.get(HttpHeaderNames.HOST), headers.get(HttpHeaderNames.ORIGIN), local);
        if (!refusal.isEmpty()) {
            turnAway(context, request, HttpResponseStatus.FORBIDDEN, refusal);
        } else if (isUpgrade(headers)) {
            context.fireChannelRead(request);
        } else if (!request.method().equals(HttpMethod.POST)) {
            turnAway(context, request, HttpResponseStatus.METHOD_NOT_ALLOWED, "send Gremlin by POST, or by WebSocket");
        } else if (!Visit.of(context.channel()).mayBring(HttpUtil.getContentLength(request, 0L))) {
            turnAway(
                    context,
                    request,
                    HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                    "log in by a short request over this connection first: max=" + ConnectionLimits.STRANGER_BYTES_MAX);
        } else {
            headers.remove(HttpHeaderNames.ORIGIN); // otherwise Gremlin Server lets the page read the answer
            leadToHttp(context.pipeline());
            context.fireChannelRead(request);
        }
    }

    private static boolean isUpgrade(HttpHeaders headers) {
        return headers.containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
    }

    private void turnAway(ChannelHandlerContext context, HttpRequest request, HttpResponseStatus status, String why) {
        closed = true;
        ReferenceCountUtil.release(request);
        HttpTurns turns = context.pipeline().get(HttpTurns.class);
        if (turns != null && turns.isBusy()) {
            var unused = context.close(); // an answer would be taken for that of an earlier request
        } else {
            answer(context, status, PLAIN_TEXT, why + "\n");
        }
    }

    /** Answers a request over HTTP, and closes the connection. */
    static void answer(ChannelHandlerContext context, HttpResponseStatus status, CharSequence type, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        DefaultFullHttpResponse answer =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(bytes));
        answer.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, type)
                .set(HttpHeaderNames.CONTENT_LENGTH, bytes.length)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        if (status.equals(HttpResponseStatus.UNAUTHORIZED)) {
            answer.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, LOGIN); // some clients log in only when asked so
        }
        context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
    }

    /**
     * Once for each connection: replaces the WebSocket handlers by those of HTTP, and puts the login handler first.
     */
    private void leadToHttp(ChannelPipeline pipeline) {
        if (pipeline.get(ENDPOINT) != null) {
            return;
        }
        pipeline.remove(AbstractChannelizer.PIPELINE_REQUEST_HANDLER);
        String last = Doorway.HANG_UPS;
        if (settings.logins != null) {
            pipeline.remove(AbstractChannelizer.PIPELINE_AUTHENTICATOR);
            pipeline.addAfter(last, AbstractChannelizer.PIPELINE_AUTHENTICATOR, new LoginDoor(settings.logins));
            last = AbstractChannelizer.PIPELINE_AUTHENTICATOR;
        }
        pipeline.addAfter(last, ENDPOINT, http);
        pipeline.addAfter(last, "http-caller", new Caller());
        if (!settings.scripts) {
            pipeline.addAfter(last, "http-retries", new HttpRetries());
        }
        pipeline.addAfter(last, "http-texts", new HttpTexts(settings.scripts, settings.limit));
        pipeline.addAfter(last, "http-user-agent", new HttpUserAgentHandler());
        pipeline.addAfter(Doorway.HANG_UPS, "http-turns", new HttpTurns());
    }
}
