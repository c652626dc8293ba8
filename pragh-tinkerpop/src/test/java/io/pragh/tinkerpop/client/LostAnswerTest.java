package io.pragh.tinkerpop.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.server.PraghServer;
import io.pragh.tinkerpop.server.ServerConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks what a routed client does when a server ends its connections in order before it has answered. Another
 * address leads to the same graph.
 */
class LostAnswerTest {
    private static final int NOISE = 100_000;

    private Relay relay;
    private PraghServer server;
    private RoutedCluster routed;

    @BeforeEach
    void start() throws Exception {
        relay = new Relay();
        server = PraghServer.start(
                new ServerConfig(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        null,
                        false,
                        null,
                        null,
                        PraghServer.text(relay.address()),
                        ServerConfig.EVALUATION_MILLIS,
                        ServerConfig.EVALUATION_MILLIS_MAX,
                        ServerConfig.HEAP_PERCENT_MAX,
                        false),
                PraghGraph.build().open());
        relay.leadTo(server.address());
        routed = RoutedCluster.open(PraghServer.text(server.address()));
        routed.g(1).addV().property(T.id, 1).property("name", "one").iterate();
        relay.mute();
    }

    @AfterEach
    void stop() {
        routed.close();
        relay.close();
        server.close();
    }

    /**
     * Asks a question that is lost, and that is longer than everything that the client sends by itself; returns its
     * outcome.
     */
    private <R> CompletableFuture<R> lost(Function<String, R> question) {
        String noise = new SplittableRandom(1)
                .ints(NOISE, 'a', 'z')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        CompletableFuture<R> answer =
                CompletableFuture.supplyAsync(() -> question.apply(noise), task -> new Thread(task).start());
        relay.awaitLost(NOISE / 4);
        relay.close();
        return answer;
    }

    /** The driver itself waits 16 seconds for a pool without connections. */
    @Test
    void nobodyWaitsForAServerThatIsGone() {
        relay.close();
        long began = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            assertEquals("one", routed.g(1).V(1).values("name").next());
            assertEquals("one", routed.g().V(1).values("name").next());
        }
        routed.g(1).V(1).property("name", "two").iterate(); // it was sent to the living server alone
        assertEquals("two", routed.g(1).V(1).values("name").next());
        assertTrue(System.nanoTime() - began < TimeUnit.SECONDS.toNanos(12), "another server was asked at once");
        assertFalse(Thread.currentThread().isInterrupted(), "nor is who asked left with an interrupt");
    }

    @Test
    void anotherServerAnswersWhatOnlyReads() {
        assertEquals(
                "one",
                lost(noise -> routed.g(1)
                                .V(1)
                                .not(__.has("name", noise))
                                .values("name")
                                .next())
                        .join());
    }

    @Test
    void whatMayHaveBeenDoneFailsAndIsNotDoneAgain() {
        CompletableFuture<?> written =
                lost(noise -> routed.g(1).V(1).property("name", noise).iterate());
        assertThrows(CompletionException.class, written::join);
        assertEquals("one", routed.g(1).V(1).values("name").next(), "the lost server is not asked");
    }
}
