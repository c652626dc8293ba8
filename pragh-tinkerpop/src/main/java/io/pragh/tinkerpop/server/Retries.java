package io.pragh.tinkerpop.server;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.pragh.core.api.ConflictException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.server.Context;
import org.apache.tinkerpop.gremlin.server.handler.Frame;
import org.apache.tinkerpop.gremlin.server.op.standard.StandardOpProcessor;
import org.apache.tinkerpop.gremlin.server.op.traversal.TraversalOpProcessor;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.function.ThrowingConsumer;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.javatuples.Pair;

/**
 * Executes conflicting requests again: a request without a session is a transaction as a whole, so its client could
 * only send it again. Excluded are requests some of whose results were sent, and those that may have effects outside
 * their transaction. Comes right before the handler that executes requests. Shared by connections.
 */
@ChannelHandler.Sharable
final class Retries extends ChannelInboundHandlerAdapter {
    /** The position where requests enter again. */
    static final String FROM = "again";

    static final ChannelHandler HANDS_ON = new HandsOn();

    /** A client cannot send an {@link Attempt}, whatever its arguments are called. */
    private static final String ARGUMENT = "pragh-attempt";

    /** The exception for a conflict, thrown itself or as a cause. */
    static final String CONFLICT = ConflictException.class.getName();

    private static final Set<String> PROCESSORS =
            Set.of(StandardOpProcessor.OP_PROCESSOR_NAME, TraversalOpProcessor.OP_PROCESSOR_NAME);
    /** Steps that commit by themselves, or have arbitrary effects. */
    private static final Set<String> NOT_AGAIN = Set.of(GraphTraversal.Symbols.io, GraphTraversal.Symbols.call);

    private static final Pattern NOT_AGAIN_IN_TEXT = Pattern.compile("\\b(" + String.join("|", NOT_AGAIN) + ")\\s*\\(");

    /** One of the attempts at a request. */
    private record Attempt(RequestMessage request, RetryBudget budget) {
        static Attempt of(RequestMessage request) {
            return request.getArgs().get(ARGUMENT) instanceof Attempt known
                    ? known
                    : new Attempt(request, RetryBudget.begin());
        }

        RequestMessage next() {
            return RequestMessage.from(request)
                    .addArg(ARGUMENT, new Attempt(request, budget.next()))
                    .create();
        }
    }

    @ChannelHandler.Sharable
    private static final class HandsOn extends ChannelInboundHandlerAdapter {}

    /** The same request with something else to execute, which also holds for later attempts. */
    static RequestMessage.Builder replaced(RequestMessage request) {
        return RequestMessage.from(request).addArg(ARGUMENT, Attempt.of(request));
    }

    @Override
    @SuppressWarnings("unchecked") // the type that this handler's predecessor passes on
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof Pair<?, ?> pair
                && pair.getValue0() instanceof RequestMessage request
                && PROCESSORS.contains(request.getProcessor())) {
            ThrowingConsumer<Context> execute = (ThrowingConsumer<Context>) pair.getValue1();
            ThrowingConsumer<Context> watched = plain -> execute.accept(new Watched(plain, Attempt.of(request)));
            context.fireChannelRead(Pair.with(request, watched));
        } else {
            context.fireChannelRead(message);
        }
    }

    /** Whether all effects of a request are in one transaction, which ends with it. */
    static boolean mayBeDoneAgain(RequestMessage request) {
        if (!PROCESSORS.contains(request.getProcessor())) {
            return false;
        }
        Object gremlin = request.getArgs().get(Tokens.ARGS_GREMLIN);
        if (gremlin instanceof Bytecode bytecode) {
            return Tokens.OPS_BYTECODE.equals(request.getOp()) && staysInsideAsArgument(bytecode);
        }
        return Tokens.OPS_EVAL.equals(request.getOp())
                && RequestTexts.LANGUAGE.equals(request.getArgs().get(Tokens.ARGS_LANGUAGE))
                && gremlin instanceof String text
                && staysInside(text);
    }

    /** Whether a text, or any text within it, has no effects outside its transaction. */
    static boolean staysInside(String text) {
        return !NOT_AGAIN_IN_TEXT.matcher(text).find();
    }

    private static boolean staysInsideAsArgument(Object argument) {
        return !(argument instanceof Bytecode bytecode)
                || bytecode.getStepInstructions().stream()
                        .allMatch(step -> !NOT_AGAIN.contains(step.getOperator())
                                && Arrays.stream(step.getArguments()).allMatch(Retries::staysInsideAsArgument));
    }

    /** Lets the answers of one attempt through, unless another one follows. Any thread. */
    private static final class Watched extends Context {
        private final Attempt attempt;
        private boolean begun;
        private boolean over;

        Watched(Context plain, Attempt attempt) {
            super(
                    plain.getRequestMessage(),
                    plain.getChannelHandlerContext(),
                    plain.getSettings(),
                    plain.getGraphManager(),
                    plain.getGremlinExecutor(),
                    plain.getScheduledExecutorService());
            this.attempt = attempt;
        }

        @Override
        public void write(ResponseStatusCode code, Object answer) {
            if (passes(answer)) {
                super.write(code, answer);
            }
        }

        @Override
        public void writeAndFlush(ResponseStatusCode code, Object answer) {
            if (passes(answer)) {
                super.writeAndFlush(code, answer);
            }
        }

        private synchronized boolean passes(Object answer) {
            if (over) { // a conflicting request may time out before its thread has finished with it
                if (answer instanceof Frame frame) {
                    frame.tryRelease();
                }
                return false;
            }
            over = !begun && isConflict(answer) && attempt.budget().isLeft() && mayBeDoneAgain(attempt.request());
            if (over) {
                var unused = getChannelHandlerContext()
                        .executor()
                        .schedule(this::again, attempt.budget().pauseMillis(), TimeUnit.MILLISECONDS);
            }
            begun = true;
            return !over;
        }

        private void again() {
            ChannelHandlerContext from = getChannelHandlerContext().pipeline().context(FROM);
            if (from != null) { // otherwise the connection is closed
                from.fireChannelRead(attempt.next());
            }
        }
    }

    private static boolean isConflict(Object answer) {
        return answer instanceof ResponseMessage message
                && !message.getStatus().getCode().isSuccess()
                && message.getStatus().getAttributes().get(Tokens.STATUS_ATTRIBUTE_EXCEPTIONS)
                        instanceof Collection<?> names
                && names.contains(CONFLICT);
    }
}
