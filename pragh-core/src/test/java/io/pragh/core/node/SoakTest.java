package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.address.GraphKey;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.store.MemoryLimits;
import io.pragh.core.store.Partition;
import io.pragh.testkit.Seeds;
import io.pragh.testkit.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks all parts together for a while: eight nodes in one process; lists of all sizes that are appended to,
 * shortened and replaced all the time, read from every node, and migrated at random. One node crashes and its values
 * are written anew, under leases so short that memory is used again at once. Every read is checked against
 * {@link SoakList}; memory must not grow.
 *
 * <p>Takes ten seconds by default, and longer on a machine that does little in that time.
 * {@code -Dpragh.soak.seconds=600} is the full run; {@code -Dpragh.soak.seed=N} repeats a run's random choices (not
 * its interleaving).
 */
class SoakTest {
    private static final int NODES = 8;
    private static final int PARTITIONS = 16;
    private static final int WRITERS = 2;
    private static final int READERS = 2;
    /** A key costs its slot, its share of table growth, and the tombstone of a chunk that was given up. */
    private static final long BYTES_PER_KEY = 256;

    private static final long SECONDS = Long.getLong("pragh.soak.seconds", 10);
    /** The least number of updates in a run, however slow the machine is. */
    private static final long UPDATES_MIN = Math.max(3_000, 100 * SECONDS);

    private static final long MOVES_MIN = Math.max(30, SECONDS);

    private static final NodeConfig CONFIG = NodeConfig.DEFAULT
            .withMemory(new MemoryLimits(1 << 20, 256L << 20, 64))
            .withCacheBytes(1 << 20)
            .withLease(new LeasePolicy(50_000_000, 10_000_000));

    private final long seed = Seeds.of("pragh.soak.seed");
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
            long emptyBytes = cluster.nodes().stream()
                    .flatMap(node -> node.partitions().stream())
                    .mapToLong(partition -> Held.of(partition).pageBytes)
                    .max()
                    .orElseThrow();
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
            runFor(cluster, load, workers, random.split());
            workers.stop();
            checkFreedMeanwhile(load);
            load.compareAll();
            workers.await(
                    "recovery has ended: " + this, () -> load.alive().stream().allMatch(PraghNode::recovered));
            AuditedNodes.settle(load.alive(), workers);
            AuditedNodes.check(load.alive());
            checkPages(load.alive(), emptyBytes);
            report(cluster, load);
        }
        assertNull(failure.get(), "a worker failed: " + this);
    }

    /** Pulls values from node to node, and crashes a node after half of the time. */
    private void runFor(LocalCluster cluster, SoakLoad load, Workers workers, SplittableRandom random) {
        long begin = System.nanoTime();
        long nanos = TimeUnit.SECONDS.toNanos(SECONDS);
        boolean crashPending = true;
        boolean enough = false;
        for (long tick = 0; System.nanoTime() - begin < nanos || crashPending || !enough; tick++) {
            long next = begin + tick * 20_000_000;
            workers.await("the next tick: " + this, () -> System.nanoTime() - next >= 0);
            load.pullSome(random);
            if (System.nanoTime() - begin > nanos / 2 && crashPending) {
                crashPending = false;
                load.crash(WRITERS, workers);
            }
            enough = load.updates() >= UPDATES_MIN && moved(cluster) >= MOVES_MIN;
            assertNull(failure.get(), "a worker failed: " + this);
        }
    }

    private static long moved(LocalCluster cluster) {
        return cluster.nodes().stream()
                .mapToLong(node -> node.migrationCounters().of(MigrationOutcome.MOVED))
                .sum();
    }

    /**
     * Every update retires a block: unless memory is used again during the run, as many blocks as updates wait at the
     * end.
     */
    private void checkFreedMeanwhile(SoakLoad load) {
        long waiting = load.alive().stream()
                .flatMap(node -> node.partitions().stream())
                .mapToLong(partition -> partition.reclaimer().resting())
                .sum();
        System.out.println("soak memory: retired blocks that wait at the end " + waiting + ", " + load);
        assertTrue(2 * waiting < load.updates(), "retired blocks pile up: " + waiting + " " + load + " " + this);
    }

    /** What a partition holds besides blocks: its rings, its table, the tombstones of its keys. */
    private record Held(long pageBytes, long keys) {
        static Held of(Partition partition) {
            long slabs = partition.blocks().stats().slabBytes();
            return new Held(
                    partition.pages().usedBytes() - slabs, partition.table().size());
        }
    }

    /**
     * Checks the pages that hold no blocks: only those of an empty partition, and those that its keys need. Blocks
     * are audited separately.
     */
    private void checkPages(List<PraghNode> nodes, long emptyBytes) {
        for (PraghNode node : nodes) {
            for (Partition partition : node.partitions()) {
                Held held = Held.of(partition);
                assertTrue(
                        held.pageBytes <= emptyBytes + held.keys * BYTES_PER_KEY,
                        () -> "pages leak: partition=" + partition.id() + " " + held + " emptyBytes=" + emptyBytes + " "
                                + this);
            }
        }
    }

    private void report(LocalCluster cluster, SoakLoad load) {
        long lost = 0;
        long orphans = 0;
        for (PraghNode node : cluster.nodes()) {
            lost += node.valuesLost();
            orphans += node.orphansRetired();
        }
        System.out.println("soak: " + this + " seconds=" + SECONDS + " " + load + " moved=" + moved(cluster) + " lost="
                + lost + " orphans=" + orphans);
    }

    @Override
    public String toString() {
        return "-Dpragh.soak.seed=" + seed;
    }
}
