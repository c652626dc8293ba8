package io.pragh.benchmarks.micro;

import com.sun.management.OperatingSystemMXBean;
import io.pragh.core.base.Clock;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.PraghNode;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.core.store.Partition;
import io.pragh.tinkerpop.PraghGraph;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.tinkerpop.gremlin.structure.T;
import org.jspecify.annotations.Nullable;

/**
 * Does a graph whose edges are constantly inserted and deleted keep its speed and size? Arguments: minutes, clients,
 * and the scale: 2 to its power vertices with {@link #DEGREE} edges each on average. Each client inserts an edge and
 * deletes its oldest one in turn, each in a transaction of its own, through Gremlin's structure on an embedded graph:
 * one half between uniformly drawn vertices, the other between hubs and leaves. Not a JMH benchmark: it compares the
 * end with the beginning.
 *
 * <pre>java -Xmx2g -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.Churn 5 64 14</pre>
 */
public final class Churn implements AutoCloseable {
    static final int DEGREE = 8;
    private static final int PARTITIONS = 4;
    private static final int BATCH = 5000;
    private static final double REPORT_SECONDS = 5;
    /** Interval of the checks whether all clients have filled up. */
    private static final double FULL_SECONDS = 0.01;

    private final Consumer<String> lines;
    private final int clients;
    private final int vertices;
    private final int edgesEach;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final CountDownLatch failed = new CountDownLatch(1);
    private final LocalCluster cluster;
    private final PraghGraph graph;
    private final LongAdder operations = new LongAdder();
    private final LongAdder conflicts = new LongAdder();
    private volatile boolean stopped;

    /**
     * The state at a moment.
     *
     * @param nanos the time
     * @param operations edges inserted or deleted so far
     * @param cpuNanos processor time of the process so far
     * @param taken bytes of the partitions' memory off the heap
     * @param values bytes of these that values take, older versions included
     * @param resting bytes of these that older versions take
     */
    record Moment(long nanos, long operations, long cpuNanos, long taken, long values, long resting) {}

    /**
     * The results.
     *
     * @param moments one after the other, the first before the first operation
     * @param heapThird bytes on the heap after a collection when a third was over, and {@code heapEnd} at the end
     * @param edges number of edges at the end
     * @param conflicts commits that had to be tried again
     */
    record Outcome(List<Moment> moments, long heapThird, long heapEnd, long edges, long conflicts) {
        Outcome {
            moments = List.copyOf(moments);
        }
    }

    Churn(int clients, int scale, Consumer<String> lines) {
        this.lines = lines;
        this.clients = clients;
        this.vertices = 1 << scale;
        this.edgesEach = Math.max(2, vertices * DEGREE / clients);
        this.cluster = LocalCluster.embedded(
                1, PARTITIONS, NodeConfig.DEFAULT.withMemory(1 << 20, 8L << 30), PropertyOperations.ALL, 1, this::fail);
        this.graph = PraghGraph.over(cluster);
        for (long id = 0; id < vertices; id++) {
            graph.addVertex(T.id, id);
            if (id % BATCH == 0) {
                graph.tx().commit();
            }
        }
        graph.tx().commit();
    }

    /** Prints a line every few seconds, and one at the end. */
    public static void main(String[] args) throws InterruptedException {
        try (Churn churn =
                new Churn(Integer.parseInt(args[1]), Integer.parseInt(args[2]), line -> System.out.println(line))) {
            churn.run(Double.parseDouble(args[0]) * 60, REPORT_SECONDS);
        }
    }

    /** The number of edges once every client has filled up; each client may have one more between two operations. */
    long edgesSteady() {
        return (long) clients * edgesEach;
    }

    /** Lets the clients fill the graph, and then continue for so long. */
    Outcome run(double seconds, double reportSeconds) throws InterruptedException {
        List<ChurnClient> all = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            ChurnClient client = new ChurnClient(graph, vertices, edgesEach, i, operations, conflicts);
            all.add(client);
            threads.add(new Thread(() -> work(client), "churn-" + i));
        }
        threads.forEach(Thread::start);
        boolean broken = false;
        while (!broken && all.stream().anyMatch(client -> !client.isFull())) {
            broken = hasFailedWithin(FULL_SECONDS);
        }
        List<Moment> moments = new ArrayList<>();
        moments.add(now());
        long heapThird = 0;
        long end = moments.get(0).nanos + (long) (seconds * 1e9);
        while (Clock.SYSTEM.nanos() - end < 0 && !hasFailedWithin(reportSeconds)) {
            moments.add(now());
            print(moments.get(moments.size() - 2), moments.get(moments.size() - 1));
            boolean third = Clock.SYSTEM.nanos() - moments.get(0).nanos > (long) (seconds / 3 * 1e9);
            heapThird = third && heapThird == 0 ? LoadCost.heapBytes() : heapThird;
        }
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a client or a worker has failed", failure.get());
        }
        long edges = graph.traversal().E().count().next();
        graph.tx().rollback();
        Outcome outcome = new Outcome(moments, heapThird, LoadCost.heapBytes(), edges, conflicts.sum());
        lines.accept(show(outcome));
        return outcome;
    }

    private void work(ChurnClient client) {
        try {
            while (!stopped) {
                client.turn();
            }
        } catch (RuntimeException | Error reason) {
            fail(reason);
        }
    }

    private Moment now() {
        PraghNode node = cluster.node(0);
        long taken = 0;
        long values = 0;
        long resting = 0;
        for (Partition partition : node.partitions()) {
            taken += partition.region().bytes();
            values += partition.blocks().stats().allocatedBytes();
            resting += partition.reclaimer().restingBytes();
        }
        long cpu = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
        return new Moment(Clock.SYSTEM.nanos(), operations.sum(), cpu, taken, values, resting);
    }

    private boolean hasFailedWithin(double seconds) throws InterruptedException {
        return failed.await((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
    }

    private void fail(Throwable reason) {
        failure.compareAndSet(null, reason);
        failed.countDown();
    }

    private void print(Moment before, Moment now) {
        lines.accept(String.format(
                Locale.ROOT,
                "%,d operations/s, %.1f us of processor time each, %.1f MiB off the heap, %.1f in values, %.1f resting",
                Math.round(rate(before, now)),
                cpuMicros(before, now),
                mebibytes(now.taken),
                mebibytes(now.values),
                mebibytes(now.resting)));
    }

    private static double rate(Moment from, Moment to) {
        return (to.operations - from.operations) / ((to.nanos - from.nanos) / 1e9);
    }

    private static double cpuMicros(Moment from, Moment to) {
        return (to.cpuNanos - from.cpuNanos) / 1e3 / Math.max(1, to.operations - from.operations);
    }

    private static double mebibytes(long bytes) {
        return (double) bytes / (1 << 20);
    }

    /** Compares the last third with the first one. */
    static String show(Outcome outcome) {
        List<Moment> moments = outcome.moments;
        int last = moments.size() - 1;
        Moment first = moments.get(0);
        Moment third = moments.get(Math.max(1, last / 3));
        Moment late = moments.get(Math.min(last - 1, last - last / 3));
        Moment end = moments.get(last);
        return String.format(
                Locale.ROOT,
                "%,d operations, %,d conflicts, %,d edges; from the first to the last third: operations/s %+.1f %%, processor time each"
                        + " %+.1f %%, off the heap %+.1f MiB, in values without what rests %+.1f MiB, on the heap after a collection %+.1f MiB (now"
                        + " %.1f)",
                end.operations,
                outcome.conflicts,
                outcome.edges,
                percent(rate(first, third), rate(late, end)),
                percent(cpuMicros(first, third), cpuMicros(late, end)),
                mebibytes(end.taken - third.taken),
                mebibytes(end.values - end.resting - (third.values - third.resting)),
                mebibytes(outcome.heapEnd - outcome.heapThird),
                mebibytes(outcome.heapEnd));
    }

    private static double percent(double before, double now) {
        return 100 * (now / before - 1);
    }

    @Override
    public void close() {
        graph.close();
        cluster.close();
    }
}
