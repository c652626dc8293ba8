package io.pragh.benchmarks.micro;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.fabric.FabricCounters;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.graph.ListOperations;
import io.pragh.core.memory.Region;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.node.NodeSession;
import io.pragh.core.node.PraghNode;
import io.pragh.core.store.MemoryLimits;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How many transactions does one client commit per second, one after the other: at its own node's home, at another
 * node's, at both? The secondary scores, divided by the commits, show the operations and messages of each, begin and
 * reads included.
 *
 * <pre>bin/pragh bench jmh TransactionCommit</pre>
 */
// Three nodes; the client's is not the one with the timestamp word. The client's thread also delivers the others'
// messages while it waits, so that also a busy machine measures the protocol and not the wake-up times of threads.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TransactionCommitBenchmark {
    private static final int NODES = 3;
    private static final int PARTITIONS = 6;
    private static final int SELF = 1;
    private static final int OTHER = 2;
    private static final int KEYS = 1024;
    private static final int LIST_MAX = 64;

    /** The network's latency: none, or that of the paper. */
    @Param({"NONE", "PAPER"})
    public String network = "NONE";

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final long[] own = new long[KEYS];
    private final long[] other = new long[KEYS];
    private final StoredNumber number = new StoredNumber();
    private int next;
    private @Nullable LocalCluster cluster;
    private @Nullable NodeSession session;

    /** Operations and messages of all nodes in an iteration, upkeep included; JMH divides by time. One thread. */
    @State(Scope.Thread)
    @AuxCounters
    public static class Sent {
        /** READs, WRITEs, CAS and FETCH_ADDs on other nodes. */
        public long oneSided;

        /** Messages to other nodes. */
        public long messages;

        private FabricCounters begun = FabricCounters.NONE;

        /** Reads the counters before an iteration. */
        @Setup(Level.Iteration)
        public void begin(TransactionCommitBenchmark benchmark) {
            begun = benchmark.sent();
        }

        /** Computes the differences after it. */
        @TearDown(Level.Iteration)
        public void end(TransactionCommitBenchmark benchmark) {
            FabricCounters since = benchmark.sent().since(begun);
            oneSided = since.oneSided();
            messages = since.messages();
        }
    }

    private FabricCounters sent() {
        LocalCluster nodes = cluster;
        return nodes == null
                ? FabricCounters.NONE
                : nodes.nodes().stream()
                        .map(node -> node.fabric().tally().counters())
                        .reduce(FabricCounters.NONE, FabricCounters::plus);
    }

    /** Reads a number. */
    private static final class StoredNumber implements ValueVisitor {
        private long found;

        @Override
        public void value(int index, Region region, long body, int bodyBytes) {
            found = region.getLong(body);
        }
    }

    /** Creates the values, each at its home. */
    @Setup
    public void open() {
        LocalCluster opened = new LocalCluster(
                LocalCluster.staticSeats(NODES, PARTITIONS),
                NodeConfig.DEFAULT
                        .withMemory(new MemoryLimits(1 << 20, MemoryLimits.DEFAULT.bytesMax(), KEYS))
                        .withCacheBytes(1 << 20),
                network.equals("PAPER") ? LatencyModel.PAPER : LatencyModel.NONE,
                ListOperations.ALL,
                1,
                failure::set);
        cluster = opened;
        NodeSession client = opened.node(SELF).openSession(() -> opened.nodes().forEach(PraghNode::poll));
        session = client;
        for (int i = 0; i < KEYS; i++) {
            own[i] = key(opened, SELF, i);
            other[i] = key(opened, OTHER, i);
            write(client, own[i]);
            write(client, other[i]);
        }
    }

    private static long key(LocalCluster cluster, int place, int number) {
        long vertex = cluster.node(place).homes().mint(partition(cluster, place), number);
        return GraphKey.of(GraphKey.KIND_PLAIN, 0, 0, vertex);
    }

    /** The partition of a node that is the home of this benchmark's keys there. */
    private static int partition(LocalCluster cluster, int place) {
        PraghNode node = cluster.node(place);
        return node.view().partitionsOf(node.self())[0];
    }

    private static void write(NodeSession client, long key) {
        client.retry(TransactionOptions.DEFAULT, t -> {
            t.write(key, new byte[Long.BYTES]);
            return key;
        });
    }

    /** Ends the nodes. */
    @TearDown
    public void close() {
        if (session != null) {
            session.close();
        }
        if (cluster != null) {
            cluster.close();
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a service of a node failed", thrown);
        }
    }

    private void increment(Transaction transaction, long key) {
        transaction.read(key, number);
        byte[] body = new byte[Long.BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            body[i] = (byte) (number.found + 1 >>> Byte.SIZE * i);
        }
        transaction.write(key, body);
    }

    /** Reads, changes and writes a value whose home is the client's node. */
    @Benchmark
    public long incrementHere(Sent sent) {
        return increment(own);
    }

    /**
     * As {@link #incrementHere}, for a transaction that adds or removes a member of a roll: it signs the roll at the
     * home.
     */
    @Benchmark
    public long incrementHereAndSign(Sent sent) {
        LocalCluster nodes = cluster;
        return nodes == null ? 0 : increment(own, t -> t.sign(roll(nodes, partition(nodes, SELF)), 0));
    }

    /**
     * As {@link #incrementHere}, for a transaction that has looked for all members of a roll: it watches a roll in
     * each partition, which no transaction signs.
     */
    @Benchmark
    public long incrementHereAndWatchAll(Sent sent) {
        LocalCluster nodes = cluster;
        return nodes == null ? 0 : increment(own, t -> watchAll(nodes, t));
    }

    private static void watchAll(LocalCluster cluster, Transaction transaction) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            transaction.watch(roll(cluster, partition));
        }
    }

    private static long roll(LocalCluster cluster, int partition) {
        return GraphKey.of(GraphKey.KIND_ROLL, 0, 1, cluster.node(SELF).homes().mint(partition, 0));
    }

    /** As {@link #incrementHere}, at another node. */
    @Benchmark
    public long incrementElsewhere(Sent sent) {
        return increment(other);
    }

    private long increment(long[] keys) {
        return increment(keys, t -> {});
    }

    private long increment(long[] keys, Consumer<Transaction> more) {
        NodeSession client = session;
        int at = next++ & KEYS - 1;
        return client == null
                ? 0
                : client.retry(TransactionOptions.DEFAULT, t -> {
                    increment(t, keys[at]);
                    more.accept(t);
                    return number.found;
                });
    }

    /** Reads, changes and writes two values, one at each node. */
    @Benchmark
    public long incrementBoth(Sent sent) {
        NodeSession client = session;
        int at = next++ & KEYS - 1;
        return client == null
                ? 0
                : client.retry(TransactionOptions.DEFAULT, t -> {
                    increment(t, own[at]);
                    increment(t, other[at]);
                    return number.found;
                });
    }

    /** Adds an edge to the lists of both ends, one at each node; or removes it, so that lists stay short. */
    @Benchmark
    public long edgeAtBothEnds(Sent sent) {
        NodeSession client = session;
        int at = next & KEYS - 1;
        int round = next++ / KEYS;
        long neighbour = round % LIST_MAX;
        boolean adds = round / LIST_MAX % 2 == 0;
        return client == null
                ? 0
                : client.retry(TransactionOptions.DEFAULT, t -> {
                    append(t, list(own[at]), neighbour, adds);
                    append(t, list(other[at]), neighbour, adds);
                    return neighbour;
                });
    }

    private static void append(Transaction transaction, long list, long neighbour, boolean adds) {
        transaction.update(
                adds ? ListOperations.append(list, neighbour, 0) : ListOperations.remove(list, neighbour, 0));
    }

    /** The list of the vertex that a number belongs to; its home is the same. */
    private static long list(long key) {
        return GraphKey.of(GraphKey.KIND_ADJACENCY, GraphKey.OUT, 1, GraphKey.vid(key));
    }
}
