package io.pragh.core.property.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.api.ConflictException;
import io.pragh.core.api.LostValueException;
import io.pragh.core.api.ReadCounts;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.node.PraghNode;
import io.pragh.core.node.UnderWay;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.GraphTransaction;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.testkit.Seeds;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that the numbers of vertices and edges that homes know equal those that a walk over all of them finds in the
 * same transaction: beside other commits, rollbacks and retries at three nodes, while values and partitions move, and
 * after a node has died. {@code -Dpragh.counts.seed=N} repeats a run's choices.
 */
class CountsTest {
    private static final int IDS = 24;
    private static final int LABELS = 2;
    private static final int COMMITS = 150;
    private static final int LOOKS = 40;
    private static final int STEPS_MAX = 6;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final GraphFixture world = new GraphFixture();
    private final Workers workers = new Workers();
    private final AtomicInteger committed = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger known = new AtomicInteger();
    private final AtomicInteger moved = new AtomicInteger();
    private final long seed = Seeds.of("pragh.counts.seed");
    private final String origin = "-Dpragh.counts.seed=" + seed;

    @AfterEach
    void end() {
        workers.close();
        world.close();
    }

    /**
     * Changes the graph a little; some elements to remove are already gone, in this transaction's view or by another
     * transaction.
     */
    private static void step(GraphTransaction t, SplittableRandom random) {
        VertexRecord one = t.vertexOf(random.nextInt(IDS));
        VertexRecord other = t.vertexOf(random.nextInt(IDS));
        if (one == null || other == null) {
            for (int id = random.nextInt(IDS); id < IDS; id += 1 + random.nextInt(IDS)) {
                if (t.vertexOf(id) == null) {
                    t.addVertex("v", id);
                }
            }
            return;
        }
        switch (random.nextInt(8)) {
            case 0 -> t.removeVertex(one);
            case 1, 2, 3 -> t.addEdge(one, "e" + random.nextInt(LABELS), other, null);
            case 4 -> {
                t.removeVertex(one);
                VertexRecord again = t.addVertex("w", one.id());
                t.addEdge(again, "e0", again, null);
            }
            default -> {
                List<EdgeRef> edges = edgesOf(t, one);
                if (!edges.isEmpty()) {
                    change(t, edges.get(random.nextInt(edges.size())), random);
                }
            }
        }
    }

    private static void change(GraphTransaction t, EdgeRef edge, SplittableRandom random) {
        if (random.nextBoolean()) {
            t.removeEdge(edge);
            t.removeEdge(edge);
        } else { // it gets a number
            EdgeRecord record = t.current(t.record(edge));
            record.properties().put("k", random.nextInt());
            t.change(record);
        }
    }

    private static List<EdgeRef> edgesOf(GraphTransaction t, VertexRecord vertex) {
        List<EdgeRef> edges = new ArrayList<>();
        long vid = vertex.vid();
        t.edges(
                new long[] {vid},
                true,
                true,
                null,
                Long.MAX_VALUE,
                (i, neighbour, label, eid, out) -> edges.add(
                        out ? new EdgeRef(vid, label, neighbour, eid) : new EdgeRef(neighbour, label, vid, eid)));
        return edges;
    }

    private static long count(Iterator<?> all) {
        long count = 0;
        for (; all.hasNext(); all.next()) {
            count++;
        }
        return count;
    }

    private void compare(GraphTransaction t) {
        long vertices = t.countVertices();
        long edges = t.countEdges();
        long walkedVertices = 0;
        long walkedEdges = 0;
        for (int partition = 0; partition < GraphFixture.PARTITIONS; partition++) {
            walkedVertices += count(t.scanVertices(partition));
            walkedEdges += count(t.scanEdges(partition));
        }
        assertEquals(walkedVertices, vertices, origin);
        assertEquals(walkedEdges, edges, origin);
    }

    private void write(int node, SplittableRandom random) {
        while (!workers.stopped()) {
            try (GraphTransaction t = world.begin(node)) {
                for (int i = random.nextInt(STEPS_MAX); i >= 0; i--) {
                    step(t, random);
                }
                if (random.nextInt(4) == 0) {
                    compare(t);
                }
                if (random.nextInt(4) > 0) {
                    t.commit();
                    committed.incrementAndGet();
                }
            } catch (ConflictException othersWereFaster) {
                // the next turn tries again
            }
        }
    }

    private void look(int node) {
        while (!workers.stopped()) {
            world.see(node, t -> {
                ReadCounts before = t.readCounts();
                t.countVertices();
                t.countEdges();
                known.addAndGet(t.readCounts().equals(before) ? 1 : 0);
                compare(t);
            });
            looks.incrementAndGet();
        }
    }

    private void move(SplittableRandom random) {
        while (!workers.stopped()) {
            int partition = random.nextInt(GraphFixture.PARTITIONS);
            int taker = random.nextInt(GraphFixture.NODES);
            ClusterView view = world.cluster.node(taker).view();
            int giver = view.nodeOf(partition);
            if (giver != taker && view.partitionsOf(giver).length > 1) {
                assertTrue(world.cluster.node(taker).takeOver(partition, PATIENCE_NANOS), origin);
                moved.incrementAndGet();
            }
        }
    }

    /** Checks that counting walks over nothing: no value is read. */
    private void assertKnown(int node) {
        world.see(node, t -> {
            ReadCounts before = t.readCounts();
            t.countVertices();
            t.countEdges();
            ReadCounts read = t.readCounts().since(before);
            assertEquals(ReadCounts.NONE, read, origin);
            compare(t);
        });
    }

    @Test
    void homesKnowWhatAWalkFinds() {
        SplittableRandom random = new SplittableRandom(seed);
        for (int node = 0; node < GraphFixture.NODES; node++) {
            int self = node;
            SplittableRandom own = random.split();
            workers.start(() -> write(self, own));
        }
        workers.start(() -> look(random.nextInt(GraphFixture.NODES)));
        SplittableRandom own = random.split();
        workers.start(() -> move(own));
        for (int part = 1; part <= 4; part++) {
            int next = part;
            workers.await("commits, " + origin, () -> committed.get() >= next * COMMITS / 4);
        }
        workers.await("looks, " + origin, () -> looks.get() >= LOOKS && moved.get() > 1);
        workers.stop();
        workers.join();
        System.out.println("counts: " + origin + " committed=" + committed + " looks=" + looks + " known=" + known
                + " moved=" + moved);
        assertTrue(known.get() > 0, origin);
        workers.await("all commits are over", () -> UnderWay.noCommit(world.cluster.nodes()));
        for (int node = 0; node < GraphFixture.NODES; node++) {
            assertKnown(node);
        }
    }

    /**
     * The surviving homes have lost vertices whose values had moved to the victim, and the substitutes have only what
     * is written to them.
     */
    @Test
    void theyKnowItAgainWhenWhatWasLostIsGivenUp() {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < COMMITS; i++) {
            world.run(i % GraphFixture.NODES, t -> step(t, random));
        }
        List<Long> keys = new ArrayList<>();
        world.see(1, t -> {
            for (int id = 0; id < IDS; id++) {
                VertexRecord vertex = t.vertexOf(id);
                if (vertex != null) {
                    keys.add(ElementKeys.vertex(vertex.vid()));
                }
            }
        });
        PraghNode victim = world.cluster.node(0);
        keys.forEach(victim::pull);
        workers.await("values have moved", () -> victim.migrationCounters().bytesMoved() > 0);
        long elsewhere =
                keys.stream().filter(key -> world.cluster.placeOfHome(key) != 0).count();
        assertTrue(elsewhere > 0);
        world.graph(0).close();
        world.cluster.crash(0);
        workers.await(
                "recovery ends",
                () -> world.cluster.node(1).recovered() && world.cluster.node(2).recovered());
        for (int i = 0; i < COMMITS / 4; i++) {
            try {
                world.run(1 + i % 2, t -> step(t, random));
            } catch (LostValueException lost) {
                // the commit touched a lost value; others do not
            }
        }
        assertTrue(world.graph(1).restored() > 0);
        assertKnown(1);
        for (int i = 0; i < COMMITS / 4; i++) {
            world.run(1 + i % 2, t -> step(t, random));
        }
        assertKnown(2);
    }

    @Test
    void whatWasCountedIsValidated() {
        world.run(0, t -> t.addVertex("v", 1));
        try (GraphTransaction one = world.graph(0).begin(TransactionOptions.DEFAULT)) {
            assertEquals(1, one.countVertices());
            assertEquals(0, one.countEdges());
            one.addVertex("v", 2);
            world.run(1, t -> t.addEdge(GraphFixture.vertex(t, 1), "e", GraphFixture.vertex(t, 1), null));
            assertThrows(ConflictException.class, one::commit);
        }
        try (GraphTransaction one = world.graph(0).begin(TransactionOptions.DEFAULT)) {
            assertEquals(1, one.countEdges());
            one.addVertex("v", 2);
            world.run(1, t -> t.removeEdge(edgesOf(t, GraphFixture.vertex(t, 1)).get(0)));
            assertThrows(ConflictException.class, one::commit);
        }
    }
}
