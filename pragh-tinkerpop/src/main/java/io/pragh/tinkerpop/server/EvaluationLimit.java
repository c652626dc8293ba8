package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.tinkerpop.gremlin.jsr223.GremlinScriptChecker;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;

/**
 * Bounds the time-out that a request may ask for ({@code with("evaluationTimeout", millis)}). A request that asks for
 * more is refused rather than ended sooner than it expects; one that asks for no limit, by 0, gets the maximum. Any
 * thread.
 */
@ChannelHandler.Sharable
final class EvaluationLimit extends ChannelInboundHandlerAdapter {
    private final long millisMax;

    EvaluationLimit(long millisMax) {
        this.millisMax = millisMax;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof RequestMessage request)) {
            context.fireChannelRead(message);
            return;
        }
        String refusal = refusal(request);
        if (refusal.isEmpty()) {
            context.fireChannelRead(limited(request));
            return;
        }
        ResponseMessage answer = ResponseMessage.build(request)
                .code(ResponseStatusCode.REQUEST_ERROR_INVALID_REQUEST_ARGUMENTS)
                .statusMessage(refusal)
                .create();
        context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    private RequestMessage limited(RequestMessage request) {
        boolean unlimited =
                request.getArgs().get(Tokens.ARGS_EVAL_TIMEOUT) instanceof Number asked && asked.longValue() == 0;
        return unlimited
                ? RequestMessage.from(request)
                        .addArg(Tokens.ARGS_EVAL_TIMEOUT, millisMax)
                        .create()
                : request;
    }

    private String refusal(RequestMessage request) {
        Object asked = request.getArgs().get(Tokens.ARGS_EVAL_TIMEOUT);
        if (asked instanceof Number number) {
            String refusal = number.longValue() == 0 ? "" : refusal(number.longValue());
            if (!refusal.isEmpty()) {
                return refusal;
            }
        } else if (request.getArgs().containsKey(Tokens.ARGS_EVAL_TIMEOUT)) {
            return "evaluationTimeout is a number of milliseconds: evaluationTimeout=" + asked;
        }
        return request.getArgs().get(Tokens.ARGS_GREMLIN) instanceof String text ? refusal(text) : "";
    }

    /**
     * The reason why a text is not evaluated, empty when it is: a time-out in the text's {@code with()} overrides the
     * request's.
     */
    String refusal(String text) {
        return GremlinScriptChecker.parse(text).getTimeout().map(this::refusal).orElse("");
    }

    private String refusal(long askedMillis) {
        return 0 < askedMillis && askedMillis <= millisMax
                ? ""
                : "a request may take less time here than it asks for; ask for less, or have server.evaluationSecondsMax raised:"
                        + " evaluationTimeout=" + askedMillis + " max=" + millisMax + " (milliseconds)";
    }
}
