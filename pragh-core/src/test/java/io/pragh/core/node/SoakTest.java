package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.Partition;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Everything at once, for a while: eight nodes in one process, lists of all sizes that are appended to, shortened and replaced all the
 * time, read from every node, and migrated at random, while one node crashes and what it held is written anew, under leases so short that memory is used again at once. Every answer is
 * checked against {@link SoakList}; memory must not grow.
 *
 * <p>Half a minute by default; {@code -Dpragh.soak.seconds=600} for the full one, {@code -Dpragh.soak.seed=…} to repeat a run's random
 * choices (not its interleaving).
 */
class SoakTest {
    private static final int NODES = 8;
    private static final int PARTITIONS = 16;
    private static final int WRITERS = 2;
    private static final int READERS = 2;
    /** A key costs its slot, its share of table growth, and a tombstone when it is a chunk that was given up. */
    private static final long BYTES_PER_KEY = 256;

    private static final long SECONDS = Long.getLong("pragh.soak.seconds", 30);

    private static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 256L << 20, 64))
            .withCacheBytes(1 << 20)
            .withLease(new LeasePolicy(50_000_000, 10_000_000));

    private final long seed = Long.getLong("pragh.soak.seed", System.nanoTime());
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void answersStayRightAndMemoryStaysBounded() {
        List<SoakList> lists = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            int entriesMax = i % 20 == 0 ? 12_000 : i % 5 == 0 ? 1_500 : 40;
            lists.add(new SoakList(GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, 1000 + i), entriesMax));
        }
        try (LocalCluster cluster = new LocalCluster(
                        LocalCluster.staticSeats(NODES, PARTITIONS),
                        CONFIG,
                        LatencyModel.NONE,
                        ListOperations.ALL,
                        1,
                        failure::set);
                Workers workers = new Workers()) {
            SplittableRandom random = new SplittableRandom(seed);
            SoakLoad load = new SoakLoad(cluster, lists, random.nextInt(NODES), workers::stopped);
            for (int w = 0; w < WRITERS; w++) {
                int writer = w;
                SplittableRandom own = random.split();
                workers.start(() -> load.write(writer, WRITERS, own));
            }
            for (int r = 0; r < READERS; r++) {
                SplittableRandom own = random.split();
                workers.start(() -> load.read(own));
            }
            runFor(load, workers, random.split());
            workers.stop();
            load.compareAll();
            workers.await(
                    "recovery has ended: " + this, () -> load.alive().stream().allMatch(PraghNode::recovered));
            AuditedNodes.settle(load.alive(), workers);
            AuditedNodes.check(load.alive());
            report(cluster, load);
        }
        assertNull(failure.get(), "a worker failed: " + this);
    }

    /** Pulls values about, and watches memory: the second half may not need more than the first did once it was warm. */
    private void runFor(SoakLoad load, Workers workers, SplittableRandom random) {
        long begin = System.nanoTime();
        long nanos = TimeUnit.SECONDS.toNanos(SECONDS);
        boolean crashPending = true;
        Usage firstHalf = new Usage(0, 0);
        Usage secondHalf = new Usage(0, 0);
        for (long tick = 0; System.nanoTime() - begin < nanos; tick++) {
            long next = begin + tick * 20_000_000;
            workers.await("the next tick: " + this, () -> System.nanoTime() - next >= 0);
            load.pullSome(random);
            long elapsed = System.nanoTime() - begin;
            if (elapsed > nanos / 2 && crashPending) {
                crashPending = false;
                load.crash(WRITERS, workers);
            } else if (elapsed > nanos * 2 / 3) {
                secondHalf = secondHalf.max(Usage.of(load.alive()));
            } else if (elapsed > nanos / 6 && crashPending) {
                firstHalf = firstHalf.max(Usage.of(load.alive()));
            }
            assertNull(failure.get(), "a worker failed: " + this);
        }
        System.out.println("soak memory: first half " + firstHalf + ", second half " + secondHalf);
        long bound = firstHalf.bytes + firstHalf.bytes / 4 + (secondHalf.keys - firstHalf.keys) * BYTES_PER_KEY;
        assertTrue(secondHalf.bytes <= bound, "memory grows: " + firstHalf + " " + secondHalf + " " + this);
    }

    private record Usage(long bytes, long keys) {
        static Usage of(List<PraghNode> nodes) {
            long bytes = 0;
            long keys = 0;
            for (PraghNode node : nodes) {
                for (Partition partition : node.partitions()) {
                    bytes += partition.pages().usedBytes();
                    keys += partition.table().size();
                }
            }
            return new Usage(bytes, keys);
        }

        Usage max(Usage other) {
            return new Usage(Math.max(bytes, other.bytes), Math.max(keys, other.keys));
        }
    }

    private void report(LocalCluster cluster, SoakLoad load) {
        long moved = 0;
        long lost = 0;
        long orphans = 0;
        for (PraghNode node : cluster.nodes()) {
            lost += node.valuesLost();
            orphans += node.orphansRetired();
            moved += node.migrationCounters().of(MigrationOutcome.MOVED);
        }
        System.out.println("soak: " + this + " seconds=" + SECONDS + " " + load + " moved=" + moved + " lost=" + lost
                + " orphans=" + orphans);
        assertTrue(moved > SECONDS, "values were moved: " + moved);
        assertEquals(true, load.updates() > 100 * SECONDS, "updates were made: " + load);
    }

    @Override
    public String toString() {
        return "-Dpragh.soak.seed=" + seed;
    }
}
