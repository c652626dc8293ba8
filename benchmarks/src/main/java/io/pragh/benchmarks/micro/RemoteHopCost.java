package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.report.TextTable;
import io.pragh.core.api.ReadCounts;
import io.pragh.core.bulk.Progress;
import io.pragh.core.fabric.local.LatencyModel;
import io.pragh.core.node.LocalCluster;
import io.pragh.core.node.NodeConfig;
import io.pragh.core.property.BulkLoad;
import io.pragh.core.property.graph.PropertyOperations;
import io.pragh.tinkerpop.PraghGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/**
 * How long does a traversal take that reads values of other nodes, by the time of a round trip? Four nodes in one
 * process, over a modelled network of 10 Gb/s, without migration; all locations are cached; one thread runs the
 * traversals and spins during round trips. Prints for each time of a round trip and each traversal its mean time, the
 * number of values that it reads, the number of remote ones among them, and the number of batches of READs.
 * Arguments: the scale of the R-MAT graph with 16 edges a vertex, the number of runs from each of 64 vertices, and
 * microseconds of a round trip.
 *
 * <pre>java -Xmx4g -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.RemoteHopCost 14 5 2 20 100</pre>
 */
public final class RemoteHopCost {
    private static final int NODES = 4;
    private static final int PARTITIONS = 8;
    private static final int STARTS = 64;
    private static final int AGES = 100;
    private static final long BYTES_PER_MICRO = 1_250;
    private static final long GAP_NANOS = 100;
    private static final long WARM_UP_NANOS = 2_000_000_000;
    private static final String LABEL = "link";
    private static final String AGE = "age";

    private record Row(String text, Function<GraphTraversal<Vertex, Vertex>, GraphTraversal<?, ?>> steps) {}

    /** The time of queries, and their reads. */
    private record Asked(long nanos, ReadCounts reads) {
        static final Asked NOTHING = new Asked(0, ReadCounts.NONE);

        Asked plus(Asked other) {
            return new Asked(nanos + other.nanos, reads.plus(other.reads));
        }
    }

    private static final List<Row> ROWS = List.of(
            new Row("out.values(age).sum", from -> from.out(LABEL).values(AGE).sum()),
            new Row("out.out.count", from -> from.out(LABEL).out(LABEL).count()),
            new Row(
                    "out.out.limit(10000).values(age).sum",
                    from -> from.out(LABEL).out(LABEL).limit(10_000).values(AGE).sum()),
            new Row(
                    "out.out.limit(10000).out.count",
                    from -> from.out(LABEL).out(LABEL).limit(10_000).out(LABEL).count()));

    private RemoteHopCost() {}

    /** Prints a table. */
    public static void main(String[] args) {
        RmatParameters parameters = RmatParameters.graph500(Integer.parseInt(args[0]), 1);
        int times = Integer.parseInt(args[1]);
        long[] starts = Arrays.copyOf(TraversalCost.starts(parameters, STARTS), STARTS);
        TextTable table = new TextTable("round trip, us", "traversal", "us", "values", "elsewhere", "batches");
        for (String micros : Arrays.asList(args).subList(2, args.length)) {
            measure(parameters, starts, times, Long.parseLong(micros), table);
        }
        System.out.print(table);
    }

    private static void measure(RmatParameters parameters, long[] starts, int times, long roundTrip, TextTable table) {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        LatencyModel latency = new LatencyModel(roundTrip * 1_000, BYTES_PER_MICRO, GAP_NANOS, roundTrip * 500);
        try (LocalCluster cluster = new LocalCluster(
                        LocalCluster.staticSeats(NODES, PARTITIONS),
                        NodeConfig.DEFAULT,
                        latency,
                        PropertyOperations.ALL,
                        1,
                        failure::set);
                PraghGraph graph = PraghGraph.over(cluster)) {
            fill(graph, parameters);
            for (Row row : ROWS) {
                long began = System.nanoTime();
                while (System.nanoTime() - began < WARM_UP_NANOS) { // also fills the location cache
                    Asked unused = ask(graph, row, starts);
                }
                Asked all = Asked.NOTHING;
                for (int time = 0; time < times; time++) {
                    all = all.plus(ask(graph, row, starts));
                }
                table.row(cells(roundTrip, row, all, times * starts.length));
            }
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a service of a node failed", thrown);
        }
    }

    /** Runs a row once from each vertex. */
    private static Asked ask(PraghGraph graph, Row row, long[] starts) {
        GraphTraversalSource g = graph.traversal();
        Asked all = Asked.NOTHING;
        for (long start : starts) {
            ReadCounts before = graph.store().transaction().readCounts();
            long began = System.nanoTime();
            row.steps.apply(g.V(start)).iterate();
            long nanos = System.nanoTime() - began;
            all = all.plus(
                    new Asked(nanos, graph.store().transaction().readCounts().since(before)));
            g.tx().rollback(); // a transaction reads no value twice
        }
        return all;
    }

    private static String[] cells(long roundTrip, Row row, Asked all, int queries) {
        ReadCounts reads = all.reads;
        return new String[] {
            Long.toString(roundTrip),
            row.text,
            String.format(Locale.ROOT, "%,.0f", all.nanos / 1e3 / queries),
            String.format(Locale.ROOT, "%,.0f", (double) (reads.localReads() + reads.remoteReads()) / queries),
            String.format(Locale.ROOT, "%,.0f", (double) reads.remoteReads() / queries),
            String.format(Locale.ROOT, "%.1f", (double) reads.roundTrips() / queries)
        };
    }

    /** Loads in bulk, so that no list has entries in its tail, like lists without recent appends. */
    private static void fill(PraghGraph graph, RmatParameters parameters) {
        try (BulkLoad load = Objects.requireNonNull(graph.bulkLoad())) {
            for (long vertex = 0; vertex < parameters.vertexCount(); vertex++) {
                load.vertex(vertex, Vertex.DEFAULT_LABEL);
                load.property(AGE, (int) (vertex % AGES));
            }
            new RmatEdges(parameters)
                    .forEach((source, target) -> load.edge(source, LABEL, target, null), Progress.NONE);
            load.write(stored -> {});
        }
    }
}
