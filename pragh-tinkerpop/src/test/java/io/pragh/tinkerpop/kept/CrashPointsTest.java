package io.pragh.tinkerpop.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DataFolder;
import io.pragh.core.node.KeptCluster;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.persist.RestoreProgress;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.testkit.FaultyDisk;
import io.pragh.testkit.FaultyDisk.Fault;
import io.pragh.tinkerpop.PraghGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that a graph's data folder loses no acknowledged commit when any of its steps on the disk is the last one,
 * or fails: in opening, committing, beginning another file of the log, writing a checkpoint, cutting the log, and
 * opening again. Unacknowledged commits must be there as a whole or not at all. {@code -Dpragh.seed=N} sets the seed;
 * {@code -Dpragh.steps=all} tries every step and not one in some.
 */
final class CrashPointsTest {
    private static final long SEED = Long.getLong("pragh.seed", 20_261_127L);
    private static final int TRANSACTIONS = 36;
    private static final int CHECKPOINT_EVERY = 12;
    /** So few bytes per file that the log has several files. */
    private static final KeptCluster.Limits LIMITS = new KeptCluster.Limits(2048, 1L << 40);

    private static final int PARTITIONS = 4;

    /** The expected graph, by the number of committed transactions. */
    private final List<List<String>> pictures = new ArrayList<>();

    /** A graph that is kept on a disk. One thread. */
    private static final class Kept implements AutoCloseable {
        private final KeptCluster cluster;
        private final PraghGraph graph;
        private boolean crashed;

        Kept(FaultyDisk disk, int nodes) {
            DataFolder folder = DataFolder.open(disk, PARTITIONS, true, () -> 42);
            NodeConfig config = NodeConfig.DEFAULT.withMemory(1 << 18, 1 << 26).withCacheBytes(1 << 16);
            this.cluster = KeptCluster.open(
                    folder,
                    LIMITS,
                    log -> LocalCluster.embedded(
                            nodes, PARTITIONS, config.withLog(log), PropertyOperations.ALL, 1, failed -> {}),
                    RestoreProgress.NONE);
            this.graph = PraghGraph.over(cluster.nodes());
        }

        /** Makes the i-th change to the graph, which depends on i and the seed alone. */
        void change(int i, SplittableRandom random) throws IOException {
            if (i % CHECKPOINT_EVERY == CHECKPOINT_EVERY - 1) {
                cluster.checkpoint();
            }
            GraphTraversalSource g = graph.traversal();
            g.addV("v").property(T.id, "v" + i).property("n", i).iterate();
            for (int edges = random.nextInt(4); edges > 0; edges--) {
                g.V("v" + random.nextInt(i + 1))
                        .as("to")
                        .V("v" + i)
                        .addE(random.nextBoolean() ? "a" : "b")
                        .to("to")
                        .property("weight", random.nextInt(5))
                        .iterate();
            }
            g.V("v" + random.nextInt(i + 1)).property("n", -i).iterate();
            if (random.nextInt(3) == 0) {
                g.V("v" + random.nextInt(i + 1)).drop().iterate();
            }
            if (random.nextInt(3) == 0) {
                g.V("v" + random.nextInt(i + 1)).outE("a").drop().iterate();
            }
            g.tx().commit();
        }

        List<String> picture() {
            GraphTraversalSource g = graph.traversal();
            TreeSet<String> lines = new TreeSet<>();
            g.V().forEachRemaining(v -> {
                lines.add(v.id() + " " + v.value("n"));
                List<String> ends = new ArrayList<>();
                v.edges(Direction.OUT)
                        .forEachRemaining(e -> ends.add(e.label() + e.inVertex().id() + e.value("weight")));
                v.edges(Direction.IN)
                        .forEachRemaining(e -> ends.add(e.outVertex().id() + e.label() + e.value("weight")));
                ends.sort(null);
                lines.add(v.id() + " " + ends);
            });
            lines.add(g.V().count().next() + " " + g.E().count().next());
            g.tx().rollback();
            return new ArrayList<>(lines);
        }

        @Override
        public void close() {
            try {
                graph.close();
                cluster.close();
            } catch (PraghException broken) {
                assertTrue(crashed, () -> "closing failed: " + broken);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, POWER, 7", "2, POWER, 11", "1, FULL, 10", "2, ERROR, 11"})
    void nothingAcknowledgedIsLost(int nodesOfGraph, Fault fault, int stride) throws IOException {
        long steps = dryRun(nodesOfGraph);
        int every = System.getProperty("pragh.steps", "").equals("all") ? 1 : stride;
        SplittableRandom random = new SplittableRandom(SEED);
        int trials = 0;
        for (long at = 1L + random.nextInt(every); at <= steps; at += every) {
            trial(
                    nodesOfGraph,
                    FaultyDisk.empty(SEED + at, fault, at),
                    "seed=" + SEED + " step=" + at + " of " + steps);
            trials++;
        }
        assertTrue(trials > 20, () -> "few steps were tried: steps=" + steps);
    }

    private long dryRun(int nodesOfGraph) throws IOException {
        FaultyDisk disk = FaultyDisk.empty(SEED, Fault.NONE, 0);
        SplittableRandom random = new SplittableRandom(SEED);
        pictures.clear();
        try (Kept kept = new Kept(disk, nodesOfGraph)) {
            pictures.add(kept.picture());
            for (int i = 0; i < TRANSACTIONS; i++) {
                kept.change(i, random);
                pictures.add(kept.picture());
            }
        }
        return disk.steps();
    }

    private void trial(int nodesOfGraph, FaultyDisk disk, String what) throws IOException {
        int acknowledged = run(disk, nodesOfGraph, what);
        SplittableRandom random = new SplittableRandom(SEED ^ disk.steps());
        FaultyDisk found = afterwards(disk, random);
        for (int tries = 0; found.hasFailed() || tries < 2; tries++) { // the opening is killed, too
            FaultyDisk opening = found;
            try (Kept kept = new Kept(opening, nodesOfGraph)) {
                kept.crashed = true;
            } catch (PraghException killed) {
                assertTrue(opening.hasFailed(), () -> what + " the folder is refused: " + killed);
            }
            found = opening.afterLoss(Fault.POWER, 1 + random.nextInt(12));
            if (tries > 20) {
                break;
            }
        }
        found = found.afterLoss(Fault.NONE, 0);
        try (Kept kept = new Kept(found, nodesOfGraph)) {
            List<String> picture = kept.picture();
            if (!picture.equals(pictures.get(acknowledged))) {
                assertEquals(
                        pictures.get(Math.min(acknowledged + 1, TRANSACTIONS)),
                        picture,
                        what + " acknowledged=" + acknowledged);
            }
            kept.graph.traversal().addV("after").property("n", 0).iterate();
            kept.graph.tx().commit();
        }
        try (Kept kept = new Kept(found.reopened(Fault.NONE, 0), nodesOfGraph)) {
            assertEquals(1, kept.graph.traversal().V().hasLabel("after").count().next(), what);
        }
    }

    private static FaultyDisk afterwards(FaultyDisk disk, SplittableRandom random) {
        long next = 1L + random.nextInt(12);
        return random.nextBoolean() ? disk.afterLoss(Fault.POWER, next) : disk.reopened(Fault.POWER, next);
    }

    /** The number of transactions acknowledged before the disk failed. */
    private int run(FaultyDisk disk, int nodesOfGraph, String what) throws IOException {
        int acknowledged = 0;
        SplittableRandom random = new SplittableRandom(SEED);
        try (Kept kept = new Kept(disk, nodesOfGraph)) {
            kept.crashed = true;
            try {
                for (; acknowledged < TRANSACTIONS; acknowledged++) {
                    kept.change(acknowledged, random);
                }
            } catch (PraghException | IOException failed) {
                assertTrue(disk.hasFailed(), () -> what + " but failed: " + failed);
                if (kept.cluster.log().failure() != null) {
                    assertThrows(Exception.class, kept::picture, what + " a graph whose log has failed is read");
                }
            }
        } catch (PraghException failed) {
            assertTrue(disk.hasFailed(), () -> what + " but failed: " + failed);
        }
        return acknowledged;
    }
}
