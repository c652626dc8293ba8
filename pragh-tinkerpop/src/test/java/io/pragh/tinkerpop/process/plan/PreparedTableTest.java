package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.MovingGraph;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.PraghGraphConfig;
import io.pragh.tinkerpop.prepared.PreparedTraversal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.step.GValue;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;

/**
 * Checks that prepared traversals find, with each of several values, what traversals find in which the values are
 * written, without strategies that rewrite.
 */
class PreparedTableTest {
    /** Writes a traversal with the values themselves. */
    @FunctionalInterface
    private interface Written {
        GraphTraversal<?, ?> with(GraphTraversalSource g, Object x, Object y);
    }

    /** Values of the parameters {@code x} and {@code y}; the second one is null where there is none. */
    private record Values(Object x, Object y) {
        Map<String, Object> map() {
            return y == null ? Map.of("x", x) : Map.of("x", x, "y", y);
        }
    }

    private record Row(boolean isPlan, PreparedTraversal.Spawn<?> spawn, Written written, List<Values> values) {
        void check(PraghGraph graph, GraphTraversalSource plain) {
            PreparedTraversal<?> prepared = graph.prepare(spawn);
            assertEquals(isPlan, prepared.isPlan(), prepared::toString);
            for (Values each : values) {
                Outcome expected = Outcome.of(() -> written.with(plain, each.x, each.y));
                same(prepared, each, expected, Outcome.ofList(() -> prepared.list(each.map())));
                same(prepared, each, expected, Outcome.ofList(() -> {
                    List<Object> found = new ArrayList<>();
                    prepared.iterator(each.map()).forEachRemaining(found::add);
                    return found;
                }));
                same(prepared, each, expected, Outcome.of(() -> prepared.traversal(each.map())));
                boolean isEmpty = expected.failed() || expected.size() == 0;
                Outcome first = Outcome.ofList(() -> List.of(prepared.next(each.map())));
                assertEquals(isEmpty, first.failed(), () -> prepared + " " + each + " " + first);
                assertNull(isEmpty ? null : first.breaks(Promise.SOME, expected, () -> expected));
            }
        }

        private static void same(PreparedTraversal<?> prepared, Values values, Outcome expected, Outcome found) {
            assertNull(
                    found.breaks(Promise.ALL, expected, () -> expected),
                    () -> prepared + " " + values + "\nfound:    " + found + "\nexpected: " + expected);
        }
    }

    private static <E> Row plan(PreparedTraversal.Spawn<E> spawn, Written written, Values... values) {
        return new Row(true, spawn, written, List.of(values));
    }

    private static <E> Row spawned(PreparedTraversal.Spawn<E> spawn, Written written, Values... values) {
        return new Row(false, spawn, written, List.of(values));
    }

    private static Values[] x(Object... values) {
        return Arrays.stream(values).map(value -> new Values(value, null)).toArray(Values[]::new);
    }

    private static Values xy(Object x, Object y) {
        return new Values(x, y);
    }

    private static List<Row> identifiers() {
        return List.of(
                plan((g, p) -> g.V(p.of("x", 1L)).out(), (g, x, y) -> g.V(x).out(), x(1L, 2, "3", 99L, "none", 4.0)),
                plan(
                        (g, p) -> g.V(p.of("x", "1")).out("knows").values("name"),
                        (g, x, y) -> g.V(x).out("knows").values("name"),
                        x(1L, 3L, List.of(1L, 2L), List.of())),
                plan(
                        (g, p) -> g.V(p.of("x", 1L)).out().out().count(),
                        (g, x, y) -> g.V(x).out().out().count(),
                        x(1L, 2L, 5L, 99L)),
                plan(
                        (g, p) -> g.V(p.of("x", 1L))
                                .out()
                                .limit(9)
                                .local(__.out().limit(9))
                                .id()
                                .sum(),
                        (g, x, y) -> g.V(x).out()
                                .limit(9)
                                .local(__.out().limit(9))
                                .id()
                                .sum(),
                        x(1L, 2L, 5L, 99L)),
                plan(
                        (g, p) -> g.V(p.of("x", 1L), 3L, p.of("y", 2L)).outE().inV(),
                        (g, x, y) -> g.V(x, 3L, y).outE().inV(),
                        xy(1L, 2L),
                        xy(4L, 4L),
                        xy("none", 1)),
                plan(
                        (g, p) -> {
                            GValue<Long> twice = p.of("x", 1L);
                            return g.V(twice, twice).out().id();
                        },
                        (g, x, y) -> g.V(x, x).out().id(),
                        x(1L, 3L)));
    }

    private static List<Row> waysFromIdentifiers() {
        return List.of(
                plan(
                        (g, p) -> g.V(p.of("x", 1L)).repeat(__.out()).times(2).path(),
                        (g, x, y) -> g.V(x).repeat(__.out()).times(2).path(),
                        x(1L, 4L)),
                plan(
                        (g, p) -> g.V(p.of("x", 1L))
                                .as("a")
                                .out()
                                .select("a", "a")
                                .by("n"),
                        (g, x, y) -> g.V(x).as("a").out().select("a", "a").by("n"),
                        x(1L, 4L)),
                plan(
                        (g, p) -> g.V(p.of("x", 1L))
                                .both()
                                .both()
                                .both()
                                .groupCount()
                                .by("name"),
                        (g, x, y) -> g.V(x).both().both().both().groupCount().by("name"),
                        x(1L, 4L, 99L)),
                spawned((g, p) -> g.V(p.of("x", 1L)), (g, x, y) -> g.V(x), x(1L, 2L, 99L)),
                spawned((g, p) -> g.E(p.of("x", "e1")).inV(), (g, x, y) -> g.E(x).inV(), x("e1", "none")),
                spawned(
                        (g, p) -> g.V(p.of("x", 1L)).has("n", 1).out(),
                        (g, x, y) -> g.V(x).has("n", 1).out(),
                        x(1L, 2L)));
    }

    @SuppressWarnings("unchecked") // arrays of parameters, as Gremlin takes them
    private static List<Row> comparisons() {
        return List.of(
                plan(
                        (g, p) -> g.V().has("name", p.of("x", "ada")).out(),
                        (g, x, y) -> g.V().has("name", x).out(),
                        x("ada", "bob", 1, true)),
                plan(
                        (g, p) -> g.V().hasLabel(p.of("x", "person")).values("n"),
                        (g, x, y) -> g.V().hasLabel((String) x).values("n"),
                        x("person", "thing", "none")),
                plan(
                        (g, p) -> g.V().has("n", P.gt(p.of("x", 1))).id(),
                        (g, x, y) -> g.V().has("n", P.gt(x)).id(),
                        x(1, 2L, 2.4, "text")),
                plan(
                        (g, p) -> g.V(p.of("x", 1L))
                                .outE()
                                .has("w", P.lte(p.of("y", 3)))
                                .values("w"),
                        (g, x, y) -> g.V(x).outE().has("w", P.lte(y)).values("w"),
                        xy(1L, 3),
                        xy(1L, 2.5),
                        xy(3L, 9L)),
                plan(
                        (g, p) -> g.V().where(__.out().has("n", p.of("x", 7))).id(),
                        (g, x, y) -> g.V().where(__.out().has("n", x)).id(),
                        x(7, 2.5, 8)),
                plan(
                        (g, p) -> g.V().hasId(p.of("x", 1L)).out().id(),
                        (g, x, y) -> g.V().hasId(x).out().id(),
                        x(1L, "2", 99L)),
                plan(
                        (g, p) -> g.V().has("n", P.gt(1))
                                .has("name", P.neq(p.of("x", "d")))
                                .id(),
                        (g, x, y) ->
                                g.V().has("n", P.gt(1)).has("name", P.neq(x)).id(),
                        x("d", "bob")));
    }

    /** The parameter stands where more than a hole of the plan may depend on its value. */
    @SuppressWarnings("unchecked") // arrays of parameters, as Gremlin takes them
    private static List<Row> otherPlaces() {
        return List.of(
                spawned(
                        (g, p) -> g.V().out().limit(p.of("x", 2L)).count(),
                        (g, x, y) -> g.V().out().limit((Long) x).count(),
                        x(2L, 5L, 0L)),
                spawned(
                        (g, p) -> g.V(1L).out(p.of("x", "knows")).id(),
                        (g, x, y) -> g.V(1L).out((String) x).id(),
                        x("knows", "made")),
                spawned(
                        (g, p) -> g.V().hasLabel(p.of("x", "person"), p.of("y", "none"))
                                .id(),
                        (g, x, y) -> g.V().hasLabel((String) x, (String) y).id(),
                        xy("thing", "none"),
                        xy("person", "thing")),
                spawned(
                        (g, p) -> g.V().has("n", P.between(p.of("x", 1), p.of("y", 2)))
                                .id(),
                        (g, x, y) -> g.V().has("n", P.between(x, y)).id(),
                        xy(1, 2),
                        xy(2, 9)),
                spawned(
                        (g, p) -> g.V().has("n", P.eq(p.of("x", 1)).or(P.eq(7))).id(),
                        (g, x, y) ->
                                g.V().has("n", P.eq(x).or(P.eq((Object) 7))).id(),
                        x(1, 2L)),
                spawned(
                        (g, p) -> g.V().has("name", TextP.startingWith(p.of("x", "a")))
                                .id(),
                        (g, x, y) -> g.V().has("name", TextP.startingWith((String) x))
                                .id(),
                        x("a", "b")),
                spawned(
                        (g, p) -> g.V().values("n").is(P.gt(p.of("x", 1))),
                        (g, x, y) -> g.V().values("n").is(P.gt(x)),
                        x(1, 2)));
    }

    /** The parameter has other places besides a hole, or the traversal is no usual one. */
    @SuppressWarnings("unchecked") // arrays of parameters, as Gremlin takes them
    private static List<Row> severalPlaces() {
        return List.of(
                spawned(
                        (g, p) -> {
                            GValue<Long> both = p.of("x", 1L);
                            return g.V(both).out().constant(both);
                        },
                        (g, x, y) -> g.V(x).out().constant(GValue.of("x", x)),
                        x(1L, 4L)),
                spawned(
                        (g, p) -> {
                            GValue<Integer> both = p.of("x", 1);
                            return g.V().has("n", P.gte(both)).out().has("n", P.within(both));
                        },
                        (g, x, y) -> g.V().has("n", P.gte(x)).out().has("n", P.within(x)),
                        x(1, 7, 2.5)),
                spawned(
                        (g, p) -> {
                            GValue<String> both = p.of("x", "person");
                            return g.V().has(both, "n", 1).out().map(__.constant(both));
                        },
                        (g, x, y) -> g.V().has((String) x, "n", 1).out().map(__.constant(GValue.of("x", x))),
                        x("person", "thing")),
                spawned(
                        (g, p) -> g.withPath().V(p.of("x", 1L)).out().id(),
                        (g, x, y) -> g.V(x).out().id(),
                        x(1L, 4L)),
                spawned(
                        (g, p) -> g.V(p.of("x", 1L)).out().map(t -> t.get().id()),
                        (g, x, y) -> g.V(x).out().id(),
                        x(1L, 4L)),
                spawned(
                        (g, p) -> g.V(GValue.of("own", 1L))
                                .out()
                                .has("n", P.gt(p.of("x", 1)))
                                .id(),
                        (g, x, y) -> g.V(1L).out().has("n", P.gt(x)).id(),
                        x(1, 3)),
                spawned(
                        (g, p) -> g.V(1L)
                                .repeat(__.out())
                                .times(p.of("x", 2).get())
                                .id(),
                        (g, x, y) -> g.V(1L).repeat(__.out()).times((int) x).id(),
                        x(1, 2)));
    }

    private static void check(PraghGraph graph) {
        GraphTraversalSource plain = RandomTraversalsTest.withoutRewriting(graph);
        List<Row> rows = Stream.of(identifiers(), waysFromIdentifiers(), comparisons(), otherPlaces(), severalPlaces())
                .flatMap(List::stream)
                .toList();
        Consumer<String> all = state -> assertAll(state, rows.stream().map(row -> () -> row.check(graph, plain)));
        all.accept("committed");
        graph.tx().rollback();
        change(graph.traversal());
        all.accept("changed");
        graph.tx().rollback();
        all.accept("rolled back");
        graph.tx().rollback();
    }

    /** Makes changes that the thread does not commit. */
    private static void change(GraphTraversalSource g) {
        Vertex more = g.addV("person")
                .property(T.id, 8L)
                .property("n", 7)
                .property("name", "ada")
                .next();
        g.V(1L).addE("knows").to(__.V(8L)).property("w", 2).iterate();
        more.addEdge("knows", more);
        g.V(2L).drop().iterate();
        g.V(3L).property("n", 1).iterate();
    }

    @Test
    void oneNodeWhoseVerticesAreCalledByNumbers() {
        try (PraghGraph graph = PraghGraph.build().open()) {
            SmallGraph.fill(graph, number -> (long) number);
            check(graph);
        }
    }

    @Test
    void oneNodeWhoseVerticesAreNot() {
        try (PraghGraph graph = SmallGraph.open()) {
            check(graph);
        }
    }

    @Test
    void fourNodesWhileValuesMove() {
        Configuration four = new BaseConfiguration();
        four.setProperty(PraghGraphConfig.NODES, 4);
        long before = MovingGraph.bytesMoved();
        try (PraghGraph graph = MovingGraph.open(four, 1)) {
            SmallGraph.fill(graph, number -> (long) number);
            check(graph);
        }
        assertTrue(MovingGraph.bytesMoved() > before, "something has moved");
    }

    @Test
    void whatHasNoParametersIsPreparedToo() {
        try (PraghGraph graph = SmallGraph.open()) {
            PreparedTraversal<Long> all = graph.prepare((g, p) -> g.V().out().count());
            assertTrue(all.isPlan());
            assertEquals(List.of(10L), all.list(Map.of()));
            assertFalse(graph.prepare((g, p) -> g.V().both().barrier().tree()).isPlan());
        }
    }
}
