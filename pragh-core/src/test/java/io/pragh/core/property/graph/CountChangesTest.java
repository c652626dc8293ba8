package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pragh.core.api.ReadCounts;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks by how much each kind of change changes the numbers of vertices and edges that homes know. */
class CountChangesTest {
    /** More entries than fit one block of a list. */
    private static final int MANY = 2_500;

    private final GraphFixture world = new GraphFixture();

    @AfterEach
    void end() {
        world.close();
    }

    /** Compares the numbers that homes know, without a read of any value. */
    private void assertCounts(long vertices, long edges) {
        world.see(1, t -> {
            ReadCounts before = t.readCounts();
            assertEquals(vertices, t.countVertices());
            assertEquals(edges, t.countEdges());
            assertEquals(ReadCounts.NONE, t.readCounts().since(before));
        });
    }

    private static List<EdgeRef> leaving(GraphTransaction t, int id) {
        List<EdgeRef> edges = new ArrayList<>();
        long vid = GraphFixture.vertex(t, id).vid();
        t.edges(
                new long[] {vid},
                true,
                false,
                null,
                Long.MAX_VALUE,
                (i, neighbour, label, eid, out) -> edges.add(new EdgeRef(vid, label, neighbour, eid)));
        return edges;
    }

    private void addVertices(int count) {
        world.run(0, t -> {
            for (int id = 0; id < count; id++) {
                t.addVertex("v", id);
            }
        });
    }

    private void addEdge(int out, int in, int times) {
        world.run(0, t -> {
            for (int i = 0; i < times; i++) {
                t.addEdge(GraphFixture.vertex(t, out), "e", GraphFixture.vertex(t, in), null);
            }
        });
    }

    @Test
    void verticesAndEdgesThatComeAndGo() {
        assertCounts(0, 0);
        addVertices(4);
        assertCounts(4, 0);
        addEdge(0, 1, 3);
        addEdge(1, 0, 2);
        addEdge(2, 2, 2);
        assertCounts(4, 7);
        world.run(0, t -> t.removeEdge(leaving(t, 0).get(1)));
        assertCounts(4, 6);
        world.run(0, t -> GraphFixture.set(t, GraphFixture.vertex(t, 3), "k", 1));
        assertCounts(4, 6);
        world.run(0, t -> t.removeVertex(GraphFixture.vertex(t, 2)));
        assertCounts(3, 4);
        world.run(0, t -> t.removeVertex(GraphFixture.vertex(t, 0)));
        assertCounts(2, 0);
    }

    @Test
    void whatOneTransactionDoesAndUndoes() {
        addVertices(3);
        addEdge(0, 1, 3);
        world.run(0, t -> {
            t.removeVertex(GraphFixture.vertex(t, 0));
            VertexRecord again = t.addVertex("w", 0);
            t.addEdge(again, "e", again, null);
            t.removeVertex(t.addVertex("v", 7));
            EdgeRef undone = t.addEdge(GraphFixture.vertex(t, 1), "e", again, null);
            t.removeEdge(undone);
            assertEquals(3, t.countVertices());
            assertEquals(1, t.countEdges());
        });
        assertCounts(3, 1);
    }

    @Test
    void anEdgeThatGetsItsFirstPropertyOrWasGoneAlready() {
        addVertices(2);
        addEdge(0, 1, 2);
        EdgeRef[] gone = new EdgeRef[1];
        world.run(0, t -> {
            gone[0] = leaving(t, 0).get(0);
            EdgeRecord record = t.record(leaving(t, 0).get(1));
            record.properties().put("k", 1);
            t.change(record);
        });
        assertCounts(2, 2);
        world.run(0, t -> t.removeEdge(gone[0]));
        assertCounts(2, 1);
        world.run(0, t -> t.removeEdge(gone[0]));
        assertCounts(2, 1);
    }

    @Test
    void aVertexWithAListInChunks() {
        addVertices(2);
        for (int i = 0; i < 4; i++) {
            addEdge(0, 1, MANY / 4);
        }
        assertCounts(2, MANY);
        world.run(0, t -> t.removeVertex(GraphFixture.vertex(t, 0)));
        assertCounts(1, 0);
    }

    @Test
    void aLoadInBulk() {
        int vertices = 700; // several batches per home
        try (BulkLoad load = Objects.requireNonNull(world.graph(0).bulkLoad(List.of()))) {
            for (long id = 0; id < vertices; id++) {
                load.vertex(id, "v");
            }
            for (long id = 0; id < vertices; id++) {
                load.edge(id, "e", (id + 1) % vertices, null);
            }
            load.write(stored -> {});
        }
        assertCounts(vertices, vertices);
    }
}
