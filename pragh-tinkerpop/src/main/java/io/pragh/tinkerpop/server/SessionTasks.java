package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelHandlerContext;
import io.pragh.tinkerpop.server.Caller.Asked;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import org.apache.tinkerpop.gremlin.server.Context;
import org.apache.tinkerpop.gremlin.server.op.session.Session;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands on requests in sessions, between two tasks for the session's thread that mark the request's begin and end.
 * One thread.
 */
final class SessionTasks {
    private static final Logger LOG = LoggerFactory.getLogger(SessionTasks.class);

    private final Caller caller;
    private final Evaluations evaluations;
    private final BiFunction<ChannelHandlerContext, RequestMessage, Context> contexts;

    SessionTasks(
            Caller caller,
            Evaluations evaluations,
            BiFunction<ChannelHandlerContext, RequestMessage, Context> contexts) {
        this.caller = caller;
        this.evaluations = evaluations;
        this.contexts = contexts;
    }

    /** Gremlin Server submits the request before this returns; a session executes one task after the other. */
    void handOn(ChannelHandlerContext context, RequestMessage request, String name) {
        if (!Tokens.OPS_EVAL.equals(request.getOp()) && !Tokens.OPS_BYTECODE.equals(request.getOp())) {
            context.fireChannelRead(request);
            return;
        }
        Session session = SessionKeeper.begun(name, () -> contexts.apply(context, request));
        Asked asked = caller.asked(context, request);
        note(session, () -> evaluations.begin(asked));
        context.fireChannelRead(request);
        note(session, evaluations::end);
    }

    private static void note(Session session, Runnable note) {
        try {
            session.getExecutor().execute(note);
        } catch (RejectedExecutionException ended) {
            LOG.debug("the session has ended, and Gremlin Server tells its client", ended);
        }
    }
}
