package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.CsrGraph;
import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.report.TextTable;
import io.pragh.benchmarks.report.ThreadCost;
import io.pragh.core.base.Invariant;
import io.pragh.tinkerpop.snapshot.GraphSnapshot;
import io.pragh.tinkerpop.snapshot.VertexHops;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What do friends of friends, 100 of 100, and random walks cost the calling thread on a snapshot, in microseconds of
 * processor time, compared with two immutable {@code int} arrays, and with Gremlin, prepared and not? Each round has
 * all of them by turns from the same vertices; the median of the later half of the rounds counts. Arguments: the
 * scale of the R-MAT graph with 16 edges a vertex, and the number of rounds (default 20).
 *
 * <pre>java -Xmx4g -Xbatch -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.HopCost 16 20</pre>
 */
public final class HopCost {
    /** Microseconds of one query; Gremlin's are NaN where it cannot express the query, or has not prepared it. */
    record Cost(HopRow row, double snapshot, double arrays, double gremlin, double prepared) {
        /** The snapshot's speed relative to the arrays'. */
        double share() {
            return arrays / snapshot;
        }
    }

    private static final int ROUNDS_DEFAULT = 20;
    private static final int STARTS = 1 << 12;
    /** Factor by which Gremlin runs fewer queries. */
    private static final int LESS_OFTEN = 4;

    private final TraversalGraph graph;
    private final CsrGraph arrays;
    private final HopRow.Marks marks;
    private final long[] starts;
    private final int rounds;

    HopCost(RmatParameters parameters, TraversalGraph graph, int starts, int rounds) {
        this.graph = graph;
        this.arrays = CsrGraph.of(new RmatEdges(parameters), (int) parameters.vertexCount());
        this.marks = new HopRow.Marks(arrays.vertexCount());
        this.starts = TraversalCost.starts(parameters, starts);
        this.rounds = rounds;
    }

    /** Prints a table. */
    public static void main(String[] args) {
        RmatParameters parameters = RmatParameters.graph500(Integer.parseInt(args[0]), 1);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : ROUNDS_DEFAULT;
        try (TraversalGraph graph = new TraversalGraph(GremlinSubject.PRAGH, parameters)) {
            System.out.print(table(new HopCost(parameters, graph, STARTS, rounds).measure()));
        }
    }

    /** Measures every row. */
    List<Cost> measure() {
        List<Cost> costs = new ArrayList<>();
        try (GraphSnapshot now = graph.snapshot()) {
            VertexHops hops = now.byNumber();
            for (HopRow row : HopRow.values()) {
                costs.add(measure(row, hops));
            }
        }
        return costs;
    }

    private Cost measure(HopRow row, VertexHops hops) {
        List<ThreadCost> ours = new ArrayList<>();
        List<ThreadCost> floor = new ArrayList<>();
        List<ThreadCost> gremlin = new ArrayList<>();
        List<ThreadCost> prepared = new ArrayList<>();
        int count = starts.length / row.lessOften();
        for (int round = 0; round < rounds; round++) {
            long[] found = new long[count];
            ours.add(ThreadCost.of(count, i -> found[i] = row.snapshot(hops, starts[i])));
            floor.add(ThreadCost.of(count, i -> {
                long expected = row.arrays(arrays, (int) starts[i], marks);
                Invariant.check(expected == found[i], "both find the same", starts[i]);
            }));
            gremlin.add(gremlin(row.traversal()));
            prepared.add(gremlin(row.prepared()));
        }
        return new Cost(row, micros(ours), micros(floor), micros(gremlin), micros(prepared));
    }

    private ThreadCost gremlin(@Nullable TraversalRow traversal) {
        int[] found = new int[starts.length / LESS_OFTEN];
        return traversal == null
                ? new ThreadCost(Double.NaN, Double.NaN)
                : ThreadCost.of(
                        found.length,
                        i -> found[i] = traversal.results(graph, starts[i]).size());
    }

    private static double micros(List<ThreadCost> rounds) {
        return ThreadCost.medianOfLater(rounds).micros();
    }

    static String table(List<Cost> costs) {
        TextTable table = new TextTable(
                "question", "snapshot\nus", "arrays\nus", "of arrays'\nspeed", "Gremlin\nus", "prepared\nus");
        for (Cost cost : costs) {
            table.row(
                    cost.row.text(),
                    text(cost.snapshot),
                    text(cost.arrays),
                    text(cost.share()),
                    text(cost.gremlin),
                    text(cost.prepared));
        }
        return table.toString();
    }

    private static String text(double number) {
        return Double.isNaN(number) ? "" : String.format(Locale.ROOT, "%,.2f", number);
    }
}
