package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Workers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.util.empty.EmptyGraph;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that each request takes effect exactly once, without a client that sends anything twice, though several
 * clients change the same vertex and conflict. Requests go as bytecode, as text, and over HTTP.
 */
class RetriesTest {
    private static final int CLIENTS = 8;
    private static final int ROUNDS = 100;

    private ServedGraph served;
    private Cluster cluster;

    /** One request of a client. */
    private interface Call {
        void run() throws Exception;
    }

    @BeforeEach
    void serve() {
        served = new ServedGraph();
        cluster = served.cluster().create();
        remote().addV("counter").property(T.id, 1).property("n", 0).iterate();
    }

    @AfterEach
    void end() {
        cluster.close();
        served.close();
    }

    private GraphTraversalSource remote() {
        return traversal().with(DriverRemoteConnection.using(cluster, "g"));
    }

    private void everyClient(Call call) {
        try (Workers workers = new Workers()) {
            for (int client = 0; client < CLIENTS; client++) {
                workers.start(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        call.run();
                    }
                });
            }
            workers.join();
        }
    }

    private double counted() {
        return ((Number) remote().V(1).values("n").next()).doubleValue();
    }

    @Test
    void everyTraversalThatCountsIsCountedOnce() {
        GraphTraversalSource g = remote();
        everyClient(() -> g.V(1).property("n", __.values("n").math("_ + 1")).iterate());
        assertEquals(CLIENTS * ROUNDS, counted());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "g.V(1).property('n', values('n').math('_ + 1'))",
                "g.V(1).property('n', values('n').math('_ + 1')).values('n')"
            })
    void everyTextThatCountsIsCountedOnce(String text) {
        Client client = cluster.connect();
        everyClient(() -> client.submit(text).all().get());
        assertEquals(CLIENTS * ROUNDS, counted());
    }

    @Test
    void everyTextOverHttpThatCountsIsCountedOnce() {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + served.address().getPort() + "/gremlin"))
                .POST(BodyPublishers.ofString("{\"gremlin\": \"g.V(1).property('n', values('n').math('_ + 1'))\"}"))
                .build();
        everyClient(() -> {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            assertEquals(200, answer.statusCode(), answer::body);
        });
        assertEquals(CLIENTS * ROUNDS, counted());
    }

    private static RequestMessage bytecode(Traversal<?, ?> traversal) {
        Bytecode bytecode = traversal.asAdmin().getBytecode();
        return RequestMessage.build("bytecode")
                .processor("traversal")
                .addArg("gremlin", bytecode)
                .create();
    }

    private static RequestMessage text(String processor, String language, String text) {
        return RequestMessage.build("eval")
                .processor(processor)
                .addArg("gremlin", text)
                .addArg("language", language)
                .addArg("bindings", Map.of())
                .create();
    }

    @Test
    void onlyWhatStaysInsideItsTransactionIsDoneAgain() {
        GraphTraversalSource g = traversal().with(EmptyGraph.instance());
        assertTrue(Retries.mayBeDoneAgain(bytecode(g.V(1).property("ratio", 1))));
        assertFalse(Retries.mayBeDoneAgain(bytecode(g.io("file").read())));
        assertFalse(Retries.mayBeDoneAgain(bytecode(g.V(1).where(__.call("service")))));
        assertTrue(Retries.mayBeDoneAgain(text("", "gremlin-lang", "g.V(1).property('io', 1).constant(2)")));
        assertFalse(Retries.mayBeDoneAgain(text("", "gremlin-lang", "g.io('file').read()")));
        assertFalse(Retries.mayBeDoneAgain(text("", "gremlin-lang", "g.V(1).map(__.call ('service'))")));
        assertFalse(Retries.mayBeDoneAgain(text("", "gremlin-groovy", "g.V(1).property('n', 1)")));
        assertFalse(Retries.mayBeDoneAgain(text("session", "gremlin-lang", "g.V(1).property('n', 1)")));
    }
}
