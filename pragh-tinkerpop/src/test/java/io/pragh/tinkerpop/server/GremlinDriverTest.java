package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.process.step.StepReads;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.util.Metrics;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalMetrics;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.util.ser.Serializers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks a Gremlin Server with TinkerPop's own client for Java. */
class GremlinDriverTest {
    private static ServedGraph served;
    private static Cluster cluster;
    private static GraphTraversalSource g;

    @BeforeAll
    static void connect() {
        served = new ServedGraph(null, null, true);
        cluster = served.cluster().create();
        g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
    }

    @AfterAll
    static void disconnect() throws Exception {
        g.close();
        cluster.close();
        served.close();
    }

    @BeforeEach
    void empty() {
        g.V().drop().iterate();
    }

    @Test
    void traversalsWriteAndRead() {
        g.addV("person")
                .property("name", "Ada")
                .as("a")
                .addV("person")
                .property("name", "Bob")
                .addE("knows")
                .from("a")
                .property("since", 1999)
                .iterate();
        assertEquals(
                List.of("Bob"),
                g.V().has("name", "Ada").out("knows").values("name").toList());
        assertEquals(1999, g.E().values("since").next());
        assertEquals(Map.of("person", 2L), g.V().groupCount().by(T.label).next());
        g.V().has("name", "Bob").drop().iterate();
        assertEquals(0, g.E().count().next());
    }

    /** Clients get the profile of each stage of a plan, as bytes and as text. */
    @ParameterizedTest
    @EnumSource(
            value = Serializers.class,
            names = {"GRAPHBINARY_V1", "GRAPHSON_V3"})
    void clientsSeeTheStagesOfAPlan(Serializers serializer) {
        g.addV("person")
                .property(T.id, 1L)
                .as("a")
                .addV()
                .addE("knows")
                .from("a")
                .iterate();
        Cluster own = served.cluster().serializer(serializer).create();
        try {
            TraversalMetrics metrics = traversal()
                    .with(DriverRemoteConnection.using(own, "g"))
                    .V(1L)
                    .out("knows")
                    .both()
                    .profile()
                    .next();
            Metrics plan = metrics.getMetrics().iterator().next();
            assertEquals(
                    List.of("V[1]: 1", "out[knows]: 1", "both(): 1"),
                    plan.getNested().stream()
                            .map(stage -> stage.getName() + ": " + stage.getCount(TraversalMetrics.ELEMENT_COUNT_ID))
                            .limit(3)
                            .toList());
            assertTrue(plan.getNested().stream()
                    .allMatch(stage -> stage.getAnnotation(StepReads.BYTES_READ) instanceof Long));
            assertTrue(metrics.toString().contains("\n  out[knows]  "), metrics::toString);
        } finally {
            own.close();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Serializers.class,
            names = {"GRAPHBINARY_V1", "GRAPHSON_V3"})
    void bytesComeBackAsABuffer(Serializers serializer) throws Exception {
        Cluster own = served.cluster().serializer(serializer).create();
        try {
            own.connect()
                    .submit("g.addV('file').property('content', [1, -2] as byte[]).iterate()")
                    .all()
                    .get();
            GraphTraversalSource source = traversal().with(DriverRemoteConnection.using(own, "g"));
            ByteBuffer expected = ByteBuffer.wrap(new byte[] {1, -2});
            assertEquals(expected, source.V().values("content").next());
            assertEquals(List.of(expected), source.V().valueMap().next().get("content"));
            assertEquals(
                    List.of(List.of(expected)),
                    source.V().values("content").fold().toList());
            assertEquals(expected, source.V().next().value("content"));
        } finally {
            own.close();
        }
    }

    @Test
    void identifiersComeBackAsTheyWereSent() {
        Object id = g.addV("thing").property(T.id, "mine").id().next();
        assertEquals("mine", id);
        Object edge = g.V("mine").addE("self").to(__.V("mine")).id().next();
        assertEquals(edge, g.E(edge).id().next());
    }

    @Test
    void transactionIsSeenByOthersWhenItCommits() {
        Transaction transaction = g.tx();
        GraphTraversalSource inside = transaction.begin();
        inside.addV("person").iterate();
        inside.addV("person").iterate();
        assertEquals(2, inside.V().count().next());
        assertEquals(0, g.V().count().next());
        transaction.commit();
        assertEquals(2, g.V().count().next());
    }

    @Test
    void transactionThatRollsBackLeavesNothing() {
        Transaction transaction = g.tx();
        GraphTraversalSource inside = transaction.begin();
        inside.addV("person").iterate();
        transaction.rollback();
        assertEquals(0, g.V().count().next());
    }

    @Test
    void sessionKeepsItsVariablesAndItsTransaction() throws Exception {
        Client session = cluster.connect("a-session");
        try {
            session.submit("v = graph.addVertex('person'); v.property('age', 7)")
                    .all()
                    .get();
            session.submit("v.property('age', 8); graph.tx().commit()").all().get();
            assertEquals(8, g.V().values("age").next());
        } finally {
            session.close();
        }
    }

    @Test
    void failedScriptLeavesNothing() {
        Client client = cluster.connect();
        Exception refused = assertThrows(
                Exception.class,
                () -> client.submit("g.addV('x').iterate(); throw new RuntimeException('no')")
                        .all()
                        .get());
        assertTrue(refused.getMessage().contains("no"), refused.getMessage());
        assertEquals(0, g.V().count().next());
    }

    @Test
    void httpAnswersScripts() throws Exception {
        g.addV("person").iterate();
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://" + PraghServer.text(served.address()) + "/gremlin"))
                                .POST(HttpRequest.BodyPublishers.ofString("{\"gremlin\": \"g.V().count()\"}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertEquals(200, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("\"@value\":1"), answer.body());
        assertNotNull(answer.headers().firstValue("content-type").orElse(null));
    }
}
