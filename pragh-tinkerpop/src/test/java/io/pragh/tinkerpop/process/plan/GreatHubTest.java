package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.PBiPredicate;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a vertex with very many edges is read page by page, so that the query can be stopped, interrupted, or
 * see changes and commits between two pages.
 */
class GreatHubTest {
    private static final long HUB = 0;
    private static final int EDGES = 2_000_000;
    /** Enough to need several pages. */
    private static final int EDGES_FEW = 200_000;

    @TempDir
    Path folder;

    private final PraghGraph graph = PraghGraph.build().open();
    private final GraphTraversalSource g = graph.traversal();

    @AfterEach
    void close() {
        graph.close();
    }

    /** Loads a hub whose edges lead to vertices 1 to {@code neighbours}, again and again. */
    private void load(int edges, int neighbours) throws IOException {
        Path file = folder.resolve("hub.e");
        try (Writer writer = Files.newBufferedWriter(file)) {
            for (int i = 0; i < edges; i++) {
                writer.write(HUB + " " + (1 + i % neighbours) + "\n");
            }
        }
        GraphFiles.load(graph, file);
    }

    /** Passes everything and counts; interrupts its thread after a given number of calls. */
    private static final class Interrupting implements PBiPredicate<Object, Object> {
        private final long after;
        private long tested;

        Interrupting(long after) {
            this.after = after;
        }

        @Override
        public boolean test(Object value, Object none) {
            if (++tested == after) {
                Thread.currentThread().interrupt();
            }
            return true;
        }
    }

    private GraphTraversal<?, ?> tested(GraphTraversal<?, ?> ids, Interrupting test) {
        return ids.is(new P<>(test, (Object) 0));
    }

    @Test
    void anInterruptionIsNoticedWithinAPage() throws IOException {
        load(EDGES, 1 << 10);
        Interrupting test = new Interrupting(10_000);
        GraphTraversal<?, ?> count = tested(g.V(HUB).out().id(), test).count();
        assertTrue(count.explain().toString().contains("PlanStep(V[0] → out() → id → is("), "it is a plan");
        assertThrows(
                TraversalInterruptedException.class,
                () -> tested(g.V(HUB).out().id(), test).count().next());
        long more = test.tested - 10_000;
        assertTrue(more <= Expand.PAGE, () -> "tested after the interruption: " + more);
        assertFalse(Thread.interrupted(), "it was taken, as steps do");

        Interrupting nested = new Interrupting(10_000);
        assertThrows(
                TraversalInterruptedException.class,
                () -> tested(g.V(HUB).flatMap(__.out()).id(), nested).count().next());
        Thread.currentThread().interrupt();
        assertThrows(
                TraversalInterruptedException.class,
                () -> g.V(HUB).out().id().sum().next());
        assertEquals(EDGES, (long) g.V(HUB).out().count().next(), "the graph is as it was");
    }

    @Test
    void whatComesIsTheSameAsTogether() throws IOException {
        load(EDGES_FEW, 70_000);
        long sum = 0;
        for (int i = 0; i < EDGES_FEW; i++) {
            sum += 1 + i % 70_000;
        }
        assertEquals(sum, g.V(HUB).out().id().sum().next());
        assertEquals(
                sum,
                g.V(HUB).out().id().fold().next().stream()
                        .mapToLong(id -> (Long) id)
                        .sum());
        assertEquals(EDGES_FEW, g.V(HUB).outE().toSet().size(), "each edge once");
        assertEquals(70_000, (long) g.V(HUB).out().dedup().count().next());
        assertEquals(EDGES_FEW + 6, g.V(1L, HUB, 2L).both().id().toList().size(), "1 and 2 have three edges each");
        assertEquals(
                List.of(3L),
                g.V(3L, HUB, 4L).where(__.in().id().is(HUB)).limit(1).id().toList());
    }

    @Test
    void changesBetweenPagesAreSeen() throws IOException {
        load(EDGES_FEW, EDGES_FEW);
        List<Object> seen = new ArrayList<>();
        GraphTraversal<Vertex, Vertex> neighbours = g.V(HUB).out();
        while (seen.size() < 5_000) {
            seen.add(neighbours.next().id());
        }
        Set<Object> rest = new HashSet<>();
        for (long id = 1; id <= EDGES_FEW; id++) {
            rest.add(id);
        }
        rest.removeAll(seen);
        List<Object> removed = new ArrayList<>(rest).subList(0, 500);
        g.V(removed.toArray()).drop().iterate();
        removed.forEach(rest::remove);
        Set<Object> later = new HashSet<>();
        int count = 0;
        while (neighbours.hasNext()) {
            later.add(neighbours.next().id());
            count++;
        }
        assertEquals(rest, later, "what was removed does not come, nor again what came before");
        assertEquals(rest.size(), count, "each once");
    }

    @Test
    void aCommitBetweenPagesLosesNothing() throws IOException {
        load(EDGES_FEW, EDGES_FEW);
        GraphTraversal<Vertex, Edge> edges = g.V(HUB).outE();
        Set<Object> seen = new HashSet<>();
        int count = 0;
        while (edges.hasNext()) {
            seen.add(edges.next().inVertex().id());
            if (++count % 30_000 == 0) {
                graph.tx().commit();
            }
        }
        assertEquals(EDGES_FEW, seen.size());
        assertEquals(EDGES_FEW, count, "each once");
    }

    @Test
    void aCommitThatRemovesWhatWasGivenEndsTheQuery() throws IOException {
        load(EDGES_FEW, EDGES_FEW);
        GraphTraversal<Vertex, Edge> edges = g.V(HUB).outE();
        for (int i = 0; i < 30_000; i++) {
            edges.next().remove();
        }
        graph.tx().commit();
        PraghException lost = assertThrows(PraghException.class, () -> {
            while (edges.hasNext()) {
                edges.next();
            }
        });
        assertTrue(lost.getMessage().contains("begin the query again"), lost::getMessage);
        assertEquals(EDGES_FEW - 30_000, g.V(HUB).outE().toSet().size(), "the others are there");
    }

    @Test
    void aRolledBackRemovalLosesNothing() throws IOException {
        load(EDGES_FEW, EDGES_FEW);
        GraphTraversal<Vertex, Vertex> neighbours = g.V(HUB).out();
        Set<Object> seen = new HashSet<>();
        int count = 0;
        while (neighbours.hasNext()) {
            Vertex neighbour = neighbours.next();
            seen.add(neighbour.id());
            if (++count % 10_000 < 1_000) {
                neighbour.remove();
            }
            if (count % 30_000 == 0) {
                graph.tx().rollback();
            }
        }
        assertEquals(EDGES_FEW, seen.size());
        assertEquals(EDGES_FEW, count, "each once");
    }

    @Test
    void oneOfParallelEdgesIsNotTakenForAnother() throws IOException {
        load(EDGES_FEW, 1);
        GraphTraversal<Vertex, Vertex> neighbours = g.V(HUB).out();
        for (int i = 0; i < 30_000; i++) {
            neighbours.next();
        }
        g.V(HUB).outE().limit(100).drop().iterate();
        graph.tx().commit();
        assertThrows(PraghException.class, () -> neighbours.forEachRemaining(vertex -> {}));
    }

    @Test
    void aCommitOfTheEdgesThatAreReadLosesNone() {
        Vertex hub = graph.addVertex(T.id, HUB);
        int own = 40_000;
        for (long id = 1; id <= own; id++) {
            hub.addEdge("knows", graph.addVertex(T.id, id));
        }
        GraphTraversal<Vertex, Edge> edges = g.V(HUB).outE();
        Set<Object> seen = new HashSet<>();
        int count = 0;
        while (edges.hasNext()) {
            seen.add(edges.next().inVertex().id());
            if (++count == 10_000) {
                graph.tx().commit();
            }
        }
        assertEquals(own, seen.size());
        assertEquals(own, count, "each once");
    }
}
