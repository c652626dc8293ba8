package io.pragh.tinkerpop.cli;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.census.NodeStatistics;
import io.pragh.tinkerpop.metrics.StatusJson;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that queries that would fill the heap of a node are ended, that other clients are answered meanwhile, and
 * that the node stays a member of its cluster. Each server is a process.
 */
@Timeout(120)
class FilledHeapTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Pattern METRICS = Pattern.compile("metrics at (http://[^/]+)/metrics");
    private static final String GROWING =
            "g.inject(1).repeat(__.union(__.constant(1),__.constant(2))).times(40).path().fold()";
    /** Fills a heap sooner. */
    private static final String LONG = "x".repeat(8_000);

    private static final String GROWING_FAST =
            "g.inject('" + LONG + "').repeat(__.union(__.concat('a'),__.concat('b'))).times(40).fold()";

    @TempDir
    private Path folder;

    @Test
    void whatWouldFillTheHeapIsEndedAndTheNodeStaysAMember() throws Exception {
        int zooKeeper;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            zooKeeper = free.getLocalPort();
        }
        List<String> flags = List.of("-Xmx128m", "-XX:+UseG1GC");
        Path first = node("first", "embedded: " + zooKeeper);
        Path second = node("second", "zookeeper: '127.0.0.1:" + zooKeeper + "'");
        try (ServerProcess other = ServerProcess.startWith(flags, "--config", first.toString());
                ServerProcess filled = ServerProcess.startWith(flags, "--config", second.toString())) {
            Cluster cluster = filled.connect();
            Client client = cluster.connect();
            client.submit("g.addV('kept')").all().get();
            assertTrue(answeredMeanwhile(filled, () -> fillInEveryWay(filled, cluster)) > 0);
            assertEquals(List.of("first", "second"), members(other));
            assertEquals(1, client.submit("g.V().count()").one().getInt());
            cluster.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC"})
    void otherCollectorsTellTooWhenTheHeapIsFull(String collector) throws Exception {
        try (ServerProcess server = ServerProcess.startWith(List.of("-Xmx128m", collector), "--port", "0")) {
            Cluster cluster = server.connect();
            Client client = cluster.connect();
            assertEnded(() -> client.submit(GROWING_FAST).all().get());
            assertEquals(2, client.submit("g.inject(2)").one().getInt());
            cluster.close();
        }
    }

    private static Void fillInEveryWay(ServerProcess server, Cluster cluster) throws Exception {
        assertEnded(() -> cluster.connect().submit(GROWING).all().get());
        GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster));
        assertEnded(() -> grow(g));
        Client session = cluster.connect("filling");
        assertEnded(() -> session.submit(GROWING_FAST).all().get());
        assertEquals(3, session.submit("g.inject(3)").one().getInt());
        Transaction transaction = g.tx();
        assertEnded(() -> grow(transaction.begin()));
        transaction.rollback();
        HttpResponse<String> answer = post(server);
        assertEquals(500, answer.statusCode(), answer::body);
        assertTold(answer.body());
        return null;
    }

    /** How many requests of another client are answered while an action runs. */
    private static int answeredMeanwhile(ServerProcess server, Callable<?> action) throws Exception {
        Cluster cluster = server.connect();
        Client client = cluster.connect();
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<List<Integer>> answers = CompletableFuture.supplyAsync(() -> {
            List<Integer> all = new ArrayList<>();
            while (!done.get()) {
                all.add(client.submit("g.inject(7)").one().getInt());
            }
            return all;
        });
        try {
            action.call();
        } finally {
            done.set(true);
        }
        List<Integer> all = answers.get();
        assertTrue(all.stream().allMatch(answer -> answer == 7), all::toString);
        cluster.close();
        return all.size();
    }

    @SuppressWarnings("unchecked") // union takes an array of generic type
    private static void grow(GraphTraversalSource g) {
        g.inject(LONG)
                .repeat(__.union(__.concat("a"), __.concat("b")))
                .times(40)
                .fold()
                .next();
    }

    private static HttpResponse<String> post(ServerProcess server) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/gremlin"))
                        .POST(HttpRequest.BodyPublishers.ofString("{\"gremlin\": \"" + GROWING_FAST + "\"}"))
                        .build(),
                BodyHandlers.ofString());
    }

    private static void assertEnded(Executable query) {
        assertTold(String.valueOf(assertThrows(Exception.class, query).getMessage()));
    }

    private static void assertTold(String text) {
        assertTrue(text.contains("server.heapPercentMax") && text.contains("allocated="), text);
        assertFalse(text.contains("evaluationTimeout"), text);
    }

    private Path node(String name, String where) throws Exception {
        return Files.writeString(
                folder.resolve(name + ".yaml"),
                "name: " + name + "\nserver: {port: 0}\nmetrics: {port: 0}\nmemory: {partitionBytesMax: 16m}\n"
                        + "cluster: {" + where + ", founders: 1, graph: x, sessionMillis: 4000}\n"
                        + "fabric: {address: 'tcp://127.0.0.1:0', secret: the-secret-of-the-test}\n");
    }

    private static List<String> members(ServerProcess process) throws Exception {
        Matcher metrics = METRICS.matcher(process.ready());
        assertTrue(metrics.find(), process.ready());
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(metrics.group(1) + "/status")).build();
        String status = HTTP.send(request, BodyHandlers.ofString()).body();
        return StatusJson.read(status).nodes().get(0).members().stream()
                .map(NodeStatistics.Member::name)
                .sorted()
                .toList();
    }
}
