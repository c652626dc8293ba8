package io.pragh.tinkerpop.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.inquiry.InquiryCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.Path;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.util.MessageSerializer;
import org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV3;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Queries of a client that knows one server only. Which node executes one is in the counters of both. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForwardTest {
    private static final int TEXTS = 400;
    private static final int TEXT_CHARS = 40_000;
    private static final Duration SOON = Duration.ofSeconds(60);

    private static ForwardingCluster cluster = null;
    /** Vertices whose homes are the first node, the second, and the third, which answers nobody. */
    private static int here;

    private static int there;
    private static int refusing;

    @BeforeAll
    static void start() {
        cluster = new ForwardingCluster();
        here = cluster.vertexOf(0, 0);
        there = cluster.vertexOf(1, 0);
        refusing = cluster.vertexOf(2, 0);
        GraphTraversalSource g = cluster.graph(0).traversal();
        for (int id = 0; id < 30; id++) {
            g.addV(id % 3 == 0 ? "thing" : "person")
                    .property(T.id, id)
                    .property("name", "v" + id)
                    .property(VertexProperty.Cardinality.list, "n", id, "since", 2000 + id)
                    .property(VertexProperty.Cardinality.list, "n", id + 0.5)
                    .property("numbers", new ArrayList<>(List.of(id, "x")))
                    .iterate();
        }
        for (int id = 0; id < 30; id++) {
            for (int step : new int[] {1, 3, 7}) {
                g.V(id)
                        .addE("e" + step)
                        .to(__.V((id + step) % 30))
                        .property("w", id * step)
                        .iterate();
            }
        }
        g.V(there)
                .as("from")
                .addV("array")
                .property("numbers", new int[] {1, 2})
                .addE("array")
                .from("from")
                .iterate();
        g.tx().commit();
        for (int i = 0; i < TEXTS; i++) {
            g.V(there)
                    .as("from")
                    .addV("text")
                    .property("number", i)
                    .property("text", text(i))
                    .addE("text")
                    .from("from")
                    .iterate();
            if (i % 50 == 0) {
                g.tx().commit();
            }
        }
        g.tx().commit();
    }

    /** A node that was lost in another test is left alone for a while. */
    @BeforeEach
    void awaitForwarding() {
        GraphTraversalSource g = cluster.connect();
        Awaitility.await().atMost(SOON).until(() -> {
            long before = forwarded();
            g.V(there).out("e1").count().next();
            return forwarded() > before;
        });
        awaitNothingOpen();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static String text(int number) {
        return number + Character.toString('a' + number % 26).repeat(TEXT_CHARS);
    }

    /** Everything that a client can see of a result, the types of values included. */
    private static String show(@Nullable Object result) {
        if (result instanceof Element element) {
            List<String> properties = new ArrayList<>();
            element.properties().forEachRemaining(p -> {
                List<String> more = new ArrayList<>();
                if (p instanceof VertexProperty<?> of) {
                    of.properties().forEachRemaining(m -> more.add(m.key() + "=" + show(m.value())));
                }
                properties.add(p.key() + "=" + show(p.value()) + more);
            });
            properties.sort(null);
            return element + ":" + element.label() + properties;
        } else if (result instanceof Path path) {
            return path.labels() + "|"
                    + path.objects().stream().map(ForwardTest::show).toList();
        } else if (result instanceof Map<?, ?> map) {
            return result.getClass().getSimpleName()
                    + map.entrySet().stream()
                            .map(e -> show(e.getKey()) + "->" + show(e.getValue()))
                            .sorted()
                            .toList();
        } else if (result instanceof Collection<?> several) {
            return result.getClass().getSimpleName()
                    + several.stream().map(ForwardTest::show).toList();
        } else if (result instanceof int[] array) {
            return Arrays.toString(array);
        }
        return result == null ? "null" : result + ":" + result.getClass().getSimpleName();
    }

    private static long forwarded() {
        return cluster.counters(0).asked();
    }

    /** A traversal in a session, which is executed by the server that is asked. */
    private static List<String> inSession(
            GraphTraversalSource g, Function<GraphTraversalSource, GraphTraversal<?, ?>> query) {
        Transaction session = g.tx();
        try {
            return query.apply(session.begin()).toList().stream()
                    .map(ForwardTest::show)
                    .toList();
        } finally {
            session.rollback();
        }
    }

    private static void assertSame(
            GraphTraversalSource g, Function<GraphTraversalSource, GraphTraversal<?, ?>> query, boolean forwards) {
        InquiryCounters before = cluster.counters(0);
        long answered = cluster.counters(1).answered();
        List<String> expected = inSession(g, query);
        assertEquals(before.asked(), forwarded(), "a session's");
        List<?> found = query.apply(g).toList();
        assertEquals(expected, found.stream().map(ForwardTest::show).toList());
        assertTrue(!expected.isEmpty(), "it finds something");
        assertEquals(before.asked() + (forwards ? 1 : 0), forwarded(), () -> "" + query.apply(g));
        assertEquals(answered + (forwards ? 1 : 0), cluster.counters(1).answered());
        assertEquals(before.unanswered(), cluster.counters(0).unanswered());
        assertEquals(0, cluster.counters(1).asked(), "who is asked asks nobody");
    }

    @SuppressWarnings("unchecked") // children in an array, as Gremlin takes them
    private static void assertAllSame(MessageSerializer<?> format) {
        GraphTraversalSource g = cluster.connect(format);
        List<Function<GraphTraversalSource, GraphTraversal<?, ?>>> queries = List.of(
                s -> s.V(there).out("e1", "e3", "e7"),
                s -> s.V(there).outE("e1", "e3"),
                s -> s.V(there).both("e1").out("e3", "e7").order().by("name"),
                s -> s.V(there).out("e1").as("a").in("e3").as("b").path(),
                s -> s.V(there).outE("e7").as("a").inV().as("b").select("a", "b"),
                s -> s.V(there).both("e1", "e3").group().by(T.label),
                s -> s.V(there).out("e1").out("e3").tree(),
                s -> s.V(there).both("e1").order().by("name").valueMap().with("~tinkerpop.valueMap.tokens"),
                s -> s.V(there).both("e1").order().by("name").elementMap("name"),
                s -> s.V(there)
                        .repeat(__.both("e1", "e3"))
                        .times(3)
                        .groupCount()
                        .by("name"),
                s -> s.V(there).out("e1").in("e1").out("e1").barrier().values("name"),
                s -> s.V(there).out("e1", "e3", "e7").fold(),
                s -> s.V(there).out("e1", "e3", "e7").count(),
                s -> s.V(there)
                        .project("id", "n", "next")
                        .by(T.id)
                        .by(__.values("n").fold())
                        .by(__.out("e1").values("name")),
                s -> s.V(there).aggregate("x").out("e1").aggregate("x").cap("x"),
                s -> s.V(there).out("e3").constant(1).union(__.identity(), __.constant("text")),
                s -> s.with("evaluationTimeout", 60_000L).V(there).out("e1").values("name", "n"));
        for (Function<GraphTraversalSource, GraphTraversal<?, ?>> query : queries) {
            assertSame(g, query, true);
        }
        for (Function<GraphTraversalSource, GraphTraversal<?, ?>> query :
                List.<Function<GraphTraversalSource, GraphTraversal<?, ?>>>of(
                        s -> s.V(here).out("e1").values("name"),
                        s -> s.V(there).values("name"),
                        s -> s.V(there).out("e1").properties("n"),
                        s -> s.V(here, there).out("e1").values("name"),
                        s -> s.V().hasId(there).out("e1").values("name"),
                        s -> s.withSack(1).V(there).out("e1").sack())) {
            assertSame(g, query, false);
        }
    }

    @Test
    void aClientSeesTheSameInGraphBinary() {
        assertAllSame(new GraphBinaryMessageSerializerV1());
    }

    @Test
    void aClientSeesTheSameInGraphSon() {
        assertAllSame(new GraphSONMessageSerializerV3());
        GraphTraversalSource g = cluster.connect(new GraphSONMessageSerializerV3());
        assertSame(g, s -> s.V(there).out("array").values("numbers"), true); // GraphBinary has no arrays
    }

    @Test
    void aBigAnswerComesWholeAndInOrder() {
        GraphTraversalSource g = cluster.connect();
        long before = cluster.counters(1).answered();
        int[] number = {0};
        g.V(there).out("text").order().by("number", Order.asc).values("text").forEachRemaining(text -> {
            assertEquals(text(number[0]), text, () -> "text " + number[0]);
            number[0]++;
        });
        assertEquals(TEXTS, number[0]);
        List<?> folded =
                (List<?>) g.V(there).out("text").values("number").fold().next();
        assertEquals(TEXTS, folded.size());
        List<?> long16mb = (List<?>) g.V(there)
                .out("text")
                .order()
                .by("number")
                .values("text")
                .fold()
                .next();
        assertEquals(
                IntStream.range(0, TEXTS).mapToLong(i -> text(i).length()).sum(),
                long16mb.stream().mapToLong(t -> ((String) t).length()).sum());
        assertEquals(before + 3, cluster.counters(1).answered());
    }

    private static void awaitNothingOpen() {
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertEquals(0, cluster.counters(1).open(), "answers"));
    }

    @Test
    void aClientThatLeavesAndATimeOutLeaveNothingBehind() {
        Cluster leaving = cluster.client(new GraphBinaryMessageSerializerV1());
        Client client = leaving.connect().alias("g");
        Iterator<?> results = client.submit(cluster.graph(0)
                        .traversal()
                        .V(there)
                        .repeat(__.out("e1", "e3", "e7"))
                        .emit()
                        .path())
                .iterator();
        assertTrue(results.hasNext());
        assertEquals(1, cluster.counters(1).open(), "it goes on");
        leaving.close();
        awaitNothingOpen();

        GraphTraversalSource g = cluster.connect();
        long answered = cluster.counters(1).answered();
        CompletionException told = assertThrows(
                CompletionException.class,
                () -> g.with("evaluationTimeout", 500L)
                        .V(there)
                        .repeat(__.out("e1")) // in a circle
                        .until(__.has("name", "nobody"))
                        .toList());
        assertTrue(String.valueOf(told.getMessage()).contains("evaluationTimeout"), told::toString);
        awaitNothingOpen();
        assertEquals(answered, cluster.counters(1).answered());
    }

    private static String failure(Function<GraphTraversalSource, GraphTraversal<?, ?>> query, GraphTraversalSource g) {
        CompletionException told =
                assertThrows(CompletionException.class, () -> query.apply(g).toList());
        ResponseException response = (ResponseException) told.getCause();
        return response.getResponseStatusCode() + " " + response.getMessage() + " "
                + response.getRemoteExceptionHierarchy();
    }

    @Test
    void aFailureIsToldAsItIsHere() {
        GraphTraversalSource g = cluster.connect();
        for (Function<GraphTraversalSource, GraphTraversal<?, ?>> query :
                List.<Function<GraphTraversalSource, GraphTraversal<?, ?>>>of(
                        s -> s.V(there).out("e1", "e3").values("name").sum(),
                        s -> s.V(there).out("e1").fail("enough"),
                        // the first results are out before it fails
                        s -> s.V(there)
                                .out("text")
                                .order()
                                .by("number")
                                .barrier()
                                .choose(__.has("number", TEXTS - 1), __.fail("the last"), __.values("text")))) {
            Transaction session = g.tx();
            String expected = failure(query, session.begin());
            session.rollback();
            assertEquals(expected, failure(query, g));
        }
        awaitNothingOpen();
    }

    @Test
    void whatWritesAndWhatIsInASessionIsExecutedWhereItWasSent() {
        GraphTraversalSource g = cluster.connect();
        long before = forwarded();
        g.V(there).out("e1").property("seen", 1).iterate();
        Transaction session = g.tx();
        GraphTraversalSource inside = session.begin();
        inside.V(there).addE("mine").to(__.V(here)).iterate();
        assertEquals(1, inside.V(there).out("mine").count().next());
        session.rollback();
        Client scripts = cluster.client(new GraphBinaryMessageSerializerV1()).connect();
        assertEquals(
                3,
                scripts.submit("g.V(" + there
                                + ").out('e1', 'e3', 'e7').toList().collect { it.graph(); it.id() }.size()")
                        .one()
                        .getInt(),
                "a script goes on with vertices of the graph");
        assertEquals(before, forwarded());
        assertEquals(0, g.V(there).out("mine").count().next());
        assertEquals(before + 1, forwarded());
    }

    @Test
    void aNodeThatRefusesIsReplacedByTheOneThatWasAsked() {
        GraphTraversalSource g = cluster.connect();
        InquiryCounters before = cluster.counters(0);
        long refused = cluster.counters(2).refused();
        assertEquals(3, g.V(refusing).out("e1", "e3", "e7").toList().size());
        assertEquals(before.asked() + 1, forwarded());
        assertEquals(before.unanswered() + 1, cluster.counters(0).unanswered());
        assertTrue(cluster.counters(2).refused() > refused, "and once more if it was sent again");
        assertEquals(3, g.V(refusing).out("e1", "e3", "e7").toList().size());
    }

    @Test
    void aNodeThatStopsInTheMiddleIsToldOfClearly() {
        GraphTraversalSource g = cluster.connect();
        Iterator<Path> results =
                g.V(there).repeat(__.out("e1", "e3", "e7")).emit().path();
        assertTrue(results.hasNext());
        var unused = cluster.graph(1).forward(); // begins anew: what it was at is given up
        CompletionException told = assertThrows(CompletionException.class, () -> {
            while (results.hasNext()) {
                results.next();
            }
        });
        assertTrue(String.valueOf(told.getMessage()).contains("try again"), told::toString);
        assertEquals(3, g.V(there).out("e1", "e3", "e7").toList().size());
    }

    @Test
    void aNodeThatLeavesMeanwhileIsNotMissed() throws Exception {
        try (ForwardingCluster leaving = new ForwardingCluster()) {
            GraphTraversalSource g = leaving.connect();
            for (int id = 0; id < 40; id++) {
                g.addV().property(T.id, id).iterate();
            }
            for (int id = 0; id < 40; id++) {
                g.V(id).addE("next").to(__.V((id + 1) % 40)).iterate();
            }
            AtomicBoolean left = new AtomicBoolean();
            List<CompletableFuture<Integer>> clients = new ArrayList<>();
            for (int client = 0; client < 3; client++) {
                int first = client;
                clients.add(CompletableFuture.supplyAsync(() -> askUntil(left, g, first)));
            }
            Awaitility.await().atMost(SOON).until(() -> leaving.counters(1).answered() > 100);
            leaving.leave();
            left.set(true);
            for (CompletableFuture<Integer> client : clients) {
                assertTrue(client.get() > 0);
            }
        }
    }

    /** Asks again and again, and once more afterwards; returns how many answers there were, all of them right. */
    private static int askUntil(AtomicBoolean left, GraphTraversalSource g, int first) {
        int asked = 0;
        for (boolean last = false; !last; ) {
            last = left.get();
            for (int id = first; id < 40; id += 3) {
                assertEquals(List.of((id + 2) % 40), g.V(id).out().out().id().toList());
                asked++;
            }
        }
        return asked;
    }
}
