package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the identifiers of edges for which the application has given none, before and after the commit of their
 * transaction.
 */
class EdgeIdentifierTest {
    @TempDir
    Path folder;

    private static PraghGraph open(int nodes) {
        PraghGraph graph = PraghGraph.build().nodes(nodes).open();
        GraphTraversalSource g = graph.traversal();
        for (int id = 1; id <= 5; id++) {
            g.addV("v").property(T.id, id).iterate();
        }
        g.tx().commit();
        return graph;
    }

    private static Edge add(GraphTraversalSource g, int out, int in) {
        return g.V(out).addE("e").to(__.V(in)).next();
    }

    private static boolean hasNoNumber(Object id) {
        return id.toString().endsWith("-0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void anEdgeThatNobodyAsksHasNoNumber(int nodes) throws Exception {
        try (PraghGraph graph = open(nodes)) {
            GraphTraversalSource g = graph.traversal();
            Edge kept = add(g, 1, 2);
            Edge loop = add(g, 3, 3);
            g.V(2).addE("e").to(__.V(1)).iterate();
            g.tx().commit();
            Object id = kept.id();
            assertTrue(hasNoNumber(id), id.toString());
            assertTrue(hasNoNumber(loop.id()), () -> loop.id().toString());
            assertTrue(g.E().id().toList().stream().allMatch(EdgeIdentifierTest::hasNoNumber));
            assertEquals(kept, g.E(id).next());
            assertEquals(id, g.V(1).outE().id().next());
            assertEquals(id, g.V(2).inE().id().next());
            assertEquals(kept.hashCode(), g.V(1).outE().next().hashCode());
            kept.property("k", 7);
            loop.remove();
            g.tx().commit();
            assertEquals(7, g.E(id).values("k").next());
            assertFalse(g.V(3).bothE().hasNext());
            assertEquals(id, g.V(1).outE().id().next());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void whatIsToldBeforeTheCommitStaysSo(int nodes) throws Exception {
        try (PraghGraph graph = open(nodes)) {
            GraphTraversalSource g = graph.traversal();
            Edge asked = add(g, 1, 2);
            Object id = asked.id();
            Edge inSet = add(g, 2, 3);
            Set<Edge> set = new HashSet<>(Set.of(inSet));
            Edge weighted = g.V(3).addE("e").to(__.V(4)).property("weight", 0.5).next();
            Edge found = add(g, 4, 5);
            Object foundId = g.V(4).outE().id().next();
            Object shown =
                    g.V(5).as("a").addE("e").to(__.V(1)).elementMap().next().get(T.id);
            assertEquals(asked, g.E(id).next());
            g.tx().commit();
            assertEquals(id, asked.id());
            assertEquals(id, g.V(1).outE().id().next());
            assertTrue(set.contains(g.V(2).outE().next()));
            assertEquals(weighted.id(), g.E().has("weight").id().next());
            assertEquals(foundId, found.id());
            assertEquals(shown, g.V(5).outE().id().next());
            assertTrue(
                    hasNoNumber(weighted.id()),
                    () -> "nobody had asked, and its entries carry the weight: " + weighted.id());
            for (Object told : List.of(id, inSet.id(), foundId, shown)) {
                assertFalse(hasNoNumber(told), told.toString());
                assertTrue(g.E(told).hasNext(), told.toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void parallelEdgesAreCalledDifferently(int nodes) throws Exception {
        try (PraghGraph graph = open(nodes)) {
            GraphTraversalSource g = graph.traversal();
            List<Edge> edges = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                edges.add(add(g, 1, 2));
                edges.add(add(g, 2, 2));
            }
            g.tx().commit();
            edges.add(add(g, 1, 2));
            edges.add(add(g, 2, 2));
            g.tx().commit();
            Set<Object> ids = new HashSet<>();
            edges.forEach(edge -> ids.add(edge.id()));
            assertEquals(8, ids.size());
            assertEquals(ids, g.E().id().toSet());
            assertEquals(2, ids.stream().filter(EdgeIdentifierTest::hasNoNumber).count());
            for (Edge edge : edges) {
                assertEquals(edge, g.E(edge.id()).next());
                edge.property("n", edges.indexOf(edge));
            }
            g.tx().commit();
            for (Edge edge : edges) {
                assertEquals(edges.indexOf(edge), g.E(edge.id()).values("n").next());
            }
            edges.get(0).remove();
            edges.get(3).remove();
            g.tx().commit();
            ids.remove(edges.get(0).id());
            ids.remove(edges.get(3).id());
            assertEquals(ids, g.E().id().toSet());
            assertNotEquals(edges.get(1), edges.get(5));
        }
    }

    @Test
    void whatIsRolledBackIsGoneForWhoHasKeptIt() throws Exception {
        try (PraghGraph graph = open(1)) {
            GraphTraversalSource g = graph.traversal();
            Edge asked = add(g, 1, 2);
            Object id = asked.id();
            Edge kept = add(g, 2, 3);
            g.tx().rollback();
            assertFalse(g.E(id).hasNext());
            assertFalse(kept.properties().hasNext());
            assertThrows(IllegalStateException.class, () -> kept.property("k", 1));
            add(g, 2, 3);
            g.tx().commit();
            assertThrows(IllegalStateException.class, () -> kept.property("k", 1));
            assertNotEquals(kept, g.V(2).outE().next());
        }
    }

    @Test
    void anotherThreadMayAskWhatANewEdgeIsCalled() throws Exception {
        try (PraghGraph graph = open(2)) {
            GraphTraversalSource g = graph.traversal();
            Edge edge = add(g, 1, 2);
            Object id = Elsewhere.call(edge::id);
            assertFalse(Elsewhere.call(() -> g.E(id).hasNext()));
            g.tx().commit();
            assertEquals(id, edge.id());
            assertEquals(edge, Elsewhere.call(() -> g.E(id).next()));
        }
    }

    @Test
    void edgesOfAThreadedTransactionAreSettledByItsCommit() throws Exception {
        try (PraghGraph graph = open(2)) {
            Graph threaded = graph.tx().createThreadedTx();
            Edge edge = add(threaded.traversal(), 1, 2);
            threaded.tx().commit();
            GraphTraversalSource g = graph.traversal();
            assertTrue(hasNoNumber(g.E().id().next()));
            assertEquals(g.E().next(), g.V(2).inE().next());
            assertEquals(1, g.E().count().next());
            assertThrows(IllegalStateException.class, edge::properties); // its graph is closed
        }
    }

    @Test
    void addedEdgesBesideLoadedOnesHaveNumbersWhereTheyAreParallel() throws Exception {
        try (PraghGraph graph = PraghGraph.build().nodes(2).open()) {
            GraphFiles.load(graph, Files.writeString(folder.resolve("a.e"), "1 2\n2 3\n"));
            GraphTraversalSource g = graph.traversal();
            Object loaded = g.V(1).outE().id().next();
            g.V(1).addE("edge").to(__.V(2)).iterate();
            g.V(1).addE("edge").to(__.V(3)).iterate();
            g.tx().commit();
            assertEquals(3, g.V(1).outE().id().toSet().size());
            assertEquals(
                    1,
                    g.V(1).outE().where(__.inV().hasId(2)).id().toList().stream()
                            .filter(EdgeIdentifierTest::hasNoNumber)
                            .count());
            assertTrue(hasNoNumber(loaded) && g.E(loaded).hasNext());
            assertTrue(hasNoNumber(g.V(3).inE().where(__.outV().hasId(1)).id().next()));
        }
    }

    @Test
    void edgesAreAddedWhileSomebodyWalksAlongThem() throws Exception {
        try (PraghGraph graph = open(1)) {
            GraphTraversalSource g = graph.traversal();
            Vertex hub = g.V(1).next();
            for (int i = 0; i < 600; i++) {
                hub.addEdge("e", graph.addVertex("v"));
            }
            java.util.Iterator<Edge> walk = hub.edges(org.apache.tinkerpop.gremlin.structure.Direction.OUT);
            List<Edge> seen = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                seen.add(walk.next());
            }
            g.tx().commit();
            walk.forEachRemaining(seen::add);
            assertEquals(600, seen.size());
            assertEquals(600, new HashSet<>(seen).size());
            assertEquals(g.V(1).outE().id().toSet().size(), 600);
        }
    }
}
