package io.pragh.tinkerpop.load;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Seeds;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.server.ServedGraph;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that a server stores the elements that a loader sends in bounded requests. {@code -Dpragh.remoteCopy.seed}
 * repeats a failure.
 */
class RemoteCopyTest {
    private static final long SEED = Seeds.of("pragh.remoteCopy.seed");

    private final PraghGraph into = PraghGraph.build().nodes(2).open();

    @AfterEach
    void close() {
        into.close();
    }

    private long copied(PraghGraph from) {
        AtomicLong told = new AtomicLong();
        try (ServedGraph served = new ServedGraph(into)) {
            Cluster cluster = Cluster.build(served.address().getHostString())
                    .port(served.address().getPort())
                    .create();
            RemoteCopy.copy(from, traversal().with(DriverRemoteConnection.using(cluster, "g")), told::addAndGet);
            cluster.close();
            assertEquals(GraphText.of(from, false), GraphText.of(into, false), () -> "seed=" + SEED);
        }
        return told.get();
    }

    @Test
    void serverGetsWhatWasSent() {
        try (PraghGraph from = PraghGraph.build().open()) {
            new RandomElements(SEED, FileFormat.GRYO).fill(from, 60, 300);
            assertEquals(360, copied(from));
        }
    }

    @Test
    void edgesThatAreEqualButForTheirIdentifiersAreAllSent() {
        try (PraghGraph from = PraghGraph.build().open()) {
            Vertex one = from.addVertex(T.id, 1);
            Vertex two = from.addVertex(T.id, 2);
            for (int i = 0; i < 7; i++) {
                one.addEdge("knows", two);
                one.addEdge("knows", two, "since", 2001);
            }
            from.tx().commit();
            assertEquals(16, copied(from));
        }
    }

    static List<Arguments> others() {
        String half = "Ada\uD83D";
        return List.of(
                Arguments.of("vertex=1 key=it", new Object[] {T.id, 1, "it", half}),
                Arguments.of("vertex=1 key=it", new Object[] {T.id, 1, "it", List.of(half)}),
                Arguments.of("vertex=1 key=it", new Object[] {
                    T.id, 1, "it", ZonedDateTime.of(2020, 1, 1, 0, 0, 0, 0, ZoneId.of("Europe/Paris"))
                }),
                Arguments.of("vertex=1 key=it", new Object[] {T.id, 1, "it", new int[] {1}}),
                Arguments.of("vertex=1 key=it", new Object[] {T.id, 1, "it", Map.of("a", new byte[] {1})}),
                Arguments.of("vertex=" + half, new Object[] {T.id, half}),
                Arguments.of("vertex=1", new Object[] {T.id, 1, T.label, half}),
                Arguments.of("vertex=1 key=" + half, new Object[] {T.id, 1, half, 1}));
    }

    @ParameterizedTest
    @MethodSource("others")
    void whatWouldArriveAsSomethingElseIsRefused(String where, Object[] keyValues) {
        try (PraghGraph from = PraghGraph.build().open()) {
            from.addVertex(keyValues);
            from.tx().commit();
            String told = assertThrows(LoadException.class, () -> copied(from)).getMessage();
            assertTrue(told.contains("and no halves of characters: " + where + " type="), told);
        }
    }

    @Test
    void requestsHaveABoundOfRows() {
        AtomicLong sent = new AtomicLong();
        ElementRequests requests = new ElementRequests(into.traversal(), sent::addAndGet);
        try (TinkerGraph from = TinkerGraph.open()) {
            for (int i = 0; i <= ElementRequests.REQUEST_ROWS; i++) {
                requests.add(from.addVertex(T.id, i));
            }
            assertEquals(ElementRequests.REQUEST_ROWS, sent.get());
            requests.end();
            assertEquals(sent.get(), into.traversal().V().count().next());
        }
    }

    @Test
    void requestsHaveABoundOfBytes() {
        AtomicLong sent = new AtomicLong();
        ElementRequests requests = new ElementRequests(into.traversal(), sent::addAndGet);
        String half = "x".repeat(ElementRequests.REQUEST_BYTES / 2);
        try (TinkerGraph from = TinkerGraph.open()) {
            requests.add(from.addVertex(T.id, 1, "text", half));
            assertEquals(0, sent.get());
            requests.add(from.addVertex(T.id, 2, "text", half));
            assertEquals(2, sent.get());
            requests.add(from.addVertex(T.id, 3, "text", new long[ElementRequests.REQUEST_BYTES / Long.BYTES]));
            requests.add(from.addVertex(T.id, 4, "all", List.of(half, half)));
            assertEquals(4, sent.get());
        }
    }

    @Test
    void rowsOfManyShapesDoNotWaitForever() {
        AtomicLong sent = new AtomicLong();
        ElementRequests requests = new ElementRequests(into.traversal(), sent::addAndGet);
        try (TinkerGraph from = TinkerGraph.open()) {
            for (int i = 0; i <= ElementRequests.WAITING_ROWS; i++) {
                requests.add(from.addVertex(T.id, i, T.label, "label" + i % 300));
            }
            assertEquals(ElementRequests.WAITING_ROWS, sent.get());
        }
    }
}
