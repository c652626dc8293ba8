package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Workers;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.RequestOptions;
import org.apache.tinkerpop.gremlin.driver.ResultSet;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that requests without an end cannot keep a server's threads: their time is limited, their threads are
 * interrupted when the client is gone, and other clients are answered meanwhile. Drivers and raw sockets send the
 * requests to a Gremlin Server.
 */
class EvaluationLimitTest {
    private static final String ENDLESS = "g.inject(1).repeat(__.map(__.constant(1))).until(__.is(2))";

    private static void assertRefused(Throwable refused) {
        assertTrue(String.valueOf(refused.getMessage()).contains("server.evaluationSecondsMax"), refused::toString);
    }

    @Test
    void whatAsksForMoreIsRefused() throws Exception {
        try (ServedGraph served = new ServedGraph(2_000)) {
            Cluster cluster = served.cluster().create();
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster));
            Client client = cluster.connect();
            for (long asked : new long[] {2_001, 36_000_000, Long.MAX_VALUE, -1}) {
                assertRefused(assertThrows(
                        CompletionException.class,
                        () -> g.with("evaluationTimeout", asked).V().count().next()));
                RequestOptions options = RequestOptions.build().timeout(asked).create();
                assertRefused(assertThrows(
                        Exception.class,
                        () -> client.submit("g.V().count()", options).all().get()));
            }
            for (String asked : new String[] {"2001", "36000000L", "0"}) {
                String text = "g.with('evaluationTimeout', " + asked + ").V().count()";
                assertRefused(assertThrows(
                        Exception.class, () -> client.submit(text).all().get()));
                RawHttp.Answer answer = RawHttp.send(
                        served.address(),
                        "POST /gremlin",
                        "{\"gremlin\": \"" + text + "\"}",
                        "Host: 127.0.0.1:" + served.address().getPort());
                assertEquals(400, answer.status());
                assertTrue(answer.text().contains("server.evaluationSecondsMax"), answer::text);
            }
            assertEquals(0, g.with("evaluationTimeout", 2_000L).V().count().next());
            assertEquals(
                    0,
                    client.submit("g.with('evaluationTimeout', 2000).V().count()")
                            .one()
                            .getInt());
            cluster.close();
        }
    }

    @Test
    void whatTakesLongerEnds() throws Exception {
        try (ServedGraph served = new ServedGraph(500)) {
            Cluster cluster = served.cluster().create();
            Exception ended = assertThrows(
                    Exception.class,
                    () -> cluster.connect().submit(ENDLESS).all().get());
            assertTrue(ended.getMessage().contains("evaluationTimeout"), ended::toString);
            cluster.close();
        }
    }

    @Test
    void whatAsksForNoLimitGetsTheMostThereIs() throws Exception {
        try (ServedGraph served = new ServedGraph(500)) {
            Cluster cluster = served.cluster().create();
            RequestOptions unlimited = RequestOptions.build().timeout(0).create();
            Exception ended = assertThrows(
                    Exception.class,
                    () -> cluster.connect().submit(ENDLESS, unlimited).all().get());
            assertTrue(ended.getMessage().contains("evaluationTimeout"), ended::toString);
            cluster.close();
        }
    }

    /**
     * The requests are more than there are threads, and their clients leave. Other clients are answered all the same.
     */
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES) // requests may take 20
    void whatNobodyWaitsForIsInterrupted() throws Exception {
        try (ServedGraph served = new ServedGraph(TimeUnit.MINUTES.toMillis(20))) {
            int many = 2 * Runtime.getRuntime().availableProcessors() + 1;
            Cluster cluster = served.cluster().maxWaitForClose(100).create();
            Client texts = cluster.connect();
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster));
            List<Future<?>> asked = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                asked.add(texts.submitAsync(ENDLESS).thenCompose(ResultSet::all));
                // a promise may be completed by the calling thread, which must not wait here
                asked.add(CompletableFuture.supplyAsync(
                        () -> g.inject(1)
                                .repeat(__.map(__.constant(1)))
                                .until(__.is(2))
                                .next(),
                        task -> new Thread(task, "asker").start()));
            }
            awaitRunning(2 * many);
            assertTrue(asked.stream().noneMatch(Future::isDone), "they end by themselves");
            cluster.close();
            awaitRunning(0);
            assertAnswers(served);
            List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                sockets.add(ask(served));
            }
            awaitRunning(many);
            for (Socket socket : sockets) {
                socket.close();
            }
            awaitRunning(0);
            assertAnswers(served);
        }
    }

    /** The threads that compute in parallel are not the request's own. */
    @Test
    void whatIsComputedInParallelEndsWithItsRequest() throws Exception {
        try (ServedGraph served = new ServedGraph(2_000)) {
            Cluster cluster = served.cluster().create();
            GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster));
            g.addV("ring").as("a").addE("to").to("a").iterate();
            CompletionException ended = assertThrows(
                    CompletionException.class,
                    () -> g.withComputer()
                            .V()
                            .repeat(__.out("to"))
                            .until(__.hasLabel("none"))
                            .count()
                            .next());
            assertTrue(ended.getMessage().contains("evaluationTimeout"), ended::toString);
            try (Workers nobody = new Workers()) {
                nobody.await("the computation ends", () -> !isComputing());
            }
            cluster.close();
        }
    }

    private static boolean isComputing() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("pragh-computer"));
    }

    /** A client that takes all threads and goes on asking must not keep other clients out. */
    @Test
    void whoeverAsksLittleIsAnswered() throws Exception {
        try (ServedGraph served = new ServedGraph(TimeUnit.MINUTES.toMillis(20))) {
            List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < ClientTasks.MORE_MAX + 4 * Runtime.getRuntime().availableProcessors(); i++) {
                sockets.add(ask(served));
            }
            awaitRunning(ClientTasks.MORE_MAX);
            for (int i = 0; i < 3; i++) {
                assertAnswers(served);
            }
            for (Socket socket : sockets) {
                socket.close();
            }
            awaitRunning(0);
        }
    }

    private static Socket ask(ServedGraph served) throws IOException {
        Socket socket =
                new Socket(served.address().getAddress(), served.address().getPort());
        String body = "{\"gremlin\": \"" + ENDLESS + "\"}";
        String request =
                "POST /gremlin HTTP/1.1\r\nHost: 127.0.0.1:" + served.address().getPort()
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /** Returns when at least this many threads of the server are busy with endless requests; with 0, when none is. */
    private static void awaitRunning(int wanted) {
        new Workers().await("threads that run: " + wanted, () -> wanted == 0 ? running() == 0 : running() >= wanted);
    }

    private static long running() {
        return Thread.getAllStackTraces().values().stream()
                .filter(stack -> Arrays.stream(stack)
                        .anyMatch(call -> call.getClassName().contains("RepeatStep")))
                .count();
    }

    private static void assertAnswers(ServedGraph served) throws Exception {
        Cluster cluster = served.cluster().create();
        assertEquals(7, cluster.connect().submit("g.inject(7)").one().getInt());
        cluster.close();
    }
}
