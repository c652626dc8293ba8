package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ReadCounts;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementExistsException;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.NewEdges;
import io.pragh.core.property.VertexNumbers;
import io.pragh.core.property.VertexRecord;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks what consecutive transactions do to a graph on three nodes. */
class KeyValueGraphTest {
    private final GraphFixture world = new GraphFixture();

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void whatIsCommittedIsSeenFromEveryNode() {
        NewEdges[] added = new NewEdges[1];
        EdgeRef pending = world.commit(0, t -> {
            added[0] = t.newEdges();
            VertexRecord marko = t.addVertex("person", 1);
            GraphFixture.set(t, marko, "name", "marko");
            VertexRecord vadas = t.addVertex("person", "vadas");
            EdgeRef edge = t.addEdge(marko, "knows", vadas, null);
            EdgeRecord record = t.record(edge);
            record.properties().put("weight", 0.5);
            t.change(record);
            assertEquals(List.of("vadas:out:" + edge.label()), GraphFixture.edges(t, 1));
            return edge;
        });
        EdgeRef committed = added[0].now(pending);
        for (int node = 0; node < GraphFixture.NODES; node++) {
            int at = node;
            world.see(node, t -> {
                EdgeRef knows = Objects.requireNonNull(t.findAgain(List.of(committed))[0]);
                VertexRecord marko = GraphFixture.vertex(t, 1L);
                assertEquals(1, marko.id());
                assertEquals("person", marko.label());
                assertEquals("marko", marko.properties().get(0).value());
                assertEquals(List.of("vadas:out:" + knows.label()), GraphFixture.edges(t, 1));
                assertEquals(List.of("1:in:" + knows.label()), GraphFixture.edges(t, "vadas"));
                assertEquals(Map.of("weight", 0.5), t.record(knows).properties());
                assertEquals(knows, t.edgeOf(t.idOf(knows)));
                assertEquals("knows", world.graph(at).edgeLabel(knows.label()));
                assertEquals(knows.label(), world.graph(at).edgeLabel("knows"));
                assertEquals(0, world.graph(at).edgeLabel("likes"));
                assertEquals(2, t.countVertices());
                assertEquals(1, t.countEdges());
            });
        }
    }

    @Test
    void identifiersOfAnyTypeAreFoundAgain() {
        UUID uuid = new UUID(5, 7);
        BigInteger huge = BigInteger.TWO.pow(80);
        List<Object> ids = List.of("text", uuid, 7, 9L, (byte) 3, -4, huge, 2.5, 'c', Long.MAX_VALUE, List.of(1, "a"));
        world.run(0, t -> ids.forEach(id -> t.addVertex("v", id)));
        world.see(1, t -> {
            for (Object id : ids) {
                assertEquals(id, GraphFixture.vertex(t, id).id());
            }
            assertEquals(7, GraphFixture.vertex(t, BigInteger.valueOf(7)).id());
            assertEquals(-4, GraphFixture.vertex(t, -4L).id());
            assertEquals(huge, GraphFixture.vertex(t, huge).id());
            assertNull(t.vertexOf(8));
            assertNull(t.vertexOf("Text"));
            assertNull(t.vertexOf(2.5f));
        });
        for (Object id : ids) {
            try (GraphTransaction again = world.begin(2)) {
                assertThrows(ElementExistsException.class, () -> again.addVertex("v", id));
            }
        }
    }

    @Test
    void numbersThatAreGivenOutAreIdentifiers() {
        List<Long> ids = world.commit(0, t -> {
            List<Long> given = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                given.add((Long) t.addVertex("v", null).id());
            }
            return given;
        });
        assertEquals(300, ids.stream().distinct().count());
        world.see(1, t -> {
            ids.forEach(id -> assertEquals(id, GraphFixture.vertex(t, id).vid()));
        });
    }

    @Test
    void aNumberOfAnotherGraphCanBeGivenAsIdentifier() {
        for (long given : new long[] {VertexNumbers.SMALL_MIN + 12_345, Integer.MAX_VALUE, (1L << 42) + 12_345}) {
            world.run(0, t -> t.addVertex("v", given));
            world.see(1, t -> assertNotNull(t.vertexOf(given)));
        }
    }

    @Test
    void changesOfATransactionAreSeenByItAndByNobodyElse() {
        world.run(0, t -> t.addVertex("v", 1));
        try (GraphTransaction mine = world.begin(0)) {
            VertexRecord one = GraphFixture.vertex(mine, 1);
            VertexRecord other = GraphFixture.vertex(mine, 1);
            GraphFixture.set(mine, one, "k", 5);
            assertEquals(1, GraphFixture.vertex(mine, 1).properties().size());
            assertEquals(one, mine.current(other));
            GraphFixture.set(mine, mine.current(other), "k", 6);
            assertEquals(2, GraphFixture.vertex(mine, 1).properties().size());
            VertexRecord two = mine.addVertex("v", 2);
            EdgeRef edge = mine.addEdge(one, "e", two, "edge-id");
            assertEquals("edge-id", mine.idOf(edge));
            assertEquals(edge, mine.edgeOf("edge-id"));
            assertEquals(2, mine.countVertices());
            assertEquals(1, mine.countEdges());
            assertEquals(1, mine.degrees(new long[] {1, 2}, true, false, null)[0]);
            world.see(1, t -> {
                assertNull(t.vertexOf(2));
                assertNull(t.edgeOf("edge-id"));
                assertEquals(0, GraphFixture.vertex(t, 1).properties().size());
                assertEquals(List.of(), GraphFixture.edges(t, 1));
            });
            mine.rollback();
            assertFalse(mine.isOpen());
        }
        world.see(
                0,
                t -> assertEquals(
                        0,
                        t.countEdges() + GraphFixture.vertex(t, 1).properties().size()));
    }

    private static <T> List<T> all(IntFunction<Iterator<T>> scan) {
        List<T> all = new ArrayList<>();
        for (int partition = 0; partition < GraphFixture.PARTITIONS; partition++) {
            scan.apply(partition).forEachRemaining(all::add);
        }
        return all;
    }

    @Test
    void scansSeeEverythingOnceWithTheTransactionsChanges() {
        world.run(0, t -> {
            for (int i = 0; i < 1000; i++) {
                t.addVertex("v", i);
            }
        });
        world.run(1, t -> {
            for (int i = 0; i < 1000; i++) {
                t.addEdge(GraphFixture.vertex(t, i), "e", GraphFixture.vertex(t, (i + 1) % 1000), null);
            }
        });
        try (GraphTransaction mine = world.begin(2)) {
            mine.removeVertex(GraphFixture.vertex(mine, 500)); // and its two edges
            VertexRecord added = mine.addVertex("v", "new");
            mine.addEdge(added, "e", GraphFixture.vertex(mine, 1), null);
            mine.addEdge(GraphFixture.vertex(mine, 1), "f", added, null);
            List<Object> ids =
                    all(mine::scanVertices).stream().map(VertexRecord::id).toList();
            assertEquals(1000, ids.size());
            assertEquals(1000, ids.stream().distinct().count());
            assertFalse(ids.contains(500));
            assertTrue(ids.contains("new"));
            List<EdgeRef> edges = all(mine::scanEdges);
            assertEquals(1000, edges.size());
            assertEquals(1000, edges.stream().distinct().count());
            assertEquals(1000, mine.countVertices());
            assertEquals(1000, mine.countEdges());
            mine.commit();
        }
        world.see(0, t -> {
            assertEquals(1000, all(t::scanVertices).size());
            assertEquals(1000, all(t::scanEdges).size());
            assertEquals(1000, t.countVertices());
            assertEquals(1000, t.countEdges());
        });
    }

    @Test
    void everythingCanBeRemovedWhileItIsScanned() {
        world.run(0, t -> {
            for (int i = 0; i < 600; i++) {
                t.addVertex("v", i);
            }
            for (int i = 0; i < 600; i++) {
                t.addEdge(GraphFixture.vertex(t, i), "e", GraphFixture.vertex(t, i / 2), null);
            }
        });
        world.run(1, t -> all(t::scanVertices).forEach(t::removeVertex));
        world.see(2, t -> {
            assertEquals(0, t.countVertices());
            assertEquals(0, t.countEdges());
            assertEquals(List.of(), all(t::scanEdges));
        });
    }

    @Test
    void aVertexThatIsRemovedAndMadeAnewHasOnlyItsNewEdges() {
        world.run(0, t -> {
            VertexRecord one = t.addVertex("v", 1);
            t.addEdge(one, "e", t.addVertex("v", 2), null);
            t.addEdge(one, "e", one, null);
        });
        world.run(1, t -> {
            t.removeVertex(GraphFixture.vertex(t, 1));
            VertexRecord again = t.addVertex("w", 1L);
            t.addEdge(again, "e", GraphFixture.vertex(t, 2), null);
            t.addEdge(GraphFixture.vertex(t, 2), "e", again, null);
            assertEquals(2, GraphFixture.edges(t, 1).size());
        });
        world.see(2, t -> {
            assertEquals("w", GraphFixture.vertex(t, 1).label());
            int label = world.graph(2).edgeLabel("e");
            assertEquals(List.of("2:in:" + label, "2:out:" + label), GraphFixture.edges(t, 1));
            assertEquals(List.of("1:in:" + label, "1:out:" + label), GraphFixture.edges(t, 2));
        });
    }

    @Test
    void anIdentifierIsFreeAgainWhenItsElementIsGone() {
        EdgeRef first = world.commit(0, t -> {
            VertexRecord a = t.addVertex("v", "a");
            return t.addEdge(a, "e", a, "x");
        });
        world.run(1, t -> {
            assertThrows(
                    ElementExistsException.class,
                    () -> t.addEdge(GraphFixture.vertex(t, "a"), "e", GraphFixture.vertex(t, "a"), "x"));
            t.removeVertex(GraphFixture.vertex(t, "a"));
            assertNull(t.vertexOf("a"));
            assertNull(t.edgeOf("x"));
            VertexRecord again = t.addVertex("v", "a");
            t.addEdge(again, "e", again, "x");
        });
        world.see(2, t -> {
            EdgeRef now = Objects.requireNonNull(t.edgeOf("x"));
            assertFalse(now.equals(first));
            assertEquals(GraphFixture.vertex(t, "a").vid(), now.out());
            assertEquals(1, t.countVertices());
        });
    }

    @Test
    void variablesAreKeptAndRemoved() {
        world.run(0, t -> {
            t.variable("a", 1);
            t.variable("b", List.of("x"));
        });
        world.run(1, t -> {
            assertEquals(Map.of("a", 1, "b", List.of("x")), t.variables());
            t.variable("a", null);
        });
        world.see(2, t -> {
            assertEquals(Map.of("b", List.of("x")), t.variables());
        });
    }

    @Test
    void whoMayNotWriteIsToldSo() {
        try (GraphTransaction t = world.graph(0).begin(TransactionOptions.DEFAULT.reading())) {
            assertThrows(PraghException.class, () -> t.addVertex("v", 1));
            assertThrows(PraghException.class, () -> t.variable("v", 1));
            assertFalse(t.isChanged());
            t.commit();
        }
    }

    @Test
    void changesAndReadsAreCounted() {
        world.run(0, t -> t.addEdge(t.addVertex("v", 1), "e", t.addVertex("v", 2), null));
        try (GraphTransaction t = world.begin(1)) {
            long[] vids = {1, 2, 3};
            ReadCounts before = t.readCounts();
            long unchanged = t.changeCount();
            t.vertices(vids);
            ReadCounts reads = t.readCounts().since(before);
            assertEquals(1, reads.batches());
            assertTrue(reads.bytesRead() > 0);
            assertTrue(reads.localReads() + reads.remoteReads() >= 2);
            t.readAhead(new long[] {1, 2});
            t.vertices(new long[] {2, 1});
            assertEquals(1, t.readCounts().since(before).batches(), "what was read is known");
            assertEquals(reads.remoteReads() == 0, reads.roundTrips() == 0);
            assertEquals(unchanged, t.changeCount());
            EdgeRef edge = t.addEdge(GraphFixture.vertex(t, 1), "e", GraphFixture.vertex(t, 2), null);
            assertTrue(t.changeCount() > unchanged);
            EdgeRecord empty = t.record(edge);
            EdgeRecord full = t.record(edge);
            full.properties().put("w", 1);
            t.change(full);
            assertSame(full, t.current(empty));
            assertSame(full, t.current(full));
            long changed = t.changeCount();
            t.removeEdge(edge);
            assertTrue(t.changeCount() > changed);
        }
    }

    @Test
    void listenersHearOnceHowItEnded() {
        List<Boolean> heard = new ArrayList<>();
        try (GraphTransaction t = world.begin(0)) {
            t.whenEnded(heard::add);
            t.addVertex("v", 1);
            t.commit();
        }
        try (GraphTransaction t = world.begin(0)) {
            t.whenEnded(heard::add);
            t.rollback();
        }
        assertEquals(List.of(true, false), heard);
    }
}
