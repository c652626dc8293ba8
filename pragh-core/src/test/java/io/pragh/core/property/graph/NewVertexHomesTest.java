package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.census.NodeStatistics;
import io.pragh.core.node.NodeSession;
import io.pragh.core.property.ElementKind;
import io.pragh.core.property.VertexNumbers;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.store.MemoryLimits;
import io.pragh.testkit.Workers;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Checks at which homes vertices without a given identifier are placed, for each adding node, and which identifiers
 * they get.
 */
class NewVertexHomesTest {
    private static final int ADDED = 600;
    private static final int LOOKS_MAX = 8;

    /** Adds vertices in one transaction; returns their numbers. */
    private static long[] add(GraphFixture world, int node, int count) {
        return world.commit(
                node,
                t -> IntStream.range(0, count)
                        .mapToLong(i -> t.addVertex("v", null).vid())
                        .toArray());
    }

    private static int home(GraphFixture world, long vid) {
        return world.cluster.node(0).homes().home(ElementKeys.vertex(vid));
    }

    /** The number of vertices that each partition gets when one node adds them one by one. */
    private static int[] spread(GraphFixture world, int node, int count) {
        int[] spread = new int[GraphFixture.PARTITIONS];
        for (int i = 0; i < count; i++) {
            spread[home(world, add(world, node, 1)[0])]++;
        }
        return spread;
    }

    @Test
    void everyPartitionGetsItsShareOfWhatOneNodeAdds() {
        try (GraphFixture world = new GraphFixture()) {
            int[] spread = spread(world, 1, ADDED);
            int even = ADDED / GraphFixture.PARTITIONS;
            for (int count : spread) {
                assertTrue(count > even / 2 && count < 2 * even, () -> Arrays.toString(spread));
            }
        }
    }

    @Test
    void verticesOfOneTransactionAreTogetherAsLongAsTheyAreNotTooMany() {
        try (GraphFixture world = new GraphFixture()) {
            Set<Integer> homes = new HashSet<>();
            for (int i = 0; i < GraphFixture.PARTITIONS; i++) {
                long[] together = add(world, 0, 100);
                int home = home(world, together[0]);
                assertTrue(Arrays.stream(together).allMatch(vid -> home(world, vid) == home));
                homes.add(home);
            }
            assertTrue(homes.size() > 1, homes::toString);
            long[] many = add(world, 0, 2 * OwnVertices.TOGETHER_MAX);
            Set<Integer> their = new HashSet<>();
            Arrays.stream(many).forEach(vid -> their.add(home(world, vid)));
            assertEquals(2, their.size());
        }
    }

    @Test
    void theyAreCalledByNumbersOf32BitsWhichNobodyElseGets() {
        try (GraphFixture world = new GraphFixture()) {
            Set<Long> all = new HashSet<>();
            for (int i = 0; i < 4 * GraphFixture.NODES; i++) {
                for (long vid : add(world, i % GraphFixture.NODES, 3 * NumberLeases.LEASE_NUMBERS_MIN)) {
                    assertTrue(vid >= 1 << 30 && vid <= Integer.MAX_VALUE, "number " + vid);
                    assertTrue(all.add(vid), "given out twice: " + vid);
                }
            }
            int asInteger = (int) (long) all.iterator().next();
            world.see(
                    1,
                    t -> assertEquals(
                            (long) asInteger, GraphFixture.vertex(t, asInteger).id()));
        }
    }

    /** That takes 2^29 vertices, so the counter is set to its value at that point. */
    @Test
    void whenAHomeHasNoSmallNumbersLeftItMintsOthers() {
        try (GraphFixture world = new GraphFixture()) {
            long last = SmallNumbers.VERTICES.first(1) - 50 * GraphFixture.PARTITIONS;
            setCounters(world, partition -> new NumberLine(last, 100L * GraphFixture.PARTITIONS));
            Set<Long> all = new HashSet<>();
            for (int i = 0; i < 20 * GraphFixture.PARTITIONS; i++) {
                Arrays.stream(add(world, i % GraphFixture.NODES, 30)).forEach(all::add);
            }
            assertEquals(600 * GraphFixture.PARTITIONS, all.size());
            List<Long> small = all.stream().filter(VertexNumbers::isSmall).toList();
            assertTrue(small.size() > 50 * GraphFixture.PARTITIONS, () -> small.size() + " small ones");
            assertTrue(small.size() < 150 * GraphFixture.PARTITIONS, () -> small.size() + " small ones");
            assertTrue(
                    small.stream().allMatch(vid -> vid < SmallNumbers.VERTICES.first(1)),
                    "a stretch begins anew at its end");
            world.see(
                    2,
                    t -> all.forEach(
                            vid -> assertEquals(vid, GraphFixture.vertex(t, vid).id())));
        }
    }

    @Test
    void aMintedNumberIsNoSmallOne() {
        try (GraphFixture world = new GraphFixture()) {
            HomeMap homes = world.cluster.node(0).homes();
            setCounters(world, partition -> {
                long sequence = 0;
                while (!VertexNumbers.isSmall(homes.mint(partition, sequence))) {
                    sequence++;
                }
                return new NumberLine(sequence, 0);
            });
            for (int i = 0; i < 3 * GraphFixture.PARTITIONS; i++) {
                long vid = add(world, 0, 1)[0];
                assertTrue(vid > Integer.MAX_VALUE, () -> "somebody else may have been given " + vid);
            }
        }
    }

    private static void setCounters(GraphFixture world, IntFunction<NumberLine> lineOf) {
        HomeMap homes = world.cluster.node(0).homes();
        try (NodeSession session = world.cluster.node(0).openSession()) {
            for (int partition = 0; partition < GraphFixture.PARTITIONS; partition++) {
                long counter = ElementKeys.counter(ElementKind.VERTEX, homes, partition);
                byte[] body = lineOf.apply(partition).encode();
                session.retry(TransactionOptions.DEFAULT, t -> write(t, counter, body));
            }
        }
    }

    private static boolean write(Transaction transaction, long key, byte[] body) {
        transaction.write(key, body);
        return true;
    }

    @Test
    void aPartitionGetsFewerTheLessRoomItHasAndNoneWhenItIsNearlyFull() {
        MemoryLimits small = new MemoryLimits(256 << 10, 8 << 20, 64);
        try (GraphFixture world = new GraphFixture(small);
                Workers nobody = new Workers()) {
            int full = 2;
            int even = ADDED / GraphFixture.PARTITIONS;
            fill(world, full, small.bytesMax() / 3);
            int fewer = spread(world, 0, ADDED)[full];
            for (int looks = 0; looks < LOOKS_MAX && (fewer <= even / 8 || fewer >= even * 5 / 8); looks++) {
                fewer = spread(world, 0, ADDED)[full]; // until its node has reported how little room it has
            }
            assertTrue(fewer > even / 8 && fewer < even * 5 / 8, "vertices: " + fewer);
            fill(world, full, small.bytesMax() / 20);
            nobody.await("it gets none", () -> spread(world, 0, ADDED)[full] == 0);
        }
    }

    /** Adds vertices to a partition until no more than so many bytes are left. */
    private static void fill(GraphFixture world, int partition, long roomBytes) {
        for (int id = 0; room(world, partition) > roomBytes; id++) {
            int number = id;
            if (home(world, id) == partition) {
                world.run(0, t -> {
                    if (t.vertexOf(number) == null) {
                        GraphFixture.set(t, t.addVertex("v", number), "k", new byte[6_000]);
                    }
                });
            }
        }
    }

    private static long room(GraphFixture world, int partition) {
        NodeStatistics.Share share = world.cluster.nodes().stream()
                .flatMap(node -> node.statistics().partitions().stream())
                .filter(each -> each.partition() == partition)
                .findAny()
                .orElseThrow();
        return share.max() - share.used();
    }
}
