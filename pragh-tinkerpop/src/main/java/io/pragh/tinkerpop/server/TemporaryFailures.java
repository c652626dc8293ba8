package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.pragh.core.api.ConflictException;
import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.core.base.UnavailableException;
import java.util.Collection;
import java.util.Set;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;

/**
 * Sets the answer code for "send it again" ({@link ResponseStatusCode#SERVER_ERROR_TEMPORARY}) when a request has had
 * no effect because of a conflict, or because a machine is out of reach: Gremlin Server sets it for its own
 * exceptions, but does not look at the causes that it reports to clients of texts. Shared by connections.
 */
@ChannelHandler.Sharable
final class TemporaryFailures extends ChannelOutboundHandlerAdapter {
    /**
     * Exceptions after which a request has had no effect. An unknown outcome of a commit is not among them: repeating
     * it might apply it twice.
     */
    private static final Set<String> EXCEPTIONS = Set.of(
            ConflictException.class.getName(),
            SnapshotTooOldException.class.getName(),
            UnavailableException.class.getName());

    private static final Set<ResponseStatusCode> CODES =
            Set.of(ResponseStatusCode.SERVER_ERROR, ResponseStatusCode.SERVER_ERROR_EVALUATION);

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        boolean isTemporary = message instanceof ResponseMessage answer
                && CODES.contains(answer.getStatus().getCode())
                && answer.getStatus().getAttributes().get(Tokens.STATUS_ATTRIBUTE_EXCEPTIONS)
                        instanceof Collection<?> names
                && names.stream().anyMatch(EXCEPTIONS::contains);
        var unused = // the promise is the same
                context.write(isTemporary ? temporary((ResponseMessage) message) : message, promise);
    }

    private static ResponseMessage temporary(ResponseMessage answer) {
        return ResponseMessage.build(answer.getRequestId())
                .code(ResponseStatusCode.SERVER_ERROR_TEMPORARY)
                .statusMessage(answer.getStatus().getMessage())
                .statusAttributes(answer.getStatus().getAttributes())
                .create();
    }
}
