package io.pragh.tinkerpop.cli;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.junit.jupiter.api.Test;

/** The process of a server is killed: its graph, which is in memory only, is gone, and clients are told. */
class KilledServerTest {
    @Test
    void clientsAreToldAndTheNextServerStartsEmpty() throws Exception {
        try (ServerProcess first = ServerProcess.start(0, 2)) {
            Cluster cluster = first.connect();
            try {
                GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
                g.addV("committed").iterate();
                Transaction transaction = g.tx();
                GraphTraversalSource inside = transaction.begin();
                inside.addV("open").iterate();
                assertEquals(2, inside.V().count().next());

                first.kill();
                assertTimeoutPreemptively(Duration.ofMinutes(2), () -> {
                    assertThrows(
                            RuntimeException.class, () -> inside.V().count().next());
                    assertThrows(RuntimeException.class, transaction::commit);
                    assertThrows(RuntimeException.class, () -> g.V().count().next());
                });
            } finally {
                cluster.close();
            }
            try (ServerProcess second = ServerProcess.start(first.port(), 2)) {
                Cluster again = second.connect();
                try {
                    GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(again, "g"));
                    assertEquals(0, g.V().count().next());
                    g.addV("new").iterate();
                    assertEquals(1, g.V().count().next());
                } finally {
                    again.close();
                }
            }
        }
    }

    /** A client that stays finds the server that took the place of the one that was killed. */
    @Test
    void clientThatStaysFindsTheNextServer() throws Exception {
        try (ServerProcess first = ServerProcess.start(0, 1)) {
            Cluster cluster = first.connect();
            try {
                GraphTraversalSource g = traversal().with(DriverRemoteConnection.using(cluster, "g"));
                g.addV("committed").iterate();
                first.kill();
                assertThrows(RuntimeException.class, () -> g.V().count().next());
                try (ServerProcess second = ServerProcess.start(first.port(), 1)) {
                    assertEquals(0, countWhenReconnected(g), "at port " + second.port());
                }
            } finally {
                cluster.close();
            }
        }
    }

    /** The client looks again each second whether its server is there. */
    private static long countWhenReconnected(GraphTraversalSource g) throws InterruptedException {
        RuntimeException last = null;
        for (int tries = 0; tries < 120; tries++) {
            try {
                return g.V().count().next();
            } catch (RuntimeException notYet) {
                last = notYet;
                Thread.sleep(500);
            }
        }
        throw last;
    }
}
