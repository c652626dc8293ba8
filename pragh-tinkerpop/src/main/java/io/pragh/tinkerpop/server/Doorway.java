package io.pragh.tinkerpop.server;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.handler.codec.http.websocketx.extensions.compression.WebSocketServerCompressionHandler;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.apache.tinkerpop.gremlin.server.Context;
import org.apache.tinkerpop.gremlin.server.Settings;
import org.apache.tinkerpop.gremlin.server.channel.WebSocketChannelizer;
import org.apache.tinkerpop.gremlin.server.handler.HttpGremlinEndpointHandler;
import org.apache.tinkerpop.gremlin.server.handler.OpExecutorHandler;
import org.apache.tinkerpop.gremlin.server.handler.OpSelectorHandler;
import org.apache.tinkerpop.gremlin.server.util.ServerGremlinExecutor;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.jspecify.annotations.Nullable;

/**
 * Gremlin Server's WebSocket and HTTP at one port, behind a {@link Door}: the server's name in a request, and the
 * request's text, are checked before anything parses them. Made by Gremlin Server, once; connections share it.
 */
public final class Doorway extends WebSocketChannelizer {
    static final String DOOR = "door";
    static final String HANG_UPS = "hang-ups";
    static final String TEXTS = "request-texts";
    private static final ByteBufAllocator HEAP = new HeapBuffers();
    private static final TemporaryFailures TEMPORARY = new TemporaryFailures();
    private static final Retries RETRIES = new Retries();
    /** Gremlin Server's name for the handler. */
    private static final String COMPRESSION = "web-socket-server-compression-handler";

    /** Settings with the checks of a door. */
    static final class DoorSettings extends Settings {
        final Callers callers;
        final boolean scripts;
        final EvaluationLimit limit;
        final SessionKeeper sessions = new SessionKeeper();
        final Failures failures = new Failures();
        final PlannedBytecode bytecode = new PlannedBytecode();
        final Evaluations evaluations;
        final Connections connections;
        final boolean compression;
        /** Null without logins. */
        @Nullable
        Logins logins;

        DoorSettings(
                Callers callers,
                boolean scripts,
                EvaluationLimit limit,
                Evaluations evaluations,
                Connections connections,
                boolean compression) {
            this.connections = connections;
            this.compression = compression;
            this.callers = callers;
            this.scripts = scripts;
            this.limit = limit;
            this.evaluations = evaluations;
        }
    }

    private HttpGremlinEndpointHandler http;
    private OpSelectorHandler selector;
    private OpExecutorHandler submitter;

    /** Made by Gremlin Server, which then calls {@link #init}. */
    @SuppressWarnings("NullAway.Init") // init() follows
    public Doorway() {}

    @Override
    @SuppressWarnings("rawtypes") // as it is inherited
    public void init(ServerGremlinExecutor executor) {
        super.init(executor);
        scheduledExecutorService = ((ClientTasks) gremlinExecutorService).timeouts();
        selector = new OpSelectorHandler(settings, graphManager, gremlinExecutor, scheduledExecutorService, this);
        submitter = new OpExecutorHandler(settings, graphManager, gremlinExecutor, scheduledExecutorService);
        http = new HttpGremlinEndpointHandler(serializers, gremlinExecutor, graphManager, settings);
    }

    @Override
    public void configure(ChannelPipeline pipeline) {
        DoorSettings door = (DoorSettings) settings;
        Visit visit = enter(pipeline.channel(), door.connections);
        super.configure(pipeline);
        pipeline.addBefore(PIPELINE_HTTP_REQUEST_DECODER, "visit", visit);
        if (door.compression) {
            pipeline.replace(
                    COMPRESSION,
                    COMPRESSION,
                    new WebSocketServerCompressionHandler(door.maxContentLength)); // else it has no bound
        } else {
            pipeline.remove(COMPRESSION); // an offer is not answered, and the client sends uncompressed
        }
        pipeline.addAfter(PIPELINE_HTTP_REQUEST_DECODER, DOOR, new Door(http, door));
        pipeline.addAfter(PIPELINE_HTTP_REQUEST_DECODER, "arrivals", Arrivals.PARTS);
        pipeline.addAfter(PIPELINE_HTTP_AGGREGATOR, HANG_UPS, door.failures.hangUps);
        pipeline.addAfter(PIPELINE_HTTP_AGGREGATOR, "first-bodies", Arrivals.WHOLE);
        pipeline.addAfter(PIPELINE_REQUEST_HANDLER, "first-frames", Arrivals.WHOLE); // as long as they are inflated
        pipeline.addAfter("request-close-decoder", "unread", door.failures.unread);
        pipeline.addAfter("unread", "temporary-failures", TEMPORARY);
        pipeline.addAfter("unread", TEXTS, new RequestTexts(door.scripts));
        pipeline.addAfter(TEXTS, "evaluation-limit", door.limit); // a text is bounded before it is searched
        if (door.logins != null) {
            pipeline.addAfter("evaluation-limit", PIPELINE_AUTHENTICATOR, new LoginDoor(door.logins));
        }
        Caller caller = new Caller();
        SessionTasks tasks = new SessionTasks(caller, door.evaluations, this::inContext);
        pipeline.addLast(Retries.FROM, Retries.HANDS_ON);
        pipeline.addLast("planned-bytecode", door.bytecode); // requests that get here are authorized
        pipeline.addLast("sessions", new SessionDoor(door.sessions, tasks));
        pipeline.addLast("caller", caller);
    }

    private Context inContext(ChannelHandlerContext where, RequestMessage request) {
        return new Context(request, where, settings, graphManager, gremlinExecutor, scheduledExecutorService);
    }

    private static Visit enter(Channel channel, Connections connections) {
        channel.config().setAllocator(HEAP);
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        long idleSeconds = TimeUnit.NANOSECONDS.toSeconds(connections.limits.idleNanos());
        channel.config() // if the system supports it; the default is hours
                .setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), (int) Math.max(1, idleSeconds));
        Visit visit = new Visit(connections, channel);
        if (!connections.admit(visit)) {
            var unused = channel.close(); // also if that fails
        }
        return visit;
    }

    @Override
    public void finalize(ChannelPipeline pipeline) {
        pipeline.replace(PIPELINE_OP_SELECTOR, PIPELINE_OP_SELECTOR, selector);
        pipeline.replace(PIPELINE_OP_EXECUTOR, PIPELINE_OP_EXECUTOR, submitter);
        pipeline.addBefore(PIPELINE_OP_EXECUTOR, "retries", RETRIES);
        pipeline.addLast("failures", ((DoorSettings) settings).failures.others);
    }
}
