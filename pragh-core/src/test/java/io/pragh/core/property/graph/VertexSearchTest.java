package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ConflictException;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.VertexSearch;
import io.pragh.core.property.value.ValueCodec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks scans with a search condition, on partitions of this node and of others: what they find, and what they
 * validate.
 */
class VertexSearchTest {
    private static final int VERTICES = 1200;

    private final GraphFixture world = new GraphFixture();

    @BeforeEach
    void fill() {
        world.run(0, t -> {
            for (int i = 0; i < VERTICES; i++) {
                VertexRecord vertex = t.addVertex(label(i), (long) i);
                GraphFixture.set(t, vertex, "tens", i / 10);
                if (i % 3 == 0) {
                    GraphFixture.set(t, vertex, "name", "name" + i % 30);
                }
            }
        });
    }

    @AfterEach
    void end() {
        world.close();
    }

    private static String label(long i) {
        return i % 4 == 0 ? "a" : i % 4 == 1 ? "b" : "c";
    }

    private static VertexSearch.Test has(String key, Object value) {
        return new VertexSearch.Test(key, ValueCodec.encode(value));
    }

    private static Set<Long> found(GraphTransaction t, VertexSearch search) {
        List<Long> vids = new ArrayList<>();
        for (int partition = 0; partition < GraphFixture.PARTITIONS; partition++) {
            t.scanVertices(partition, search).forEachRemaining(vertex -> vids.add(vertex.vid()));
        }
        assertEquals(vids.stream().distinct().count(), vids.size(), "each once");
        return new TreeSet<>(vids);
    }

    private static Set<Long> those(Predicate<Long> wanted) {
        return IntStream.range(0, VERTICES)
                .mapToObj(i -> (long) i)
                .filter(wanted)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void whatHasLabelAndValuesIsFoundFromEveryNode() {
        for (int node = 0; node < GraphFixture.NODES; node++) {
            world.see(node, t -> {
                assertEquals(those(i -> true), found(t, VertexSearch.ALL));
                assertEquals(those(i -> i % 4 < 2), found(t, VertexSearch.ALL.of(List.of("a", "b", "none"))));
                assertEquals(those(i -> i / 10 == 7), found(t, VertexSearch.ALL.with(has("tens", 7))));
                assertEquals(
                        those(i -> i % 30 == 6 && i % 4 == 0),
                        found(t, VertexSearch.ALL.with(has("name", "name6")).of(List.of("a"))));
                assertEquals(
                        those(i -> i % 30 == 6 && i / 10 == 3),
                        found(t, VertexSearch.ALL.with(has("name", "name6")).with(has("tens", 3))));
                assertEquals(those(i -> true), found(t, VertexSearch.ALL.with(has("tens", 7L))), "perhaps");
                assertEquals(Set.of(), found(t, VertexSearch.ALL.with(has("nobody", 7))));
                assertEquals(Set.of(), found(t, VertexSearch.ALL.of(List.of("none"))));
            });
        }
    }

    @Test
    void ownChangesAreLookedAtFirst() {
        for (int node = 0; node < GraphFixture.NODES; node++) {
            try (GraphTransaction t = world.begin(node)) {
                t.removeVertex(GraphFixture.vertex(t, 70L));
                VertexRecord other = GraphFixture.vertex(t, 5L);
                other.properties().clear();
                GraphFixture.set(t, other, "tens", 7);
                VertexRecord added = t.addVertex("c", null);
                GraphFixture.set(t, added, "tens", 7);
                t.addVertex("a", null);
                Set<Long> expected = those(i -> i / 10 == 7 && i != 70);
                expected.addAll(List.of(5L, added.vid()));
                Set<Long> found = found(t, VertexSearch.ALL.with(has("tens", 7)).of(List.of("b", "c")));
                expected.removeIf(vid -> vid != added.vid() && label(vid).equals("a"));
                assertEquals(expected, found);
            }
        }
    }

    @Test
    void whatIsChangedWhileItIsScannedIsFoundIfItsTurnHasNotCome() {
        for (int node = 0; node < GraphFixture.NODES; node++) {
            try (GraphTransaction t = world.begin(node)) {
                Set<Long> found = new TreeSet<>();
                for (int partition = 0; partition < GraphFixture.PARTITIONS; partition++) {
                    Iterator<VertexRecord> scan =
                            t.scanVertices(partition, VertexSearch.ALL.with(has("name", "name0")));
                    scan.forEachRemaining(vertex -> note(t, vertex, found));
                }
                Set<Long> changed = those(i -> i % 30 == 1);
                assertTrue(found.containsAll(changed), "changed: " + changed + " found: " + found);
                assertTrue(found.containsAll(those(i -> i % 30 == 0)));
            }
        }
    }

    private static void note(GraphTransaction t, VertexRecord vertex, Set<Long> found) {
        assertTrue(found.add(vertex.vid()), "once");
        if (found.size() == 1) {
            nameSome(t);
        }
    }

    private static void nameSome(GraphTransaction t) {
        for (long vid = 1; vid < VERTICES; vid += 30) {
            GraphFixture.set(t, GraphFixture.vertex(t, vid), "name", "name0");
        }
    }

    /**
     * Whether a transaction that has searched and then adds a vertex conflicts with another one that commits
     * meanwhile.
     */
    private boolean conflicts(int node, VertexSearch search, Consumer<GraphTransaction> other) {
        try (GraphTransaction t = world.begin(node)) {
            for (int partition = 0; partition < GraphFixture.PARTITIONS; partition++) {
                t.scanVertices(partition, search).forEachRemaining(vertex -> {});
            }
            world.run(1, other);
            t.addVertex("new", null);
            t.commit();
            return false;
        } catch (ConflictException conflict) {
            return true;
        }
    }

    @Test
    void aSearchReliesOnAllThatHaveItsLabels() {
        VertexSearch search = VertexSearch.ALL.of(List.of("a")).with(has("tens", 7));
        for (int node = 0; node < GraphFixture.NODES; node++) {
            String key = "k" + node;
            for (long vid = 0; vid < 80; vid += 4) { // some match and some do not, at all homes
                long a = vid;
                assertTrue(conflicts(node, search, t -> set(t, a, key)), "vid=" + a);
                assertFalse(conflicts(node, search, t -> set(t, a + 1, key)), "another label");
            }
            assertTrue(conflicts(node, search, t -> t.addVertex("a", null)), "comes");
            assertFalse(conflicts(node, search, t -> t.addVertex("b", null)), "another comes");
        }
    }

    private static void set(GraphTransaction transaction, long vid, String key) {
        GraphFixture.set(transaction, GraphFixture.vertex(transaction, vid), key, 1);
    }

    @Test
    void anOlderMomentIsSeenAsItWas() {
        List<GraphTransaction> before =
                IntStream.range(0, GraphFixture.NODES).mapToObj(world::begin).toList();
        world.run(1, t -> {
            for (long vid = 60; vid < 80; vid++) {
                VertexRecord vertex = GraphFixture.vertex(t, vid);
                vertex.properties().clear();
                t.change(vertex);
            }
            t.removeVertex(GraphFixture.vertex(t, 300L));
            GraphFixture.set(t, t.addVertex("a", null), "tens", 7);
        });
        for (GraphTransaction t : before) {
            assertEquals(those(i -> i / 10 == 7), found(t, VertexSearch.ALL.with(has("tens", 7))));
            assertEquals(those(i -> true), found(t, VertexSearch.ALL));
            t.close();
        }
        world.see(
                2,
                t -> assertEquals(
                        1, found(t, VertexSearch.ALL.with(has("tens", 7))).size()));
        assertThrows(PraghException.class, () -> before.get(0).scanVertices(0, VertexSearch.ALL));
    }
}
