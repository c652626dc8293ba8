package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.core.base.Invariant;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * What do {@code g.V().count()} and {@code g.E().count()} cost the calling thread, in microseconds of processor time?
 * Arguments: the graph, the scale, and the number of rounds; the last one counts.
 *
 * <pre>java -Xmx4g -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.CountCost PRAGH 16 5</pre>
 */
public final class CountCost {
    private static final long ROUND_NANOS = 2_000_000_000;

    private CountCost() {}

    /** Prints a line for each round. */
    public static void main(String[] args) {
        RmatParameters parameters = RmatParameters.graph500(Integer.parseInt(args[1]), 1);
        try (GremlinWorkload graph = GremlinSubject.valueOf(args[0]).fill(parameters, false)) {
            for (int round = 0; round < Integer.parseInt(args[2]); round++) {
                System.out.printf(
                        Locale.ROOT,
                        "%s: V().count() %s in %,.1f us, E().count() %s in %,.1f us%n",
                        args[0],
                        graph.countVertices(),
                        micros(graph::countVertices),
                        graph.countEdges(),
                        micros(graph::countEdges));
            }
        }
    }

    private static double micros(Supplier<Object> count) {
        Object counted = count.get();
        long began = LoadCost.cpuNanos();
        long nanos = 0;
        int times = 0;
        while (nanos < ROUND_NANOS) {
            Invariant.check(counted.equals(count.get()), "nobody changes it", times);
            times++;
            nanos = LoadCost.cpuNanos() - began;
        }
        return nanos / 1e3 / times;
    }
}
