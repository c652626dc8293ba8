package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.SplitMix;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.LeasePolicy;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.graph.NewLists;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeSession;
import io.pragh.core.node.PraghNode;
import io.pragh.core.placement.migrate.MigrationOutcome;
import io.pragh.core.store.MemoryLimits;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How many values per second does one thread (a node's upkeep) pull from another node's memory, over a network
 * without latency?
 *
 * <pre>bin/pragh bench jmh Migration</pre>
 */
// Two nodes pull the same values to and fro. The lease is short, so that the memory that they leave is soon free
// again.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class MigrationBenchmark {
    private static final int VALUES = 20_000;
    private static final int PARTITIONS = 2;
    private static final long SECOND = 1_000_000_000L;
    private static final LeasePolicy LEASE = new LeasePolicy(20_000_000, 1_000_000);

    /** Largest size of a value's body; sizes are spread evenly up to it. */
    @Param({"64", "1024"})
    public int bytesMax = 1024;

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final long[] keys = new long[VALUES];
    private @Nullable LocalCluster cluster;
    private int turn;

    /** Creates the values, each at its home. */
    @Setup
    public void open() {
        NodeConfig usual = NodeConfig.DEFAULT;
        NodeConfig config = new NodeConfig(
                new MemoryLimits(16 << 20, MemoryLimits.DEFAULT.bytesMax(), VALUES),
                1 << 20,
                LEASE,
                usual.read(),
                usual.monitor(),
                usual.placement(),
                new NodeConfig.PullLimits(Integer.MAX_VALUE, Long.MAX_VALUE),
                usual.snapshots(),
                usual.log());
        LocalCluster opened = new LocalCluster(
                LocalCluster.staticSeats(2, PARTITIONS),
                config,
                LatencyModel.NONE,
                ListOperations.ALL,
                1,
                failure::set);
        cluster = opened;
        SplitMix random = new SplitMix(1);
        try (NodeSession session = opened.node(0).openSession()) {
            NewLists lists = new NewLists(session, new HomeMap(PARTITIONS), 1);
            for (int i = 0; i < VALUES; i++) {
                keys[i] = GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, i);
                int neighbours = (int) Long.remainderUnsigned(random.next(), (bytesMax - Long.BYTES) / Integer.BYTES);
                lists.create(keys[i], new long[neighbours], 0, neighbours);
            }
        }
    }

    /** Ends both nodes. */
    @TearDown
    public void close() {
        if (cluster != null) {
            cluster.close();
        }
    }

    /**
     * Moves all values to one node, and with the next call to the other; values that are there already are not
     * counted.
     */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long pull() {
        LocalCluster nodes = cluster;
        if (nodes == null) {
            return 0;
        }
        PraghNode target = nodes.node(turn++ & 1);
        long ended = ended(target);
        for (long key : keys) {
            target.pull(key);
        }
        long began = Clock.SYSTEM.nanos();
        while (ended(target) - ended < VALUES) {
            LockSupport.parkNanos(20_000); // asleep, so that the one working thread has a processor of its own
            if (failure.get() != null || Clock.SYSTEM.nanos() - began > 10 * SECOND) {
                throw new IllegalStateException(
                        "the values were not pulled: ended=" + (ended(target) - ended), failure.get());
            }
        }
        return target.migrationCounters().of(MigrationOutcome.MOVED);
    }

    private static long ended(PraghNode node) {
        long sum = node.migrationCounters().skipped();
        for (MigrationOutcome outcome : MigrationOutcome.values()) {
            sum += node.migrationCounters().of(outcome);
        }
        return sum;
    }
}
