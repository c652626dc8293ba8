package io.pragh.tinkerpop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.testkit.Seeds;
import io.pragh.tinkerpop.PraghGraph;
import io.pragh.tinkerpop.structure.CommitConflictException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that one of two transactions conflicts when one removes a vertex to which the other adds edges, or adds it
 * again. Threads interleave such transactions in the embedded graph. {@code -Dpragh.drop.seed} repeats a run's
 * choices.
 */
class ConcurrentDropTest {
    private static final long SEED = Seeds.of("pragh.drop.seed");

    private PraghGraph graph;
    private GraphTraversalSource g;

    @BeforeEach
    void open() {
        graph = PraghGraph.build().nodes(2).open();
        g = graph.traversal();
        g.addV("old").property(T.id, 1).addV("old").property(T.id, 2).iterate();
        g.tx().commit();
    }

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void vertexThatIsStillThereCannotBeAddedByAnother() throws Exception {
        g.V(1).drop().iterate();
        assertThrows(
                IllegalArgumentException.class,
                () -> Elsewhere.call(() -> g.addV("new").property(T.id, 1).next()));
        g.tx().commit();
        Elsewhere.call(() -> {
            g.addV("new").property(T.id, 1).next();
            g.tx().commit();
            return null;
        });
        assertEquals(List.of("new"), g.V(1).label().toList());
    }

    @Test
    void vertexThatIsRemovedAndAddedInOneTransactionIsANewOne() {
        g.V(1).property("name", "Ada").addE("knows").to(__.V(2)).iterate();
        g.tx().commit();
        g.V(1).drop().iterate();
        g.addV("new").property(T.id, 1).iterate();
        g.tx().commit();
        assertEquals(List.of("new"), g.V(1).label().toList());
        assertFalse(g.V(1).properties().hasNext());
        assertFalse(g.V(1, 2).bothE().hasNext());
    }

    @Test
    void removalConflictsWithAnEdgeThatWasAddedMeanwhile() throws Exception {
        g.V(1).drop().iterate();
        Elsewhere.call(() -> {
            g.V(2).addE("knows").to(__.V(1)).iterate();
            g.tx().commit();
            return null;
        });
        assertThrows(CommitConflictException.class, () -> g.tx().commit());
        assertFalse(g.tx().isOpen());
        assertEquals(1, g.V(2).out("knows").hasId(1).count().next());
        g.V(1).drop().iterate();
        g.tx().commit();
        assertFalse(g.V(2).outE().hasNext());
    }

    @Test
    void edgeConflictsWithARemovalOfItsVertexMeanwhile() throws Exception {
        g.V(2).addE("knows").to(__.V(1)).iterate();
        Elsewhere.call(() -> {
            g.V(1).drop().iterate();
            g.tx().commit();
            return null;
        });
        assertThrows(CommitConflictException.class, () -> g.tx().commit());
        assertFalse(g.E().hasNext());
        assertFalse(g.V(1).hasNext());
    }

    @Test
    void propertyConflictsWithARemovalMeanwhile() throws Exception {
        g.V(1).property("name", "Ada").iterate();
        Elsewhere.call(() -> {
            g.V(1).drop().iterate();
            g.tx().commit();
            return null;
        });
        assertThrows(CommitConflictException.class, () -> g.tx().commit());
        assertFalse(g.V(1).hasNext());
    }

    @Test
    void elementThatThisTransactionHasRemovedCannotBeUsed() {
        var vertex = g.V(1).next();
        vertex.remove();
        assertThrows(IllegalStateException.class, () -> vertex.property("name", "Ada"));
        assertThrows(
                IllegalStateException.class,
                () -> vertex.addEdge("knows", graph.vertices(2).next()));
        vertex.remove(); // a second time: the vertex is gone
        g.tx().commit();
    }

    /** Under any interleaving, each edge has both its vertices, and both list it. */
    @Test
    void noEdgeOutlivesItsVertex() throws Exception {
        System.out.println("repeat with -Dpragh.drop.seed=" + SEED);
        Random seeds = new Random(SEED);
        List<Future<Integer>> workers = new ArrayList<>();
        for (int w = 0; w < 4; w++) {
            long seed = seeds.nextLong();
            workers.add(Elsewhere.start(() -> change(new Random(seed), 150)));
        }
        int committed = 0;
        for (Future<Integer> worker : workers) {
            committed += worker.get();
        }
        assertTrue(committed > 50, "committed " + committed);
        for (Edge edge : g.E().toList()) {
            Object out = edge.outVertex().id();
            Object in = edge.inVertex().id();
            assertEquals(1, g.V(out).outE().hasId(edge.id()).count().next(), edge + " at " + out);
            assertEquals(1, g.V(in).inE().hasId(edge.id()).count().next(), edge + " at " + in);
        }
        assertEquals(g.E().count().next(), g.V().inE().count().next());
        assertEquals(g.E().count().next(), g.V().outE().count().next());
    }

    private int change(Random random, int times) {
        int committed = 0;
        for (int i = 0; i < times; i++) {
            try {
                int id = random.nextInt(6);
                int other = random.nextInt(6);
                switch (random.nextInt(3)) {
                    case 0 -> g.V(id).drop().iterate();
                    case 1 -> {
                        if (g.V(other).hasNext()) {
                            g.V(id).addE("knows").to(__.V(other)).iterate();
                        }
                    }
                    default -> {
                        if (!g.V(id).hasNext()) {
                            g.addV("new").property(T.id, id).iterate();
                        }
                    }
                }
                g.tx().commit();
                committed++;
            } catch (CommitConflictException again) {
                // a conflict is allowed
            } finally {
                g.tx().rollback();
            }
        }
        return committed;
    }
}
