package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.util.Version;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.client.RoutedCluster;
import io.pragh.tinkerpop.server.PraghServer;
import io.pragh.tinkerpop.server.ServerConfig;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.TreeSet;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks a server inside an application: the driver's traversals, scripts in Groovy, and routed clients. */
class GraphServerTest {
    private static PraghServer server;
    private static Cluster cluster;

    @BeforeAll
    static void start() {
        ServerConfig config = new ServerConfig(new InetSocketAddress("127.0.0.1", 0), null, true, null);
        server = PraghServer.start(config, PraghGraph.build().open());
        cluster = Cluster.build("127.0.0.1").port(server.address().getPort()).create();
    }

    @AfterAll
    static void stop() {
        cluster.close();
        server.close();
    }

    @Test
    void theDriverSendsTraversals() throws Exception {
        try (DriverRemoteConnection connection = DriverRemoteConnection.using(cluster)) {
            GraphTraversalSource g = AnonymousTraversalSource.traversal().with(connection);
            g.addV("person").property("name", "marko").iterate();
            assertEquals(1, g.V().has("name", "marko").count().next());
        }
    }

    @Test
    void theDriverSendsScripts() throws Exception {
        String script = "g.addV('person').property('age', 29).iterate(); def twice(n) { 2 * n }; twice(g.V().values('age').next())";
        assertEquals(58, cluster.connect().submit(script).one().getInt());
    }

    @Test
    void routedQueriesFindTheirServer() {
        try (RoutedCluster routed =
                RoutedCluster.open("127.0.0.1:" + server.address().getPort())) {
            routed.g("josh").addV("person").property(T.id, "josh").iterate();
            assertEquals("josh", routed.g("josh").V("josh").id().next());
        }
    }

    @Test
    void nettyIsOfOneVersion() {
        Set<String> versions = new TreeSet<>();
        Version.identify().values().forEach(version -> versions.add(version.artifactVersion()));
        assertEquals(1, versions.size(), versions::toString);
    }
}
