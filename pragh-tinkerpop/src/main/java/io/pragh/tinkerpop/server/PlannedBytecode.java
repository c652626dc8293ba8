package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.jspecify.annotations.Nullable;

/**
 * A handler that executes repeated bytecode by the plans of its {@linkplain BytecodeText texts}, which saves building
 * and planning the traversals each time. Other parts of a request are left to Gremlin Server. Shared by connections;
 * any thread.
 */
@ChannelHandler.Sharable
final class PlannedBytecode extends ChannelInboundHandlerAdapter {
    private volatile @Nullable PlannedTexts texts;

    /** Sets the plans; before, all bytecode is built and planned each time. */
    void use(PlannedTexts kept) {
        texts = kept;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        PlannedTexts kept = texts;
        Traversal.Admin<?, ?> planned = kept != null
                        && message instanceof RequestMessage request
                        && Tokens.OPS_BYTECODE.equals(request.getOp())
                        && request.getArgs().get(Tokens.ARGS_GREMLIN) instanceof Bytecode bytecode
                ? kept.planned(bytecode)
                : null;
        context.fireChannelRead(
                planned == null
                        ? message
                        : Retries.replaced((RequestMessage) message)
                                .addArg(Tokens.ARGS_GREMLIN, ServedSource.planned(planned))
                                .create());
    }
}
