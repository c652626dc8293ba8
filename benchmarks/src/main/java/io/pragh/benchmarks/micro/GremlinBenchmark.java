package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatParameters;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
 * How many of the same Gremlin traversals does Pragh answer in a second, on one node, and how many TinkerGraph, with
 * and without transactions, and JanusGraph, which is fetched on first use?
 *
 * <pre>bin/pragh bench jmh GremlinBenchmark -p subject=PRAGH,TINKER,TINKER_TX,JANUSGRAPH</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class GremlinBenchmark {
    /** The graph. */
    @Param({"PRAGH", "TINKER", "TINKER_TX"})
    public GremlinSubject subject = GremlinSubject.PRAGH;

    /** The graph has 2^scale vertices, with 16 edges for each. */
    @Param("12")
    public int scale = 12;

    @SuppressWarnings("NullAway.Init") // open() sets it
    private GremlinWorkload graph;

    private SplittableRandom random = new SplittableRandom(1);

    /** The thread's share of a processor, 0 to 1: the score divided by it estimates the score on an idle machine. */
    @State(Scope.Thread)
    @AuxCounters
    public static class Processor {
        private long beganNanos;

        /** Reads the times before an iteration. */
        @Setup(Level.Iteration)
        public void begin() {
            beganNanos = cpuNanos();
        }

        /** Its processor time in seconds, which JMH divides by elapsed time. */
        public double share() {
            return (cpuNanos() - beganNanos) / 1e9;
        }

        private static long cpuNanos() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
    }

    /** Fills it. */
    @Setup(Level.Trial)
    public void open() {
        graph = subject.fill(RmatParameters.graph500(scale, 1), true);
        random = new SplittableRandom(1);
    }

    /** Ends it. */
    @TearDown(Level.Trial)
    public void close() {
        graph.close();
    }

    private long vertex() {
        return random.nextLong(1L << scale);
    }

    /** A property of each neighbour of a vertex. */
    @Benchmark
    public Object oneHop(Processor processor) {
        return graph.oneHop(vertex());
    }

    /** The number of paths of two edges from a vertex. */
    @Benchmark
    public Object twoHops(Processor processor) {
        return graph.twoHops(vertex());
    }

    /** The vertex with a value, by an index. */
    @Benchmark
    public Object filterIndexed(Processor processor) {
        return graph.filterIndexed(vertex());
    }

    /** The vertex with a value, by a scan of all vertices. */
    @Benchmark
    public Object filterScan(Processor processor) {
        return graph.filterScan(vertex());
    }

    /** Adds a vertex with a property and an edge to another one, in a transaction if the graph has transactions. */
    @Benchmark
    public void addVertexAndEdge(Processor processor) {
        graph.addVertexAndEdge(vertex());
    }
}
