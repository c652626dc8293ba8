package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.pragh.tinkerpop.server.SessionKeeper.Held;
import java.util.HashMap;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.GraphOp;
import org.apache.tinkerpop.gremlin.server.op.session.Session;
import org.apache.tinkerpop.gremlin.server.op.session.SessionOpProcessor;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the sessions of a connection, and ends a session that the client closes; Gremlin Server only confirms the
 * closing, and ends all sessions with the connection. One thread.
 */
final class SessionDoor extends ChannelInboundHandlerAdapter {
    static final int SESSIONS_MAX = 16;

    private final SessionKeeper keeper;
    private final SessionTasks tasks;
    private final Map<String, Held> open = new HashMap<>();

    SessionDoor(SessionKeeper keeper, SessionTasks tasks) {
        this.keeper = keeper;
        this.tasks = tasks;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof RequestMessage request)
                || !SessionOpProcessor.OP_PROCESSOR_NAME.equals(request.getProcessor())
                || !(request.getArgs().get(Tokens.ARGS_SESSION) instanceof String name)) {
            context.fireChannelRead(message);
            return;
        }
        if (Tokens.OPS_CLOSE.equals(request.getOp())) {
            close(context, request, name);
            return;
        }
        Held known = open.get(name);
        RuntimeException late = known == null ? null : known.late();
        if (late != null) {
            refuseLate(context, request, late);
            return;
        }
        String refusal = refusal(name, known);
        if (!refusal.isEmpty()) {
            answer(context, request, ResponseStatusCode.SERVER_ERROR, refusal);
            return;
        }
        tasks.handOn(context, request, name);
        if (known == null && SessionKeeper.named(name) != null) {
            Held begun = new Held(name);
            open.put(name, begun);
            keeper.add(begun);
        }
    }

    private String refusal(String name, @Nullable Held known) {
        if (known != null) {
            return known.isClosing() ? "the session is being closed; begin another one" : "";
        }
        if (SessionKeeper.named(name) != null) {
            return "the session is another connection's; begin one of another name";
        }
        forgetEnded();
        if (open.size() >= SESSIONS_MAX) {
            return "a connection may have no more sessions open than max=" + SESSIONS_MAX
                    + "; close one, or open another connection";
        }
        return SessionKeeper.isFull()
                ? "the server may have no more sessions open than max=" + SessionKeeper.SESSIONS_MAX
                        + "; try again when others have closed theirs"
                : "";
    }

    /**
     * Refuses requests in a session that was rolled back, except another rollback: so a client can finish as after a
     * failure of its own.
     */
    private static void refuseLate(ChannelHandlerContext context, RequestMessage request, RuntimeException late) {
        if (GraphOp.TX_ROLLBACK.getBytecode().equals(request.getArgs().get(Tokens.ARGS_GREMLIN))) {
            answer(context, ResponseMessage.build(request).code(ResponseStatusCode.NO_CONTENT));
        } else {
            answer(
                    context,
                    ResponseMessage.build(request)
                            .code(ResponseStatusCode.SERVER_ERROR)
                            .statusMessage(
                                    "the session has ended, and what it had not committed is rolled back; begin another"
                                            + " session: " + late.getMessage())
                            .statusAttributeException(late));
        }
    }

    /** Forgets sessions that Gremlin Server has ended as idle; not those whose client is still to be told why. */
    private void forgetEnded() {
        open.values().removeIf(session -> {
            boolean gone = session.late() == null && !session.isClosing() && SessionKeeper.named(session.name) == null;
            if (gone) {
                keeper.remove(session);
            }
            return gone;
        });
    }

    private void close(ChannelHandlerContext context, RequestMessage request, String name) {
        Held known = open.get(name);
        if (known == null || known.isClosing()) {
            answer(context, request, ResponseStatusCode.NO_CONTENT, "");
            return;
        }
        known.beginClosing();
        Session session = SessionKeeper.named(name);
        if (session == null || !session.isBoundTo(context.channel())) {
            closed(context, request, known);
        } else {
            keeper.end(session, () -> context.executor().execute(() -> closed(context, request, known)));
        }
    }

    private void closed(ChannelHandlerContext context, RequestMessage request, Held session) {
        open.remove(session.name);
        keeper.remove(session);
        answer(context, request, ResponseStatusCode.NO_CONTENT, "");
    }

    private static void answer(
            ChannelHandlerContext context, RequestMessage request, ResponseStatusCode code, String text) {
        answer(context, ResponseMessage.build(request).code(code).statusMessage(text));
    }

    private static void answer(ChannelHandlerContext context, ResponseMessage.Builder answer) {
        context.writeAndFlush(answer.create()).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        open.values().forEach(keeper::remove);
        open.clear();
        context.fireChannelInactive();
    }
}
