package io.pragh.tinkerpop.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks how often the server attempts a request over HTTP that conflicts, and that the memory of its body is
 * released. The connection is an embedded channel.
 */
class HttpRetriesTest {
    private static final String CONFLICT = "{\"exceptions\": [\"io.pragh.core.api.ConflictException\"]}";
    private static final String WRITE = "{\"gremlin\": \"g.V(1).property('n', 1)\"}";
    private static final long LONG_SECONDS = 1;

    private final EmbeddedChannel channel = new EmbeddedChannel(new HttpRetries());
    private final ByteBuf body = Unpooled.buffer();

    @BeforeEach
    void holdTime() {
        channel.freezeTime();
    }

    @AfterEach
    void nothingIsKept() {
        channel.finishAndReleaseAll();
        assertEquals(0, body.refCnt());
    }

    private void ask(String text) {
        body.writeCharSequence(text, StandardCharsets.UTF_8);
        channel.writeInbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/gremlin", body));
    }

    /** The request as the next handler gets it for execution; null when there is none. */
    private @Nullable String executed() {
        FullHttpRequest request = channel.readInbound();
        if (request == null) {
            return null;
        }
        String text = request.content().toString(StandardCharsets.UTF_8);
        request.release();
        return text;
    }

    private void answer(HttpResponseStatus status, String text) {
        channel.writeOutbound(new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, status, Unpooled.copiedBuffer(text, StandardCharsets.UTF_8)));
    }

    private void letTimePass() {
        channel.advanceTimeBy(LONG_SECONDS, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    private void assertAnswered(HttpResponseStatus status) {
        FullHttpResponse answer = channel.readOutbound();
        assertNotNull(answer);
        assertEquals(status, answer.status());
        answer.release();
        letTimePass();
        assertNull(executed());
    }

    @Test
    void whatConflictsIsExecutedAgainUntilItDoesNot() {
        ask(WRITE);
        for (int i = 0; i < 3; i++) {
            assertEquals(WRITE, executed());
            answer(HttpResponseStatus.INTERNAL_SERVER_ERROR, CONFLICT);
            assertNull(channel.readOutbound());
            letTimePass();
        }
        assertEquals(WRITE, executed());
        answer(HttpResponseStatus.OK, "{}");
        assertAnswered(HttpResponseStatus.OK);
    }

    @Test
    void whatConflictsAgainAndAgainIsAnswered() {
        ask(WRITE);
        for (int i = 1; i < RetryBudget.ATTEMPTS_MAX; i++) {
            assertEquals(WRITE, executed());
            answer(HttpResponseStatus.INTERNAL_SERVER_ERROR, CONFLICT);
            letTimePass();
        }
        assertEquals(WRITE, executed());
        answer(HttpResponseStatus.INTERNAL_SERVER_ERROR, CONFLICT);
        assertAnswered(HttpResponseStatus.INTERNAL_SERVER_ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"exceptions\": [\"java.lang.IllegalStateException\"]}", "{}", "[]", "no JSON"})
    void otherFailuresAreAnswered(String failure) {
        ask(WRITE);
        assertEquals(WRITE, executed());
        answer(HttpResponseStatus.INTERNAL_SERVER_ERROR, failure);
        assertAnswered(HttpResponseStatus.INTERNAL_SERVER_ERROR);
    }

    @Test
    void whatDoesMoreThanItsTransactionIsExecutedOnce() {
        String load = "{\"gremlin\": \"g.io('file').read()\"}";
        ask(load);
        assertEquals(load, executed());
        answer(HttpResponseStatus.INTERNAL_SERVER_ERROR, CONFLICT);
        assertAnswered(HttpResponseStatus.INTERNAL_SERVER_ERROR);
    }

    @Test
    void whoHangsUpMeanwhileIsForgotten() {
        ask(WRITE);
        assertEquals(WRITE, executed());
        answer(HttpResponseStatus.INTERNAL_SERVER_ERROR, CONFLICT);
        assertTrue(channel.close().isSuccess());
        letTimePass();
        assertNull(executed());
    }
}
