package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pragh.core.api.ConflictException;
import io.pragh.core.api.ReadCounts;
import io.pragh.core.property.GraphTransaction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks guessed lists: in a graph with few edge labels, a vertex's lists are looked up under each label. A
 * transaction that has done so, and writes elsewhere, relies on the vertex having no other lists. Each node has a
 * graph object of its own here, which knows only the labels that it has asked for.
 */
class GuessedListsTest {
    private static final long V = 1;
    private static final long W = 2;
    private static final long ELSEWHERE = 3;
    private static final long OTHER = 4;

    private final GraphFixture world = new GraphFixture();

    @BeforeEach
    void build() {
        world.run(0, t -> {
            for (long id = V; id <= OTHER; id++) {
                t.addVertex("v", id);
            }
            t.addEdge(V, "old", W, null);
        });
    }

    @AfterEach
    void end() {
        world.close();
    }

    private static List<Long> out(GraphTransaction transaction, long... vids) {
        List<Long> neighbours = new ArrayList<>();
        transaction.edges(
                vids, true, false, null, Long.MAX_VALUE, (i, neighbour, label, eid, out) -> neighbours.add(neighbour));
        return neighbours;
    }

    private static void writeElsewhere(GraphTransaction transaction) {
        GraphFixture.set(transaction, GraphFixture.vertex(transaction, ELSEWHERE), "k", 5);
    }

    private void addEdge(int node, long out, String label, long in) {
        world.run(node, t -> t.addEdge(out, label, in, null));
    }

    private void checkConflictWithFirstEdge(int node) {
        try (GraphTransaction reads = world.begin(1)) {
            assertEquals(List.of(W), out(reads, V));
            writeElsewhere(reads);
            addEdge(node, V, "new", OTHER);
            assertThrows(ConflictException.class, reads::commit);
        }
        world.see(0, t -> assertEquals(List.of(W, OTHER), out(t, V)));
    }

    /** The reader's graph knows the label, so the reader validates the vertex. */
    @Test
    void theFirstEdgeOfALabelConflictsWithWhoHasReadTheVertexsEdges() {
        checkConflictWithFirstEdge(1);
    }

    /** The reader's graph does not know the label, so the reader validates that no new label exists. */
    @Test
    void theFirstEdgeOfALabelConflictsWithWhoHasReadTheVertexsEdgesInAGraphThatHasNotHeardOfIt() {
        checkConflictWithFirstEdge(2);
    }

    /** Also holds where there was no label at all, for a list of incoming edges. */
    @Test
    void theFirstEdgeOfAGraphConflictsWithWhoHasSeenThatThereIsNone() {
        try (GraphFixture empty = new GraphFixture()) {
            empty.run(0, t -> t.addVertex("v", V));
            empty.run(0, t -> t.addVertex("v", ELSEWHERE));
            try (GraphTransaction reads = empty.begin(1)) {
                assertEquals(0, reads.degrees(new long[] {V}, false, true, null)[0]);
                writeElsewhere(reads);
                empty.run(2, t -> t.addEdge(ELSEWHERE, "first", V, null));
                assertThrows(ConflictException.class, reads::commit);
            }
        }
    }

    /**
     * A transaction that began before a label existed sees no edge of it; one that begins later sees all, at every
     * node.
     */
    @Test
    void aLabelThatANodeHasNotHeardOfIsLookedForToo() {
        try (GraphTransaction before = world.begin(2)) {
            addEdge(1, V, "new", OTHER);
            assertEquals(List.of(W), out(before, V));
        }
        world.see(2, t -> assertEquals(List.of(W, OTHER), out(t, V)));
    }

    @Test
    void whoAddsTheFirstEdgeOfALabelItselfSeesItAndDoesNotConflictWithItself() {
        try (GraphTransaction mine = world.begin(1)) {
            assertEquals(List.of(W), out(mine, V));
            mine.addEdge(V, "new", OTHER, null);
            assertEquals(List.of(W, OTHER), out(mine, V));
            assertDoesNotThrow(mine::commit);
        }
        world.see(2, t -> assertEquals(List.of(W, OTHER), out(t, V)));
    }

    @Test
    void whoAddsTheFirstEdgeOfALabelBetweenVerticesItHasReadDoesNotConflictWithItself() {
        try (GraphTransaction mine = world.begin(1)) {
            assertEquals(List.of(W), out(mine, V, W));
            mine.addEdge(V, "new", W, null);
            mine.addEdge(W, "newer", V, null);
            assertEquals(List.of(W, W, V), out(mine, V, W));
            assertDoesNotThrow(mine::commit);
        }
        world.see(2, t -> assertEquals(List.of(W, W, V), out(t, V, W)));
    }

    @Test
    void whoHasMadeALabelElsewhereDoesNotConflictWithItself() {
        try (GraphTransaction mine = world.begin(1)) {
            assertEquals(List.of(W), out(mine, V));
            mine.addEdge(ELSEWHERE, "new", OTHER, null);
            assertDoesNotThrow(mine::commit);
        }
    }

    private void checkConflictOfWhoHasMadeALabel(int node, String label) {
        try (GraphTransaction mine = world.begin(1)) {
            assertEquals(List.of(), out(mine, OTHER));
            mine.addEdge(ELSEWHERE, "mine", W, null);
            addEdge(node, OTHER, label, V);
            assertThrows(ConflictException.class, mine::commit);
        }
        world.see(0, t -> assertEquals(List.of(V), out(t, OTHER)));
    }

    /** Its own label is new, so it cannot validate that no label is new: it validates each vertex. */
    @Test
    void whoHasMadeALabelItselfConflictsWithTheFirstEdgeOfItAtAVertexItHasRead() {
        checkConflictOfWhoHasMadeALabel(1, "mine");
    }

    @Test
    void whoHasMadeALabelItselfConflictsWithTheFirstEdgeOfItFromAnotherGraph() {
        checkConflictOfWhoHasMadeALabel(2, "mine");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoHasMadeALabelItselfConflictsWithTheFirstEdgeOfYetAnotherOne(int node) {
        checkConflictOfWhoHasMadeALabel(node, "another");
    }

    @Test
    void whoHasMadeALabelItselfDoesNotConflictWithAnEdgeOfItAtAnotherVertex() {
        try (GraphTransaction mine = world.begin(1)) {
            assertEquals(List.of(W), out(mine, V));
            mine.addEdge(ELSEWHERE, "mine", W, null);
            addEdge(2, OTHER, "mine", OTHER);
            assertDoesNotThrow(mine::commit);
        }
    }

    /**
     * A conflict is allowed, and occurs where the reader's graph does not know the label: it only learns there that
     * some label is new.
     */
    @Test
    void aNewLabelOfOtherVerticesConflictsOnlyWhereItIsNotKnown() {
        try (GraphTransaction here = world.begin(1);
                GraphTransaction there = world.begin(2)) {
            assertEquals(List.of(W), out(here, V));
            writeElsewhere(here);
            assertEquals(List.of(W), out(there, V));
            GraphFixture.set(there, GraphFixture.vertex(there, W), "k", 5);
            addEdge(1, OTHER, "new", OTHER);
            assertDoesNotThrow(here::commit);
            assertThrows(ConflictException.class, there::commit);
        }
    }

    /** A transaction that ends without a change validates nothing, whichever way it was begun. */
    @Test
    void whoOnlyReadsPaysNothingAndDoesNotConflict() {
        try (GraphTransaction reads = world.begin(1)) {
            assertEquals(List.of(W), out(reads, V));
            addEdge(2, V, "new", OTHER);
            addEdge(1, V, "newer", OTHER);
            assertEquals(List.of(W), out(reads, V), "a moment is a moment");
            ReadCounts before = reads.readCounts();
            assertDoesNotThrow(reads::commit);
            assertEquals(ReadCounts.NONE, reads.readCounts().since(before));
        }
    }

    /** With more labels than are guessed, the vertices' directories are read; these reads are validated anyway. */
    @Test
    void whereThereAreManyLabelsVerticesAreAsked() {
        for (String label : List.of("b", "c", "d", "e", "f")) {
            addEdge(0, W, label, V);
        }
        try (GraphTransaction reads = world.begin(1)) {
            assertEquals(List.of(W), out(reads, V));
            writeElsewhere(reads);
            addEdge(2, V, "new", OTHER);
            assertThrows(ConflictException.class, reads::commit);
        }
        try (GraphTransaction reads = world.begin(1)) {
            assertEquals(List.of(W, OTHER), out(reads, V));
            writeElsewhere(reads);
            addEdge(2, OTHER, "newer", OTHER);
            assertDoesNotThrow(reads::commit);
        }
    }
}
