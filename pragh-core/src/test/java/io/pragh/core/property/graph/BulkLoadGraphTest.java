package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementExistsException;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.MissingVertexException;
import io.pragh.core.property.PropertyGraph;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.store.MemoryLimits;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks bulk loads into a graph of several nodes, as one node or all nodes see the result. */
class BulkLoadGraphTest {
    private static final int TRIES_MAX = 20_000;
    private static final int NAMED = 800;
    private static final int MANY_LABELLED = 3_000;

    private static BulkLoad load(GraphFixture world, boolean fromAll) {
        List<PropertyGraph> seenFrom = fromAll ? world.graphs : List.of();
        return Objects.requireNonNull(world.graph(1).bulkLoad(seenFrom));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyNodeSeesWhatWasLoaded(boolean fromAll) {
        try (GraphFixture world = new GraphFixture()) {
            AtomicLong told = new AtomicLong();
            try (BulkLoad load = load(world, fromAll)) {
                for (long i = 0; i < 500; i++) {
                    load.vertex(i, "v" + i % 3);
                    load.property("name", "n" + i);
                }
                load.vertex("ada", "person");
                load.vertex(BigInteger.ONE.shiftLeft(80), "person");
                for (long i = 0; i < 5_000; i++) {
                    load.edge(i % 500, "e" + i % 2, i * i % 500, null);
                }
                load.edge("ada", "e0", 7, "the edge", null);
                load.edgeProperty("since", 1815);
                assertEquals(new BulkLoad.Stored(502, 5_001), load.write(told::addAndGet));
            }
            assertEquals(5_503, told.get());
            for (int node = 0; node < GraphFixture.NODES; node++) {
                world.see(node, t -> {
                    assertEquals(502, t.countVertices());
                    assertEquals(5_001, t.countEdges());
                    assertEquals(
                            "n77",
                            GraphFixture.vertex(t, 77L).properties().get(0).value());
                    assertEquals(List.of("7:out:" + world.graph(0).edgeLabel("e0")), GraphFixture.edges(t, "ada"));
                    assertEquals(
                            "person",
                            GraphFixture.vertex(t, BigInteger.ONE.shiftLeft(80)).label());
                    assertEquals(
                            1815,
                            t.record(Objects.requireNonNull(t.edgeOf("the edge")))
                                    .properties()
                                    .get("since"));
                });
            }
            assertNull(world.graph(0).bulkLoad(List.of()));
            world.run(2, t -> t.removeVertex(GraphFixture.vertex(t, 7L)));
            world.see(0, t -> assertEquals(List.of(), GraphFixture.edges(t, "ada")));
        }
    }

    private static final int WEIGHED = 299;
    private static final int OTHERS = 5;

    private static void weighedEdges(BulkLoad load) {
        for (long i = 0; i <= WEIGHED; i++) {
            load.vertex(i, "v");
        }
        for (long i = 1; i <= WEIGHED; i++) {
            load.edge(0L, "e", i, null);
            load.edgeProperty("w", i + 0.5);
            load.edge(i, "f", 0L, null);
            load.edgeProperty("text", "t" + i);
        }
        load.edge(1L, "e", 1L, null);
        load.edgeProperty("w", Double.NaN); // does not fit
        load.edge(2L, "e", 2L, "named", null);
        load.edgeProperty("w", 2.5);
        load.edge(3L, "e", 3L, null);
        load.edgeProperty("w", 3.5);
        load.edge(3L, "e", 3L, null); // parallel to the edge before it
        load.edgeProperty("w", 4.5);
        load.edge(4L, "e", 4L, null);
        load.edgeProperty("w", 5.5);
        load.edgeProperty("v", 5.5);
    }

    private static void checkProperties(EdgeRef edge, Map<String, Object> properties) {
        if (edge.out() == 0) {
            assertEquals(Map.of("w", edge.in() + 0.5), properties);
        } else if (edge.in() == 0) {
            assertEquals(Map.of("text", "t" + edge.out()), properties);
        } else {
            assertEquals(edge.out() == 4 ? 2 : 1, properties.size());
        }
    }

    private static EdgeRecord toSeven(GraphFixture world, GraphTransaction transaction) {
        EdgeRef sought = new EdgeRef(0, world.graph(2).edgeLabel("e"), 7, 0);
        return transaction.record(Objects.requireNonNull(transaction.findAgain(List.of(sought))[0]));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void edgesCarryTheirOnlyPropertyUnlessItHasAnIndex(boolean indexed) {
        try (GraphFixture world = new GraphFixture()) {
            if (indexed) {
                world.graph(0).createIndex(ElementKind.EDGE, "w");
            }
            try (BulkLoad load = load(world, true)) {
                weighedEdges(load);
                load.write(more -> {});
            }
            for (int node = 0; node < GraphFixture.NODES; node++) {
                int at = node;
                world.see(node, t -> {
                    List<EdgeRef> all = EdgeEntries.checked(world.graph(at), t);
                    assertEquals(2 * WEIGHED + OTHERS, all.size());
                    assertEquals(
                            indexed ? 0 : WEIGHED,
                            all.stream().filter(EdgeRef::carries).count());
                    all.forEach(edge -> checkProperties(edge, t.record(edge).properties()));
                    assertEquals(
                            indexed ? 2 : 0, indexed ? t.edgesByIndex("w", 3.5).size() : 0);
                });
            }
            if (indexed) {
                return; // their identifiers contain edge ids
            }
            world.run(2, t -> {
                EdgeRecord edge = toSeven(world, t);
                edge.properties().put("w", -1.0);
                t.change(edge);
            });
            world.see(0, t -> assertEquals(Map.of("w", -1.0), toSeven(world, t).properties()));
        }
    }

    @Test
    void nothingIsStoredBeforeItIsWritten() {
        try (GraphFixture world = new GraphFixture()) {
            try (BulkLoad load = load(world, true)) {
                load.vertex(1, "v");
                load.vertex("b", "v");
                assertThrows(ElementExistsException.class, () -> load.vertex(1, "v"));
                assertThrows(ElementExistsException.class, () -> load.vertex((short) 1, "v"));
                assertThrows(ElementExistsException.class, () -> load.vertex("b", "v"));
                assertThrows(MissingVertexException.class, () -> load.edge(1, "e", 2, null));
                assertThrows(MissingVertexException.class, () -> load.edge("b", "e", "c", null, null));
                load.edge("b", "e", (byte) 1, 5, null);
                assertThrows(ElementExistsException.class, () -> load.edge("b", "e", 1L, BigInteger.valueOf(5), null));
                assertTrue(load.hasVertex("b"));
                assertFalse(load.hasVertex("c"));
            }
            world.see(0, t -> {
                assertEquals(0, t.countVertices());
                assertEquals(0, t.countEdges());
            });
            assertNotNull(world.graph(0).bulkLoad(List.of()));
        }
    }

    @Test
    void whatDoesNotFitIntoTheMemoryIsRefusedBeforeAnythingIsStored() {
        byte[] text = new byte[1000];
        Arrays.fill(text, (byte) 'x');
        assertDoesNotFit(new MemoryLimits(1 << 20, 4L << 20, 64), load -> {
            for (long i = 0; i < 40_000; i++) {
                load.vertex(i, "v");
                load.property("text", text, 0, text.length);
            }
        });
    }

    /** Each label of a vertex's edges is a list of its own in either direction. */
    @Test
    void listsOfManyLabelsThatDoNotFitAreRefusedBeforeAnythingIsStored() {
        assertDoesNotFit(new MemoryLimits(1 << 18, 1L << 20, 64), load -> {
            for (long i = 0; i < MANY_LABELLED; i++) {
                load.vertex(i, "v");
            }
            for (long i = 0; i < MANY_LABELLED; i++) {
                for (int label = 0; label < 30; label++) {
                    load.edge(i, "e" + label, (i + label) % MANY_LABELLED, null);
                }
            }
        });
    }

    @Test
    void identifiersOfEdgesThatDoNotFitAreRefusedBeforeAnythingIsStored() {
        assertDoesNotFit(new MemoryLimits(1 << 18, 1L << 20, 64), load -> {
            load.vertex(0, "v");
            for (long i = 1; i <= NAMED; i++) {
                load.vertex(i, "v");
                for (long way = 0; way < 32; way++) {
                    load.edge(i - 1, "e", i, 32 * i + way, null);
                }
            }
        });
    }

    private static void assertDoesNotFit(MemoryLimits memory, Consumer<BulkLoad> reading) {
        try (GraphFixture world = new GraphFixture(memory)) {
            awaitRooms((KeyValueGraph) world.graph(1));
            try (BulkLoad load = load(world, true)) {
                reading.accept(load);
                String told = assertThrows(PraghException.class, () -> load.write(more -> {}))
                        .getMessage();
                assertTrue(
                        told.startsWith("what was read does not fit into the memory of the graph; nothing was"), told);
            }
            world.see(0, t -> assertEquals(0, t.countVertices()));
        }
    }

    /**
     * A load that was refused or given up creates no label and no key; a load that is written gives names the numbers
     * that it has used in its columns.
     */
    @Test
    void namesAreGivenWhenAllWasChecked() {
        try (GraphFixture world = new GraphFixture()) {
            world.run(1, t -> t.addVertex("known", 99L));
            world.run(1, t -> t.removeVertex(GraphFixture.vertex(t, 99L)));
            KeyValueGraph graph = (KeyValueGraph) world.graph(0);
            try (BulkLoad load = load(world, true)) {
                gatherNames(load);
                assertThrows(ElementExistsException.class, () -> load.vertex(1, "another"));
            }
            assertEquals(0, graph.edgeLabel("e"));
            try (BulkLoad load = load(world, true)) {
                gatherNames(load);
                load.write(more -> {});
            }
            assertEquals(1, graph.edgeLabel("e"));
            world.see(1, t -> {
                VertexRecord first = GraphFixture.vertex(t, 1L);
                assertEquals("v", first.label());
                assertEquals("k", first.properties().get(0).key());
                assertEquals("known", GraphFixture.vertex(t, 2L).label());
            });
        }
    }

    private static void gatherNames(BulkLoad load) {
        load.vertex(1, "v");
        load.property("k", "text");
        load.ownProperty("about k", 5);
        load.vertex(2, "known");
        load.property("known key", 7);
        load.edge(1, "e", 2, null);
        load.edgeProperty("since", 1815);
    }

    /** Another transaction creates names meanwhile, so the numbers in the columns would stand for other names. */
    @Test
    void aLoadWhoseNumbersOthersHaveTakenIsRefused() {
        try (GraphFixture world = new GraphFixture()) {
            try (BulkLoad load = load(world, true)) {
                gatherNames(load);
                world.run(1, t -> t.addVertex("other", 99L));
                String told = assertThrows(PraghException.class, () -> load.write(more -> {}))
                        .getMessage();
                assertTrue(told.startsWith("somebody else has given names"), told);
            }
            world.see(0, t -> assertEquals(1, t.countVertices()));
            world.run(1, t -> t.removeVertex(GraphFixture.vertex(t, 99L)));
            try (BulkLoad load = load(world, true)) {
                gatherNames(load);
                load.write(more -> {});
            }
            world.see(1, t -> assertEquals("v", GraphFixture.vertex(t, 1L).label()));
        }
    }

    /** Waits until nodes know how much room there is, which they report a moment after their start. */
    private static void awaitRooms(KeyValueGraph graph) {
        for (int tries = 0; Arrays.stream(graph.rooms()).anyMatch(room -> room <= 1); tries++) {
            assertTrue(tries < TRIES_MAX, "no node has told its room");
            LockSupport.parkNanos(1_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void indexesAreFilledWithTheLoad(boolean othersBeginTheirListsMeanwhile) {
        int vertices = 9_000; // more entries of one value than fit a block of an index list
        try (GraphFixture world = new GraphFixture()) {
            world.graph(0).createIndex(ElementKind.VERTEX, "k");
            world.graph(0).createIndex(ElementKind.VERTEX, "nothing has it");
            world.graph(0).createIndex(ElementKind.EDGE, "w");
            AtomicLong stored = new AtomicLong();
            try (BulkLoad load = load(world, true)) {
                for (long i = 0; i < vertices; i++) {
                    load.vertex(i, "v");
                    load.property("k", (int) i % 2);
                    load.property("k", i % 2); // the same as a number
                }
                for (long i = 0; i < 300; i++) {
                    load.edge(i, "e", i + 1, null);
                    load.edgeProperty("w", "text" + i % 3);
                }
                load.write(more -> {
                    if (stored.getAndAdd(more) == 0 && othersBeginTheirListsMeanwhile) {
                        world.run(2, t -> GraphFixture.set(t, t.addVertex("v", "other"), "k", 1));
                    }
                });
            }
            for (int node = 0; node < GraphFixture.NODES; node++) {
                world.see(node, t -> {
                    assertEquals(Set.of("k", "nothing has it"), t.indexes(ElementKind.VERTEX));
                    int others = othersBeginTheirListsMeanwhile ? 1 : 0;
                    assertEquals(vertices / 2, t.verticesByIndex("k", 0).size());
                    assertEquals(
                            vertices / 2 + others, t.verticesByIndex("k", 1).size());
                    assertEquals(vertices / 2, t.verticesByIndex("k", 1L).size());
                    assertEquals(100, t.edgesByIndex("w", "text2").size());
                    assertEquals(0, t.verticesByIndex("nothing has it", 1).size());
                });
            }
            world.run(1, t -> t.removeVertex(GraphFixture.vertex(t, 1_000L)));
            world.see(
                    0,
                    t -> assertEquals(
                            vertices / 2 - 1, t.verticesByIndex("k", 0).size()));
        }
    }
}
