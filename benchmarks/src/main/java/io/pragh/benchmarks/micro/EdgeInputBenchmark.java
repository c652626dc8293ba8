package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.bulk.AdjacencyLists;
import io.pragh.core.bulk.EdgeListFile;
import io.pragh.core.bulk.EdgeSource;
import io.pragh.core.bulk.Progress;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
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
 * How many edges per microsecond (millions per second) does one thread read, by their source? The floor is the plain
 * pass over the source; {@code lists} adds the grouping by source vertex, two passes in all.
 *
 * <pre>bin/pragh bench jmh EdgeInput</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class EdgeInputBenchmark {
    private static final int SCALE = 18;
    private static final int EDGES = RmatParameters.EDGE_FACTOR_DEFAULT << SCALE;
    private static final int BUFFER_BYTES = 1 << 16;

    /** The source of the edges of one R-MAT graph. */
    public enum Origin {
        /** The generator. */
        GENERATED,
        /** A text file. */
        TEXT,
        /** A gzip file. */
        GZIP
    }

    /** See {@link Origin}. */
    @Param
    public Origin origin = Origin.GENERATED;

    private EdgeSource source = new RmatEdges(RmatParameters.graph500(SCALE, 1));
    private Path file = Path.of("");

    /** Writes the file. */
    @Setup
    public void open() throws IOException {
        if (origin != Origin.GENERATED) {
            file = Files.createTempFile("edges", ".e");
            try (OutputStream bytes = Files.newOutputStream(file);
                    OutputStream packed = origin == Origin.GZIP ? new GZIPOutputStream(bytes, BUFFER_BYTES) : bytes;
                    PrintStream lines = new PrintStream(
                            new BufferedOutputStream(packed, BUFFER_BYTES), false, StandardCharsets.US_ASCII)) {
                source.forEach((from, to) -> lines.append(from + "\t" + to + "\n"), Progress.NONE);
                if (lines.checkError()) {
                    throw new IOException("edges could not be written: file=" + file);
                }
            }
            source = EdgeListFile.at(file);
        }
    }

    /** Removes the file. */
    @TearDown
    public void close() throws IOException {
        if (origin != Origin.GENERATED) {
            Files.delete(file);
        }
    }

    /** One pass over the source. */
    @Benchmark
    @OperationsPerInvocation(EDGES)
    public long pass() {
        long[] sum = {0};
        source.forEach((from, to) -> sum[0] += from ^ to, Progress.NONE);
        return sum[0];
    }

    /** Groups the edges into lists. */
    @Benchmark
    @OperationsPerInvocation(EDGES)
    public long lists() {
        long[] sum = {0};
        new AdjacencyLists().forEachList(source, (vertex, neighbours, from, to) -> sum[0] += neighbours[to - 1]);
        return sum[0];
    }
}
