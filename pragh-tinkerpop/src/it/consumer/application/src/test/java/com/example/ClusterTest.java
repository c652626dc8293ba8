package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.client.RoutedCluster;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks a cluster of an application's embedded node and a server process, by the embedded Gremlin, the driver, and a
 * routed client.
 */
class ClusterTest {
    private static final String SECRET = "the secret of this test";

    private static Process server;
    private static PraghGraph graph;
    private static int port;

    @BeforeAll
    static void join() throws Exception {
        int zooKeeper = freePort();
        server = startServer("127.0.0.1:" + zooKeeper);
        graph = PraghGraph.build()
                .set("pragh.cluster", "embedded:" + zooKeeper + "/people")
                .set("pragh.fabric", "tcp://127.0.0.1:0")
                .set("pragh.fabric.secret", SECRET)
                .set("pragh.founders", 2)
                .open();
        BufferedReader said = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        String ready = said.readLine();
        assertNotNull(ready, "the server did not start: see target/server.log");
        port = Integer.parseInt(ready.substring("port=".length()));
    }

    @AfterAll
    static void leave() throws Exception {
        if (server != null) {
            server.getOutputStream().close();
            if (!server.waitFor(60, TimeUnit.SECONDS)) {
                server.destroyForcibly();
            }
        }
        if (graph != null) {
            graph.close();
        }
    }

    @Test
    void whatTheNodeCommitsTheDriverReads() throws Exception {
        graph.traversal().addV("person").property("name", "marko").iterate();
        graph.tx().commit();
        Cluster cluster = Cluster.build("127.0.0.1").port(port).create();
        try (DriverRemoteConnection connection = DriverRemoteConnection.using(cluster)) {
            GraphTraversalSource g = AnonymousTraversalSource.traversal().with(connection);
            assertEquals(1, g.V().has("name", "marko").count().next());
            assertEquals(3, cluster.connect().submit("g.inject(3)").one().getInt());
        } finally {
            cluster.close();
        }
    }

    @Test
    void whatRoutedClientsCommitTheNodeReads() {
        try (RoutedCluster routed = RoutedCluster.open("127.0.0.1:" + port)) {
            for (long id = 100; id < 110; id++) {
                routed.g(id).addV("place").property(T.id, id).iterate();
                assertEquals(id, routed.g(id).V(id).id().next());
            }
        }
        assertEquals(10, graph.traversal().V().hasLabel("place").count().next());
        graph.tx().rollback();
    }

    /** Starts a process with the class path of the other project: its jars and its classes. */
    private static Process startServer(String zooKeeper) throws IOException {
        Path project = Path.of("..", "server", "target");
        String jars = Files.readString(project.resolve("class-path.txt")).trim();
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        project.resolve("classes") + File.pathSeparator + jars,
                        "com.example.GraphServer",
                        "pragh.cluster=zk:" + zooKeeper + "/people",
                        "pragh.fabric=tcp://127.0.0.1:0",
                        "pragh.fabric.secret=" + SECRET,
                        "pragh.founders=2"))
                .redirectError(Path.of("target", "server.log").toFile())
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
