package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.CsrGraph;
import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.data.StartScope;
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
 * What does a two-hop query cost on one thread when everything is local, compared with the same query over two
 * {@code int} arrays? And does it allocate ({@code gc.alloc.rate.norm} must be about 0 B/op)?
 *
 * <pre>bin/pragh bench jmh TwoHop -prof gc</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class TwoHopBenchmark {
    private static final int LIMIT = 100;
    private static final int DRAWN = 1 << 16;

    /** The graph has 2 to this power vertices. */
    @Param("18")
    public int scale = 18;

    private int[] starts = {};
    private final long[] keys = new long[DRAWN];
    private int next;
    private @Nullable CsrGraph csr;
    private @Nullable LoadedNode node;
    private @Nullable TwoHop twoHop;

    /** Loads the graph both ways, and draws start vertices. */
    @Setup
    public void open() {
        RmatEdges edges = new RmatEdges(RmatParameters.graph500(scale, 1));
        int vertices = 1 << scale;
        CsrGraph graph = CsrGraph.of(edges, vertices);
        starts = DrawnStarts.of(graph, vertices, DRAWN);
        for (int i = 0; i < DRAWN; i++) {
            keys[i] = LoadedNode.listKey(starts[i]);
        }
        LoadedNode loaded = new LoadedNode(edges);
        TwoHop query = new TwoHop(loaded.session(), LIMIT);
        for (int i = 0; i < StartScope.SIZE_DEFAULT; i++) {
            long sum = query.run(keys[i]);
            if (sum != graph.twoHopSum(starts[i], LIMIT)) {
                throw new IllegalStateException("the two graphs differ: start=" + starts[i]);
            }
        }
        csr = graph;
        node = loaded;
        twoHop = query;
    }

    /** Ends the node. */
    @TearDown
    public void close() {
        if (node != null) {
            node.close();
        }
    }

    /** The floor: two arrays. */
    @Benchmark
    public long csr() {
        CsrGraph graph = csr;
        return graph == null ? 0 : graph.twoHopSum(starts[next++ & DRAWN - 1], LIMIT);
    }

    /** A node that holds everything. */
    @Benchmark
    public long pragh() {
        TwoHop query = twoHop;
        return query == null ? 0 : query.run(keys[next++ & DRAWN - 1]);
    }
}
