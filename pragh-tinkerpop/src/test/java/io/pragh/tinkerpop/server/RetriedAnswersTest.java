package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.pragh.core.api.ConflictException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.server.Context;
import org.apache.tinkerpop.gremlin.server.Settings;
import org.apache.tinkerpop.gremlin.util.function.ThrowingConsumer;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseMessage;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.javatuples.Pair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks which answer a client gets to a request that the server attempts several times, also when an attempt answers
 * too late. The connection is an embedded channel, whose time the tests advance.
 */
class RetriedAnswersTest {
    private static final RequestMessage WRITE = RequestMessage.build("eval")
            .addArg("gremlin", "g.V(1).property('n', 1)")
            .addArg("language", "gremlin-lang")
            .create();

    private final EmbeddedChannel channel = new EmbeddedChannel();
    /** One context per attempt, through which the attempt answers. */
    private final List<Context> attempts = new ArrayList<>();

    /** Stands for the handler that chooses the processor of a request. */
    private final class Selector extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ThrowingConsumer<Context> execute = attempts::add;
            context.fireChannelRead(Pair.with(message, execute));
        }
    }

    @BeforeEach
    void connect() {
        channel.freezeTime();
        channel.pipeline()
                .addLast(Retries.FROM, Retries.HANDS_ON)
                .addLast(new Selector())
                .addLast(new Retries());
    }

    @AfterEach
    void end() {
        channel.finishAndReleaseAll();
    }

    /** Begins the next attempt as Gremlin Server does; null when there is none. */
    private Context execute() throws Exception {
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        Pair<RequestMessage, ThrowingConsumer<Context>> asked = channel.readInbound();
        if (asked == null) {
            return null;
        }
        ChannelHandlerContext last = channel.pipeline().lastContext();
        asked.getValue1().accept(new Context(asked.getValue0(), last, new Settings(), null, null, null));
        return attempts.get(attempts.size() - 1);
    }

    private static ResponseMessage answer(ResponseStatusCode code) {
        ResponseMessage.Builder answer = ResponseMessage.build(WRITE).code(code);
        return code == ResponseStatusCode.SERVER_ERROR_EVALUATION
                ? answer.statusAttributeException(new ConflictException("conflict"))
                        .create()
                : answer.create();
    }

    private void assertAnswered(ResponseStatusCode code) {
        ResponseMessage answer = channel.readOutbound();
        assertNotNull(answer);
        assertEquals(code, answer.getStatus().getCode());
        assertNull(channel.readOutbound());
    }

    @Test
    void whatAnAttemptSaysAfterItHasConflictedIsNotSent() throws Exception {
        channel.writeInbound(WRITE);
        Context first = execute();
        first.writeAndFlush(answer(ResponseStatusCode.SERVER_ERROR_EVALUATION));
        first.writeAndFlush(answer(ResponseStatusCode.SERVER_ERROR_TIMEOUT));
        assertNull(channel.readOutbound());
        Context second = execute();
        first.writeAndFlush(answer(ResponseStatusCode.SERVER_ERROR_TIMEOUT));
        second.writeAndFlush(answer(ResponseStatusCode.SUCCESS));
        assertAnswered(ResponseStatusCode.SUCCESS);
        assertNull(execute());
    }

    @Test
    void whatConflictsAfterItsFirstResultsIsAnswered() throws Exception {
        channel.writeInbound(WRITE);
        Context only = execute();
        only.writeAndFlush(answer(ResponseStatusCode.PARTIAL_CONTENT));
        assertAnswered(ResponseStatusCode.PARTIAL_CONTENT);
        only.writeAndFlush(answer(ResponseStatusCode.SERVER_ERROR_EVALUATION));
        assertAnswered(ResponseStatusCode.SERVER_ERROR_EVALUATION);
        assertNull(execute());
    }

    @Test
    void whatConflictsAgainAndAgainIsAnswered() throws Exception {
        channel.writeInbound(WRITE);
        for (int i = 1; i < RetryBudget.ATTEMPTS_MAX; i++) {
            execute().writeAndFlush(answer(ResponseStatusCode.SERVER_ERROR_EVALUATION));
            assertNull(channel.readOutbound());
        }
        execute().writeAndFlush(answer(ResponseStatusCode.SERVER_ERROR_EVALUATION));
        assertAnswered(ResponseStatusCode.SERVER_ERROR_EVALUATION);
        assertNull(execute());
    }
}
