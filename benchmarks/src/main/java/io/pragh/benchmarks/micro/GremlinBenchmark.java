package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatParameters;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
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
 * How many of the same Gremlin traversals does Pragh answer in a second, on one node, and how many TinkerGraph, with and without
 * transactions?
 *
 * <pre>bin/pragh bench jmh GremlinBenchmark</pre>
 */
// Every traversal is built anew, as an application does. A read ends its transaction, by commit: TinkerTransactionGraph
// 3.8.1
// cannot roll
// back when it has an index on vertices and none on edges.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class GremlinBenchmark {
    /** Which graph. */
    @Param({"PRAGH", "TINKER", "TINKER_TX"})
    public GremlinSubject subject = GremlinSubject.PRAGH;

    /** Of 2^scale vertices, with 16 edges for each. */
    @Param("12")
    public int scale = 12;

    private Graph graph = GremlinSubject.TINKER.open();
    private GraphTraversalSource g = graph.traversal();
    private SplittableRandom random = new SplittableRandom(1);

    /** Fills it. */
    @Setup(Level.Trial)
    public void open() {
        graph = subject.open();
        subject.index(graph, GremlinSubject.INDEXED);
        GremlinSubject.load(graph, RmatParameters.graph500(scale, 1));
        g = graph.traversal();
        random = new SplittableRandom(1);
    }

    /** Ends it. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
        graph.close();
    }

    private long start() {
        return random.nextLong(1L << scale);
    }

    private <T> T read(T result) {
        GremlinSubject.commit(graph, true);
        return result;
    }

    /** A property of each neighbour of a vertex. */
    @Benchmark
    public List<Object> oneHop() {
        return read(g.V(start()).out("link").values(GremlinSubject.PLAIN).toList());
    }

    /** How many paths of two edges leave a vertex. */
    @Benchmark
    public long twoHops() {
        return read(g.V(start()).out("link").out("link").count().next());
    }

    /** The vertex with a value, by an index. */
    @Benchmark
    public List<Vertex> filterIndexed() {
        return read(g.V().has(GremlinSubject.INDEXED, "v" + start()).toList());
    }

    /** The vertex with a value, by looking at all vertices. */
    @Benchmark
    public List<Vertex> filterScan() {
        return read(g.V().has(GremlinSubject.PLAIN, "v" + start()).toList());
    }

    /** A new vertex with a property and an edge to another one, in a transaction if there are any. */
    @Benchmark
    public void addVertexAndEdge() {
        g.addV("new")
                .property(GremlinSubject.PLAIN, "n")
                .addE("to")
                .to(__.V(start()))
                .iterate();
        GremlinSubject.commit(graph, true);
    }
}
