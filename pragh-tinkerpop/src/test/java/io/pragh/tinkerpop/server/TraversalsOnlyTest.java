package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.RequestOptions;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.util.function.Lambda;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a server runs traversals and gremlin-lang, and no scripts or lambdas, unless it is told otherwise.
 * Drivers and HTTP clients send what it must refuse.
 */
class TraversalsOnlyTest {
    private static final RequestOptions LANG =
            RequestOptions.build().language("gremlin-lang").create();

    private static ServedGraph served;
    private static Cluster cluster;
    private static GraphTraversalSource g;

    @BeforeAll
    static void connect() {
        served = new ServedGraph(null, null, false);
        cluster = served.cluster().create();
        g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
        g.addV("person").property("name", "Ada").iterate();
    }

    @AfterAll
    static void disconnect() {
        cluster.close();
        served.close();
    }

    @Test
    void bytecodeAndItsTransactionsRun() {
        Transaction transaction = g.tx();
        GraphTraversalSource inside = transaction.begin();
        inside.addV("machine").iterate();
        transaction.commit();
        assertEquals(1, g.V().hasLabel("machine").count().next());
        assertEquals("Ada", g.V().hasLabel("person").values("name").next());
    }

    @Test
    void textInGremlinLangRuns() throws Exception {
        Client client = cluster.connect();
        assertEquals(
                "Ada",
                client.submit("g.V().hasLabel('person').values('name')", LANG)
                        .one()
                        .getString());
        assertThrows(
                Exception.class,
                () -> client.submit("System.exit(1)", LANG).all().get());
    }

    @Test
    void scriptsAreRefused() {
        Client client = cluster.connect();
        assertRefused("interpret", () -> client.submit("1 + 1").all().get());
        assertRefused(
                "language=gremlin-lang",
                () -> client.submit(
                                "1 + 1",
                                RequestOptions.build()
                                        .language("gremlin-groovy")
                                        .create())
                        .all()
                        .get());
        Client session = cluster.connect("a-session");
        assertRefused("interpret", () -> session.submit("x = 1").all().get());
        assertRefused(
                "language=gremlin-lang",
                () -> session.submit(
                                "x = 1",
                                RequestOptions.build()
                                        .language("gremlin-groovy")
                                        .create())
                        .all()
                        .get());
        session.close();
    }

    @Test
    void lambdasAreRefused() {
        assertRefused(
                "lambdas",
                () -> g.V().map(Lambda.function("it.get().value('name')")).toList());
    }

    @Test
    void textThatNamesNoLanguageIsGremlinLang() throws Exception {
        assertEquals(
                1,
                cluster.connect()
                        .submit("g.V().hasLabel('person').count()")
                        .one()
                        .getInt());
        assertEquals(200, post("{\"gremlin\": \"g.addV('http')\"}", "application/json"));
        assertEquals(1, g.V().hasLabel("http").count().next());
        g.V().hasLabel("http").drop().iterate();
    }

    @Test
    void httpRunsNoCodeEither(@TempDir Path folder) throws Exception {
        Path made = folder.resolve("made");
        String code = "new File('" + made + "').createNewFile()";
        assertEquals(500, post("{\"gremlin\": \"" + code + "\"}", "application/json"));
        assertEquals(403, post("{\"gremlin\": \"" + code + "\", \"language\": \"gremlin-groovy\"}", "text/plain"));
        assertEquals(415, post("{\"gremlin\": \"" + code + "\"}", "application/vnd.gremlin-v3.0+json"));
        assertEquals(400, post("not JSON", "application/json"));
        assertEquals(400, post("[1]", "application/json"));
        assertFalse(Files.exists(made));
    }

    private static int post(String body, String type) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + PraghServer.text(served.address()) + "/gremlin"))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    @Test
    void scriptsOfUsersAreRefusedAsWell(@TempDir Path folder) throws Exception {
        Path users = Files.writeString(folder.resolve("users"), "ada:secret");
        try (ServedGraph closed = new ServedGraph(UserTable.read(users), null, false)) {
            Cluster of = closed.cluster().credentials("ada", "secret").create();
            Client client = of.connect();
            assertEquals(0, client.submit("g.V().count()", LANG).one().getInt());
            assertRefused("interpret", () -> client.submit("1 + 1").all().get());
            of.close();
        }
    }

    private static void assertRefused(String why, Executable request) {
        Exception refused = assertThrows(Exception.class, request);
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }
}
