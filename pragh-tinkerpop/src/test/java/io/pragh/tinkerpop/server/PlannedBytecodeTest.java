package io.pragh.tinkerpop.server;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.jsr223.JavaTranslator;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Column;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a server plans a traversal once that is sent again with other values, and that it finds the same as a
 * traversal that is sent once. The tests send bytecode directly and through drivers.
 */
class PlannedBytecodeTest {
    private static final int VERTICES = 20;

    private final PraghGraph graph = PraghGraph.build().open();
    private final SentTraversals sent = new SentTraversals(graph);
    private final GraphTraversalSource g = graph.traversal();

    @BeforeEach
    void fill() {
        Vertex[] vertices = new Vertex[VERTICES];
        for (int i = 0; i < VERTICES; i++) {
            vertices[i] = graph.addVertex(T.id, (long) i, T.label, "person", "name", "n" + i, "age", i % 5);
        }
        for (int i = 0; i < VERTICES; i++) {
            for (int k = 1; k <= i % 4; k++) {
                vertices[i].addEdge(k == 1 ? "knows" : "likes", vertices[(i + k) % VERTICES], "weight", k / 2.0);
            }
        }
        graph.tx().commit();
    }

    @AfterEach
    void close() {
        graph.close();
    }

    /** A traversal that depends on a value. */
    private interface Written extends BiFunction<GraphTraversalSource, Object, GraphTraversal<?, ?>> {}

    private static Bytecode bytecode(Traversal<?, ?> traversal) {
        return traversal.asAdmin().getBytecode();
    }

    private List<Object> made(Bytecode bytecode) {
        List<Object> all = new ArrayList<>();
        JavaTranslator.of(g).translate(bytecode).forEachRemaining(all::add);
        return all;
    }

    /** Sends the traversal with each value, twice; returns how many plans were made. */
    private int kept(Written written, Object... values) {
        int before = sent.plans.plans();
        for (int i = 0; i < 2; i++) {
            for (Object value : values) {
                Bytecode bytecode = bytecode(written.apply(g, value));
                GraphTraversal<?, ?> planned = sent.planned(bytecode);
                if (planned != null) {
                    List<Object> all = new ArrayList<>();
                    planned.forEachRemaining(all::add);
                    assertEquals(made(bytecode), all, bytecode::toString);
                }
            }
        }
        return sent.plans.plans() - before;
    }

    private void checkKept(Written written, Object... values) {
        assertEquals(1, kept(written, values), () -> "one plan: " + bytecode(written.apply(g, values[0])));
    }

    private void checkNotKept(Written written, Object... values) {
        assertEquals(0, kept(written, values), () -> "no plan: " + bytecode(written.apply(g, values[0])));
    }

    @Test
    void whatSomethingIsComparedWithIsAHole() {
        checkKept((g, x) -> g.V(x).values("name"), 1L, 2, "3", 99L, 4L, UUID.randomUUID());
        checkKept((g, x) -> g.V(x, 4L).out().id(), 3L, 7L);
        checkKept((g, x) -> g.V().has("name", x).valueMap(), "n3", "n4", 5, "it's", "a\nb", "none");
        checkKept((g, x) -> g.V().has("person", "name", x).id(), "n3", "n4");
        checkKept((g, x) -> g.V().hasId(x).values("age"), 3L, 8L);
        checkKept((g, x) -> g.V().has(T.id, x).values("age"), 3L, 8L);
        checkKept((g, x) -> g.V().has("age", P.gt(x)).count(), 1, 3, 2L, 1.5);
        checkKept(
                (g, x) ->
                        g.V(x).out("knows").where(__.out().has("age", P.lte(x))).id(),
                1L,
                2L,
                6L);
    }

    @Test
    void predicatesAreWrittenAsTheyAre() {
        checkKept((g, x) -> g.V(x).out().has("age", P.between(1, 4)).id(), 3L, 7L, 11L);
        checkKept((g, x) -> g.V(x).out().has("age", P.outside(1, 3)).id(), 3L, 7L, 11L);
        checkKept(
                (g, x) -> g.V(x).out()
                        .has("age", P.gt(0).and(P.lt(3)).and(P.neq(2)))
                        .id(),
                3L,
                7L,
                11L);
        checkKept(
                (g, x) -> g.V(x).out()
                        .has("age", P.eq(0).or(P.gt(2).and(P.lt(4))))
                        .id(),
                3L,
                7L,
                11L);
        checkKept(
                (g, x) -> g.V(x).out()
                        .has("age", P.eq(0).or(P.gt(2)).and(P.lt(4)))
                        .id(),
                3L,
                7L,
                11L);
        checkKept((g, x) -> g.V(x).out().has("age", P.without(1, 2)).id(), 3L, 7L, 11L);
        checkKept((g, x) -> g.V(x).outE().values("weight").is(P.lt(1.25)).count(), 3L, 7L, 11L);
        checkKept((g, x) -> g.V(x).out().has("name", TextP.endingWith("1")).id(), 3L, 10L, 11L);
        checkKept(
                (g, x) -> g.V(x).out()
                        .has("name", TextP.notContaining("1").or(TextP.startingWith("n1")))
                        .id(),
                3L,
                10L,
                11L);
    }

    @Test
    void whatElseDiffersIsAnotherPlan() {
        assertEquals(2, kept((g, x) -> g.V(3L).out((String) x).count(), "knows", "likes"));
        assertEquals(2, kept((g, x) -> g.V(3L).out().limit((Long) x).count(), 1L, 2L));
        assertEquals(2, kept((g, x) -> g.V().hasLabel((String) x).count(), "person", "none"));
        assertEquals(2, kept((g, x) -> g.V().has(T.label, x).count(), "person", "none"));
        assertEquals(2, kept((g, x) -> g.V().values("age").is(x).count(), 1, 2));
        assertEquals(
                3,
                kept(
                        (g, x) -> g.V().values("age").is(P.within((List<?>) x)).count(),
                        List.of(1, 2),
                        List.of(2),
                        List.of(1L)));
    }

    @Test
    @SuppressWarnings("unchecked") // children in an array, as Gremlin takes them
    void whatIsOrdinaryIsAPlan() {
        checkKept(
                (g, x) -> g.V(x).local(__.out("knows").limit(10))
                        .local(__.out().limit(10))
                        .count(),
                3L,
                7L);
        checkKept((g, x) -> g.V(x).repeat(__.out()).times(2).dedup().values("name"), 3L, 7L);
        checkKept((g, x) -> g.V(x).outE().has("weight", P.gte(0.5)).inV().elementMap(), 3L, 7L);
        checkKept(
                (g, x) -> g.V(x).out()
                        .order()
                        .by("age", Order.desc)
                        .by(T.id)
                        .limit(2)
                        .values("name"),
                3L,
                7L);
        checkKept(
                (g, x) -> g.V(x).out().groupCount().by("age").order(Scope.local).by(Column.keys), 3L, 7L);
        checkKept((g, x) -> g.V(x).union(__.out("knows"), __.in("likes")).id().order(), 3L, 7L);
        checkKept((g, x) -> g.V(x).out().range(0, 2).path(), 3L, 7L);
        checkKept((g, x) -> g.V(x).as("a").out().as("b").select("a", "b").by("name"), 3L, 7L);
    }

    @Test
    void whatHasNoTextOrNoPlanIsMadeEachTime() {
        checkNotKept((g, x) -> g.V(x), List.of(1L, 2L));
        checkNotKept((g, x) -> g.V(3L).out("it's").has("age", x), 1, 2);
        checkNotKept((g, x) -> g.V().has("name", TextP.regex((String) x)).id(), "n1", "n2");
        checkNotKept((g, x) -> g.V().has("age", (Object) null).id(), 3, 4);
        checkNotKept((g, x) -> g.with("evaluationTimeout", 500L).V(x).id(), 3L, 4L);
        checkNotKept((g, x) -> g.V(x).property("age", 3), 3L, 4L);
        checkNotKept((g, x) -> g.addV("more").property("of", x), 3L, 4L);
        checkNotKept((g, x) -> g.inject(x), 3L, 4L);
        graph.tx().rollback();
    }

    /** A quotation mark inside a quoted text, or a nested traversal, must not make two texts equal. */
    @Test
    void differentTraversalsHaveDifferentTexts() {
        Traversal<?, ?>[] all = {
            g.V(1L).out("a", "b"),
            g.V(1L).out("a,b"),
            g.V(1L).out("a','b"),
            g.V(1L, 1L).out("a", "b"),
            g.V(1L).out("a").out("b"),
            g.V(1L).out("1").limit(1),
            g.V(1L).out("1L").limit(1),
            g.V().has("p0", 1L),
            g.V().has("p0", "p0", 1L),
            g.V().has("age", P.gt(1L)),
            g.V().has("age", P.gte(1L)),
            g.V().values("age").is(1),
            g.V().values("age").is(1L),
            g.V().values("age").is("1L"),
            g.V().not(__.out().in()),
            g.V().not(__.out()).in(),
            g.V().order().by(T.id),
            g.V().order().by("T.id")
        };
        List<String> texts = new ArrayList<>();
        for (Traversal<?, ?> each : all) {
            BytecodeText.Written written = BytecodeText.of(bytecode(each));
            if (written != null) {
                texts.add(written.text());
            }
        }
        assertEquals(all.length - 1, texts.size(), "but for the one with a quote in its label");
        assertEquals(texts.size(), counted(texts).size(), texts::toString);
    }

    private static Map<String, Integer> counted(List<String> texts) {
        Map<String, Integer> counts = new HashMap<>();
        texts.forEach(text -> counts.merge(text, 1, Integer::sum));
        return counts;
    }

    @Test
    void whatIsNoNameOfAStepHasNoText() {
        for (String operator : new String[] {"V().out", "V(1L).in", "addV", "nosuch", ""}) {
            Bytecode bytecode = new Bytecode();
            bytecode.addStep(operator);
            assertNull(BytecodeText.of(bytecode), operator);
        }
    }

    @Test
    void whatIsNestedTooDeeplyOrTooLongHasNoText() {
        GraphTraversal<?, ?> nested = __.out();
        for (int i = 0; i < 40; i++) {
            nested = __.not(nested);
        }
        assertNull(BytecodeText.of(bytecode(g.V(1L).not(nested))));
        assertNull(BytecodeText.of(
                bytecode(g.V(Collections.nCopies(5_000, 1L).toArray()).id())));
        assertNull(BytecodeText.of(bytecode(g.V(1L).out("x".repeat(5_000)))));
        P<Integer> deep = P.gt(1);
        for (int i = 0; i < 40; i++) {
            deep = i % 2 == 0 ? deep.and(P.lt(i)) : deep.or(P.lt(i));
        }
        assertNull(BytecodeText.of(bytecode(g.V(1L).values("age").is(deep))));
    }

    @Test
    void labelsAndIndexesAreThoseOfNow() {
        Written out = (g, x) -> g.V(x).out("new").id();
        Written has = (g, x) -> g.V().has("name", x).id();
        checkKept(out, 1L, 2L);
        checkKept(has, "n1", "n2");
        graph.vertices(1L).next().addEdge("new", graph.vertices(2L).next());
        graph.tx().commit();
        assertEquals(0, kept(out, 1L, 2L));
        graph.tx().rollback();
        graph.createIndex(ElementKind.VERTEX, "name");
        graph.traversal().V(7L).property("name", "other").iterate();
        graph.tx().commit();
        assertEquals(0, kept(has, "n7", "other", "n8"));
    }

    /** Clients send the traversals as drivers do, alone and in a session, which sees its own changes. */
    @Test
    void clientsFindTheSameEachTime() throws Exception {
        try (ServedGraph served = new ServedGraph(PraghGraph.build().nodes(2).open())) {
            Cluster cluster = served.cluster().create();
            GraphTraversalSource remote = traversal().with(DriverRemoteConnection.using(cluster, "g"));
            for (long i = 0; i < VERTICES; i++) {
                remote.addV("person")
                        .property(T.id, i)
                        .property("age", (int) i % 5)
                        .iterate();
            }
            int before = served.server.plans().plans();
            for (long i = 0; i < VERTICES; i++) {
                remote.V(i).addE("knows").to(__.V((i + 1) % VERTICES)).iterate();
                assertEquals(
                        List.of((i + 1) % VERTICES),
                        remote.V(i).out("knows").id().toList());
                assertEquals(
                        List.of((int) i % 5), remote.V().hasId(i).values("age").toList());
                assertEquals(4L, remote.V().has("age", i % 5).count().next());
            }
            assertEquals(before + 3, served.server.plans().plans());
            GraphTraversalSource session = remote.tx().begin();
            for (long i = 0; i < 5; i++) {
                session.V(i).addE("knows").to(__.V(i + 2)).iterate();
                assertEquals(
                        List.of(i + 1, i + 2), session.V(i).out("knows").id().toList());
            }
            session.tx().rollback();
            assertEquals(List.of(1L), remote.V(0L).out("knows").id().toList());
            assertEquals(before + 3, served.server.plans().plans());
            remote.close();
            cluster.close();
        }
    }

    /** Only the server itself may make the step that stands for a plan. */
    @Test
    void noClientCanSendAPlan() throws Exception {
        try (ServedGraph served = new ServedGraph(PraghGraph.build().open())) {
            Cluster cluster = served.cluster().create();
            for (Object argument : new Object[] {null, "a plan"}) {
                Bytecode bytecode = new Bytecode();
                bytecode.addStep("planned", argument);
                Exception refused = assertThrows(
                        Exception.class,
                        () -> cluster.connect()
                                .alias("g")
                                .submit(bytecode)
                                .all()
                                .get());
                assertTrue(refused.getCause() instanceof ResponseException, refused::toString);
                assertTrue(String.valueOf(refused.getMessage()).contains("planned"), refused::toString);
            }
            assertNotEquals(
                    0,
                    cluster.connect()
                            .alias("g")
                            .submit(bytecode(g.V().count()))
                            .all()
                            .get()
                            .size());
            cluster.close();
        }
    }
}
