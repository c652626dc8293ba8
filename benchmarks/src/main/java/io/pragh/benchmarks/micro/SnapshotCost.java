package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.CsrGraph;
import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.report.TextTable;
import io.pragh.core.api.IsolationLevel;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.base.Clock;
import io.pragh.core.graph.TwoHop;
import io.pragh.core.node.NodeSession;
import java.util.Arrays;
import java.util.Locale;

/**
 * What does a two-hop query cost within a snapshot (begin, query, close; everything local), compared with the same
 * query by plain GETs? The ways take turns of half a millisecond and the medians are compared, so that a busy machine
 * slows all of them alike, unlike {@link TransactionReadBenchmark}, which measures one after the other.
 *
 * <pre>java -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.SnapshotCost [SCALE [SECONDS]]</pre>
 */
public final class SnapshotCost {
    private static final int LIMIT = 100;
    private static final int DRAWN = 1 << 16;
    private static final int TURN = 128;
    private static final int TURNS_MAX = 200_000;

    private final NodeSession session;
    private final TwoHop twoHop;
    private final long[] keys;

    /** One way to run queries. */
    private interface Way {
        long run(long key);
    }

    /** Median nanoseconds of a query in each way. Immutable. */
    record Cost(double get, double strict, double cached) {}

    private SnapshotCost(NodeSession session, long[] keys) {
        this.session = session;
        this.twoHop = new TwoHop(session, LIMIT);
        this.keys = keys;
    }

    /** Prints a table. */
    public static void main(String[] arguments) {
        int scale = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 18;
        double seconds = arguments.length > 1 ? Double.parseDouble(arguments[1]) : 20;
        System.out.print(show(measure(scale, seconds)));
    }

    static String show(Cost cost) {
        TextTable table = new TextTable("two-hop queries", "ns", "of GET");
        row(table, "GET", cost.get, cost);
        row(table, "strict serializable", cost.strict, cost);
        row(table, "serializable, cached", cost.cached, cost);
        return table.toString();
    }

    private static void row(TextTable table, String label, double nanos, Cost cost) {
        table.row(
                label, String.format(Locale.ROOT, "%.0f", nanos), String.format(Locale.ROOT, "%.3f", nanos / cost.get));
    }

    /** Loads an R-MAT graph into one node, and measures for so long, after a warm-up of the same time. */
    static Cost measure(int scale, double seconds) {
        RmatEdges edges = new RmatEdges(RmatParameters.graph500(scale, 1));
        int vertices = 1 << scale;
        long[] keys = Arrays.stream(DrawnStarts.of(CsrGraph.of(edges, vertices), vertices, DRAWN))
                .mapToLong(LoadedNode::listKey)
                .toArray();
        try (LoadedNode node = new LoadedNode(edges)) {
            SnapshotCost cost = new SnapshotCost(node.session(), keys);
            cost.measure(seconds / 2);
            return cost.measure(seconds);
        }
    }

    private Cost measure(double seconds) {
        TransactionOptions strict =
                TransactionOptions.of(IsolationLevel.STRICT_SERIALIZABLE).reading();
        TransactionOptions cached =
                TransactionOptions.of(IsolationLevel.SERIALIZABLE_CACHED).reading();
        Way[] ways = {twoHop::run, key -> within(strict, key), key -> within(cached, key)};
        double[][] nanos = new double[ways.length][TURNS_MAX];
        long deadline = Clock.SYSTEM.nanos() + (long) (seconds * 1e9);
        int turns = 0;
        long sum = 0;
        while (turns < TURNS_MAX && (turns == 0 || Clock.SYSTEM.nanos() - deadline < 0)) {
            for (int i = 0; i < ways.length; i++) {
                int way = (turns + i) % ways.length; // else one way would always find the caches of another
                long began = Clock.SYSTEM.nanos();
                sum += turn(ways[way], turns * ways.length + i);
                nanos[way][turns] = (Clock.SYSTEM.nanos() - began) / (double) TURN;
            }
            turns++;
        }
        if (sum == 0) {
            throw new IllegalStateException("the queries found nothing");
        }
        return new Cost(median(nanos[0], turns), median(nanos[1], turns), median(nanos[2], turns));
    }

    private long turn(Way way, int turn) {
        long sum = 0;
        for (int i = 0; i < TURN; i++) {
            sum += way.run(keys[turn * TURN + i & DRAWN - 1]);
        }
        return sum;
    }

    private long within(TransactionOptions options, long key) {
        try (Transaction snapshot = session.begin(options)) {
            return twoHop.run(snapshot, key);
        }
    }

    private static double median(double[] nanos, int count) {
        return Arrays.stream(nanos, 0, count).sorted().toArray()[count / 2];
    }
}
