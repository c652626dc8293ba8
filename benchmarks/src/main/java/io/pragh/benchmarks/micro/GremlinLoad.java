package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.base.Clock;
import java.util.Locale;

/**
 * How fast is a graph loaded through Gremlin's structure, five thousand elements a transaction, and how many bytes
 * does an edge take afterwards, on and off the heap, its share of the vertices included? Arguments: the graph, the
 * scale and, to measure time alone, the scale of a warm-up graph, 16 or more for compilation to be complete; memory
 * is exact after the small one that is the default, and with {@code -Dpragh.segmentBytes=1048576}: a partition's
 * memory counts by the segment. With {@code -Dpragh.weighted=true} each edge has a double. Not a
 * JMH benchmark: memory is measured once, after a collection, in a process without other work; by the serial
 * collector, since the parallel one counts what it has not compacted as used.
 *
 * <pre>java -Xmx4g -XX:+UseSerialGC -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.GremlinLoad PRAGH 16</pre>
 */
public final class GremlinLoad {
    private static final int WARM_UP_SCALE = 12;

    private GremlinLoad() {}

    /** Prints one line. */
    public static void main(String[] args) {
        GremlinSubject subject = GremlinSubject.valueOf(args[0]);
        RmatParameters parameters = RmatParameters.graph500(Integer.parseInt(args[1]), 1);
        int warmUp = args.length > 2 ? Integer.parseInt(args[2]) : WARM_UP_SCALE;
        try (GremlinWorkload ended = subject.fill(RmatParameters.graph500(warmUp, 2), false)) {
            System.out.println("warmed up by " + ended);
        }
        long heap = LoadCost.heapBytes();
        long direct = LoadCost.directBytes();
        long cpuBegan = LoadCost.cpuNanos();
        long began = Clock.SYSTEM.nanos();
        try (GremlinWorkload graph = subject.fill(parameters, false)) {
            double seconds = (Clock.SYSTEM.nanos() - began) / 1e9;
            double cpuSeconds = (LoadCost.cpuNanos() - cpuBegan) / 1e9;
            double heapPerEdge = (double) (LoadCost.heapBytes() - heap) / parameters.edgeCount();
            double directPerEdge = (double) (LoadCost.directBytes() - direct) / parameters.edgeCount();
            System.out.printf(
                    Locale.ROOT,
                    "%s %s: %,d edges, %,.0f edges/s, %,.0f per second of processor time, %.1f bytes/edge on the heap, %.1f off it%n",
                    subject,
                    graph,
                    parameters.edgeCount(),
                    parameters.edgeCount() / seconds,
                    parameters.edgeCount() / cpuSeconds,
                    heapPerEdge,
                    directPerEdge);
        }
    }
}
