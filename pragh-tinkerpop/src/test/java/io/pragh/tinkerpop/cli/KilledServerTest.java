package io.pragh.tinkerpop.cli;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Opened;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the kill of a server's process: a graph in memory is gone, and clients are told; a data folder keeps the
 * graph.
 */
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
        assertEquals(1, countWhenReconnected(g)); // a client that stays open finds the next server
    }

    @Test
    void aServerWithADataFolderGoesOnWithItsGraph(@TempDir Path folder) throws Exception {
        String data = folder.resolve("data").toString();
        Path edges = Files.writeString(folder.resolve("edges.txt"), "1 2\n2 3\n");
        ServerProcess first = startWith("--data", data, "--load", edges.toString());
        assertTrue(first.ready().contains("kept in " + data), first.ready());
        GraphTraversalSource g = connect(first);
        assertEquals(3, g.V().count().next());
        g.addV("committed").property("n", 1).iterate();
        String refused = WrongServer.tells("--port", "0", "--data", data);
        assertTrue(refused.contains("is in use"), refused);
        first.kill();

        ServerProcess second = startWith("--data", data);
        assertTrue(
                second.before().stream()
                        .anyMatch(
                                line -> line.matches(
                                        "pragh server: restored [1-9]\\d* values of a checkpoint and [1-9]\\d* commits of the log, .*")),
                () -> second.before().toString());
        GraphTraversalSource again = connect(second);
        assertEquals(4, again.V().count().next());
        assertEquals(2, again.E().count().next());
        assertEquals(1, again.V().hasLabel("committed").values("n").next());
        again.V().hasLabel("committed").property("n", 2).iterate();
        second.end();

        GraphTraversalSource later = connect(startWith("--data", data, "--nodes", "2"));
        assertEquals(2, later.V().hasLabel("committed").values("n").next());
        assertEquals(4, later.V().count().next());
    }

    private ServerProcess startWith(String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("--port", "0"));
        all.addAll(List.of(options));
        ServerProcess server = ServerProcess.startWith(all.toArray(String[]::new));
        opened.open(server);
        return server;
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

    /** The client tries each second to reach its server again. */
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
