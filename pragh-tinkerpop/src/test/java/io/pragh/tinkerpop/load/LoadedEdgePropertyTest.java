package io.pragh.tinkerpop.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.property.ElementKind;
import io.pragh.testkit.Seeds;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that edges that were loaded without an edge id take properties like other edges and keep their identifiers.
 * {@code -Dpragh.loadedEdgeProperty.seed} repeats a failure of the random changes.
 */
class LoadedEdgePropertyTest {
    private static final long SEED = Seeds.of("pragh.loadedEdgeProperty.seed");

    @TempDir
    Path folder;

    private PraghGraph load(int nodes, String... lines) throws Exception {
        PraghGraph graph = PraghGraph.build().nodes(nodes).open();
        GraphFiles.load(graph, Files.writeString(folder.resolve("a.e"), String.join("\n", lines)));
        return graph;
    }

    private static Object idOf(GraphTraversalSource g, int out) {
        Object id = g.V(out).outE().id().next();
        assertTrue(id.toString().endsWith("-0"), id.toString());
        return id;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void keepsItsIdentifierBeforeAndAfterCommit(int nodes) throws Exception {
        try (PraghGraph graph = load(nodes, "1 2", "2 3", "3 1", "4 4")) {
            GraphTraversalSource g = graph.traversal();
            for (int vertex : new int[] {1, 4}) {
                Object id = idOf(g, vertex);
                g.V(vertex).outE().property("since", 7).iterate();
                for (int round = 0; round < 2; round++) { // in the transaction, and after its commit
                    assertEquals(id, g.V(vertex).outE().id().next());
                    assertEquals(id, g.E().has("since", 7).id().next());
                    assertEquals(7, g.E(id).values("since").next());
                    assertEquals(
                            7,
                            g.V(vertex).out().inE().has("since").values("since").next());
                    assertEquals(1, g.V(vertex).outE().count().next());
                    assertEquals(4, g.E().count().next());
                    assertEquals(4, g.E().id().toSet().size());
                    g.tx().commit();
                }
                g.E(id).property("weight", 0.5).iterate();
                g.tx().commit();
                assertEquals(Set.of(7, 0.5), g.E(id).values().toSet());
                g.E(id).properties().drop().iterate();
                g.tx().commit();
                assertFalse(g.E(id).values().hasNext());
                assertEquals(id, g.E(id).id().next());
                g.E(id).property("since", 7).property("weight", 1).iterate();
                g.tx().commit();
                g.E(id).drop().iterate();
                g.tx().commit();
                assertFalse(g.E(id).hasNext());
                assertFalse(g.V(vertex).outE().hasNext());
                g.V(vertex).addE("edge").to(g.V(vertex == 1 ? 2 : 4).next()).iterate();
                g.tx().commit();
                assertEquals(
                        id, g.V(vertex).outE().id().next()); // alone there, too: the identifier, not the properties
                assertFalse(g.E(id).values().hasNext());
                assertFalse(g.E().has("since").hasNext());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void objectsThatWereThereBeforeGoOnWorking(int nodes) throws Exception {
        try (PraghGraph graph = load(nodes, "1 2", "1 3", "1 4", "2 3")) {
            GraphTraversalSource g = graph.traversal();
            List<Edge> before = g.V(1).outE().toList();
            Edge edge = before.get(1);
            Edge same = g.E(edge.id()).next();
            int hash = edge.hashCode();
            edge.property("a", 1);
            assertEquals(1, values(same).get("a"));
            same.property("b", 2);
            g.tx().commit();
            assertEquals(2, values(edge).get("b"));
            edge.property("c", 3);
            edge.property("a").remove();
            Edge after = g.E(edge.id()).next();
            assertEquals(after, edge);
            assertEquals(edge, after);
            assertEquals(hash, after.hashCode());
            assertNotEquals(before.get(0), after);
            assertEquals(3, values(after).get("c"));
            g.tx().commit();
            assertEquals(Map.of("b", 2, "c", 3), values(same));
            assertEquals(values(same), values(after));
            assertFalse(before.get(2).properties().hasNext());
            Edge other = before.get(2);
            g.tx().rollback();
            other.property("a", 1);
            g.tx().rollback();
            assertFalse(other.properties().hasNext());
            other.property("a", 2);
            g.tx().commit();
            assertEquals(2, g.E(other.id()).values("a").next());
            edge.remove();
            assertFalse(after.properties().hasNext());
            assertThrows(IllegalStateException.class, () -> after.property("d", 4));
            g.tx().commit();
            assertThrows(IllegalStateException.class, () -> same.property("d", 4));
            assertEquals(3, g.E().count().next());
        }
    }

    private static Map<String, Object> values(Edge edge) {
        Map<String, Object> values = new TreeMap<>();
        edge.properties().forEachRemaining(property -> values.put(property.key(), property.value()));
        return values;
    }

    @Test
    void whatIsGivenBackChangesNothing() throws Exception {
        try (PraghGraph graph = load(1, "1 2", "2 3")) {
            GraphTraversalSource g = graph.traversal();
            List<String> before = GraphText.of(graph, true);
            Edge edge = g.V(1).outE().next();
            edge.property("a", 1);
            g.tx().rollback();
            assertEquals(before, GraphText.of(graph, true));
            edge.property("a", 1);
            edge.property("a").remove();
            g.tx().commit();
            assertEquals(before, GraphText.of(graph, true));
            edge.property("a", 1);
            edge.remove();
            g.tx().commit();
            assertEquals(1, g.E().count().next());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void ofTwoTransactionsThatAreFirstOneConflicts(int nodes) throws Exception {
        try (PraghGraph graph = load(nodes, "1 2", "3 4", "5 6")) {
            GraphTraversalSource g = graph.traversal();
            for (int vertex : new int[] {1, 3, 5}) {
                Graph other = graph.tx().createThreadedTx();
                Edge theirs = other.traversal().V(vertex).outE().next();
                Edge mine = g.V(vertex).outE().next();
                if (vertex == 1) {
                    theirs.property("a", 1);
                } else {
                    theirs.remove();
                }
                if (vertex == 5) {
                    g.V(vertex + 1).drop().iterate();
                } else {
                    mine.property("b", 2);
                }
                other.tx().commit();
                assertThrows(CommitConflictException.class, () -> g.tx().commit());
                if (vertex == 1) {
                    mine.property("b", 2);
                    g.tx().commit();
                    assertEquals(Set.of(1, 2), g.V(1).outE().values().toSet());
                } else {
                    assertFalse(g.V(vertex).outE().hasNext());
                }
                g.tx().rollback();
            }
        }
    }

    @Test
    void whoSeesAnEarlierMomentSeesTheEdgeWithoutNumber() throws Exception {
        try (PraghGraph graph = load(1, "1 2")) {
            GraphTraversalSource g = graph.traversal();
            Graph earlier = graph.tx().createThreadedTx();
            Edge old = earlier.traversal().V(1).outE().next();
            g.V(1).outE().property("a", 1).iterate();
            g.tx().commit();
            Edge now = g.V(1).outE().next();
            assertEquals(old, now);
            assertFalse(old.properties().hasNext());
            assertEquals(1, values(now).get("a"));
            assertEquals(now.id(), earlier.traversal().E(now.id()).next().id());
            earlier.tx().rollback();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void indexOnEdgesKnowsThem(int nodes) throws Exception {
        try (PraghGraph graph = load(nodes, "1 2", "2 3", "3 4")) {
            GraphTraversalSource g = graph.traversal();
            g.V(1).outE().property("since", 5).iterate();
            g.tx().commit();
            graph.createIndex(ElementKind.EDGE, "since");
            g.V(2).outE().property("since", 5).iterate();
            assertEquals(2, g.E().has("since", 5).count().next());
            g.tx().commit();
            Set<Object> expected = Set.of(idOf(g, 1), idOf(g, 2));
            assertEquals(expected, g.E().has("since", 5).id().toSet());
            g.V(1).outE().property("since", 6).iterate();
            g.tx().commit();
            assertEquals(Set.of(idOf(g, 2)), g.E().has("since", 5).id().toSet());
            g.V(2).outE().drop().iterate();
            g.tx().commit();
            assertFalse(g.E().has("since", 5).hasNext());
            assertEquals(1, g.E().has("since", 6).count().next());
        }
    }

    /**
     * The list of vertex 0 has a chunk. Entries are taken out of both blocks, and are longer when they are put back.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void allEdgesOfALongListGetOne(int nodes) throws Exception {
        int count = 5_000;
        List<String> lines = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            lines.add("0 " + i);
        }
        try (PraghGraph graph = load(nodes, lines.toArray(String[]::new))) {
            GraphTraversalSource g = graph.traversal();
            Set<Object> ids = g.E().id().toSet();
            g.V(0).outE().property("a", 1).iterate();
            assertEquals(count, g.V(0).outE().has("a", 1).count().next());
            g.tx().commit();
            assertEquals(ids, g.E().id().toSet());
            assertEquals(count, g.V(0).outE().has("a", 1).dedup().count().next());
            assertEquals(1, g.V(count).inE().values("a").next());
            g.V(0).drop().iterate();
            g.tx().commit();
            assertEquals(0, g.E().count().next());
        }
    }

    /** Edge objects are kept from the beginning. Each round changes one of them, or undoes a change. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void randomChangesAreThoseOfTinkerGraph(int nodes) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        Set<String> lines = new LinkedHashSet<>();
        while (lines.size() < 60) {
            lines.add(random.nextInt(12) + " " + random.nextInt(12));
        }
        Path file = Files.writeString(folder.resolve("r.e"), String.join("\n", lines));
        try (PraghGraph graph = PraghGraph.build().nodes(nodes).open();
                TinkerGraph model = TinkerGraph.open()) {
            GraphFiles.load(graph, file);
            for (String line : lines) {
                for (String end : line.split(" ", 2)) {
                    if (!model.traversal().V(Long.valueOf(end)).hasNext()) {
                        model.addVertex(T.id, Long.valueOf(end));
                    }
                }
                String[] ends = line.split(" ", 2);
                model.vertices(Long.valueOf(ends[0]))
                        .next()
                        .addEdge("edge", model.vertices(Long.valueOf(ends[1])).next());
            }
            List<Edge> kept = graph.traversal().E().toList();
            for (int round = 0; round < 150; round++) {
                Edge edge = kept.get(random.nextInt(kept.size()));
                String ends = ends(edge);
                List<Edge> theirs = model.traversal().E().toList();
                theirs.removeIf(other -> !ends(other).equals(ends));
                String key = "k" + random.nextInt(3);
                int what = random.nextInt(10);
                if (theirs.isEmpty()) {
                    assertThrows(IllegalStateException.class, () -> edge.property(key, what));
                    graph.tx().rollback();
                    continue;
                }
                change(edge, what, key);
                if (random.nextInt(4) == 0) {
                    graph.tx().rollback();
                } else {
                    graph.tx().commit();
                    change(theirs.get(0), what, key);
                }
                assertEquals(text(model), text(graph), () -> "seed=" + SEED);
            }
        }
    }

    private static void change(Edge edge, int what, String key) {
        if (what < 6) {
            edge.property(key, what);
        } else if (what < 9) {
            edge.property(key).remove();
        } else {
            edge.remove();
        }
    }

    private static String ends(Edge edge) {
        return edge.outVertex().id() + " " + edge.inVertex().id();
    }

    private static List<String> text(Graph graph) {
        List<String> lines = new ArrayList<>();
        graph.edges().forEachRemaining(edge -> lines.add(ends(edge) + values(edge)));
        return lines.stream().sorted().toList();
    }
}
