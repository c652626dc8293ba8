package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.pragh.tinkerpop.server.SessionKeeper.Held;
import java.util.HashMap;
import java.util.Map;
import org.apache.tinkerpop.gremlin.server.op.session.Session;
import org.apache.tinkerpop.gremlin.server.op.session.SessionOpProcessor;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;

/**
 * Bounds the sessions of a connection, and ends one that the client closes; Gremlin Server only confirms that, and ends all with the
 * connection. One thread.
 */
final class SessionDoor extends ChannelInboundHandlerAdapter {
    static final int SESSIONS_MAX = 16;

    private final SessionKeeper keeper;
    private final Map<String, Held> open = new HashMap<>();

    SessionDoor(SessionKeeper keeper) {
        this.keeper = keeper;
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
        String refusal = refusal(name);
        if (!refusal.isEmpty()) {
            answer(context, request, ResponseStatusCode.SERVER_ERROR, refusal);
            return;
        }
        context.fireChannelRead(message);
        if (SessionKeeper.named(name) != null && !open.containsKey(name)) {
            Held begun = new Held(name);
            open.put(name, begun);
            keeper.add(begun);
        }
    }

    private String refusal(String name) {
        Held known = open.get(name);
        if (known != null) {
            return known.isLate()
                    ? "the session has ended, and what it had not committed is rolled back: its transaction was open for longer than"
                            + " limit=pragh.snapshotSeconds; begin another session"
                    : known.isClosing() ? "the session is being closed; begin another one" : "";
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

    /** Those that Gremlin Server has ended because nobody asked them anything; not those whose client has yet to hear why. */
    private void forgetEnded() {
        open.values().removeIf(session -> {
            boolean gone = !session.isLate() && !session.isClosing() && SessionKeeper.named(session.name) == null;
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
        ResponseMessage answer =
                ResponseMessage.build(request).code(code).statusMessage(text).create();
        context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        open.values().forEach(keeper::remove);
        open.clear();
        context.fireChannelInactive();
    }
}
