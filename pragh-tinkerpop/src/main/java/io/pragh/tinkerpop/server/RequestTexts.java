package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.tinkerpop.gremlin.jsr223.GremlinLangScriptEngineFactory;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;

/**
 * Bounds the texts of requests over WebSocket, and sets the language of a text that names none to gremlin-lang, where
 * no other one is allowed: Gremlin Server would take it for Groovy. One thread.
 */
final class RequestTexts extends ChannelInboundHandlerAdapter {
    /** The language that cannot run code. */
    static final String LANGUAGE = new GremlinLangScriptEngineFactory().getLanguageName();

    private final boolean scripts;

    RequestTexts(boolean scripts) {
        this.scripts = scripts;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof RequestMessage request)
                || !Tokens.OPS_EVAL.equals(request.getOp())
                || !(request.getArgs().get(Tokens.ARGS_GREMLIN) instanceof String text)) {
            context.fireChannelRead(message);
            return;
        }
        String refusal = TextLimits.refusal(text);
        if (!refusal.isEmpty()) {
            ResponseMessage answer = ResponseMessage.build(request)
                    .code(ResponseStatusCode.REQUEST_ERROR_MALFORMED_REQUEST)
                    .statusMessage(refusal)
                    .create();
            context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        } else if (scripts || request.getArgs().get(Tokens.ARGS_LANGUAGE) != null) {
            context.fireChannelRead(request);
        } else {
            context.fireChannelRead(RequestMessage.from(request)
                    .addArg(Tokens.ARGS_LANGUAGE, LANGUAGE)
                    .create());
        }
    }
}
