package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.SnapshotTooOldException;
import io.pragh.testkit.Workers;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that sessions which clients leave behind are rolled back, and that a client or all clients together can open
 * only a limited number.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class SessionLimitsTest {
    private static long sessionThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("session-"))
                .count();
    }

    private static void await(String what, BooleanSupplier condition) {
        try (Workers workers = new Workers()) {
            workers.await(what, condition);
        }
    }

    private static void awaitSessionThreads(long expected) {
        await("threads of sessions: " + expected, () -> sessionThreads() == expected);
    }

    private static void awaitOpen(PraghGraph graph, long expected) {
        await("open transactions: " + expected, () -> graph.transactionsOpen() == expected);
    }

    private static RequestMessage.Builder inSession(String op, String name) {
        return RequestMessage.build(op).processor("session").addArg("session", name);
    }

    private static String addVertex(Client client, String name) throws Exception {
        return client.submitAsync(inSession("eval", name)
                        .addArg("gremlin", "g.addV('left')")
                        .addArg("language", "gremlin-lang")
                        .addArg("aliases", Map.of("g", "g"))
                        .create())
                .get()
                .all()
                .get()
                .toString();
    }

    private static Cluster cluster(ServedGraph served) {
        return served.cluster()
                .minConnectionPoolSize(1)
                .maxConnectionPoolSize(1)
                .maxInProcessPerConnection(64)
                .create();
    }

    @Test
    void whatIsLeftWithItsConnectionIsRolledBack() throws Exception {
        PraghGraph graph = PraghGraph.build().nodes(1).open();
        try (ServedGraph served = new ServedGraph(graph)) {
            Cluster cluster = cluster(served);
            Client client = cluster.connect();
            for (int i = 0; i < SessionDoor.SESSIONS_MAX; i++) {
                addVertex(client, "left-" + i);
            }
            assertEquals(SessionDoor.SESSIONS_MAX, graph.transactionsOpen());
            cluster.close();
            awaitOpen(graph, 0);
            awaitSessionThreads(0);
        }
    }

    @Test
    void moreThanAConnectionMayHaveAreRefused() throws Exception {
        try (ServedGraph served = new ServedGraph()) {
            Cluster cluster = cluster(served);
            Client client = cluster.connect();
            int refused = 0;
            for (int i = 0; i < 1_000; i++) {
                String name = "many-" + i;
                if (i < SessionDoor.SESSIONS_MAX) {
                    addVertex(client, name);
                } else {
                    Exception why = assertThrows(ExecutionException.class, () -> addVertex(client, name));
                    assertTrue(why.getMessage().contains("max=16"), why::toString);
                    refused++;
                }
            }
            assertEquals(1_000 - SessionDoor.SESSIONS_MAX, refused);
            assertEquals(SessionDoor.SESSIONS_MAX, sessionThreads());
            addVertex(client, "many-0");
            cluster.close();
            awaitSessionThreads(0);
        }
    }

    @Test
    void moreThanAServerMayHaveAreRefused() throws Exception {
        try (ServedGraph served = new ServedGraph()) {
            List<Cluster> clusters = new ArrayList<>();
            for (int i = 0; i < SessionKeeper.SESSIONS_MAX; i++) {
                if (i % SessionDoor.SESSIONS_MAX == 0) {
                    clusters.add(cluster(served));
                }
                addVertex(clusters.get(clusters.size() - 1).connect(), "all-" + i);
            }
            Cluster late = cluster(served);
            Exception why = assertThrows(ExecutionException.class, () -> addVertex(late.connect(), "too many"));
            assertTrue(why.getMessage().contains("max=256"), why::toString);
            clusters.remove(0).close();
            awaitSessionThreads(SessionKeeper.SESSIONS_MAX - SessionDoor.SESSIONS_MAX);
            addVertex(late.connect(), "not too many");
            late.close();
            clusters.forEach(Cluster::close);
            awaitSessionThreads(0);
        }
    }

    @Test
    void aClosedSessionIsGone() throws Exception {
        PraghGraph graph = PraghGraph.build().nodes(1).open();
        try (ServedGraph served = new ServedGraph(graph)) {
            Cluster cluster = cluster(served);
            Client client = cluster.connect();
            for (int i = 0; i < 3 * SessionDoor.SESSIONS_MAX; i++) {
                addVertex(client, "closed");
                client.submitAsync(inSession("close", "closed").create())
                        .get()
                        .all()
                        .get();
                assertEquals(0, graph.transactionsOpen());
            }
            awaitSessionThreads(0);
            assertEquals(0, client.submit("g.V().count()").one().getLong());
            cluster.close();
        }
    }

    @Test
    void whoRollsBackWhatIsRolledBackIsNotRefused() {
        PraghGraph graph = PraghGraph.build()
                .nodes(1)
                .set(PraghGraphConfig.SNAPSHOT_SECONDS, 1)
                .open();
        try (ServedGraph served = new ServedGraph(graph)) {
            Cluster cluster = cluster(served);
            Transaction tx =
                    traversal().with(DriverRemoteConnection.using(cluster, "g")).tx();
            GraphTraversalSource late = tx.begin();
            late.addV("late").iterate();
            awaitSessionThreads(0);
            Throwable why = assertThrows(
                    CompletionException.class, () -> late.addV("later").iterate());
            ResponseException told = assertInstanceOf(ResponseException.class, why.getCause());
            assertEquals(
                    SnapshotTooOldException.class.getName(),
                    told.getRemoteExceptionHierarchy().orElseThrow().get(0));
            tx.rollback();
            assertFalse(graph.traversal().V().hasNext());
            cluster.close();
        }
    }

    @Test
    void aTransactionPastItsSnapshotEndsWithItsSession() throws Exception {
        PraghGraph graph = PraghGraph.build()
                .nodes(1)
                .set(PraghGraphConfig.SNAPSHOT_SECONDS, 2)
                .open();
        try (ServedGraph served = new ServedGraph(graph)) {
            Cluster cluster = cluster(served);
            Client client = cluster.connect();
            addVertex(client, "old");
            awaitOpen(graph, 0);
            awaitSessionThreads(0);
            Exception why = assertThrows(ExecutionException.class, () -> addVertex(client, "old"));
            assertTrue(why.getMessage().contains("limit=snapshotSeconds"), why::toString);
            assertFalse(graph.traversal().V().hasNext());
            addVertex(client, "new");
            cluster.close();
        }
    }
}
