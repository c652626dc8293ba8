package io.pragh.benchmarks.micro;

import io.pragh.benchmarks.data.CsrGraph;
import io.pragh.benchmarks.data.RmatEdges;
import io.pragh.benchmarks.data.RmatParameters;
import io.pragh.benchmarks.report.JsonText;
import io.pragh.benchmarks.report.Machine;
import io.pragh.benchmarks.report.TextTable;
import io.pragh.benchmarks.report.ThreadCost;
import io.pragh.core.base.Invariant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What does a Gremlin traversal cost the thread that runs it, in microseconds of processor time and bytes allocated,
 * compared with TinkerGraph? Friends of friends, 100 of 100, one of them prepared in Pragh, and twelve ordinary
 * traversals. Each round has all traversals, in one graph and the other by turns, with the same start vertices; the
 * median of the later half of the rounds counts. The work of a graph's other threads is not included. Arguments: the
 * scale of the R-MAT graph with 16 edges a vertex, the number of rounds (default 20), and {@code --json} for JSON in
 * place of the table. With {@code --peers JANUSGRAPH,NEO4J}, or one of them, it measures only friends of friends, in
 * these, Pragh, TinkerGraph and arrays ({@link FriendsCost}). With {@code -Xbatch} the thread waits while the
 * compilers work.
 *
 * <pre>java -Xmx4g -Xbatch -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.micro.TraversalCost 14 20</pre>
 */
public final class TraversalCost {
    /** The cost of one traversal in a round on one graph, and the number of its results. */
    private record Round(ThreadCost cost, long results) {}

    /** Costs of one traversal. */
    record Pair(TraversalRow row, ThreadCost pragh, ThreadCost tinker) {
        double timeRatio() {
            return pragh.micros() / tinker.micros();
        }

        double bytesRatio() {
            return pragh.bytes() / tinker.bytes();
        }
    }

    /** The option for {@link FriendsCost}, with the names of peers in {@link PeerLoader}, separated by commas. */
    private static final String PEERS = "--peers";

    private static final int ROUNDS_DEFAULT = 20;
    /**
     * A round has so many traversals that they took Pragh this much processor time at first; the same in both graphs.
     */
    private static final long ROUND_NANOS = 50_000_000;

    /** The last calibration counts; those before let the code be compiled. */
    private static final int CALIBRATIONS = 4;

    private static final int STARTS = 1024;

    private final TraversalGraph pragh;
    private final TraversalGraph tinker;
    private final long[] starts;
    private final int rounds;

    TraversalCost(TraversalGraph pragh, TraversalGraph tinker, long[] starts, int rounds) {
        this.pragh = pragh;
        this.tinker = tinker;
        this.starts = starts;
        this.rounds = rounds;
    }

    /** Prints a table, or JSON. */
    public static void main(String[] args) {
        List<String> told = new ArrayList<>(List.of(args));
        boolean json = told.remove("--json");
        List<PeerLoader> peers = peers(told);
        RmatParameters parameters = RmatParameters.graph500(Integer.parseInt(told.get(0)), 1);
        int rounds = told.size() > 1 ? Integer.parseInt(told.get(1)) : ROUNDS_DEFAULT;
        System.out.print(peers.isEmpty() ? own(parameters, rounds, json) : beside(peers, parameters, rounds, json));
    }

    /** Removes the peers from the arguments, and returns them. */
    private static List<PeerLoader> peers(List<String> told) {
        int place = told.indexOf(PEERS);
        if (place < 0) {
            return List.of();
        }
        told.remove(place);
        return Arrays.stream(told.remove(place).split(",", -1))
                .map(PeerLoader::valueOf)
                .toList();
    }

    private static String own(RmatParameters parameters, int rounds, boolean json) {
        try (TraversalGraph pragh = new TraversalGraph(GremlinSubject.PRAGH, parameters);
                TraversalGraph tinker = new TraversalGraph(GremlinSubject.TINKER, parameters)) {
            List<Pair> pairs = new TraversalCost(pragh, tinker, starts(parameters, STARTS), rounds).measure();
            return json ? json(parameters, rounds, pairs) : table(pairs);
        }
    }

    private static String beside(List<PeerLoader> peers, RmatParameters parameters, int rounds, boolean json) {
        try (FriendsSystems systems = new FriendsSystems(parameters)) {
            systems.addOwn();
            peers.forEach(systems::add);
            List<FriendsCost.Row> rows =
                    new FriendsCost(systems, starts(parameters, STARTS), rounds, FriendsCost.WARM_UP_NANOS).measure();
            return json ? FriendsCost.json(parameters, rounds, rows) : FriendsCost.table(rows);
        }
    }

    /** So many vertices with out-edges, uniformly drawn; the same for the same graph. */
    static long[] starts(RmatParameters parameters, int count) {
        CsrGraph edges = CsrGraph.of(new RmatEdges(parameters), (int) parameters.vertexCount());
        SplittableRandom random = new SplittableRandom(1);
        long[] starts = new long[count];
        for (int i = 0; i < count; i++) {
            int vertex = random.nextInt(edges.vertexCount());
            while (edges.degree(vertex) == 0) {
                vertex = random.nextInt(edges.vertexCount());
            }
            starts[i] = vertex;
        }
        return starts;
    }

    /** Measures every row. */
    List<Pair> measure() {
        TraversalRow[] rows = TraversalRow.values();
        int[] counts = new int[rows.length];
        for (int pass = 0; pass < CALIBRATIONS; pass++) {
            for (int i = 0; i < rows.length; i++) {
                counts[i] = calibrated(rows[i]);
            }
        }
        List<List<ThreadCost>> ours = lists(rows.length);
        List<List<ThreadCost>> theirs = lists(rows.length);
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < rows.length; i++) {
                Round before = round % 2 == 0 ? null : round(rows[i], tinker, counts[i]);
                Round our = round(rows[i], pragh, counts[i]);
                Round their = before == null ? round(rows[i], tinker, counts[i]) : before;
                Invariant.check(our.results == their.results, "both graphs find as many", i);
                ours.get(i).add(our.cost);
                theirs.get(i).add(their.cost);
            }
        }
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < rows.length; i++) {
            pairs.add(
                    new Pair(rows[i], ThreadCost.medianOfLater(ours.get(i)), ThreadCost.medianOfLater(theirs.get(i))));
        }
        return pairs;
    }

    private static List<List<ThreadCost>> lists(int count) {
        List<List<ThreadCost>> lists = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }

    /** The number of traversals in a round. */
    private int calibrated(TraversalRow row) {
        return ThreadCost.countWithin(ROUND_NANOS, starts.length, i -> row.results(pragh, starts[i]));
    }

    private Round round(TraversalRow row, TraversalGraph graph, int count) {
        long[] results = {0};
        ThreadCost cost = ThreadCost.of(
                count, i -> results[0] += row.results(graph, starts[i]).size());
        return new Round(cost, results[0]);
    }

    private static double timeRatio(List<Pair> pairs) {
        return ThreadCost.geometricMean(
                pairs.stream().mapToDouble(Pair::timeRatio).toArray());
    }

    private static double bytesRatio(List<Pair> pairs) {
        return ThreadCost.geometricMean(
                pairs.stream().mapToDouble(Pair::bytesRatio).toArray());
    }

    static String table(List<Pair> pairs) {
        TextTable table = new TextTable(
                "traversal", "Pragh\nus", "TinkerGraph\nus", "ratio", "Pragh\nbytes", "TinkerGraph\nbytes", "ratio");
        for (Pair pair : pairs) {
            table.row(
                    pair.row.text(),
                    text("%,.1f", pair.pragh.micros()),
                    text("%,.1f", pair.tinker.micros()),
                    text("%.2f", pair.timeRatio()),
                    text("%,.0f", pair.pragh.bytes()),
                    text("%,.0f", pair.tinker.bytes()),
                    text("%.2f", pair.bytesRatio()));
        }
        table.row("geometric mean", "", "", text("%.2f", timeRatio(pairs)), "", "", text("%.2f", bytesRatio(pairs)));
        return table.toString();
    }

    private static String text(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }

    static String json(RmatParameters parameters, int rounds, List<Pair> pairs) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("machine", Machine.describe());
        all.put("scale", parameters.scale());
        all.put("edges", parameters.edgeCount());
        all.put("rounds", rounds);
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Pair pair : pairs) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("traversal", pair.row.text());
            row.put("praghMicros", pair.pragh.micros());
            row.put("tinkerMicros", pair.tinker.micros());
            row.put("timeRatio", pair.timeRatio());
            row.put("praghBytes", pair.pragh.bytes());
            row.put("tinkerBytes", pair.tinker.bytes());
            row.put("bytesRatio", pair.bytesRatio());
            rows.add(row);
        }
        all.put("rows", rows);
        all.put("timeRatioGeometricMean", timeRatio(pairs));
        all.put("bytesRatioGeometricMean", bytesRatio(pairs));
        return JsonText.of(all);
    }
}
