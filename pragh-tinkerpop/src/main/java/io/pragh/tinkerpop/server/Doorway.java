package io.pragh.tinkerpop.server;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.websocketx.extensions.compression.WebSocketServerCompressionHandler;
import org.apache.tinkerpop.gremlin.server.Context;
import org.apache.tinkerpop.gremlin.server.Settings;
import org.apache.tinkerpop.gremlin.server.channel.WebSocketChannelizer;
import org.apache.tinkerpop.gremlin.server.handler.HttpGremlinEndpointHandler;
import org.apache.tinkerpop.gremlin.server.util.ServerGremlinExecutor;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.jspecify.annotations.Nullable;

/**
 * Gremlin Server's WebSocket and HTTP at one port, behind a door: what a request calls the server, and the text that it brings, are looked
 * at before anything parses them. Made by Gremlin Server, once; connections share it.
 */
public final class Doorway extends WebSocketChannelizer {
    static final String DOOR = "door";
    static final String HANG_UPS = "hang-ups";
    static final String TEXTS = "request-texts";
    private static final ByteBufAllocator HEAP = new HeapBuffers();
    /** What Gremlin Server calls it. */
    private static final String COMPRESSION = "web-socket-server-compression-handler";

    /** Settings that know what a door lets through. */
    static final class DoorSettings extends Settings {
        final Callers callers;
        final boolean scripts;
        final EvaluationLimit limit;
        final SessionKeeper sessions = new SessionKeeper();
        final Failures failures = new Failures();
        final Evaluations evaluations;
        /** Null when everybody is let in. */
        @Nullable
        Logins logins;

        DoorSettings(Callers callers, boolean scripts, EvaluationLimit limit, Evaluations evaluations) {
            this.callers = callers;
            this.scripts = scripts;
            this.limit = limit;
            this.evaluations = evaluations;
        }
    }

    private HttpGremlinEndpointHandler http;

    /** Made by Gremlin Server, which then calls {@link #init}. */
    @SuppressWarnings("NullAway.Init") // init() follows
    public Doorway() {}

    @Override
    @SuppressWarnings("rawtypes") // as it is inherited
    public void init(ServerGremlinExecutor executor) {
        super.init(executor);
        http = new HttpGremlinEndpointHandler(serializers, gremlinExecutor, graphManager, settings);
    }

    @Override
    public void configure(ChannelPipeline pipeline) {
        pipeline.channel().config().setAllocator(HEAP);
        super.configure(pipeline);
        DoorSettings door = (DoorSettings) settings;
        pipeline.replace(
                COMPRESSION,
                COMPRESSION,
                new WebSocketServerCompressionHandler(door.maxContentLength)); // else no bound
        pipeline.addAfter(PIPELINE_HTTP_REQUEST_DECODER, DOOR, new Door(http, door));
        pipeline.addAfter(PIPELINE_HTTP_AGGREGATOR, HANG_UPS, door.failures.hangUps);
        pipeline.addAfter("request-close-decoder", TEXTS, new RequestTexts(door.scripts));
        pipeline.addAfter(TEXTS, "evaluation-limit", door.limit); // a text is bounded before it is searched
        if (door.logins != null) {
            pipeline.addAfter("evaluation-limit", PIPELINE_AUTHENTICATOR, new LoginDoor(door.logins));
        }
        Caller caller = new Caller();
        SessionTasks tasks = new SessionTasks(caller, door.evaluations, this::inContext);
        pipeline.addLast("sessions", new SessionDoor(door.sessions, tasks)); // whoever gets here may
        pipeline.addLast("caller", caller);
    }

    private Context inContext(ChannelHandlerContext where, RequestMessage request) {
        return new Context(request, where, settings, graphManager, gremlinExecutor, scheduledExecutorService);
    }

    @Override
    public void finalize(ChannelPipeline pipeline) {
        pipeline.addLast("failures", ((DoorSettings) settings).failures.others);
    }
}
