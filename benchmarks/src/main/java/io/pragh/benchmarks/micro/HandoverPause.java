package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.report.TextTable;
import io.pragh.core.address.GraphKey;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.base.Clock;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.cluster.StaticMembership;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeSession;
import io.pragh.core.node.PraghNode;
import io.pragh.core.store.MemoryLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long do calls wait during a handover of a partition from one node to the other, over TCP within this process? A
 * client at each node reads values of the partition, and replaces every tenth; the longest call in some time before
 * is printed beside the longest during the handover.
 *
 * <pre>java -Xmx3g -XX:MaxDirectMemorySize=14g -Dlogback.configurationFile=config/logback.xml \
 *     -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.HandoverPause [MIB...]</pre>
 */
public final class HandoverPause implements AutoCloseable {
    private static final int MOVED = 0;
    private static final int VALUE_BYTES = 4000;
    private static final int READS_PER_REPLACE = 10;
    private static final int SEGMENT_BYTES = 64 << 20;
    private static final long CALL_PAUSE_NANOS = 200_000;
    private static final long BEFORE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final int values;
    private final List<PraghNode> nodes = new ArrayList<>();
    private final List<Fabric> fabrics = new ArrayList<>();
    private volatile boolean running;

    /**
     * The results.
     *
     * @param beforeNanos the longest call before the handover
     * @param pauseNanos the longest call during the handover
     * @param movedNanos from the first request to the end
     * @param calls number of calls meanwhile; none failed, or there would be no result
     */
    record Pause(long bytes, long beforeNanos, long pauseNanos, long movedNanos, long calls) {}

    /** The calls in some time, and the longest of them. */
    private record Calls(long count, long longestNanos) {
        Calls and(Calls other) {
            return new Calls(count + other.count, Math.max(longestNanos, other.longestNanos));
        }
    }

    private HandoverPause(long bytes) {
        this.values = (int) (bytes / VALUE_BYTES);
        MemoryLimits memory = new MemoryLimits(SEGMENT_BYTES, 3 * bytes + 8L * SEGMENT_BYTES, values);
        NodeConfig config = NodeConfig.DEFAULT.withMemory(memory).withCacheBytes(16 << 20);
        StaticMembership membership = new StaticMembership(ClusterView.inTurn(2, 4));
        for (int n = 0; n < 2; n++) {
            Fabric fabric = FabricProvider.openFabric(new FabricSeat(
                    "handover", n, 1, "tcp://127.0.0.1:0", Map.of("secret", "only for benchmarks", "threads", "1")));
            fabrics.add(fabric);
            nodes.add(new PraghNode(fabric, membership, null, config, ListOperations.ALL, Clock.SYSTEM));
        }
        fabrics.get(0).meet(1, fabrics.get(1).address());
        fabrics.get(1).meet(0, fabrics.get(0).address());
    }

    /** Prints a table. */
    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        TextTable table =
                new TextTable("MiB", "longest call before", "while it moves", "move takes", "calls meanwhile");
        String[] sizes = arguments.length > 0 ? arguments : new String[] {"64", "1024"};
        for (String mib : sizes) {
            Pause pause = measure(Long.parseLong(mib) << 20);
            table.row(
                    mib,
                    millis(pause.beforeNanos),
                    millis(pause.pauseNanos),
                    millis(pause.movedNanos),
                    String.format(Locale.ROOT, "%,d", pause.calls));
        }
        System.out.print(table);
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%,.1f ms", nanos / 1e6);
    }

    /** Fills a partition with so many bytes of values, and hands it over. */
    static Pause measure(long bytes) throws InterruptedException, ExecutionException {
        try (HandoverPause pause = new HandoverPause(bytes)) {
            pause.fill();
            return pause.move(bytes);
        }
    }

    private long key(int i) {
        return GraphKey.of(
                GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, nodes.get(0).homes().mint(MOVED, 1 + i));
    }

    private void fill() {
        try (NodeSession session = nodes.get(0).openSession()) {
            for (int i = 0; i < values; i++) {
                replace(session, i, i);
            }
        }
    }

    private void replace(NodeSession session, int i, long seed) {
        byte[] body = new byte[VALUE_BYTES];
        for (int at = 0; at < body.length; at += Long.BYTES) {
            body[at] = (byte) (seed + at); // distinct bytes on every cache line
        }
        UpdateResult result = session.update(ListOperations.replace(key(i), body));
        if (result != UpdateResult.APPLIED) {
            throw new IllegalStateException("a value could not be replaced: " + result);
        }
    }

    private Pause move(long bytes) throws InterruptedException, ExecutionException {
        ExecutorService clients = Executors.newFixedThreadPool(nodes.size());
        try {
            Calls before = phase(clients, () -> LockSupport.parkNanos(BEFORE_NANOS));
            long began = System.nanoTime();
            Calls meanwhile = phase(clients, () -> {
                if (!nodes.get(1).takeOver(MOVED, PATIENCE_NANOS)) {
                    throw new IllegalStateException("the partition did not move in time");
                }
            });
            long moved = System.nanoTime() - began;
            return new Pause(bytes, before.longestNanos, meanwhile.longestNanos, moved, meanwhile.count);
        } finally {
            clients.shutdown();
        }
    }

    private Calls phase(ExecutorService clients, Runnable what) throws InterruptedException, ExecutionException {
        running = true;
        List<Future<Calls>> load = new ArrayList<>();
        for (PraghNode node : nodes) {
            load.add(clients.submit(() -> load(node)));
        }
        try {
            what.run();
        } finally {
            running = false;
        }
        Calls all = new Calls(0, 0);
        for (Future<Calls> one : load) {
            all = all.and(one.get());
        }
        return all;
    }

    private Calls load(PraghNode node) {
        long longest = 0;
        long call = 0;
        SplittableRandom random = new SplittableRandom(node.self());
        long[] keys = new long[1];
        ValueVisitor visitor = (index, region, body, bodyBytes) -> {};
        try (NodeSession session = node.openSession()) {
            for (; running; call++) {
                int i = random.nextInt(values);
                long began = System.nanoTime();
                if (call % READS_PER_REPLACE == 0) {
                    replace(session, i, call);
                } else {
                    keys[0] = key(i);
                    session.read(keys, 0, 1, VALUE_BYTES, visitor);
                }
                longest = Math.max(longest, System.nanoTime() - began);
                LockSupport.parkNanos(CALL_PAUSE_NANOS); // the benchmark measures waiting, not throughput
            }
        }
        return new Calls(call, longest);
    }

    @Override
    public void close() {
        nodes.forEach(PraghNode::close);
    }
}
