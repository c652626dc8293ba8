package io.pragh.tinkerpop.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.tinkerpop.gremlin.server.handler.StateKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: records what arrives on it and when, and enforces its time limits. The first of its handlers that
 * sees plain bytes. On its I/O thread, unless a method says otherwise.
 */
/*
 * A connection with requests over WebSocket is not closed as idle: drivers keep some for later, gremlinpython can
 * neither ping nor answer a ping between two requests, and takes a closed connection for a live one. TCP finds out
 * whether its peer is still there, and it gives way to others when there are too many (see Connections).
 */
final class Visit extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Visit.class);
    private static final AttributeKey<Visit> KEY = AttributeKey.valueOf(Visit.class, "visit");
    private static final int REASON_BYTES_MAX = 120; // a closing frame has 125, with its code

    /** Compares by distance: that is the only order of {@link System#nanoTime} values. */
    static final Comparator<Visit> LONGEST_SILENT = (one, other) -> Long.signum(one.lastNanos - other.lastNanos);

    static final Comparator<Visit> LONGEST_HOLDING =
            (one, other) -> Long.signum(one.heldSinceNanos - other.heldSinceNanos);

    final InetAddress from;
    private final Connections connections;
    private final Channel channel;
    private final long openedNanos = System.nanoTime();
    private final AtomicInteger underWay = new AtomicInteger();
    private @Nullable ScheduledFuture<?> next;

    private volatile long lastNanos = openedNanos;
    private volatile boolean asked;
    private boolean introduced;
    private boolean webSocket;
    private long firstAskedNanos;
    private long strangerBytes;
    private volatile long heldBytes;
    private volatile long heldSinceNanos;

    Visit(Connections connections, Channel channel) {
        this.connections = connections;
        this.channel = channel;
        this.from = channel.remoteAddress() instanceof InetSocketAddress remote
                ? remote.getAddress()
                : new InetSocketAddress(0).getAddress(); // it is disconnected already
        channel.attr(KEY).set(this);
        channel.closeFuture().addListener(closed -> leave());
    }

    /** The visit of a connection. */
    static Visit of(Channel channel) {
        return channel.attr(KEY).get();
    }

    // --- Arrivals ---

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        lookIn(connections.limits.arrivalNanos());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        int bytes = message instanceof ByteBuf some ? some.readableBytes() : 0;
        lastNanos = System.nanoTime();
        boolean loggedIn = isLoggedIn();
        strangerBytes += loggedIn ? 0 : bytes;
        connections.hold(this, bytes);
        context.fireChannelRead(message);
        if (!loggedIn && !isLoggedIn()) {
            if (heldBytes
                    > 2 * ConnectionLimits.STRANGER_BYTES_MAX) { // sockets deliver pieces as long as a frame may be
                refuse("log in by a short request first: a message is too long");
            } else if (strangerBytes > ConnectionLimits.STRANGER_BYTES_ALL_MAX) {
                refuse("log in before sending so many requests");
            }
        }
    }

    /** The first part of a request over HTTP has come. */
    void introduce() {
        introduced = true;
    }

    /** So many of the received bytes are a whole message. */
    void whole(long bytes) {
        connections.whole(this, bytes);
    }

    /** A request has come over WebSocket. */
    void ask() {
        webSocket = true;
        if (!asked) {
            firstAskedNanos = System.nanoTime();
        }
        asked = true;
    }

    /** Whether one message may have so many bytes; after the login, the limit is the server's. */
    boolean mayBring(long bytes) {
        return bytes <= ConnectionLimits.STRANGER_BYTES_MAX || isLoggedIn();
    }

    private boolean isLoggedIn() {
        return !connections.logins()
                || channel.attr(StateKey.AUTHENTICATED_USER).get() != null;
    }

    // --- Work on its requests; any thread ---

    void beginTask() {
        underWay.incrementAndGet();
    }

    void endTask() {
        lastNanos = System.nanoTime();
        underWay.decrementAndGet();
    }

    // --- Time limits ---

    private void lookIn(long nanos) {
        if (channel.isOpen()) {
            next = channel.eventLoop().schedule(this::look, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void leave() {
        connections.leave(this);
        if (next != null) {
            next.cancel(false); // or it would keep the connection in memory until it is due
        }
    }

    private void look() {
        long now = System.nanoTime();
        long left = dueNanos(now) - now;
        if (left > 0) {
            lookIn(Math.min(left, connections.limits.arrivalNanos()));
        } else if (introduced && heldBytes == 0 && !isLoginLate(now)) {
            LOG.debug("an idle connection is closed: remote={}", channel.remoteAddress());
            var unused = channel.close(); // also if that fails
        } else {
            refuse(introduced ? "what was begun did not come to its end in time" : "no request has come in time");
        }
    }

    private boolean isLoginLate(long now) {
        return asked && !isLoggedIn() && now - firstAskedNanos >= connections.limits.arrivalNanos();
    }

    private long dueNanos(long now) {
        long arrival = connections.limits.arrivalNanos();
        if (!introduced) {
            return openedNanos + arrival;
        }
        if (heldBytes > 0) {
            return heldSinceNanos
                    + arrival
                    + TimeUnit.SECONDS.toNanos(1) * heldBytes / ConnectionLimits.BYTES_PER_SECOND;
        }
        if (asked && !isLoggedIn()) {
            return firstAskedNanos + arrival;
        }
        boolean kept = webSocket || underWay.get() > 0;
        return kept ? now + arrival : lastNanos + connections.limits.idleNanos();
    }

    // --- Its end ---

    /** Ends the connection because of its conduct, which is logged. */
    void refuse(String why) {
        connections.say("a connection is closed: remote={} reason={}", channel.remoteAddress(), why);
        end(why);
    }

    /** Sends the client the reason, if it can be sent, and ends the connection. Any thread. */
    void end(String why) {
        if (asked) {
            String reason = new String(
                    why.getBytes(StandardCharsets.US_ASCII),
                    0,
                    Math.min(why.length(), REASON_BYTES_MAX),
                    StandardCharsets.US_ASCII);
            var unused = channel.writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.POLICY_VIOLATION, reason));
        }
        var unused = channel.close(); // also if that fails
    }

    // --- Properties that Connections compares; any thread ---

    boolean isStranger() {
        return connections.logins() ? !isLoggedIn() : !asked && underWay.get() == 0;
    }

    boolean isSilent() {
        return underWay.get() == 0 && System.nanoTime() - lastNanos >= connections.limits.idleNanos();
    }

    long heldBytes() {
        return heldBytes;
    }

    /**
     * Sets the received bytes of an incomplete message; if they are fewer than before, it is another message. Under
     * the lock of Connections.
     */
    void hold(long bytes) {
        if (heldBytes == 0 || bytes < heldBytes) {
            heldSinceNanos = System.nanoTime();
        }
        heldBytes = bytes;
    }
}
