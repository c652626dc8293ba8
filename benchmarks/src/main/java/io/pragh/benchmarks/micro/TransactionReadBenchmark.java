package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.CsrGraph;
import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.graph.TwoHop;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
 * What does a two-hop query cost within a snapshot (begin, query, close; everything local), compared with the same
 * query by plain GETs? At most 15% more.
 *
 * <pre>bin/pragh bench jmh TransactionRead -prof gc</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(5)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TransactionReadBenchmark {
    private static final int LIMIT = 100;
    private static final int DRAWN = 1 << 16;
    private static final TransactionOptions STRICT =
            TransactionOptions.of(IsolationLevel.STRICT_SERIALIZABLE).reading();
    private static final TransactionOptions CACHED =
            TransactionOptions.of(IsolationLevel.SERIALIZABLE_CACHED).reading();

    /** The graph has 2 to this power vertices. */
    @Param("18")
    public int scale = 18;

    private final long[] keys = new long[DRAWN];
    private int next;
    private @Nullable LoadedNode node;
    private @Nullable TwoHop twoHop;

    /** Loads the graph, and draws start vertices; all ways must have the same answers. */
    @Setup
    public void open() {
        RmatEdges edges = new RmatEdges(RmatParameters.graph500(scale, 1));
        int vertices = 1 << scale;
        int[] starts = DrawnStarts.of(CsrGraph.of(edges, vertices), vertices, DRAWN);
        for (int i = 0; i < DRAWN; i++) {
            keys[i] = LoadedNode.listKey(starts[i]);
        }
        node = new LoadedNode(edges);
        twoHop = new TwoHop(node.session(), LIMIT);
        for (int i = 0; i < 1024; i++) {
            long sum = twoHop.run(keys[i]);
            if (within(STRICT, keys[i]) != sum || within(CACHED, keys[i]) != sum) {
                throw new IllegalStateException("a snapshot differs from the store: start=" + starts[i]);
            }
        }
    }

    /** Ends the node. */
    @TearDown
    public void close() {
        if (node != null) {
            node.close();
        }
    }

    private long within(TransactionOptions options, long key) {
        LoadedNode loaded = node;
        TwoHop query = twoHop;
        if (loaded == null || query == null) {
            return 0;
        }
        try (Transaction snapshot = loaded.session().begin(options)) {
            return query.run(snapshot, key);
        }
    }

    /** The floor: plain GETs. */
    @Benchmark
    public long get() {
        TwoHop query = twoHop;
        return query == null ? 0 : query.run(keys[next++ & DRAWN - 1]);
    }

    /** A fresh snapshot for each query: one READ of the timestamp word. */
    @Benchmark
    public long strict() {
        return within(STRICT, keys[next++ & DRAWN - 1]);
    }

    /** A slightly older snapshot for each query: no READ. */
    @Benchmark
    public long cached() {
        return within(CACHED, keys[next++ & DRAWN - 1]);
    }
}
