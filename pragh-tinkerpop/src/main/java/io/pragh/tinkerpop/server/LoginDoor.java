package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.ReferenceCountUtil;
import io.pragh.tinkerpop.server.Logins.Credentials;
import io.pragh.tinkerpop.server.Logins.Outcome;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.apache.tinkerpop.gremlin.server.auth.AuthenticatedUser;
import org.apache.tinkerpop.gremlin.server.handler.StateKey;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for a name and a password: by SASL PLAIN before the first request over WebSocket is handed on, by basic
 * authentication with each request over HTTP. While they are checked, on another thread, the connection is not read.
 * One thread.
 */
final class LoginDoor extends ChannelInboundHandlerAdapter {
    /** Bound on the requests that a client sends before it has logged in. */
    static final int REQUESTS_MAX = 256;

    private static final Logger LOG = LoggerFactory.getLogger(LoginDoor.class);
    private static final String BASIC = "Basic ";
    private static final String NO_LOGIN = "a login is a name and a password";

    private final Logins logins;
    /** Messages that came while a password was being checked: the rest of the bytes read with it. */
    private final Deque<Object> later = new ArrayDeque<>();
    /** Requests that wait for the login; the challenge is the answer to the first of them. */
    private final List<RequestMessage> requests = new ArrayList<>();

    /** The authorization that was accepted over HTTP: later requests on this connection repeat it. */
    private @Nullable String entered;

    private boolean checking;
    private boolean closing;

    LoginDoor(Logins logins) {
        this.logins = logins;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (checking) {
            later.add(message);
        } else if (closing) {
            ReferenceCountUtil.release(message);
        } else if (message instanceof RequestMessage request) {
            overWebSocket(context, request);
        } else if (message instanceof FullHttpRequest request) {
            overHttp(context, request);
        } else {
            ReferenceCountUtil.release(message);
            var unused = context.close(); // also if that fails
        }
    }

    // --- WebSocket ---

    private void overWebSocket(ChannelHandlerContext context, RequestMessage request) {
        if (!request.getOp().equals(Tokens.OPS_AUTHENTICATION)) {
            keep(context, request);
        } else if (requests.isEmpty()) {
            answer(context, request, ResponseStatusCode.UNAUTHORIZED, "nobody has asked for a login yet");
        } else {
            Credentials said = request.getArgs().get(Tokens.ARGS_SASL) instanceof String text ? plain(text) : null;
            if (said == null) {
                refuse(context, NO_LOGIN);
            } else {
                check(context, said, outcome -> decided(context, outcome));
            }
        }
    }

    private void keep(ChannelHandlerContext context, RequestMessage request) {
        if (requests.size() >= REQUESTS_MAX) {
            answer(context, request, ResponseStatusCode.UNAUTHORIZED, "log in before sending so many requests");
            return;
        }
        requests.add(request);
        if (requests.size() == 1) {
            answer(context, request, ResponseStatusCode.AUTHENTICATE, "");
        }
    }

    private void decided(ChannelHandlerContext context, Outcome outcome) {
        if (!outcome.isRight()) {
            refuse(context, outcome.refusal());
            return;
        }
        enter(context, outcome);
        context.pipeline().remove(this);
        requests.forEach(context::fireChannelRead);
        later.forEach(context::fireChannelRead);
        later.clear();
    }

    /** The client may try again with another password. */
    private void refuse(ChannelHandlerContext context, String why) {
        requests.forEach(request -> answer(context, request, ResponseStatusCode.UNAUTHORIZED, why));
        RequestMessage first = requests.get(0);
        requests.clear();
        requests.add(first);
    }

    private static void answer(
            ChannelHandlerContext context, RequestMessage request, ResponseStatusCode code, String text) {
        ResponseMessage answer =
                ResponseMessage.build(request).code(code).statusMessage(text).create();
        context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    /** Decodes [authorize as] NUL name NUL password, in Base64. */
    private static @Nullable Credentials plain(String sasl) {
        byte[] bytes = decoded(Base64.getDecoder(), sasl);
        String text = new String(bytes, StandardCharsets.UTF_8);
        int first = text.indexOf('\0');
        int second = text.indexOf('\0', first + 1);
        return first < 0 || second < 0
                ? null
                : new Credentials(text.substring(first + 1, second), text.substring(second + 1));
    }

    // --- HTTP ---

    private void overHttp(ChannelHandlerContext context, FullHttpRequest request) {
        String header = request.headers().get(HttpHeaderNames.AUTHORIZATION);
        if (header != null && header.equals(entered)) {
            context.fireChannelRead(request);
            return;
        }
        Credentials said = header != null && header.regionMatches(true, 0, BASIC, 0, BASIC.length())
                ? basic(header.substring(BASIC.length()))
                : null;
        if (said == null) {
            request.release();
            refuse(context, HttpResponseStatus.UNAUTHORIZED, NO_LOGIN);
            return;
        }
        check(context, said, outcome -> {
            if (outcome.isRight()) {
                enter(context, outcome);
                entered = header;
                context.fireChannelRead(request);
            } else {
                request.release();
                refuse(
                        context,
                        outcome.isForNow() ? HttpResponseStatus.TOO_MANY_REQUESTS : HttpResponseStatus.UNAUTHORIZED,
                        outcome.refusal());
            }
        });
    }

    /** Decodes name:password, in Base64; clients use either alphabet. */
    private static @Nullable Credentials basic(String encoded) {
        byte[] bytes = decoded(Base64.getUrlDecoder(), encoded.replace('+', '-').replace('/', '_'));
        String text = new String(bytes, StandardCharsets.UTF_8);
        int colon = text.indexOf(':');
        return colon < 0 ? null : new Credentials(text.substring(0, colon), text.substring(colon + 1));
    }

    private static byte[] decoded(Base64.Decoder decoder, String text) {
        try {
            return decoder.decode(text);
        } catch (IllegalArgumentException no) {
            LOG.debug("not Base64", no);
            return new byte[0];
        }
    }

    private void refuse(ChannelHandlerContext context, HttpResponseStatus status, String why) {
        closing = true;
        Door.answer(context, status, Door.PLAIN_TEXT, why + "\n");
    }

    // --- Both ---

    private static void enter(ChannelHandlerContext context, Outcome outcome) {
        context.channel().attr(StateKey.AUTHENTICATED_USER).set(new AuthenticatedUser(outcome.name()));
    }

    /** Acts on an outcome, on the connection's thread. */
    @FunctionalInterface
    private interface Decision {
        void made(Outcome outcome);
    }

    private void check(ChannelHandlerContext context, Credentials said, Decision decision) {
        if (!(context.channel().remoteAddress() instanceof InetSocketAddress from)) {
            return; // the connection is closed
        }
        checking = true;
        context.channel().config().setAutoRead(false);
        logins.check(from.getAddress(), said, outcome -> {
            try {
                context.executor().execute(() -> made(context, decision, outcome));
            } catch (RejectedExecutionException stopped) {
                LOG.debug("the server has stopped meanwhile", stopped);
            }
        });
    }

    private void made(ChannelHandlerContext context, Decision decision, Outcome outcome) {
        checking = false;
        decision.made(outcome);
        while (!checking && !later.isEmpty()) {
            channelRead(context, later.remove());
        }
        if (!checking) {
            context.channel().config().setAutoRead(true);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        later.forEach(ReferenceCountUtil::release);
        later.clear();
        context.fireChannelInactive();
    }
}
