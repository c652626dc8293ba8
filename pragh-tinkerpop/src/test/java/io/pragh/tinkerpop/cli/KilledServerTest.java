package io.pragh.tinkerpop.cli;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.pragh.testkit.Opened;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The process of a server is killed: its graph, which is in memory only, is gone, and clients are told. */
class KilledServerTest {
    @RegisterExtension
    private final Opened opened = new Opened();

    @Test
    void clientsAreToldAndTheNextServerStartsEmpty() throws Exception {
        ServerProcess first = start(0);
        GraphTraversalSource g = connect(first);
        g.addV("committed").iterate();
        Transaction transaction = g.tx();
        GraphTraversalSource inside = transaction.begin();
        inside.addV("open").iterate();
        assertEquals(2, inside.V().count().next());

        first.kill();
        assertTimeoutPreemptively(Duration.ofMinutes(2), () -> {
            assertThrows(RuntimeException.class, () -> inside.V().count().next());
            assertThrows(RuntimeException.class, transaction::commit);
            assertThrows(RuntimeException.class, () -> g.V().count().next());
        });

        GraphTraversalSource again = connect(start(first.port()));
        assertEquals(0, again.V().count().next());
        again.addV("new").iterate();
        assertEquals(1, again.V().count().next());
        assertEquals(1, countWhenReconnected(g)); // a client that stays finds the next server
    }

    private ServerProcess start(int port) throws Exception {
        ServerProcess server = ServerProcess.start(port, 2);
        opened.open(server);
        return server;
    }

    private GraphTraversalSource connect(ServerProcess server) {
        Cluster cluster = server.connect();
        opened.open(cluster::close);
        return traversal().with(DriverRemoteConnection.using(cluster, "g"));
    }

    /** The client looks again each second whether its server is there. */
    private static long countWhenReconnected(GraphTraversalSource g) {
        long began = System.nanoTime();
        while (true) {
            try {
                return g.V().count().next();
            } catch (RuntimeException notYet) {
                if (System.nanoTime() - began > TimeUnit.MINUTES.toNanos(3)) {
                    throw notYet;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            }
        }
    }
}
