package io.pragh.tinkerpop.process.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ReadCounts;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.load.GraphFiles;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that edges between a vertex with very many edges and one with few are found in the list of the latter, so
 * that it takes few reads, and no conflict with those who give the former more edges.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HubToLeafTest {
    private static final long HUB = 0;
    private static final int EDGES = 200_000;
    private static final int LEAVES = 150_000;
    /** Has as many edges to the hub as the hub has to others. */
    private static final long OTHER_HUB = 1_000_000;

    private static final String LABEL = "edge";
    /** The most values that a look-up may read: both vertices, and the heads of their lists. */
    private static final int READS_MAX = 12;

    private final PraghGraph graph = PraghGraph.build().open();
    private final GraphTraversalSource g = graph.traversal();

    @BeforeAll
    void load(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("hub.e");
        try (Writer writer = Files.newBufferedWriter(file)) {
            for (int i = 0; i < EDGES; i++) {
                writer.write(HUB + " " + (1 + i % LEAVES) + "\n" + OTHER_HUB + " " + HUB + "\n");
            }
        }
        GraphFiles.load(graph, file);
    }

    @AfterAll
    void close() {
        graph.close();
    }

    @AfterEach
    void rollback() {
        graph.tx().rollback();
    }

    /** Asks a question, and checks that it takes few reads. */
    private <R> R inFewReads(Supplier<R> question) {
        ReadCounts before = graph.store().transaction().readCounts();
        R answer = question.get();
        ReadCounts reads = graph.store().transaction().readCounts().since(before);
        long all = reads.localReads() + reads.remoteReads();
        assertTrue(all <= READS_MAX, () -> "reads: " + reads);
        return answer;
    }

    private static GraphTraversal<?, Edge> between(GraphTraversalSource g, long hub, long leaf) {
        return g.V(hub).outE(LABEL).where(__.inV().hasId(leaf));
    }

    @Test
    void aLookUpReadsTheShorterList() {
        assertEquals(
                1L, inFewReads(() -> g.V(HUB).out().hasId(LEAVES - 3).count().next()));
        assertEquals(2, inFewReads(() -> between(g, HUB, 3).toList()).size(), "parallel edges");
        assertEquals(2, inFewReads(() -> g.V(HUB).both().hasId(3).toList()).size());
        assertFalse(inFewReads(() -> g.V(HUB).out().hasId(LEAVES + 1).hasNext()), "no such vertex");
        assertTrue(inFewReads(() -> g.V(3).in().hasId(HUB).hasNext()));
        assertTrue(
                inFewReads(() -> g.V(3, 4, 5).where(__.in().hasId(HUB)).count().next()) == 3);
    }

    @Test
    void theEdgesAreThoseOfTheHub() {
        Set<Edge> wanted = new HashSet<>();
        g.V(HUB).outE().forEachRemaining(edge -> {
            if (edge.inVertex().id().equals(5L) || edge.inVertex().id().equals(LEAVES - 1L)) {
                wanted.add(edge);
            }
        });
        assertEquals(3, wanted.size(), "5 has two, and the other one");
        Set<Edge> found = g.V(HUB).outE().where(__.inV().hasId(5, LEAVES - 1)).toSet();
        assertEquals(wanted, found);
        found.forEach(edge -> assertEquals(HUB, edge.outVertex().id()));
        assertEquals(found, g.E(found.stream().map(Edge::id).toArray()).toSet());
        assertEquals(EDGES, g.V(OTHER_HUB).out().hasId(HUB).toList().size(), "two vertices with very many edges");
        assertEquals(
                EDGES,
                g.V(HUB).bothE().where(__.otherV().hasId(OTHER_HUB)).toSet().size());
    }

    @Test
    void changesOfTheTransactionAreSeenAtBothEnds() {
        between(g, HUB, 8).next().remove();
        assertEquals(1, between(g, HUB, 8).toList().size());
        g.V(HUB).as("hub").V(8).addE(LABEL).from("hub").property("w", 1).iterate();
        g.V(8).as("leaf").V(HUB).addE("back").from("leaf").iterate();
        assertEquals(List.of(1), between(g, HUB, 8).has("w").values("w").toList());
        assertEquals(1, g.V(HUB).inE("back").where(__.outV().hasId(8)).toList().size());
        assertEquals(3, g.V(HUB).bothE().where(__.otherV().hasId(8)).toSet().size());
        g.V(8).drop().iterate();
        assertTrue(between(g, HUB, 8).toList().isEmpty());
        g.addV("leaf").property(T.id, 8L).iterate();
        assertTrue(between(g, HUB, 8).toList().isEmpty());
    }

    @Test
    void mergingAnEdgeOfAHubDoesNotConflictWithNewEdgesOfTheHub() {
        Map<Object, Object> edge = Map.of(T.label, LABEL, Direction.OUT, HUB, Direction.IN, 11L);
        g.mergeE(edge).property("merged", true).iterate();
        CompletableFuture.runAsync(() -> {
                    GraphTraversalSource other = graph.traversal();
                    for (long leaf = 20; leaf < 40; leaf++) {
                        other.V(HUB).addE(LABEL).to(__.V(leaf)).iterate();
                        other.tx().commit();
                    }
                })
                .join();
        graph.tx().commit();
        assertEquals(2, between(g, HUB, 11).toList().size(), "they were there");
        assertEquals(2, between(g, HUB, 11).has("merged", true).toList().size());
    }
}
