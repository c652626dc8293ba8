package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.LostValueException;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.UpdateRefusedException;
import io.pragh.core.node.NodeGraph;
import io.pragh.core.node.PraghNode;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.Neighbours;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that the rest of a graph works after the leading node of three has died and the values that died with it are
 * given up.
 */
class RestoredGraphTest {
    private static final int VICTIM = 0;
    private static final int VERTICES = 240;
    private static final int VALUES = 4;

    private final GraphFixture world = new GraphFixture();
    private final Workers workers = new Workers();
    private final List<Long> vids = new ArrayList<>();
    private final List<Integer> nodes = new ArrayList<>();

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    /** Builds a ring of vertices at all homes; the values of some that are at home elsewhere lie at the victim. */
    private void build() {
        for (int i = 0; i < VERTICES; i++) {
            int number = i;
            vids.add(world.commit(i % GraphFixture.NODES, t -> {
                VertexRecord vertex = t.addVertex("v", null);
                GraphFixture.set(t, vertex, "k", number % VALUES);
                if (number > 0) {
                    t.addEdge(t.vertex(vids.get(number - 1)), "e", vertex, null);
                }
                return vertex.vid();
            }));
            nodes.add(world.cluster.placeOfHome(ElementKeys.vertex(vids.get(i))));
        }
        world.graph(1).createIndex(ElementKind.VERTEX, "k");
        PraghNode victim = world.cluster.node(VICTIM);
        for (int partition = 0; partition < GraphFixture.PARTITIONS; partition++) { // they stay despite the pull
            for (int space :
                    new int[] {ElementKeys.EDGE_LABELS, ElementKeys.VERTEX_LABELS, ElementKeys.PROPERTY_KEYS}) {
                victim.pull(ElementKeys.catalogue(victim.homes(), space, 0, partition));
            }
            victim.pull(ElementKeys.counter(ElementKind.VERTEX, victim.homes(), partition));
        }
        for (int i = 0; i < VERTICES; i += 10) {
            victim.pull(ElementKeys.vertex(vids.get(i)));
        }
        long moving = IntStream.range(0, VERTICES / 10)
                .filter(i -> nodes.get(i * 10) != VICTIM)
                .count();
        workers.await("values have moved", () -> victim.migrationCounters().of(MigrationOutcome.MOVED) >= moving);
    }

    private void crash() {
        world.graph(VICTIM).close();
        world.cluster.crash(VICTIM);
        workers.await(
                "recovery ends",
                () -> IntStream.range(0, GraphFixture.NODES)
                        .filter(world.cluster::isAlive)
                        .allMatch(node -> world.cluster.node(node).recovered()));
    }

    private boolean isLost(long vid) {
        try (GraphTransaction read = world.begin(1)) {
            assertNotNull(read.vertex(vid));
            return false;
        } catch (LostValueException lost) {
            assertTrue(lost.getMessage().contains("pragh cluster restored"), lost.getMessage());
            return true;
        }
    }

    private int withValue(List<Integer> alive, int value) {
        return (int) alive.stream().filter(i -> i % VALUES == value).count();
    }

    @Test
    void aVertexThatWasLostGetsNoEdgesThoughItsListsAreThere() {
        build();
        crash();
        int tried = 0;
        for (int i = 0; i < VERTICES; i += 10) {
            long lost = vids.get(i);
            if (nodes.get(i) != VICTIM && isLost(lost)) {
                assertThrows(UpdateRefusedException.class, () -> world.run(1, t -> t.addEdge(lost, "e", lost, null)));
                tried++;
            }
        }
        assertTrue(tried > 0);
    }

    @Test
    void whatIsGivenUpIsAbsentAndTheRestGoesOn() {
        build();
        assertEquals(0, world.graph(1).restored(), "nothing was lost");
        crash();
        for (int i = 0; i < 2 * VERTICES; i++) {
            world.run(1 + i % 2, t -> t.addVertex("v", null));
        }
        List<Integer> alive = IntStream.range(0, VERTICES)
                .filter(i -> !isLost(vids.get(i)))
                .boxed()
                .toList();
        long here = IntStream.range(0, VERTICES)
                .filter(i -> nodes.get(i) != VICTIM && i % 10 != 0)
                .count();
        assertEquals(here, alive.size());
        assertThrows(LostValueException.class, () -> world.see(1, GraphTransaction::countVertices));
        assertThrows(
                LostValueException.class,
                () -> world.see(2, t -> {
                    for (int value = 0; value < VALUES; value++) {
                        t.verticesByIndex("k", value);
                    }
                }));

        assertEquals(
                GraphFixture.PARTITIONS / GraphFixture.NODES, world.graph(2).restored());
        assertEquals(0, world.graph(1).restored(), "nothing was lost since");
        assertEquals(Set.of("k"), world.graph(1).indexes(ElementKind.VERTEX));
        for (int node = 1; node < GraphFixture.NODES; node++) {
            world.see(node, t -> {
                assertEquals(alive.size() + 2L * VERTICES, t.countVertices());
                for (int value = 0; value < VALUES; value++) {
                    assertEquals(
                            withValue(alive, value),
                            t.verticesByIndex("k", value).size());
                }
                alive.forEach(i -> assertEquals("v", t.vertex(vids.get(i)).label()));
            });
            try (PropertyGraph fresh = NodeGraph.open(world.cluster.node(node));
                    GraphTransaction read = fresh.begin(TransactionOptions.DEFAULT.reading())) {
                VertexRecord vertex = read.vertex(vids.get(alive.get(0)));
                assertEquals("v", vertex.label(), "who knew no names reads them");
                assertEquals("k", vertex.properties().get(0).key());
            }
        }
    }

    @Test
    void everythingCanBeRemovedAfterwardsAndLoadedAnew() {
        build();
        crash();
        world.graph(1).restored();
        world.run(
                2,
                t -> { // lists of lost vertices may be left
                    for (int partition = 0; partition < GraphFixture.PARTITIONS; partition++) {
                        t.scanEdges(partition).forEachRemaining(t::removeEdge);
                    }
                });
        world.run(2, t -> {
            for (int partition = 0; partition < GraphFixture.PARTITIONS; partition++) {
                t.scanVertices(partition).forEachRemaining(t::removeVertex);
            }
        });
        world.see(1, t -> {
            assertEquals(0, t.countVertices());
            assertEquals(0, t.countEdges());
        });
        vids.clear();
        world.run(1, t -> {
            VertexRecord first = t.addVertex("v", "first");
            t.addEdge(first, "e", t.addVertex("v", "second"), null);
        });
        world.see(2, t -> {
            assertEquals(2, t.countVertices());
            assertEquals(1, t.countEdges());
        });
    }

    /** An edge may be left in one of its two lists alone. */
    @Test
    void edgesBetweenVerticesAreThoseInTheVerticesOwnLists() {
        build();
        crash();
        world.graph(1).restored();
        long[] all = vids.stream().mapToLong(vid -> vid).toArray();
        EdgeQuery out = new EdgeQuery(true, false, null, Long.MAX_VALUE);
        world.see(2, t -> {
            Set<Long> expected = new HashSet<>();
            t.edges(all, true, false, null, Long.MAX_VALUE, (i, neighbour, label, eid, o) -> expected.add(neighbour));
            Set<Long> found = new HashSet<>();
            for (long other : all) {
                Neighbours between = new Neighbours();
                assertEquals(all.length, t.hops().between(all, 0, all.length, new long[] {other}, out, false, between));
                if (between.count() > 0) {
                    found.add(other);
                }
            }
            assertEquals(expected, found);
        });
    }

    /** Lists at other homes may still name those numbers. */
    @Test
    void aPartitionThatBeganAnewGivesOutNoNumberThatItGaveOutBefore() {
        build();
        Set<Integer> lost =
                Arrays.stream(world.graph(VICTIM).partitionsHere()).boxed().collect(Collectors.toSet());
        crash();
        world.graph(1).restored();
        List<Long> again = new ArrayList<>();
        for (int node = 1; node < GraphFixture.NODES; node++) {
            again.addAll(newIn(lost, world.cluster.node(node)));
        }
        assertTrue(vids.stream().allMatch(vid -> vid < SmallNumbers.VERTICES.first(1)), vids::toString);
        assertTrue(again.stream().allMatch(vid -> vid >= SmallNumbers.VERTICES.first(1)), again::toString);
    }

    /**
     * Adds vertices through a graph that has leased no numbers yet; returns those that are at home in these
     * partitions.
     */
    private List<Long> newIn(Set<Integer> partitions, PraghNode node) {
        List<Long> found = new ArrayList<>();
        try (PropertyGraph fresh = NodeGraph.open(node)) {
            workers.await("they get new vertices again", () -> {
                long vid = addTo(fresh);
                if (partitions.contains(node.homes().home(ElementKeys.vertex(vid)))) {
                    found.add(vid);
                }
                return found.size() > partitions.size();
            });
        }
        return found;
    }

    private static long addTo(PropertyGraph graph) {
        try (GraphTransaction transaction = graph.begin(TransactionOptions.DEFAULT)) {
            long vid = transaction.addVertex("v", null).vid();
            transaction.commit();
            return vid;
        }
    }

    @Test
    void namesAreKnownAfterTheLossOfAnyNode() {
        build();
        crash();
        try (PropertyGraph fresh = NodeGraph.open(world.cluster.node(1))) {
            assertEquals(1, fresh.edgeLabel("e"));
            assertEquals(2, world.edgeLabelOfNewEdge(fresh, "other"), "numbers go on");
        }
        world.graph(2).restored();
        try (PropertyGraph fresh = NodeGraph.open(world.cluster.node(2))) {
            assertEquals(1, fresh.edgeLabel("e"));
            assertEquals(2, fresh.edgeLabel("other"));
            assertEquals(3, world.edgeLabelOfNewEdge(fresh, "third"), "numbers go on");
        }
    }
}
