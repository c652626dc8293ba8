package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ConflictException;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks a vertex with a hundred thousand edges: loops, parallel edges to one neighbour, and edges to many
 * neighbours.
 */
class LargeVertexTest {
    private static final int NEIGHBOURS = 2_000;
    private static final int PARALLEL = 40_000;
    private static final int LOOPS = 2_000;
    private static final int EDGES = 100_000;

    private final GraphFixture world = new GraphFixture();

    @AfterEach
    void end() {
        world.close();
    }

    /** Adds edges to and from one vertex, whose number is 0; the neighbour with many parallel edges has number 1. */
    private void build() {
        world.run(0, t -> {
            for (int i = 0; i <= NEIGHBOURS; i++) {
                t.addVertex("v", i);
            }
        });
        int perCommit = EDGES / 4;
        for (int from = 0; from < EDGES; from += perCommit) {
            int begin = from;
            world.run(begin % GraphFixture.NODES, t -> {
                VertexRecord[] ends = new VertexRecord[NEIGHBOURS + 1];
                for (int i = 0; i <= NEIGHBOURS; i++) {
                    ends[i] = GraphFixture.vertex(t, i);
                }
                for (int i = begin; i < begin + perCommit; i++) {
                    VertexRecord other = ends[i < LOOPS ? 0 : i < LOOPS + PARALLEL ? 1 : 1 + i % NEIGHBOURS];
                    boolean out = i % 3 != 0;
                    t.addEdge(out ? ends[0] : other, "e", out ? other : ends[0], i % 1000 == 0 ? "named" + i : null);
                }
                t.addEdge(ends[2], "e", ends[3], null);
            });
        }
    }

    @Test
    void itsFirstEdgesMayFillSeveralBlocks() {
        VertexRecord[] ends = new VertexRecord[2];
        world.run(0, t -> {
            ends[0] = t.addVertex("v", null);
            ends[1] = t.addVertex("v", null);
        });
        world.run(1, t -> {
            for (int i = 0; i < 10_000; i++) { // nothing is read
                t.addEdge(ends[0], "e", ends[1], null);
            }
        });
        world.see(2, t -> {
            long[] vids = {ends[0].vid(), ends[1].vid()};
            assertArrayEquals(new long[] {10_000, 10_000}, t.degrees(vids, true, true, null));
        });
        world.run(0, t -> t.removeVertex(Objects.requireNonNull(t.vertex(ends[1].vid()))));
        world.see(0, t -> assertEquals(0, t.countEdges()));
    }

    /** A conflict would be tried again, and for ever. */
    @Test
    void itsLabelsMayBeTooManyAndThatIsNoConflict() {
        VertexRecord[] ends = new VertexRecord[2];
        world.run(0, t -> {
            ends[0] = t.addVertex("v", null);
            ends[1] = t.addVertex("v", null);
            GraphFixture.set(t, ends[0], "text", "x".repeat((1 << 19) - 150));
        });
        PraghException refused = assertThrows(PraghException.class, () -> {
            for (int i = 0; i < 40; i++) {
                String label = "e" + i;
                world.run(i % GraphFixture.NODES, t -> t.addEdge(ends[0], label, ends[1], null));
            }
        });
        assertTrue(
                String.valueOf(refused.getMessage()).contains("the value would be too large"),
                () -> "found: " + refused);
        world.run(0, t -> t.addEdge(ends[0], "e0", ends[1], null));
    }

    /** A new list with chunks depends on the existence of its vertex, as a short list does. */
    @Test
    void itsFirstEdgesNeedItWhenTheyAreCommitted() {
        VertexRecord[] ends = new VertexRecord[2];
        world.run(0, t -> {
            ends[0] = t.addVertex("v", null);
            ends[1] = t.addVertex("v", null);
        });
        try (GraphTransaction adding = world.begin(1)) {
            for (int i = 0; i < 10_000; i++) {
                adding.addEdge(ends[0], "e", ends[1], null);
            }
            world.run(0, t -> t.removeVertex(Objects.requireNonNull(t.vertex(ends[0].vid()))));
            assertThrows(ConflictException.class, adding::commit);
        }
        world.see(0, t -> assertEquals(0, t.countEdges()));
    }

    @Test
    void itIsReadCountedAndRemovedAsAWhole() {
        build();
        long[] vid = {0};
        world.see(1, t -> {
            assertEquals(EDGES + 4, t.countEdges());
            assertEquals(EDGES + LOOPS, t.degrees(vid, true, true, null)[0]);
            long[] visited = new long[1];
            t.edges(vid, true, true, null, Long.MAX_VALUE, (i, n, label, eid, out) -> visited[0]++);
            assertEquals(EDGES + LOOPS, visited[0]);
            t.edges(vid, true, true, null, 7, (i, n, label, eid, out) -> visited[0]++);
            assertEquals(EDGES + LOOPS + 7, visited[0]);
        });
        world.run(2, t -> {
            t.removeVertex(GraphFixture.vertex(t, 0));
            assertEquals(4, t.countEdges());
            assertArrayEquals(new long[] {0, 4}, t.degrees(new long[] {1, 2}, true, true, null));
            t.removeVertex(GraphFixture.vertex(t, 1));
        });
        world.see(0, t -> {
            assertNull(t.vertexOf(0));
            assertNull(t.edgeOf("named1000"));
            assertEquals(NEIGHBOURS - 1, t.countVertices());
            assertEquals(4, t.countEdges());
            assertEquals(4, GraphFixture.edges(t, 2).size());
            assertEquals(4, GraphFixture.edges(t, 3).size());
        });
        world.run(1, t -> t.addEdge(t.addVertex("v", 0), "e", GraphFixture.vertex(t, 2), "named1000"));
        world.see(2, t -> assertEquals(1, GraphFixture.edges(t, 0).size()));
    }
}
