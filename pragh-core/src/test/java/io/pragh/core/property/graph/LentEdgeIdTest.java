package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.api.ConflictException;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that identifiers of edges stay unique when an application supplies what another edge would be called: the
 * edges of an export may come into a graph in which labels have other numbers.
 */
class LentEdgeIdTest {
    /** What an edge with label 1 from vertex 1 to vertex 2 is called. */
    private static final String LENT = "1-1-2-0";

    private static final String OTHER = "1-1-3-0";

    private final GraphFixture world = new GraphFixture();

    @BeforeEach
    void begin() {
        world.run(0, t -> {
            for (int vertex = 1; vertex <= 4; vertex++) {
                t.addVertex("v", (long) vertex);
            }
            t.addEdge(4, "e", 4, null); // the label has number 1
        });
        assertEquals(1, world.graph(0).edgeLabel("e"));
    }

    @AfterEach
    void end() {
        world.close();
    }

    private static void lend(GraphTransaction transaction) {
        transaction.addEdge(1, "lent", 4, LENT);
    }

    private static EdgeRef join(GraphTransaction transaction) {
        return transaction.addEdge(1, "e", 2, null);
    }

    /** Checks that there are so many edges, and that each has its own name and is found by it. */
    private void expect(int edges) {
        for (int node = 0; node < GraphFixture.NODES; node++) {
            int at = node;
            world.see(
                    node,
                    t -> assertEquals(
                            edges, EdgeEntries.checked(world.graph(at), t).size()));
        }
    }

    @Test
    void anEdgeThatComesLaterGetsANumber() {
        world.run(0, LentEdgeIdTest::lend);
        world.run(1, LentEdgeIdTest::join);
        world.run(2, t -> t.addEdge(1, "e", 3, null));
        expect(4);
        world.see(2, t -> assertEquals(4, Objects.requireNonNull(t.edgeOf(LENT)).in()));
        world.see(2, t -> assertNotNull(t.edgeOf(OTHER), "nobody else is called so"));
    }

    @Test
    void soDoesOneOfTheSameTransaction() {
        world.run(0, t -> {
            lend(t);
            join(t);
            t.addEdge(1, "e", 3, null);
            t.addEdge(4, "lent", 3, OTHER);
        });
        expect(5);
    }

    @Test
    void soDoesOneBetweenNewVertices() {
        world.run(0, t -> t.addEdge(3, "lent", 4, "5-1-6-0"));
        world.run(1, t -> {
            VertexRecord one = t.addVertex("v", 5L);
            t.addEdge(one, "e", t.addVertex("v", 6L), null);
        });
        expect(3);
    }

    @Test
    void soDoesOneThatCouldCarryItsProperty() {
        Consumer<GraphTransaction> weigh = t -> {
            EdgeRecord edge = t.record(t.addEdge(1, "e", 3, null));
            edge.properties().put("w", 0.5);
            t.change(edge);
        };
        world.run(0, t -> t.addEdge(4, "lent", 3, OTHER));
        world.run(1, weigh);
        expect(3);
        world.run(2, weigh);
        expect(4);
    }

    @Test
    void anIndexChangesNothingAboutThat() {
        world.run(0, LentEdgeIdTest::lend);
        world.graph(1).createIndex(ElementKind.VERTEX, "k");
        world.graph(2).dropIndex(ElementKind.VERTEX, "k");
        world.run(1, LentEdgeIdTest::join);
        expect(3);
    }

    @Test
    void anIdentifierIsFreeAgainWhenItsEdgeIsRemoved() {
        world.run(0, LentEdgeIdTest::lend);
        world.run(1, t -> t.removeEdge(Objects.requireNonNull(t.edgeOf(LENT))));
        world.run(2, LentEdgeIdTest::join);
        expect(2);
        world.see(0, t -> assertEquals(2, Objects.requireNonNull(t.edgeOf(LENT)).in()));
    }

    @Test
    void anEdgeMayBeCalledAsItWouldBeWithoutASuppliedName() {
        world.run(0, t -> t.addEdge(1, "e", 2, LENT));
        world.run(1, LentEdgeIdTest::join);
        expect(3);
    }

    /** Whichever commits first, at the first loan or a later one. */
    @Test
    void twoThatDoNotSeeEachOtherDoNotBothCommit() {
        for (boolean isFirstLoan : new boolean[] {true, false}) {
            long to = isFirstLoan ? 2 : 3;
            String name = isFirstLoan ? LENT : OTHER;
            try (GraphTransaction joins = world.begin(0);
                    GraphTransaction lends = world.begin(1)) {
                joins.addEdge(1, "e", to, null);
                lends.addEdge(3, "lent", 4, name);
                lends.commit();
                assertThrows(ConflictException.class, joins::commit);
            }
            world.run(2, t -> t.removeEdge(Objects.requireNonNull(t.edgeOf(name))));
            try (GraphTransaction joins = world.begin(0);
                    GraphTransaction lends = world.begin(1)) {
                joins.addEdge(1, "e", to, null);
                lends.addEdge(3, "lent", 4, name);
                joins.commit();
                assertThrows(ConflictException.class, lends::commit);
            }
            world.run(2, t -> t.removeEdge(Objects.requireNonNull(t.edgeOf(name))));
        }
        expect(1);
    }

    @Test
    void aLoadInBulkLendsThemToo() {
        try (GraphFixture loaded = new GraphFixture()) {
            try (BulkLoad load = Objects.requireNonNull(loaded.graph(0).bulkLoad(List.of()))) {
                for (long vertex = 1; vertex <= 4; vertex++) {
                    load.vertex(vertex, "v");
                }
                load.edge(4L, "e", 4L, null);
                load.edge(3L, "lent", 4L, LENT, null);
                load.write(count -> {});
            }
            loaded.run(1, LentEdgeIdTest::join);
            loaded.see(2, t -> {
                assertEquals(3, EdgeEntries.checked(loaded.graph(2), t).size());
            });
        }
    }
}
