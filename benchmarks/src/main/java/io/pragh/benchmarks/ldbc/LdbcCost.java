package io.pragh.benchmarks.ldbc;

import io.pragh.benchmarks.report.JsonText;
import io.pragh.benchmarks.report.Machine;
import io.pragh.benchmarks.report.TextTable;
import io.pragh.benchmarks.report.ThreadCost;
import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What does a query of the Social Network Benchmark cost the calling thread, in microseconds of processor time and
 * bytes allocated, on one node of Pragh beside TinkerGraph, and how many queries is that for each second of a
 * processor core? Queries and parameters are those of a file with known answers, which both graphs have to give
 * first. Each round has all queries, in one graph and the other by turns, with the same parameters; the median of the
 * later half of the rounds counts. The work of a graph's other threads is not included. Arguments: the benchmark's
 * CSV files (CsvComposite, a folder or a {@code .tar.gz}), the file of answers ({@link SnbInstance}), the number of
 * rounds (default 20), and {@code --json} for JSON in place of the table.
 *
 * <pre>java -Xmx4g -Xbatch -cp 'benchmarks/target/run/*:benchmarks/target/run/lib/*' io.pragh.benchmarks.ldbc.LdbcCost social_network.tar.gz answers.jsonl</pre>
 */
public final class LdbcCost {
    /** Costs of one query. */
    record Pair(SnbQuery query, ThreadCost pragh, ThreadCost tinker) {
        double timeRatio() {
            return pragh.micros() / tinker.micros();
        }

        double bytesRatio() {
            return pragh.bytes() / tinker.bytes();
        }
    }

    private static final int ROUNDS_DEFAULT = 20;
    /**
     * A round repeats a query's parameters so often that they took Pragh this much processor time at first; at least
     * once, the same in both graphs.
     */
    private static final long ROUND_NANOS = 50_000_000;

    /** Far more repetitions than fit into that time. */
    private static final int COUNT_MOST = 1_000_000;

    /** The last calibration counts; those before let the code be compiled. */
    private static final int CALIBRATIONS = 4;

    private final SnbGraph pragh;
    private final SnbGraph tinker;
    private final List<Asked> all = new ArrayList<>();
    private final int rounds;

    /** A query with all its parameters, and the cost of each round. One thread. */
    private static final class Asked {
        private final SnbQuery query;
        private final List<SnbInstance> instances;
        private final List<ThreadCost> ours = new ArrayList<>();
        private final List<ThreadCost> theirs = new ArrayList<>();
        private int count;

        Asked(SnbQuery query, List<SnbInstance> instances) {
            this.query = query;
            this.instances = instances;
        }
    }

    LdbcCost(SnbGraph pragh, SnbGraph tinker, List<SnbInstance> instances, int rounds) {
        this.pragh = pragh;
        this.tinker = tinker;
        this.rounds = rounds;
        Map<SnbQuery, List<SnbInstance>> byQuery = new EnumMap<>(SnbQuery.class);
        for (SnbInstance instance : instances) {
            byQuery.computeIfAbsent(instance.query(), query -> new ArrayList<>())
                    .add(instance);
        }
        byQuery.forEach((query, some) -> all.add(new Asked(query, some)));
    }

    /**
     * Prints a table, or JSON.
     *
     * @throws IOException if files cannot be read
     */
    public static void main(String[] args) throws IOException {
        List<String> told = new ArrayList<>(List.of(args));
        boolean json = told.remove("--json");
        if (told.size() < 2 || told.size() > 3) {
            throw new IllegalArgumentException(
                    "expected=the benchmark's CSV files, a file of answers, how many rounds, --json found="
                            + List.of(args));
        }
        Path source = Path.of(told.get(0));
        List<SnbInstance> instances = SnbInstance.read(Path.of(told.get(1)));
        int rounds = told.size() > 2 ? Integer.parseInt(told.get(2)) : ROUNDS_DEFAULT;
        try (SnbGraph pragh = SnbGraph.inPragh(1, source);
                SnbGraph tinker = SnbGraph.inTinkerGraph(source)) {
            List<Pair> pairs = new LdbcCost(pragh, tinker, instances, rounds).measure();
            System.out.print(json ? json(pragh, rounds, pairs) : table(pairs));
        }
    }

    /**
     * Measures every query with parameters.
     *
     * @throws PraghException if an answer is wrong
     */
    List<Pair> measure() {
        for (Asked asked : all) {
            for (SnbInstance instance : asked.instances) {
                check(pragh, "Pragh", instance);
                check(tinker, "TinkerGraph", instance);
            }
        }
        for (int pass = 0; pass < CALIBRATIONS; pass++) {
            all.forEach(this::calibrate);
        }
        for (int round = 0; round < rounds; round++) {
            for (Asked asked : all) {
                if (round % 2 == 0) {
                    asked.theirs.add(cost(asked, tinker));
                    asked.ours.add(cost(asked, pragh));
                } else {
                    asked.ours.add(cost(asked, pragh));
                    asked.theirs.add(cost(asked, tinker));
                }
            }
        }
        return all.stream()
                .map(asked -> new Pair(
                        asked.query, ThreadCost.medianOfLater(asked.ours), ThreadCost.medianOfLater(asked.theirs)))
                .toList();
    }

    private static void check(SnbGraph graph, String name, SnbInstance instance) {
        List<String> found = SnbAnswer.found(instance.query(), rows(graph, instance));
        List<String> expected = SnbAnswer.expected(instance);
        if (!found.equals(expected)) {
            throw new PraghException("a query is answered wrong: graph=" + name + " query=" + instance.query()
                    + " parameters=" + instance.parameters() + " expected=" + expected + " found=" + found);
        }
    }

    private static List<List<Object>> rows(SnbGraph graph, SnbInstance instance) {
        List<List<Object>> rows = instance.query().rows(graph.traversal(), instance.parameters());
        graph.end();
        return rows;
    }

    /** Finds how many times a round repeats a query with all its parameters. */
    private void calibrate(Asked asked) {
        asked.count = ThreadCost.countWithin(
                ROUND_NANOS, COUNT_MOST, time -> asked.instances.forEach(instance -> rows(pragh, instance)));
    }

    private static ThreadCost cost(Asked asked, SnbGraph graph) {
        int size = asked.instances.size();
        return ThreadCost.of(asked.count * size, i -> rows(graph, asked.instances.get(i % size)));
    }

    private static double perSecondAndCore(ThreadCost cost) {
        return 1e6 / cost.micros();
    }

    private static double timeRatio(List<Pair> pairs) {
        return ThreadCost.geometricMean(
                pairs.stream().mapToDouble(Pair::timeRatio).toArray());
    }

    private static double bytesRatio(List<Pair> pairs) {
        return ThreadCost.geometricMean(
                pairs.stream().mapToDouble(Pair::bytesRatio).toArray());
    }

    /** Queries by workload: IC, IS and BI. */
    private static Map<String, List<Pair>> workloads(List<Pair> pairs) {
        Map<String, List<Pair>> workloads = new LinkedHashMap<>();
        for (Pair pair : pairs) {
            workloads
                    .computeIfAbsent(pair.query.name().substring(0, 2), name -> new ArrayList<>())
                    .add(pair);
        }
        return workloads;
    }

    static String table(List<Pair> pairs) {
        TextTable table = new TextTable(
                "query",
                "Pragh\nus",
                "TinkerGraph\nus",
                "ratio",
                "Pragh\nper s and core",
                "TinkerGraph\nper s and core",
                "Pragh\nbytes",
                "TinkerGraph\nbytes",
                "ratio");
        for (Pair pair : pairs) {
            table.row(
                    pair.query.name(),
                    text("%,.1f", pair.pragh.micros()),
                    text("%,.1f", pair.tinker.micros()),
                    text("%.2f", pair.timeRatio()),
                    text("%,.1f", perSecondAndCore(pair.pragh)),
                    text("%,.1f", perSecondAndCore(pair.tinker)),
                    text("%,.0f", pair.pragh.bytes()),
                    text("%,.0f", pair.tinker.bytes()),
                    text("%.2f", pair.bytesRatio()));
        }
        workloads(pairs).forEach((name, some) -> meanRow(table, "geometric mean, " + name, some));
        meanRow(table, "geometric mean", pairs);
        return table.toString();
    }

    private static void meanRow(TextTable table, String name, List<Pair> pairs) {
        table.row(name, "", "", text("%.2f", timeRatio(pairs)), "", "", "", "", text("%.2f", bytesRatio(pairs)));
    }

    private static String text(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }

    static String json(SnbGraph graph, int rounds, List<Pair> pairs) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("machine", Machine.describe());
        all.put("vertices", graph.loaded().vertices());
        all.put("edges", graph.loaded().edges());
        all.put("rounds", rounds);
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Pair pair : pairs) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("query", pair.query.name());
            row.put("praghMicros", pair.pragh.micros());
            row.put("tinkerMicros", pair.tinker.micros());
            row.put("timeRatio", pair.timeRatio());
            row.put("praghPerSecondAndCore", perSecondAndCore(pair.pragh));
            row.put("tinkerPerSecondAndCore", perSecondAndCore(pair.tinker));
            row.put("praghBytes", pair.pragh.bytes());
            row.put("tinkerBytes", pair.tinker.bytes());
            row.put("bytesRatio", pair.bytesRatio());
            rows.add(row);
        }
        all.put("rows", rows);
        workloads(pairs).forEach((name, some) -> all.put("timeRatioGeometricMean" + name, timeRatio(some)));
        all.put("timeRatioGeometricMean", timeRatio(pairs));
        all.put("bytesRatioGeometricMean", bytesRatio(pairs));
        return JsonText.of(all);
    }
}
