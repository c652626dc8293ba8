package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.node.NodeSession;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.element.ElementKeys;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks the edge ids that are given to edges: of 32 bits at first, so that lists keep them in four bytes. */
class NewEdgeNumbersTest {
    private static final long SMALL_END = 1L << 32;

    private final GraphFixture world = new GraphFixture();
    private final HomeMap homes = world.cluster.node(0).homes();

    @AfterEach
    void end() {
        world.close();
    }

    /** Adds so many edges between two new vertices; each gets an edge id, because its identifier is read. */
    private List<EdgeRef> add(int node, int count) {
        return world.commit(node, transaction -> {
            VertexRecord out = transaction.addVertex("v", null);
            VertexRecord in = transaction.addVertex("v", null);
            List<EdgeRef> edges = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                EdgeRef edge = transaction.addEdge(out, "e", in, null);
                assertTrue(transaction.idOf(edge) instanceof String);
                edges.add(edge.withNumber());
            }
            return edges;
        });
    }

    @Test
    void numbersThatAreNotNeededAreGivenOutAgain() {
        Set<Long> numbers = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            numbers.add(world.commit(0, transaction -> {
                VertexRecord vertex = transaction.addVertex("v", 7);
                EdgeRef edge = transaction.addEdge(vertex, "e", vertex, null);
                return edge.withNumber().eid();
            }));
            world.run(0, transaction -> transaction.removeVertex(GraphFixture.vertex(transaction, 7)));
        }
        assertTrue(numbers.size() < 3, () -> numbers.size() + " numbers for edges that have none");
    }

    private void setCounters(IntFunction<NumberLine> lineOf) {
        try (NodeSession session = world.cluster.node(0).openSession()) {
            for (int partition = 0; partition < GraphFixture.PARTITIONS; partition++) {
                long counter = ElementKeys.counter(ElementKind.EDGE, homes, partition);
                byte[] body = lineOf.apply(partition).encode();
                session.retry(TransactionOptions.DEFAULT, transaction -> {
                    transaction.write(counter, body);
                    return true;
                });
            }
        }
    }

    @Test
    void theyAreDifferentSmallAndAtHomeWithTheVertexThatTheEdgeLeaves() {
        Set<Long> all = new HashSet<>();
        for (int i = 0; i < 4 * GraphFixture.NODES; i++) {
            for (EdgeRef edge : add(i % GraphFixture.NODES, 2 * NumberLeases.LEASE_NUMBERS_MIN)) {
                assertTrue(edge.eid() > 0 && edge.eid() < SMALL_END, edge::toString);
                assertEquals(homes.home(edge.out()), homes.home(edge.eid()), edge::toString);
                assertTrue(all.add(edge.eid()), () -> "given out twice: " + edge);
            }
        }
    }

    @Test
    void whenThereAreNoneLeftOthersAreMintedWhichAreNotSmall() {
        long last = SmallNumbers.EDGES.first(1) - 30 * GraphFixture.PARTITIONS;
        setCounters(partition -> new NumberLine(last, 60L * GraphFixture.PARTITIONS));
        Set<Long> all = new HashSet<>();
        for (int i = 0; i < 20 * GraphFixture.PARTITIONS; i++) {
            add(i % GraphFixture.NODES, 30).forEach(edge -> all.add(edge.eid()));
        }
        assertEquals(600 * GraphFixture.PARTITIONS, all.size());
        List<Long> small = all.stream().filter(eid -> eid < SMALL_END).toList();
        assertTrue(small.size() > 20 * GraphFixture.PARTITIONS, () -> small.size() + " small ones");
        assertTrue(small.size() < 120 * GraphFixture.PARTITIONS, () -> small.size() + " small ones");
        assertTrue(small.stream().allMatch(eid -> eid < SmallNumbers.EDGES.first(1)), "a stretch begins anew");
    }

    @Test
    void aMintedNumberIsNoSmallOne() {
        setCounters(partition -> {
            long sequence = 0;
            while (homes.mint(partition, sequence) >= SMALL_END) {
                sequence++;
            }
            return new NumberLine(sequence, 0);
        });
        for (int i = 0; i < 3 * GraphFixture.PARTITIONS; i++) {
            EdgeRef edge = add(0, 1).get(0);
            assertTrue(edge.eid() >= SMALL_END, () -> "somebody else may have been given " + edge);
        }
    }

    @Property(tries = 200)
    void aStretchIsOfOneLifeAndBeginsAnewAtItsEnd(
            @ForAll ElementKind kind,
            @ForAll @IntRange(max = SmallNumbers.LIVES - 1) int life,
            @ForAll @LongRange(max = 1L << 32) long from,
            @ForAll @LongRange(max = 1L << 32) long steps) {
        SmallNumbers numbers = SmallNumbers.of(kind);
        long first = numbers.first(life);
        long number = first + from % numbers.count(life);
        long after = numbers.after(number, steps % numbers.count(life));
        assertTrue(after >= first && after < first + numbers.count(life), () -> "of another life: " + after);
        assertTrue(numbers.contains(after));
        assertEquals(steps % numbers.count(life), (after - number + numbers.count(life)) % numbers.count(life));
        assertEquals(numbers.first(life + 1), first + numbers.count(life));
        assertEquals(number, numbers.after(number, numbers.count(life)));
    }
}
