package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import java.util.List;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Checks that the bytes that each step of a query holds count against the query's limit, and that results that only
 * pass do not count.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryBytesTest {
    private static final int VERTICES = 30_000;

    private final PraghGraph graph =
            PraghGraph.build().set(PraghGraphConfig.QUERY_BYTES_MAX, "1m").open();
    private final GraphTraversalSource g = graph.traversal();

    /** A ring, and a hub with edges to all its vertices. */
    @BeforeAll
    void fill() {
        Vertex[] vertices = new Vertex[VERTICES];
        for (int i = 0; i < VERTICES; i++) {
            vertices[i] = graph.addVertex(T.id, (long) i, "name", "a name that takes some room " + i, "kind", i % 7);
        }
        for (int i = 0; i < VERTICES; i++) {
            vertices[i].addEdge("next", vertices[(i + 1) % VERTICES]);
            vertices[0].addEdge("all", vertices[i]);
            if (i % 5_000 == 0) {
                graph.tx().commit();
            }
        }
        graph.tx().commit();
    }

    @AfterAll
    void close() {
        graph.close();
    }

    private void refused(String step, Function<GraphTraversalSource, GraphTraversal<?, ?>> query) {
        assertTrue(query.apply(g).explain().toString().contains("PlanStep("), () -> "a plan: " + step);
        PraghException error =
                assertThrows(PraghException.class, () -> query.apply(g).toList());
        String text = error.getMessage();
        assertTrue(
                text.startsWith("a query holds more than it may; ask for less at a time, or raise pragh.queryBytesMax"),
                text);
        assertTrue(text.contains(" step=" + step + " bytes=") && text.endsWith(" pragh.queryBytesMax=1048576"), text);
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void stepsThatHoldManyThingsAreEnded() {
        refused("order", s -> s.V().order().by("name"));
        refused("order", s -> s.V().values("name").order());
        refused("dedup", s -> s.V().values("name").dedup());
        refused("group", s -> s.V().group().by("name").by(__.count()));
        refused("fold", s -> s.V().group().by("kind").by("name"));
        refused("order", s -> s.V().group().by("kind").by(__.order().by("name")));
        refused("sample", s -> s.V().values("name").sample(VERTICES));
        refused("groupCount", s -> s.V().groupCount().by("name"));
        refused("fold", s -> s.V().values("name").fold());
        refused("fold", s -> s.V(0L).out("all").fold());
        refused("repeat", s -> s.V(0L).repeat(__.out()).times(2));
        refused(
                "union",
                s -> s.V(0L).union(__.out("all").values("name"), __.out("next").values("name")));
        refused("merge", s -> s.V(0L).out("all").out("next").out("next").dedup().count());
        refused("aggregate", s -> s.V().aggregate("x").out("none"));
        refused("dedup", s -> s.V(0L).where(__.out("all").values("name").dedup().count()));
    }

    @Test
    void sacksAreHeld() {
        int few = 9_000;
        assertEquals(few, g.V().limit(few).order().by(T.id).toList().size());
        refused(
                "order",
                s -> s.V().limit(few).sack(Operator.assign).by("name").order().by(T.id));
    }

    /** Numbers that are far apart take 16 bytes or more each, neighbouring numbers a few bits. */
    @Test
    void differentNumbersThatAreHeldAreEnded() {
        try (PraghGraph wide =
                PraghGraph.build().set(PraghGraphConfig.QUERY_BYTES_MAX, "1m").open()) {
            Vertex hub = wide.addVertex(T.id, 0L);
            for (long i = 1; i <= 70_000; i++) {
                hub.addEdge("all", wide.addVertex(T.id, i << 12));
            }
            wide.tx().commit();
            GraphTraversalSource s = wide.traversal();
            for (GraphTraversal<?, ?> held : List.of(
                    s.V(0L).out("all").dedup(),
                    s.V(0L).out("all").dedup().count(),
                    s.V(0L).out("all").id().dedup().count())) {
                String text = assertThrows(PraghException.class, held::toList).getMessage();
                assertTrue(text.contains(" step=dedup bytes=") && text.endsWith(" pragh.queryBytesMax=1048576"), text);
            }
            assertEquals(
                    1_000,
                    (long) s.V(0L).out("all").limit(1_000).dedup().count().next(),
                    "what failed before is not counted");
        }
    }

    @Test
    @SuppressWarnings("unchecked") // arrays of traversals, as Gremlin takes them
    void whatIsHeldForATimeOrNotAtAllIsNot() {
        assertEquals(VERTICES, (long) g.V(0L).out("all").count().next());
        assertEquals(VERTICES, g.V(0L).out("all").values("name").toList().size());
        assertEquals(VERTICES, g.V(0L).out("all").dedup().toList().size(), "a few bits each");
        assertEquals(10, g.V().order().by("name").limit(10).toList().size());
        // with rising weights, 4,600 rows come into the sample, each of which takes some 370 bytes
        assertEquals(
                500,
                g.V().project("name", "weight")
                        .by("name")
                        .by(T.id)
                        .sample(500)
                        .by(__.select("weight"))
                        .toList()
                        .size());
        assertEquals(7, g.V().groupCount().by("kind").next().size());
        assertEquals(7, g.V().values("kind").dedup().toList().size());
        assertEquals(VERTICES, (long)
                g.V().union(__.out("next"), __.in("none")).count().next());
        assertEquals(
                VERTICES,
                (long) g.V().where(__.out("next").values("name").dedup().count())
                        .count()
                        .next(),
                "by and by");
        for (int i = 0; i < 20; i++) {
            assertEquals(1, g.V(5L).repeat(__.out()).times(100).toList().size());
        }
    }

    @Test
    void levelsInsideAreForgottenWhenOneOutsideGoesOn() {
        Budget budget = new Budget(100);
        Budget.Holder outer = budget.holder(0, "outer");
        Budget.Holder inner = budget.holder(3, "inner");
        inner.now(60);
        assertThrows(PraghException.class, () -> budget.holder(3, "other").now(41));
        outer.now(10);
        inner.now(90);
        assertThrows(PraghException.class, () -> inner.now(91));
        inner.now(30);
        outer.now(100);
        outer.now(20);
        budget.holder(1, "next").now(80);
    }
}
