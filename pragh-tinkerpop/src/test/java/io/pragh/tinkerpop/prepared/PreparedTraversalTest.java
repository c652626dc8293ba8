package io.pragh.tinkerpop.prepared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.property.ElementKind;
import io.pragh.tinkerpop.PraghGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks prepared traversals in an application: their parameters, their transactions, and changes of the graph
 * between executions.
 */
class PreparedTraversalTest {
    /** The length of a ring in which each vertex leads to the next two. */
    private static final int VERTICES = 40;

    private static final int THREADS = 4;
    private static final int TURNS = 500;

    private final PraghGraph graph = PraghGraph.build().open();
    private final GraphTraversalSource g = graph.traversal();

    @BeforeEach
    void fill() {
        List<Vertex> vertices = new ArrayList<>();
        for (int i = 0; i < VERTICES; i++) {
            vertices.add(graph.addVertex(T.id, (long) i, T.label, "person", "name", "n" + i, "age", i % 5));
        }
        for (int i = 0; i < VERTICES; i++) {
            vertices.get(i).addEdge("next", vertices.get((i + 1) % VERTICES));
            vertices.get(i).addEdge("over", vertices.get((i + 2) % VERTICES));
        }
        graph.tx().commit();
    }

    @AfterEach
    void close() {
        graph.close();
    }

    private PreparedTraversal<Object> next() {
        PreparedTraversal<Object> next =
                graph.prepare((g, p) -> g.V(p.of("id", 1L)).out("next").id());
        assertTrue(next.isPlan());
        return next;
    }

    private static Map<String, Object> id(Object value) {
        return Map.of("id", value);
    }

    @Test
    void valuesOfOneExecutionAreNoOthers() {
        PreparedTraversal<Object> next = next();
        Map<String, Object> values = new HashMap<>(id(3L));
        Iterator<Object> begun = next.iterator(values);
        values.put("id", 7L);
        assertEquals(List.of(8L), next.list(values));
        assertEquals(4L, begun.next());
        assertFalse(begun.hasNext());
        assertThrows(NoSuchElementException.class, begun::next);
        assertEquals(6L, next.next(id(5)));
    }

    @Test
    void wrongAndMissingNamesAreSaidWithThoseThereAre() {
        PreparedTraversal<Object> plan = graph.prepare(
                (g, p) -> g.V(p.of("id", 1L)).out().has("age", p.of("age", 1)).id());
        PreparedTraversal<Object> none = graph.prepare((g, p) ->
                g.V(p.of("id", 1L)).out().has("age", p.of("age", 1)).id().tail());
        assertTrue(plan.isPlan());
        assertFalse(none.isPlan());
        for (PreparedTraversal<Object> each : List.of(plan, none)) {
            assertEquals(Set.of("age", "id"), each.names());
            String missing = assertThrows(IllegalArgumentException.class, () -> each.list(id(1L)))
                    .getMessage();
            assertEquals(
                    "give each parameter of a prepared traversal a value, and no other: missing=[age] unknown=[] names=[age, id]",
                    missing);
            String unknown = assertThrows(
                            IllegalArgumentException.class, () -> each.next(Map.of("id", 1L, "age", 1, "size", 2)))
                    .getMessage();
            assertTrue(unknown.endsWith("missing=[] unknown=[size] names=[age, id]"), unknown);
            String other = assertThrows(IllegalArgumentException.class, () -> each.iterator(Map.of("ID", 1L, "age", 1)))
                    .getMessage();
            assertTrue(other.endsWith("missing=[id] unknown=[ID] names=[age, id]"), other);
            assertThrows(IllegalArgumentException.class, () -> each.traversal(Map.of()));
        }
    }

    @Test
    void nothingFoundIsSaidWithTheValues() {
        PreparedTraversal<Object> next = next();
        assertEquals(List.of(), next.list(id(99L)));
        String nothing = assertThrows(NoSuchElementException.class, () -> next.next(id(99L)))
                .getMessage();
        assertTrue(nothing.contains("out[next]") && nothing.contains("id=99"), nothing);
    }

    @Test
    void aFunctionThatCannotBePreparedIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> graph.prepare((g, p) -> __.<Vertex>V(p.of("id", 1L)).out()));
        assertThrows(
                IllegalArgumentException.class,
                () -> graph.prepare((g, p) -> g.V(p.of("id", 1L)).out().iterate()));
        assertThrows(
                IllegalArgumentException.class,
                () -> graph.prepare((g, p) -> g.V(p.of("id", 1L)).out().has("age", p.of("id", 2L))));
        String nameless = assertThrows(
                        IllegalArgumentException.class, () -> graph.prepare((g, p) -> g.V(p.of(null, 1L))))
                .getMessage();
        assertEquals("a parameter needs a name: name=null example=1", nameless);
        try (PraghGraph other = PraghGraph.build().open()) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> graph.prepare(
                            (g, p) -> other.traversal().V(p.of("id", 1L)).out()));
        }
        int[] asked = {0};
        PreparedTraversal<Object> fickle = graph.prepare(
                (g, p) -> g.V(p.of("id" + asked[0]++, 1L)).out().id().tail());
        String message = assertThrows(IllegalStateException.class, () -> fickle.list(Map.of("id0", 1L)))
                .getMessage();
        assertTrue(message.endsWith("name=id1 names=[id0]"), message);
    }

    @Test
    void theThreadsOwnChangesAreSeen() {
        PreparedTraversal<Object> next = next();
        assertEquals(List.of(2L), next.list(id(1L)));
        g.V(2L).drop().iterate();
        assertEquals(List.of(), next.list(id(1L)));
        Vertex added = graph.addVertex(T.id, 77L);
        graph.vertices(1L).next().addEdge("next", added);
        assertEquals(List.of(77L), next.list(id(1L)));
        graph.tx().rollback();
        assertEquals(List.of(2L), next.list(id(1L)));
    }

    @Test
    void changesWhileResultsAreTakenAreSeen() {
        PreparedTraversal<Object> ids = graph.prepare(
                (g, p) -> g.V(p.of("id", 1L), p.of("other", 1L)).out().id());
        Iterator<Object> spawned = g.V(1L, 5L).out().id();
        Iterator<Object> prepared = ids.iterator(Map.of("id", 1L, "other", 5L));
        assertEquals(spawned.next(), prepared.next());
        g.V(7L).drop().iterate();
        List<Object> rest = new ArrayList<>();
        prepared.forEachRemaining(rest::add);
        List<Object> expected = new ArrayList<>();
        spawned.forEachRemaining(expected::add);
        assertEquals(expected, rest);
        assertEquals(2, rest.size());
    }

    @Test
    void anExecutionBeginsATransactionAsATraversalDoes() {
        PreparedTraversal<Object> next = next();
        assertFalse(graph.tx().isOpen(), "preparing reads nothing");
        Iterator<Object> begun = next.iterator(id(1L));
        assertFalse(graph.tx().isOpen(), "nobody has asked for a result");
        assertEquals(2L, begun.next());
        assertTrue(graph.tx().isOpen());
        graph.tx().rollback();
        graph.tx().onReadWrite(Transaction.READ_WRITE_BEHAVIOR.MANUAL);
        String spawned = assertThrows(
                        IllegalStateException.class, () -> g.V(1L).out().toList())
                .getMessage();
        assertEquals(
                spawned,
                assertThrows(IllegalStateException.class, () -> next.list(id(1L)))
                        .getMessage());
        graph.tx().open();
        assertEquals(List.of(2L), next.list(id(1L)));
    }

    @Test
    void anotherThreadsCommitIsSeenByTheNextTransaction() throws Exception {
        PreparedTraversal<Object> next = next();
        assertEquals(List.of(2L), next.list(id(1L)));
        Thread other = new Thread(() -> {
            g.V(1L).addE("next").to(__.V(9L)).iterate();
            graph.tx().commit();
        });
        other.start();
        other.join();
        assertEquals(List.of(2L), next.list(id(1L)));
        graph.tx().rollback();
        assertEquals(2, next.list(id(1L)).size());
    }

    @Test
    void errorsAreThoseOfATraversal() {
        PreparedTraversal<Number> sum =
                graph.prepare((g, p) -> g.V(p.of("id", 1L)).out().values("name").sum());
        assertTrue(sum.isPlan());
        assertEquals(
                assertThrows(
                                RuntimeException.class,
                                () -> g.V(1L).out().values("name").sum().toList())
                        .getClass(),
                assertThrows(RuntimeException.class, () -> sum.list(id(1L))).getClass());
        PreparedTraversal<Object> next = next();
        Iterator<Object> begun = next.iterator(id(1L));
        Thread.currentThread().interrupt();
        assertThrows(TraversalInterruptedException.class, () -> next.list(id(1L)));
        assertFalse(Thread.interrupted());
        Thread.currentThread().interrupt();
        assertThrows(TraversalInterruptedException.class, begun::hasNext);
        graph.close();
        RuntimeException closed = assertThrows(
                RuntimeException.class, () -> g.V(1L).out("next").id().toList());
        RuntimeException same = assertThrows(closed.getClass(), () -> next.list(id(1L)));
        assertEquals(closed.getMessage(), same.getMessage());
    }

    @Test
    void indexesAndLabelsAreThoseOfNow() {
        PreparedTraversal<Object> found = graph.prepare(
                (g, p) -> g.V().has("name", p.of("name", "n1")).out("later").id());
        assertTrue(found.isPlan());
        assertEquals(List.of(), found.list(Map.of("name", "n7")));
        graph.tx().rollback();
        graph.createIndex(ElementKind.VERTEX, "name");
        g.V(7L).addE("later").to(__.V(8L)).iterate();
        graph.tx().commit();
        assertEquals(List.of(8L), found.list(Map.of("name", "n7")));
        assertTrue(found.toString().contains("index=name"), found.toString());
        g.V(7L).property("name", "other").iterate();
        graph.tx().commit();
        assertEquals(List.of(), found.list(Map.of("name", "n7")));
        assertEquals(List.of(8L), found.list(Map.of("name", "other")));
        graph.tx().rollback();
        graph.dropIndex(ElementKind.VERTEX, "name");
        assertEquals(List.of(8L), found.list(Map.of("name", "other")));
    }

    @Test
    void whatChangesTheGraphIsExecutedOnceForEachTime() {
        PreparedTraversal<Vertex> add = graph.prepare((g, p) -> g.addV("more").property("name", p.of("name", "a")));
        assertFalse(add.isPlan());
        assertEquals(0L, g.V().hasLabel("more").count().next());
        add.list(Map.of("name", "b"));
        add.next(Map.of("name", "c"));
        assertEquals(Set.of("b", "c"), g.V().hasLabel("more").values("name").toSet());
    }

    @Test
    void aTraversalCanBeProfiledOrGoneOnWith() {
        PreparedTraversal<Object> next = next();
        assertEquals(List.of(8L), next.traversal(id(7L)).toList());
        assertEquals(List.of(1L), next.traversal(id(7L)).count().toList());
        assertTrue(next.traversal(id(7L)).profile().next().toString().contains("out[next]"));
    }

    @Test
    void manyThreadsExecuteOne() throws Exception {
        graph.createIndex(ElementKind.VERTEX, "name");
        PreparedTraversal<Object> next = next();
        PreparedTraversal<Object> ages = graph.prepare((g, p) -> g.V().has("name", p.of("name", "n1"))
                .where(__.out().has("age", p.of("age", 1)))
                .order()
                .by("age")
                .id());
        PreparedTraversal<Object> spawned =
                graph.prepare((g, p) -> g.V(p.of("id", 1L)).out("next").id().tail());
        assertTrue(ages.isPlan());
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            long first = thread;
            ends.add(CompletableFuture.runAsync(
                    () -> {
                        for (int turn = 0; turn < TURNS; turn++) {
                            long at = (first * TURNS + turn) % VERTICES;
                            long behind = (at + 1) % VERTICES;
                            assertEquals(List.of(behind), next.list(id(at)));
                            assertEquals(behind, spawned.next(id(at)));
                            Map<String, Object> values = Map.of("name", "n" + at, "age", (int) (behind % 5));
                            assertEquals(List.of(at), ages.list(values));
                            graph.tx().rollback();
                        }
                    },
                    work -> new Thread(work).start()));
        }
        for (CompletableFuture<Void> end : ends) {
            end.get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void aThreadedTransactionHasItsOwn() {
        PreparedTraversal<Object> next = next();
        PraghGraph shared = graph.tx().createThreadedTx();
        PreparedTraversal<Object> within =
                shared.prepare((g, p) -> g.V(p.of("id", 1L)).out("next").id());
        shared.traversal().V(1L).addE("next").to(__.V(9L)).iterate();
        assertEquals(2, within.list(id(1L)).size());
        assertEquals(1, next.list(id(1L)).size());
        shared.tx().rollback();
    }
}
